"""Draw the numbers of a question's buttons into the picture. Each number is at the place of its answer."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from math import ceil, dist, hypot, inf
from operator import itemgetter

from PIL import Image, ImageDraw

from render.kit.canvas import SUPER, Font, Sheet, width
from render.kit.shapes import Rect, Spot
from render.kit.written import read_pieces, read_texts

FACE = "DurbarSans-CondensedBold"
PHONE = 326  # CSS pixels: the width of a picture on a phone
LEAST = 9.8  # CSS pixels: the height of a digit on a phone; still 9 if margins shrink the picture
CAPITAL = 0.72  # the height of a digit, as a fraction of its font size
REACHES = 2.0, 4.0  # how far to search, in plate sizes; the second if no place within the first is clear
STEPS = 4  # how many places to try per plate size, in each direction
CLEAR = 3  # pixels between a plate and a text
WRITTEN = 50  # the penalty for covering a text or a piece; covering the ground has the penalty 1
NAMED = 12  # covering a name costs this many times as much as covering another text or a piece
HIDES = 1.2  # a place that covers a text or a piece costs at least this much, and any other place costs less
POINT = 0.28  # how long the point of a tag is, as a fraction of its height
NEAR = 0.02  # the penalty for a distance of one plate size from the spot


def number_marks(marks: Sequence[str]) -> Mapping[str, str]:
    """Return the number of each mark's button, counted from 1 in the order of the buttons.

    A button for a whole order, as in a hint, has several marks with spaces between them. If several buttons
    have the same mark, this mark gets all their numbers ("1,3").
    """
    found: dict[str, list[str]] = {}
    for number, entry in enumerate(marks, 1):
        for mark in dict.fromkeys(entry.split()):
            found.setdefault(mark, []).append(str(number))
    return {mark: ",".join(numbers) for mark, numbers in found.items()}


def plate(middle: Spot, number: str, size: int) -> Rect:
    """Return the box of a number's plate, `size` pixels high."""
    x, y = middle
    wide = plate_width(number, size)
    return x - wide // 2, y - size // 2, x - wide // 2 + wide, y - size // 2 + size


