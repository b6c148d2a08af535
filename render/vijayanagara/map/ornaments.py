"""Draw ships, the compass lotus and trees as ornaments, and the walls of Cities and Delhi, in map units."""

from __future__ import annotations

from math import cos, pi, sin

from render.kit.brush import Brush
from render.kit.shapes import Point, petal

SHIP_WIDE, SHIP_HIGH = 54, 38  # map units from a ship's middle to its edges


def ship(brush: Brush, middle: Point, facing: int) -> None:
    """Draw a dhow under one slanting sail. `facing`: 1 sails to the right, -1 to the left."""
    x, y = middle

    def at(*points: Point) -> list[Point]:
        return [(x + facing * dx, y + dy) for dx, dy in points]

    hull = at((-40, 6), (-30, 14), (14, 14), (34, 12), (48, 2), (38, 26), (24, 34), (-20, 34), (-32, 26))
    sail = at((26, 12), (16, -2), (4, -18), (-16, -34), (-20, -16), (-18, -2), (-8, 8), (8, 12))
    brush.path(at((-14, 12), (-2, -36)), "ink", 3.5)
    brush.fill(sail, "paper")
    brush.fill(at((4, -18), (-4, -24), (-16, 0), (-8, 8)), "terracotta")
    brush.path([*sail, sail[0]], "ink", 2.4)
    brush.fill(at((-2, -36), (-20, -36), (-14, -32), (-20, -28), (-3, -29)), "gold")
    brush.fill(hull, "slope")
    brush.fill(at((-36, 12), (-30, 14), (14, 14), (34, 12), (46, 6), (44, 13), (34, 19), (-33, 19)), "gold")
    brush.path([*hull, hull[0]], "ink", 2.6)
    for start in (-52, -26, 0, 26):
        arc = [(start + 26 * step / 6, 36 - 5 * sin(pi * step / 6)) for step in range(7)]
        brush.fill([*at(*arc), *at((start + 26, 38), (start, 38))], "wave")


def lotus(brush: Brush, middle: Point, radius: float) -> None:
    """Draw a compass: a lotus of two rings of eight petals, with the northern petal in another colour."""
    x, y = middle
    for reach, colour in ((1.0, "gold"), (0.94, "sea")):
        brush.disc(middle, radius * reach, colour)
    for petals, reach, broad, turn, colour in (
        (8, 0.86, 0.17, 0.0, "paper"),
        (8, 0.52, 0.13, pi / 8, "gold"),
    ):
        for number in range(petals):
            angle = turn + 2 * pi * number / petals - pi / 2
            ring = [(x + radius * a, y + radius * b) for a, b in petal(angle, reach, broad)]
            north = number == 0 and colour == "paper"
            brush.fill(ring, "glow" if north else colour)
            if colour == "paper":
                brush.path([*ring, ring[0]], "ink", 1.4)
    for reach, colour in ((0.24, "ink"), (0.20, "gold"), (0.08, "ink")):
        brush.disc(middle, radius * reach, colour)


def cypress(brush: Brush, foot: Point, high: float) -> None:
    """Draw a slender tree."""
    x, y = foot
    half = high * 0.16
    crown = [(x + half * sin(pi * step / 8) ** 0.8, y - 4 - (high - 4) * step / 8) for step in range(9)]
    crown += [(2 * x - px, py) for px, py in reversed(crown)]
    brush.path([(x, y), (x, y - 6)], "ridge", 2.4)
    brush.fill(crown, "leaf")


def tree(brush: Brush, foot: Point, high: float) -> None:
    """Draw a round tree."""
    x, y = foot
    if not brush.window.meets([foot], high):
        return
    brush.path([(x, y), (x, y - high * 0.5)], "ridge", 2.4)
    for dx, dy, part in ((-0.22, 0.55, 0.27), (0.22, 0.55, 0.27), (0.0, 0.72, 0.30)):
        brush.disc((x + dx * high, y - dy * high), part * high, "leaf")


def draw_city(brush: Brush, middle: Point) -> None:
    """1.3.4: draw a City: two towers, a gate and a dome. The gate is at `middle`."""
    x, y = middle
    wall = [
        (-13, 9), (-13, -8), (-10, -8), (-10, -5), (-8, -5), (-8, -8), (-5, -8), (-5, -3), (5, -3), (5, -8),
        (8, -8), (8, -5), (10, -5), (10, -8), (13, -8), (13, 9),
    ]  # fmt: skip
    dome = [(-5, -3), (-5.5, -8), (-3, -11.5), (0, -15), (3, -11.5), (5.5, -8), (5, -3)]
    for shape, colour in ((dome, "terracotta"), (wall, "paper")):
        ring = [(x + dx, y + dy) for dx, dy in shape]
        brush.fill(ring, colour)
        brush.path([*ring, ring[0]], "ink", 2.6)
    gate = [(-4, 9), (-4, 3), (-2.5, 0.5), (0, -1), (2.5, 0.5), (4, 3), (4, 9)]
    brush.fill([(x + dx, y + dy) for dx, dy in gate], "ink")


def ramparts(brush: Brush, middle: Point, radius: float, lit: bool) -> None:
    """1.3.3: draw the wall of Delhi with its battlements, seen from above, and the ground inside it."""
    x, y = middle
    merlons = 28
    brush.disc(middle, radius, "ink")
    brush.disc(middle, radius - 2.5, "ochre")
    for number in range(merlons):
        turn = 2 * pi * number / merlons
        ring = []
        for reach, aside in (
            (radius - 6, -0.062),
            (radius - 1.5, -0.062),
            (radius - 1.5, 0.062),
            (radius - 6, 0.062),
        ):
            ring.append((x + reach * cos(turn + aside), y + reach * sin(turn + aside)))
        brush.fill(ring, "lamp")
    brush.disc(middle, radius - 6.5, "ink")
    brush.disc(middle, radius - 8.5, "lamp" if lit else "capital")
    if lit:
        for inset, colour in ((11, "glow"), (16, "ink"), (18, "capital")):
            brush.disc(middle, radius - inset, colour)
