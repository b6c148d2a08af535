"""Compute with points, boxes and lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

Point = tuple[float, float]
Spot = tuple[int, int]  # a point in whole pixels or map units
Rect = tuple[int, int, int, int]  # left, top, right, bottom; right and bottom lie outside


def move_box(box: Rect, by: Spot) -> Rect:
    """Return the box moved to the right by `by[0]` and down by `by[1]`."""
    return box[0] + by[0], box[1] + by[1], box[2] + by[0], box[3] + by[1]


def shrunk(box: Rect, by: int) -> Rect:
    """Return the box made smaller by `by` pixels on each side. A negative `by` makes it larger."""
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


def square(middle: Spot, size: int, scale: float = 1.0) -> Rect:
    """Return the square around a point, in pixels. The point and `size` are in map units."""
    x, y, side = round(middle[0] * scale), round(middle[1] * scale), round(size * scale)
    return x - side // 2, y - side // 2, x - side // 2 + side, y - side // 2 + side


def around(boxes: Iterable[Rect]) -> Rect:
    """Return the smallest box that holds all of the boxes. Raises `ValueError` if there are none."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def holds(outline: Sequence[Point], point: Point) -> bool:
    """Return whether a point lies within a closed outline."""
    x, y = point
    inside = False
    for (a, b), (c, d) in pairwise([*outline, outline[0]]):
        if (b > y) != (d > y) and x < a + (c - a) * (y - b) / (d - b):
            inside = not inside
    return inside


def circle(middle: Point, radius: float, corners: int = 96) -> list[Point]:
    """Return a circle as a closed outline with `corners` corners.

    It starts at the right and goes clockwise.
    """
    x, y = middle
    turns = (2 * pi * step / corners for step in range(corners))
    return [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]


def on(line: Sequence[Point], along: float) -> Point:
    """Return the point at the fraction `along` (0 to 1) of a line's length."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    rest = along * sum(lengths)
    for (a, b), length in zip(pairwise(line), lengths, strict=True):
        if rest <= length:
            return a[0] + (b[0] - a[0]) * rest / length, a[1] + (b[1] - a[1]) * rest / length
        rest -= length
    return line[-1]


def dashes(line: Sequence[Point], long: float, gap: float | None = None) -> list[list[Point]]:
    """Return the dashes of a line. Each dash has about the length `long`.

    `gap`: the length of the gaps, if it differs from `long`.
    """
    pieces: list[list[Point]] = [[line[0]]]
    left = long  # how much of the current dash or gap is still to go
    for a, b in pairwise(line):
        length = hypot(b[0] - a[0], b[1] - a[1])
        at = 0.0
        while length - at >= left:
            at += left
            point = a[0] + (b[0] - a[0]) * at / length, a[1] + (b[1] - a[1]) * at / length
            pieces[-1].append(point)
            pieces.append([point])
            left = long if gap is None or len(pieces) % 2 else gap
        left -= length - at
        pieces[-1].append(b)
    return pieces[::2]


def round_corners(line: Sequence[Point]) -> list[Point]:
    """Return the line with its corners cut (Chaikin's method). Both ends stay where they are."""
    cut = [line[0]]
    for a, b in pairwise(line):
        cut += [(0.75 * a[0] + 0.25 * b[0], 0.75 * a[1] + 0.25 * b[1])]
        cut += [(0.25 * a[0] + 0.75 * b[0], 0.25 * a[1] + 0.75 * b[1])]
    return [*cut, line[-1]]


def smooth(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """Return a closed curve through the points (Catmull-Rom), with `steps` corners between two points."""
    found: list[Point] = []
    for at in range(len(points)):
        p, q, r, s = (points[(at + k) % len(points)] for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            found.append((_spline(p[0], q[0], r[0], s[0], t), _spline(p[1], q[1], r[1], s[1], t)))
    return found


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def mirror(shape: Sequence[Point]) -> list[Point]:
    """Return the shape mirrored at the line x = 0."""
    return [(-x, y) for x, y in shape]


def whole(half: Sequence[Point]) -> list[Point]:
    """Return a shape that is symmetrical about x = 0, from its right half.

    The first and last points of the half lie on the line x = 0.
    """
    return [*half, *((-x, y) for x, y in reversed(half) if x)]


def petal(angle: float, reach: float, broad: float) -> list[Point]:
    """Return a petal from the middle of a unit flower outwards, `broad` wide on each side of its axis."""
    outline: list[Point] = []
    for side in (1, -1):
        for step in range(9) if side == 1 else range(8, -1, -1):
            along, across = reach * step / 8, side * broad * sin(pi * (step / 8) ** 1.6) * 0.9
            outline.append(
                (along * cos(angle) - across * sin(angle), along * sin(angle) + across * cos(angle))
            )
    return outline