def plate_width(number: str, size: int) -> int:
    """Return how wide a number's plate is, if it is `size` pixels high."""
    return max(size, width(number, Font(FACE, _letters(size))) + size // 2)


def legible_size(wide: int) -> int:
    """Return how high a plate must be to be legible on a phone. The picture is `wide` pixels wide."""
    return ceil(wide * LEAST / PHONE / CAPITAL / 0.78)


def draw_number(
    sheet: Sheet,
    middle: Spot,
    number: str,
    size: int = 44,
    ink: str = "ink",
    ground: str = "lamp",
    *,
    pointed: bool = False,
) -> None:
    """Draw a number on a plate with its middle at `middle`.

    `pointed`: give the plate the shape of a price tag, where square pieces have numbers too.
    """
    box, font = plate(middle, number, size), Font(FACE, _letters(size))
    if pointed:
        whole, inner = (_draw_tag(box[2] - box[0], size, edge) for edge in (0, max(2, size // 12)))
        sheet.blend([(ink, whole), (ground, inner)], box[0], box[1])
    else:
        sheet.rectangle(box, ground, ink, max(2, size // 14))
    along = (box[0] + box[2] + round(pointed * POINT * size)) // 2
    sheet.text(along, middle[1], number, font, ink, ground, "m")


@lru_cache(maxsize=16)
def _draw_tag(wide: int, high: int, edge: int) -> Image.Image:
    """Return the mask of a price tag whose point is at the left. `edge`: pixels to leave free all around."""
    large = Image.new("L", (wide * SUPER, high * SUPER))
    left, right, bottom, neck = 1.4 * edge, wide - edge, high - edge, POINT * high + edge / 3
    points = [(left, high / 2), (neck, edge), (right, edge), (right, bottom), (neck, bottom)]
    ImageDraw.Draw(large).polygon([(x * SUPER, y * SUPER) for x, y in points], fill=255)
    return large.resize((wide, high), Image.Resampling.BOX)


def _anywhere(_mark: str, _spot: Spot) -> bool:
    return True


def draw_numbers(
    sheet: Sheet,
    marks: Sequence[str],
    find_spots: Callable[[str], Sequence[Spot]],
    *,
    within: Rect | None = None,
    belongs: Callable[[str, Spot], bool] = _anywhere,
    further: Callable[[str, Spot], bool] | None = None,
    clear: int = CLEAR,
    signs: Sequence[Rect] = (),
    names: Collection[str] = (),
    ink: str = "ink",
    ground: str = "lamp",
    pointed: bool = False,
) -> None:
    """Draw each mark's number near the mark's spots, clear of texts and pieces, if possible on plain ground.

    Args:
        find_spots: takes a mark, and returns its places in the picture as pixels: none, one or several
        within: the box that plates may not leave (default: the whole picture)
        belongs: takes a mark and a pixel, and returns whether the middle of the mark's plate may be there.
            This test keeps the plate out of the spaces of other marks
        further: a wider test, used if a plate would hide something at every place that `belongs` allows
        clear: the distance between plates and texts in pixels, if there is room
        signs: boxes of further signs that plates don't cover, if there is room
        names: the texts that name places; plates rather cover anything else
        pointed: whether plates have the shape of price tags
    """
    size = legible_size(sheet.image.width)
    within = within or (0, 0, *sheet.image.size)
    texts, pieces = [text.box for text in read_texts(sheet.image)], read_pieces(sheet.image)
    named = [text.box for text in read_texts(sheet.image) if text.text in names]
    narrow = [*(_wider(text, CLEAR) for text in texts), *pieces]
    wide = [*(_wider(text, clear) for text in texts), *pieces, *signs]
    tests = (belongs,) if further is None else (belongs, further)
    spots = [
        (mark, number, spot) for mark, number in number_marks(marks).items() for spot in find_spots(mark)
    ]

    def place(*surroundings: Sequence[Rect]) -> tuple[int, list[Spot]]:
        """Return how many plates hide something, and the middle of each plate."""
        plates, found, hidden = list[Rect](), list[Spot](), 0
        for mark, number, spot in spots:
            middle, cost = spot, inf
            for test, kept in product(tests, surroundings):
                if cost >= HIDES:
                    around = [*((box, 1) for box in (*kept, *plates)), *((box, NAMED - 1) for box in named)]
                    found_there = _find_room(sheet, spot, number, within, around, partial(test, mark))
                    middle, cost = min((middle, cost), found_there, key=itemgetter(1))
            plates.append(_wider(plate(middle, number, size), CLEAR))
            found.append(middle)
            hidden += cost >= HIDES
        return hidden, found

    hidden, found = place(wide, narrow)
    if hidden:  # with a smaller distance from texts, perhaps fewer plates hide something
        less, closer = place(narrow)
        found = closer if less < hidden else found
    for (_, number, _), middle in zip(spots, found, strict=True):
        draw_number(sheet, middle, number, size, ink, ground, pointed=pointed)


def _find_room(
    sheet: Sheet,
    spot: Spot,
    number: str,
    within: Rect,
    kept: Sequence[tuple[Rect, int]],
    belongs: Callable[[Spot], bool],
) -> tuple[Spot, float]:
    """Return the best place near a spot for the middle of a number's plate, and its cost.

    If there is room, the plate covers no text and no piece. Plain ground is better than a drawing. `kept`:
    the boxes of texts, pieces, signs and earlier plates, each with a factor for the cost of covering it.
    """
    best, least = spot, inf
    for reach in REACHES:
        found, cost = _search_room(sheet, spot, number, within, kept, belongs, reach)
        if cost < least:
            best, least = found, cost
        if least < HIDES:
            break
    return best, least


def _search_room(
    sheet: Sheet,
    spot: Spot,
    number: str,
    within: Rect,
    kept: Sequence[tuple[Rect, int]],
    belongs: Callable[[Spot], bool],
    reach: float,
) -> tuple[Spot, float]:
    """Return the best place within `reach` plate sizes of a spot, and its cost.

    If no place is allowed, return the spot itself.
    """
    size, best, least = legible_size(sheet.image.width), spot, (inf, 0)
    (left, top, right, bottom), x, y = plate((0, 0), number, size), *spot
    area = (right - left) * (bottom - top)
    # The places are in rows and columns. A plate and a text overlap in a rectangle. The rectangle's width
    # depends only on the plate's column, and its height only on the plate's row.
    steps = range(-round(reach * STEPS), round(reach * STEPS) + 1)
    spans = [((x + step * size // STEPS) + left, (x + step * size // STEPS) + right) for step in steps]
    rows = [((y + step * size // STEPS) + top, (y + step * size // STEPS) + bottom) for step in steps]
    written = [[0.0] * len(steps) for _ in steps]
    for (low, up, high, down), weight in kept:
        columns = _list_overlaps(spans, (low, high))
        for row, tall in _list_overlaps(rows, (up, down)) if columns else ():
            costs = written[row]
            for at, wide in columns:
                costs[at] += weight * (HIDES + WRITTEN * (wide * tall) / area)
    places = list[tuple[float, int, int, int]]()
    for order, (row, column, away) in enumerate(_list_steps(size, reach)):
        if (
            within[0] <= spans[column][0]
            and within[1] <= rows[row][0]
            and spans[column][1] <= within[2]
            and rows[row][1] <= within[3]
        ):
            places.append((NEAR * away / size + written[row][column], order, row, column))
    for cost, order, row, column in sorted(places):
        if cost > least[0]:
            break  # no later place can be better, and counting the pixels of every place takes long
        (low, high), (up, down) = spans[column], rows[row]
        if not belongs(middle := (low - left, up - top)):
            continue
        found = cost + 1 - max(sheet.image.crop((low, up, high, down)).histogram()) / area, order
        if found < least:
            best, least = middle, found
    return best, least[0]


def _list_overlaps(stretches: Sequence[tuple[int, int]], other: tuple[int, int]) -> list[tuple[int, int]]:
    """Return (index, length of the overlap) for each stretch (start, end) that overlaps `other`.

    The stretches are equally long and sorted by their starts.
    """
    start, end = other
    long = stretches[0][1] - stretches[0][0]
    first = bisect_right(stretches, start - long, key=itemgetter(0))
    last = bisect_left(stretches, end, key=itemgetter(0))
    return [(at, min(stretches[at][1], end) - max(stretches[at][0], start)) for at in range(first, last)]


@lru_cache(maxsize=8)
def _list_steps(size: int, reach: float) -> Sequence[tuple[int, int, float]]:
    """Return each place to try as (row, column, distance from the spot in pixels).

    Rows and columns are numbered from 0.
    """
    most = round(reach * STEPS)
    return [
        (row + most, column + most, dist((column * size // STEPS, row * size // STEPS), (0, 0)))
        for row in range(-most, most + 1)
        for column in range(-most, most + 1)
        if hypot(row, column) <= most
    ]


def _wider(box: Rect, by: int) -> Rect:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _letters(size: int) -> int:
    return round(size * 0.78)
