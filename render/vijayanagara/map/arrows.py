"""Lay out arrows for pieces that moved, clear of pieces, names, Cities and panels on the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, radians, sin

from render.kit import arrows
from render.kit.arrows import Arrow, Load, Taken, Way
from render.kit.canvas import width
from render.kit.packing import Stack
from render.kit.shapes import Rect, around, move_box
from render.vijayanagara.changes import Changes
from render.vijayanagara.layout import Print
from render.vijayanagara.map.ground import BOARD, MAP, city_fonts
from render.vijayanagara.map.spaces import fixtures, stacks
from rules.vijayanagara.view import View


def plan(
    view: View,
    told: Changes,
    scale: float,
    corner: tuple[int, int],
    size: tuple[int, int],
    panels: Sequence[Rect],
    style: Print = BOARD,
) -> tuple[Arrow, ...]:
    """Return an arrow for each way that pieces went, the shortest first.

    Args:
        corner: the pixel of the picture at which the map's own corner lies
        size: the size of the picture in pixels
        panels: boxes that lie over the map
    """
    if not told.moves:
        return ()
    taken = Taken(size)
    standing = {space.key: stacks(space, scale, told, style) for space in view.spaces}
    for space in view.spaces:
        for box in fixtures(space, scale, style).values():
            taken.take(move_box(box, corner))
        for stack in standing[space.key]:
            taken.take(move_box(stack.box, corner))
    for box in _landmarks(scale, corner, style):
        taken.fill(box, 4)
    for box in panels:
        taken.fill(box, 9)
    loads: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for kind, number, start, end in told.moves:
        loads.setdefault((start, end), []).append((kind, number))

    def way(start: str, end: str, load: Load) -> Way:
        kinds = {kind for kind, _ in load}
        boxes = ((start, kinds), (end, kinds), (end, None))
        shelves = [move_box(_shelf(space, standing[space], only, scale), corner) for space, only in boxes]
        return Way(shelves[0], shelves[1], shelves[2], load)

    ways = [way(start, end, tuple(load)) for (start, end), load in loads.items()]
    return arrows.plan(ways, taken, scale * style.arrow, round(style.load * scale))


@lru_cache(maxsize=16)
def _landmarks(scale: float, corner: tuple[int, int], style: Print) -> tuple[Rect, ...]:
    """Return the boxes of the Cities, of their names, and of the letters of the Vindhya Range's name."""
    middle, turn = MAP.range.label, radians(MAP.range.turn)
    boxes = [*city_names(scale, (0, 0), style)]
    for step in range(-9, 10):
        x, y = (middle[0] + step * 12 * cos(turn)) * scale, (middle[1] - step * 12 * sin(turn)) * scale
        boxes.append((round(x) - 12, round(y) - 12, round(x) + 12, round(y) + 12))
    for city in MAP.cities.values():
        x, y = (round(part * scale) for part in MAP.vertices[city.at])
        boxes.append((x - 16, y - 20, x + 16, y + 14))
    return tuple(move_box(box, corner) for box in boxes)


def city_names(scale: float, corner: tuple[int, int], style: Print = BOARD) -> Iterator[Rect]:
    """Yield the boxes of the Cities' names, which are part of the ground."""
    for city, font in city_fonts(style, scale):
        x, y = (round(part * scale) for part in city.label)
        half, high = width(city.name, font) // 2 + 2, font.size // 2
        yield move_box((x - half, y - high, x + half, y + high), corner)


def _shelf(space: str, standing: Sequence[Stack], kinds: set[str] | None, scale: float) -> Rect:
    """Return the box where an arrow starts or ends.

    It is the box around the stacks of these kinds (None: all). Without such stacks, it is the box around all
    stacks, or else the middle of the space.
    """
    boxes = [stack.box for stack in standing if kinds is None or stack.lot.kind in kinds]
    boxes = boxes or [stack.box for stack in standing]
    if not boxes:
        x, y = (round(part * scale) for part in MAP.spaces[space].heart)
        return x - 6, y - 6, x + 6, y + 6
    return around(boxes)
