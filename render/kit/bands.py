"""Cut a picture to a band, with edges that run through no text, piece or panel if there is room."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from PIL import Image

from render.kit.canvas import Drawn
from render.kit.shapes import Rect
from render.kit.written import cut, read_pieces, read_texts

APART = 8  # pixels wanted between the edge of a cut and a panel
CLEAR = 3  # pixels between the edge of a cut and a text or piece
PANEL = 1000000  # how bad it is to cut a panel
THING = 1000  # how bad it is to cut a text or piece
TOUCH = 1  # how bad it is if a cut passes a panel at less than `APART` pixels
NARROWER = 5  # to cut fewer things, a band may lose one fifth of its height at each edge
FLATTEST = 1 / 3  # the least height of a band, as a fraction of its width
OUTWARDS = 160  # pixels: how far an edge may lie outside the part, so that it cuts fewer texts and pieces
BEYOND_PANEL = 260  # pixels: how far an edge may lie outside the part, so that it cuts no panel


def band(picture: Drawn, part: Rect, high: int, panels: Sequence[Rect] = ()) -> Drawn:
    """Return a full-width band of the picture that shows `part`.

    The band is at most `high` pixels high. But it is higher if `part`, with the texts, pieces and panels
    across the edges of `part`, doesn't fit. If `high` allows, the band's height is at least the fraction
    `FLATTEST` of its width. The band's edges cut as few `panels` as possible. After that, they cut as few
    texts and pieces as possible. Of several such bands, the best contains the most uncut panels. Of equally
    good bands, take the tallest one; then one at an edge of the picture; then the one with its middle nearest
    to the middle of `part`.
    """
    panels = [each for each in panels if each[3] - each[1] <= max(high, part[3] - part[1])]
    cuts, bottom = _count_cuts(picture, panels), picture.height
    first, last = max(0, part[1]), min(bottom, part[3])
    up = _find_clear(cuts, range(first, max(-1, first - BEYOND_PANEL), -1))
    down = _find_clear(cuts, range(last, min(bottom, last + BEYOND_PANEL) + 1))
    high = min(bottom, max(high, down - up))
    least = min(high, round(FLATTEST * picture.width))
    middle = (part[1] + part[3] - high) // 2
    found = list[tuple[int, int]]()
    for worst in sorted({*cuts}):
        tops = [y for y in range(first + 1) if cuts[y] <= worst]
        bottoms = [y for y in range(last, bottom + 1) if cuts[y] <= worst]
        found = [each for each in _list_bands(tops, bottoms, high, middle) if each[1] - each[0] >= least]
        if not found and down - up >= least and worst >= max(cuts[up], cuts[down]):
            found = [(up, down)]
        if found:
            break

    def rate(edges: tuple[int, int]) -> tuple[int, int, bool, int]:
        whole = sum(edges[0] <= box[1] and box[3] <= edges[1] for box in panels)
        return whole, edges[1] - edges[0], edges[0] == 0 or edges[1] == bottom, -abs(edges[0] - middle)

    above, below = max(found, key=rate)
    inwards = high // NARROWER
    above = min(range(above, min(first, below - least, above + inwards) + 1), key=lambda y: (cuts[y], y))
    below = min(range(below, max(last, above + least, below - inwards) - 1, -1), key=lambda y: (cuts[y], -y))
    return Drawn(cut(picture, (0, above, picture.width, below)))


def _find_clear(cuts: Sequence[int], rows: Sequence[int]) -> int:
    """Return the row where a cut runs through the fewest panels, texts and pieces; of equals, the first.

    Rows further out than `OUTWARDS` count only if all nearer rows cut a panel.
    """
    near = rows[: OUTWARDS + 1]
    if all(cuts[y] >= PANEL for y in near):
        near = rows
    return min(near, key=lambda y: cuts[y] // THING)


def cut_clear(image: Image.Image, box: Rect, core: Rect) -> Image.Image:
    """Cut a box out of an image, after moving its edges so that they run through no text or piece.

    Each edge moves as little as possible. If it would cut something at every place, it stays where it is. The
    result always contains the whole of `core`.
    """
    things = [text.box for text in read_texts(image)] + [*read_pieces(image)]
    left, top, right, bottom = box
    for _ in range(2):  # a moved edge may reach other things
        across = [(a, c) for a, b, c, d in things if b < bottom and d > top]
        left, right = (
            _clear(left, range(core[0] + 1), across),
            _clear(right, range(core[2], image.width + 1), across),
        )
        down = [(b, d) for a, b, c, d in things if a < right and c > left]
        top, bottom = (
            _clear(top, range(core[1] + 1), down),
            _clear(bottom, range(core[3], image.height + 1), down),
        )
    return cut(image, (left, top, right, bottom))


def _clear(edge: int, allowed: range, stretches: Sequence[tuple[int, int]]) -> int:
    """Return the free place nearest to an edge; the edge itself if no place is free.

    A place is free if it is in `allowed` and lies in no stretch (start, end).
    """
    free = [at for at in allowed if not any(low - CLEAR < at < high + CLEAR for low, high in stretches)]
    return min(free, key=lambda at: abs(at - edge), default=edge)


def _list_bands(tops: Sequence[int], bottoms: Sequence[int], high: int, middle: int) -> list[tuple[int, int]]:
    """Return the bands that are at most `high` and can't grow.

    A band begins at a row in `tops` and ends at a row in `bottoms`. `tops` and `bottoms` are in rising order.
    `middle`: a row; if it is in `tops`, a band begins there too.
    """
    known = {*tops, *bottoms}
    starts = [y for y in tops if y - 1 not in known or y == middle]
    ends = [y for y in bottoms if y + 1 not in known]
    ends += [bottoms[at - 1] for start in starts if (at := bisect_right(bottoms, start + high))]
    found = [(tops[at], end) for end in ends if (at := bisect_left(tops, end - high)) < len(tops)]
    return sorted({edges for edges in found if edges[0] < edges[1]})


def _count_cuts(picture: Drawn, panels: Sequence[Rect]) -> list[int]:
    """Return how bad a cut is at each row from 0 to the height. It is 0 at the first and last row."""
    steps = [0] * (picture.height + 2)
    things = [text.box for text in read_texts(picture)] + [*read_pieces(picture)]
    for boxes, weight, apart in ((things, THING, CLEAR), (panels, PANEL, 0), (panels, TOUCH, APART)):
        for _, top, _, bottom in boxes:
            steps[min(max(0, top - apart + 1), picture.height + 1)] += weight
            steps[min(max(0, bottom + apart), picture.height + 1)] -= weight
    cuts = [*accumulate(steps)][: picture.height + 1]
    cuts[0] = cuts[-1] = 0
    return cuts
