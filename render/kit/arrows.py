"""Draw arrows for moved pieces. Arrows bend around pieces, and a plate at each arrow shows what moved.

Arrows hide little: lines are drawn under the pieces, and plates are put in free places if there are any.

A painter uses this module in four steps:
1. It marks everything that it draws in a `Taken`, and lists the `Way`s.
2. It calls `plan`, which finds the arrows.
3. It draws the lines with `draw_arrows`, and then its pieces.
4. It draws the plates with `draw_loads`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import product
from math import dist, hypot, inf
from operator import itemgetter, or_
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.kit.canvas import Sheet
from render.kit.pieces import chip_width
from render.kit.shapes import Point, Rect

Load = tuple[tuple[str, int], ...]  # the moved pieces: each kind and its number
Paste = Callable[[str, int, int, str], Image.Image]  # kind, number, size, ground; such as `Pieces.chip`

CELL = 8  # a cell's side in pixels
MARGIN = 60  # the margin around the picture, in cells
CORE = 9  # map units: the width of a line without its dark edges
CASING = 14  # map units: the width of a line with its dark edges
HEAD = 34  # map units: the size of an arrow's head
LOAD = 30  # map units: the height of a load's pieces
RIM = 5  # pixels: a line keeps this far from a piece if possible
BENDS = (0.0, 0.2, -0.2, 0.45, -0.45)
STEPS = 18  # straight parts of a curve
# For each point of a curve: the weights of the curve's start, bend and end.
PARTS = tuple(((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in (step / STEPS for step in range(STEPS + 1)))
TIP = 4  # how many of the curve's last points the arrow's head covers
# The penalty for each point of a line, in pixels of additional length, is `HIDDEN` times its cell's value.
HIDDEN = 22
# The same for each back corner of an arrow's head. The head covers the line's end. So the penalty for each
# point of this end is `HIDDEN + HIDDEN_HEAD`, times its cell's value.
HIDDEN_HEAD = 40
NEAR = 6  # pixels: a plate keeps this far from the lines of other arrows if possible
TOUCH = 4  # pixels: a plate this near to its line needs no leader
# More places to try for a plate: first a few nearby, then a fine grid farther out.
AROUND = sorted(
    {*product(range(-96, 97, 24), repeat=2), *product(range(-480, 481, 16), repeat=2)} - {(0, 0)},
    key=lambda spot: (max(map(abs, spot)) > 96 or bool(spot[0] % 24 or spot[1] % 24), hypot(*spot), spot),
)
MASK = 3  # an arrow's masks are drawn this many times larger, then averaged


class Arrow(NamedTuple):
    """An arrow for pieces that moved, in pixels of the picture.

    A plate shows what moved. It touches the line, or a `leader` (a thin line) ties it to the line.
    """

    line: tuple[Point, ...]
    thick: float  # pixels per map unit
    load: Load
    plate: Rect
    leader: tuple[Point, Point] | None = None
    size: int = 0  # the height of the load's pieces, in pixels


class Taken:
    """A grid of cells that records which parts of the picture are used.

    The values of a cell: 0 is free, 1 is an arrow's line, 2 or more must not be hidden. The higher the value
    of a cell, the more strongly lines avoid it. Around the picture is a margin of cells with the value 3.
    This margin is so wide that no curve leaves the grid.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        """Make an empty grid for a picture. `size`: the picture's size in pixels."""
        self.inner = size[0] // CELL + 1, size[1] // CELL + 1
        self.wide = self.inner[0] + 2 * MARGIN
        side = bytes([3]) * MARGIN
        row = side + bytes(self.inner[0]) + side
        edge = bytes([3]) * (self.wide * MARGIN)
        self.cells = bytearray(edge + row * self.inner[1] + edge)
        # For each row of the picture, a number: bit n is 1 if the cell in column n has a value of 2 or more.
        self.rows = [0] * self.inner[1]
        self.hidden: dict[tuple[int, int, int], int] = {}  # results of `_find_hidden` for the present `rows`

    def take(self, box: Rect) -> None:
        """Mark a box as used, with a rim of `RIM` pixels."""
        left, top, right, bottom = box
        self.fill((left - RIM, top - RIM, right + RIM, bottom + RIM))

    def fill(self, box: Rect, value: int = 2) -> None:
        """Mark all cells that a box touches. `value`: 2 or more."""
        left, top, right, bottom = self._find_cells(box)
        if left >= right:
            return
        cells, bits = bytes([value]) * (right - left), (1 << right) - (1 << left)
        for row in range(top, bottom):
            start = (row + MARGIN) * self.wide + MARGIN
            self.cells[start + left : start + right] = cells
            self.rows[row] |= bits
        self.hidden.clear()

    def dots(self, points: Sequence[Point]) -> list[int]:
        """Return the value of the cell at each of the points."""
        cells, wide = self.cells, self.wide
        return [cells[(int(y) // CELL + MARGIN) * wide + int(x) // CELL + MARGIN] for x, y in points]

    def weigh(self, line: Sequence[Point], head: Sequence[Point] = ()) -> int:
        """Return the penalty for the points of a line and of its head, by the values of their cells."""
        return HIDDEN * sum(self.dots(line)) + HIDDEN_HEAD * sum(self.dots(head))

    def mark(self, points: Sequence[Point]) -> None:
        """Mark the cells of an arrow's line."""
        for (x, y), value in zip(points, self.dots(points), strict=True):
            if not value:
                self.cells[(int(y) // CELL + MARGIN) * self.wide + int(x) // CELL + MARGIN] = 1

    def free(self, box: Rect) -> bool:
        """Return whether a plate in this box is inside the picture, and hides nothing but lines."""
        left, top, right, bottom = box[0] // CELL, box[1] // CELL, -(-box[2] // CELL), -(-box[3] // CELL)
        if left < 0 or top < 0 or right > self.inner[0] or bottom > self.inner[1]:
            return False
        return not self._find_hidden(top, bottom, right - left) >> left & 1

    def _find_cells(self, box: Rect) -> Rect:
        """Return the columns and rows of a box, in cells, without those outside the picture."""
        left, right = max(0, box[0] // CELL), min(self.inner[0], -(-box[2] // CELL))
        top, bottom = max(0, box[1] // CELL), min(self.inner[1], -(-box[3] // CELL))
        return left, top, right, bottom

    def _find_hidden(self, top: int, bottom: int, wide: int) -> int:
        """Return the columns in which a box must not begin, because it would hide something.

        The box covers these rows. It is `wide` cells wide. Bit n of the returned number stands for column n.
        """
        if (top, bottom, wide) not in self.hidden:
            bits, done = reduce(or_, self.rows[top:bottom], 0), 1
            while done < wide:
                step = min(done, wide - done)
                bits |= bits >> step
                done += step
            self.hidden[top, bottom, wide] = bits
        return self.hidden[top, bottom, wide]


class Way(NamedTuple):
    """An arrow to draw: its load, and the boxes of its start and end, in pixels of the picture.

    `around`: the box of the whole group of pieces that the target belongs to. The arrow ends at this box if
    its head is easier to see there.
    """

    source: Rect
    target: Rect
    around: Rect
    load: Load


def plan(ways: Sequence[Way], taken: Taken, thick: float, size: int | None = None) -> tuple[Arrow, ...]:
    """Return an arrow for each way, the shortest ways first, and mark all arrows in `taken`.

    `thick`: pixels per map unit, for lines and heads; `size`: the height of a load's pieces in pixels.
    """
    size = round(LOAD * thick) if size is None else size
    found = sorted(ways, key=lambda way: (_apart(way.source, way.target), way))
    lines = []
    for source, target, around, _ in found:
        lines.append(_line(source, target, around, taken))
        taken.mark(lines[-1])
        for x, y in lines[-1][-TIP:]:  # a plate may cover a line, never its head
            taken.fill((int(x) - CELL, int(y) - CELL, int(x) + CELL, int(y) + CELL))
    arrows = []
    for number, (line, way) in enumerate(zip(lines, found, strict=True)):
        others = [point for other in (*lines[:number], *lines[number + 1 :]) for point in other]
        plate = _plate(line, way.load, size, thick, taken, others)
        taken.fill(plate)
        arrows.append(Arrow(line, thick, way.load, plate, _leader(line, plate), size))
    return tuple(arrows)


def _apart(a: Rect, b: Rect) -> float:
    return hypot(a[0] + a[2] - b[0] - b[2], a[1] + a[3] - b[1] - b[3])


def _line(source: Rect, target: Rect, around: Rect, taken: Taken) -> tuple[Point, ...]:
    """Return the curve with the smallest sum of its length, its bend and its hidden parts.

    The curve ends at the target, or at `around` if the arrow's head is easier to see there. `around` is the
    whole group of pieces that the target belongs to.
    """
    starts = [(point, taken.weigh([point])) for point in _nearest(source, target, 4)]
    targets = [*_nearest(target, source, 4), *_nearest(around, source, 6)]
    ends = [(point, taken.weigh([point], [point])) for point in targets]
    tried = []
    for (start, first), (end, last), bend in product(starts, ends, BENDS):
        long = dist(start, end) * hypot(1, bend)
        tried.append((long + (first + last + 60 * (long < 50)), long, start, end, bend))
    best = inf, inf, starts[0][0], targets[0], 0.0
    for least, long, start, end, bend in sorted(tried):
        if least > best[0]:  # all later curves are worse, even if nothing between their ends is hidden
            break
        line = _curve(start, end, bend)
        tip = line[-TIP:]
        cost = long + (taken.weigh(line, (*tip, *_wings(tip))) + 60 * (long < 50))
        best = min(best, (cost, long, start, end, bend))
    return _curve(*best[2:])


def _nearest(box: Rect, to: Rect, gap: int) -> list[Point]:
    """Return those 3 of 8 points around `box` that are nearest to the middle of `to`."""
    left, top, right, bottom = box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap
    x, y = (left + right) / 2, (top + bottom) / 2
    points = [(left, y), (right, y), (x, top), (x, bottom)]
    points += [(left, top), (right, top), (left, bottom), (right, bottom)]
    over, down = (to[0] + to[2]) / 2, (to[1] + to[3]) / 2
    return sorted(points, key=lambda point: hypot(point[0] - over, point[1] - down))[:3]


def _curve(start: Point, end: Point, bend: float) -> tuple[Point, ...]:
    (ax, ay), (cx, cy) = start, end
    bx, by = (ax + cx) / 2 - (cy - ay) * bend, (ay + cy) / 2 + (cx - ax) * bend
    return tuple([(p * ax + q * bx + r * cx, p * ay + q * by + r * cy) for p, q, r in PARTS])


def _wings(tip: tuple[Point, ...]) -> tuple[Point, Point]:
    """Return roughly where the two back corners of the arrow's head are."""
    (ax, ay), (bx, by) = tip[0], tip[-1]
    long = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / long, (by - ay) / long
    x, y = bx - ux * HEAD * 0.8, by - uy * HEAD * 0.8
    half = HEAD * 0.45
    return (x - uy * half, y + ux * half), (x + uy * half, y - ux * half)


def _plate(
    line: tuple[Point, ...],
    load: Load,
    size: int,
    scale: float,
    taken: Taken,
    others: Sequence[Point],
) -> Rect:
    """Return the box of the plate that shows what moved.

    The plate is on the line if there is room, else near the line. If there is no room at all, it covers the
    middle of the line. If possible, it covers none of `others`: these are points of the other arrows' lines.
    """
    wide = sum(chip_width(number, size) + size // 5 for _, number in load) - size // 5 + size // 2
    high = size + size // 4
    strangers = sorted(others, key=itemgetter(1))
    second = None
    for spot in _spots(line, scale):
        box = _center(spot, wide, high)
        if taken.free(box):
            if not _is_near(box, strangers):
                return box
            second = second or box
    x, y = line[STEPS // 2]
    return second or _center((round(x), round(y)), wide, high)


def _center(middle: tuple[int, int], wide: int, high: int) -> Rect:
    """Return a box around its middle."""
    left, top = middle[0] - wide // 2, middle[1] - high // 2
    return left, top, left + wide, top + high


def _is_near(box: Rect, points: Sequence[Point]) -> bool:
    """Return whether any of the points is in a box or near it. The points are sorted from top to bottom."""
    first = bisect_right(points, box[1] - NEAR, key=itemgetter(1))
    end = bisect_left(points, box[3] + NEAR, first, key=itemgetter(1))
    return any(box[0] - NEAR < x < box[2] + NEAR for x, _ in points[first:end])


def _spots(line: tuple[Point, ...], scale: float) -> Iterator[tuple[int, int]]:
    """Yield places for the middle of a plate: on the line, then touching the line, then farther away."""
    for away in (0, 14, -14, 22, -22):
        for part in (9, 8, 10, 7, 11, 6, 12, 5, 13, 4):
            yield _beside(line, part, away * scale)
    for (dx, dy), (x, y) in product(AROUND, line[5:14:4]):
        yield round(x) + dx, round(y) + dy


def _leader(line: tuple[Point, ...], plate: Rect) -> tuple[Point, Point] | None:
    """Return the shortest line from a plate to its arrow; None if they are at most `TOUCH` apart."""
    left, top, right, bottom = plate
    ends = [((min(max(x, left), right), min(max(y, top), bottom)), (x, y)) for x, y in line[:-TIP]]
    near, point = min(ends, key=lambda pair: dist(*pair))
    return (near, point) if dist(near, point) > TOUCH else None


def _beside(line: tuple[Point, ...], part: int, away: float) -> tuple[int, int]:
    (ax, ay), (bx, by) = line[part - 1], line[part + 1]
    long = hypot(bx - ax, by - ay) or 1.0
    x, y = line[part]
    return round(x - (by - ay) / long * away), round(y + (bx - ax) / long * away)


def draw_arrows(sheet: Sheet, arrows: Sequence[Arrow]) -> None:
    """Draw the arrows' lines and heads."""
    for arrow in arrows:
        edge = round(HEAD * arrow.thick)
        left, top = (int(min(parts)) - edge for parts in zip(*arrow.line, strict=True))
        right, bottom = (int(max(parts)) + edge for parts in zip(*arrow.line, strict=True))
        line = [((x - left) * MASK, (y - top) * MASK) for x, y in arrow.line]
        layers = []
        for colour, thick, more in (("ink", CASING, CASING - CORE), ("glow", CORE, 0)):
            mask = Image.new("L", ((right - left) * MASK, (bottom - top) * MASK))
            _stroke(ImageDraw.Draw(mask), line, thick * arrow.thick * MASK, more * arrow.thick * MASK)
            layers.append((colour, mask.reduce(MASK)))
        sheet.blend(layers, left, top)


def _stroke(draw: ImageDraw.ImageDraw, line: list[Point], thick: float, more: float) -> None:
    """Draw a line that ends in an arrow's head. `more`: how far the head is enlarged on each side."""
    tip, behind = line[-1], line[-TIP]
    long = hypot(tip[0] - behind[0], tip[1] - behind[1]) or 1.0
    ux, uy = (tip[0] - behind[0]) / long, (tip[1] - behind[1]) / long
    reach = thick / CORE * HEAD * 0.8 if not more else thick / CASING * HEAD * 0.8
    shaft = [point for point in line if hypot(tip[0] - point[0], tip[1] - point[1]) > reach * 0.8]
    shaft.append((tip[0] - ux * reach * 0.8, tip[1] - uy * reach * 0.8))
    draw.line(shaft, fill=255, width=round(thick))
    half = thick / 2
    draw.ellipse((line[0][0] - half, line[0][1] - half, line[0][0] + half, line[0][1] + half), fill=255)
    wing = reach * 0.58 + more * 0.9
    root = (tip[0] - ux * (reach + more * 0.6), tip[1] - uy * (reach + more * 0.6))
    peak = (tip[0] + ux * more, tip[1] + uy * more)
    draw.polygon(
        [peak, (root[0] - uy * wing, root[1] + ux * wing), (root[0] + uy * wing, root[1] - ux * wing)],
        fill=255,
    )


def draw_loads(sheet: Sheet, arrows: Sequence[Arrow], chip: Paste) -> None:
    """Draw the plates that show the moved pieces. A leader ties a plate to its arrow if they do not touch."""
    draw = ImageDraw.Draw(sheet.image)
    for arrow in arrows:
        if arrow.leader is not None:
            for colour, thick in (("ink", 7), ("lamp", 3)):
                draw.line(arrow.leader, sheet.palette[colour], thick)
    for arrow in arrows:
        left, top, _, bottom = arrow.plate
        size = arrow.size
        sheet.rectangle(arrow.plate, "lamp", "ink", 2)
        x, y = left + size // 4, (top + bottom - size) // 2
        for kind, number in arrow.load:
            sheet.paste(chip(kind, number, size, "lamp"), x, y)
            x += chip_width(number, size) + size // 5
