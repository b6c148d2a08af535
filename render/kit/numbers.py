"""Draw the numbers of a question's buttons into the picture, each at the place of its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import ceil, dist, hypot, inf

from render.kit.canvas import Font, Sheet, cap_height, width
from render.kit.shapes import Rect, Spot
from render.kit.written import read_texts

FACE = "DurbarSans-CondensedBold"
PHONE = 326  # CSS pixels: the width of a picture on a phone
LEAST = 9.8  # CSS pixels: the least height of a digit there, with a reserve for margins
CAPITAL = 0.72  # the height of a digit, as a fraction of its font size
REACH = 2.0  # how far a plate may be from its spot, in plate sizes
STEPS = 4  # places to try per plate size, in each direction
CLEAR = 3  # pixels between a plate and a text
WRITTEN = 50  # the penalty of covering text, relative to covering a picture
NEAR = 0.02  # the penalty of a distance of one plate size


def numbered(marks: Sequence[str]) -> Mapping[str, int]:
    """Return the number of each mark's button, counted from 1 in the order of the buttons."""
    return {mark: number for number, mark in enumerate(marks, 1)}


def plate(middle: Spot, number: int, size: int) -> Rect:
    """Return the box of a number's plate, `size` pixels high."""
    x, y = middle
    wide = max(size, width(str(number), Font(FACE, _letters(size))) + size // 2)
    return x - wide // 2, y - size // 2, x - wide // 2 + wide, y - size // 2 + size


def legible_size(wide: int) -> int:
    """Return how high a plate must be so that a phone shows it legibly, in a picture `wide` pixels wide."""
    return ceil(wide * LEAST / PHONE / CAPITAL / 0.78)


def draw_number(
    sheet: Sheet, middle: Spot, number: int, size: int = 44, ink: str = "ink", ground: str = "lamp"
) -> None:
    """Draw a number on a plate with its middle at `middle`."""
    box = plate(middle, number, size)
    sheet.rectangle(box, ground, ink, max(2, size // 14))
    font = Font(FACE, _letters(size))
    # Letters of odd height would otherwise stand one pixel too low.
    down = (cap_height(font) + 1) % 2
    sheet.text((box[0] + box[2]) // 2, middle[1] - down, str(number), font, ink, ground, "m")


def _anywhere(_mark: str, _spot: Spot) -> bool:
    return True


def draw_numbers(
    sheet: Sheet,
    marks: Sequence[str],
    find_spots: Callable[[str], Sequence[Spot]],
    *,
    within: Rect | None = None,
    belongs: Callable[[str, Spot], bool] = _anywhere,
    ink: str = "ink",
    ground: str = "lamp",
) -> None:
    """Draw each mark's number near its spots, clear of texts if there is room, and covering little else.

    Args:
        find_spots: returns the pixels where a mark lies in the picture, none or several
        within: the box that plates may not leave (default: the whole picture)
        belongs: returns whether the middle of a mark's plate may be at a pixel, so that a plate does not
            stand in the space of another mark
    """
    size = legible_size(sheet.image.width)
    within = within or (0, 0, *sheet.image.size)
    kept = [_wider(text.box, CLEAR) for text in read_texts(sheet.image)]
    found: list[tuple[Spot, int]] = []
    for mark, number in numbered(marks).items():
        for spot in find_spots(mark):
            middle = _find_room(sheet, spot, number, within, kept, partial(belongs, mark))
            kept.append(_wider(plate(middle, number, size), CLEAR))
            found.append((middle, number))
    for middle, number in found:
        draw_number(sheet, middle, number, size, ink, ground)


def _find_room(
    sheet: Sheet, spot: Spot, number: int, within: Rect, kept: Sequence[Rect], belongs: Callable[[Spot], bool]
) -> Spot:
    """Return the place near a spot where a plate covers least.

    It covers no text if there is room, and as little else as possible.
    """
    size, best, least = legible_size(sheet.image.width), spot, inf
    for middle in _list_places(spot, size):
        box = plate(middle, number, size)
        if not (within[0] <= box[0] and within[1] <= box[1] and box[2] <= within[2] and box[3] <= within[3]):
            continue
        area = (box[2] - box[0]) * (box[3] - box[1])
        cost = NEAR * dist(middle, spot) / size + sum(WRITTEN * _share(box, other) / area for other in kept)
        if cost < least:
            cost += 1 - max(sheet.image.crop(box).histogram()) / area
        if cost < least and belongs(middle):
            best, least = middle, cost
    return best


def _share(one: Rect, other: Rect) -> int:
    """Return the area that two boxes share, in pixels."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0


def _list_places(spot: Spot, size: int) -> Iterator[Spot]:
    most = round(REACH * STEPS)
    for row in range(-most, most + 1):
        for column in range(-most, most + 1):
            if hypot(row, column) <= most:
                yield spot[0] + column * size // STEPS, spot[1] + row * size // STEPS


def _wider(box: Rect, by: int) -> Rect:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _letters(size: int) -> int:
    return round(size * 0.78)
