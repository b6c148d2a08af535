"""Draw one space on the map: its name, marker, Prosperity and pieces, and how these have changed."""

from __future__ import annotations

from functools import lru_cache

from render.kit.brush import Window
from render.kit.canvas import Font, Sheet, cap_height, width
from render.kit.packing import Lot, Lots, Stack, find_spot
from render.kit.shapes import Rect, move_box, square
from render.vijayanagara import words
from render.vijayanagara.changes import Changes
from render.vijayanagara.layout import Print
from render.vijayanagara.map.ground import BOARD, MAP, outline
from render.vijayanagara.map.trays import arrange, lots, make_land
from render.vijayanagara.marks import marker, pip
from render.vijayanagara.pieces import chip
from render.vijayanagara.words import SEATS
from rules.vijayanagara.board import KINDS
from rules.vijayanagara.view import SpaceView

BESIDE = 6  # pixels between name, marker and pips in one row
BELOW = 0.45  # how far a name reaches above and below its middle, as a fraction of its font size
MINUS = "\N{MINUS SIGN}"


def draw_space(
    sheet: Sheet,
    space: SpaceView,
    ground: str,
    scale: float,
    corner: tuple[int, int],
    changes: Changes | None,
    style: Print = BOARD,
) -> None:
    """Write a space's name, and paste its signs and pieces.

    `corner`: the pixel of the sheet at which the map begins.
    """
    dx, dy = corner
    boxes = fixtures(space, scale, style)
    fonts = name_fonts(scale, style)
    for row, parts in enumerate(_names(space, style)):
        left, top, _, bottom = boxes[f"name {row}"]
        x, y = dx + left, dy + (top + bottom) // 2
        for text, strong in parts:
            if text:
                x = sheet.text(x, y, text, fonts[strong], "rubric" if strong else "ink", ground)
    ring = changes is not None and space.key in changes.statuses
    for what, (left, top, right, _) in boxes.items():
        if what == "marker":
            sheet.paste_piece(marker(space.status, right - left, ground, ring), dx + left, dy + top)
        elif what.startswith("pip"):
            sheet.paste_piece(pip(right - left, ground), dx + left, dy + top)
    for lot, size, (left, top, *_) in stacks(space, scale, changes, style):
        sheet.paste_piece(chip(lot.kind, lot.number, size, ground, lot.tag, lot.look), dx + left, dy + top)


def fixtures(space: SpaceView, scale: float, style: Print = BOARD) -> dict[str, Rect]:
    """Return the boxes of a space's name (by row), marker and pips, in pixels from the map's corner."""
    return _in_a_row(space, scale, style) if style.row else _apart(space, scale, style)


def _apart(space: SpaceView, scale: float, style: Print) -> dict[str, Rect]:
    place = MAP.spaces[space.key]
    fonts = name_fonts(scale, style)
    boxes: dict[str, Rect] = {}
    for row, ((x, y), parts) in enumerate(zip(place.label, _names(space, style), strict=False)):
        long = _width(parts, fonts)
        left, half = round(x * scale) - long // 2, round(fonts[0].size * BELOW)
        boxes[f"name {row}"] = (left, round(y * scale) - half, left + long, round(y * scale) + half)
    if place.marker is not None and space.status:
        boxes["marker"] = square(place.marker, style.marker, scale)
    if place.pips is not None:
        x, y = place.pips
        step = style.pip + 2
        boxes |= {f"pip {n}": square((x + n * step, y), style.pip, scale) for n in range(space.prosperity)}
    return boxes


def _in_a_row(space: SpaceView, scale: float, style: Print) -> dict[str, Rect]:
    """Return the boxes of the code, the marker and the pips, side by side.

    In this print a marker shows nothing except who Controls the space. The ground's colour shows any other
    status.
    """
    boxes = dict(_row(space.key, space.code, space.prosperity, scale, style))
    if space.status not in SEATS:
        boxes.pop("marker", None)
    return boxes


@lru_cache(maxsize=256)
def _row(space: str, code: str, prosperity: int, scale: float, style: Print) -> tuple[tuple[str, Rect], ...]:
    """Return the boxes of a space's row, at the free spot nearest to `Place.head`.

    A Province always keeps room for a marker.
    """
    font = name_fonts(scale, style)[1]
    near = MAP.spaces[space].head
    marker, pip, gap = (round(part * scale) for part in (style.marker, style.pip, BESIDE))
    sizes = [("name 0", width(code, font), cap_height(font) + 2)]
    sizes += [("pips", pip, pip * prosperity)] * (prosperity > 0)
    sizes += [("marker", marker, marker)] * (MAP.spaces[space].marker is not None)
    spread = sum(wide + gap for _, wide, _ in sizes) - gap
    boxes: dict[str, Rect] = {}
    at = -spread // 2
    for what, wide, high in sizes:
        boxes[what] = (at, -(high // 2), at + wide, high - high // 2)
        at += wide + gap
    spot = find_spot(
        make_land(space, style), scale, list(boxes.values()), (round(near[0] * scale), round(near[1] * scale))
    )
    if spot is None:
        raise ValueError(f"map.spaces.{space}.head: no room for a row of {spread} pixels")
    boxes = {what: move_box(box, spot) for what, box in boxes.items()}
    if "pips" in boxes:
        left, top, right, _ = boxes.pop("pips")
        for number in range(prosperity):
            boxes[f"pip {number}"] = (left, top + number * pip, right, top + (number + 1) * pip)
    return tuple(boxes.items())


def _width(parts: list[tuple[str, bool]], fonts: tuple[Font, Font]) -> int:
    return sum(width(text, fonts[strong]) for text, strong in parts)


def stacks(
    space: SpaceView, scale: float, changes: Changes | None = None, style: Print = BOARD
) -> tuple[Stack, ...]:
    """Return the places of the stacks of pieces, in pixels from the map's corner."""
    held = lots(space.pieces) if changes is None else _mark_changes(space, changes)
    return arrange(space.key, held, tuple(fixtures(space, scale, style).values()), scale, style)


def is_whole(
    space: SpaceView, window: Window, scale: float, changes: Changes | None, style: Print = BOARD
) -> bool:
    """Return whether a space's name, signs and pieces are all in the window. `scale`: the picture's scale."""
    if not window.meets(outline(space.key)):
        return False  # no need to find the places of the pieces
    boxes = list_boxes(space, scale, style, changes)
    corners = [(x / scale, y / scale) for a, b, c, d in boxes for x, y in ((a, b), (c, d))]
    return window.holds(*corners)


def list_boxes(
    space: SpaceView, scale: float, style: Print = BOARD, changes: Changes | None = None
) -> list[Rect]:
    """Return the boxes of the name, the signs and the pieces of a space, in pixels from the map's corner."""
    pieces = (stack.box for stack in stacks(space, scale, changes, style))
    return [*fixtures(space, scale, style).values(), *pieces]


def _mark_changes(space: SpaceView, changes: Changes) -> Lots:
    """Return the pieces with what happened to them.

    A ring: turned over; "+2": placed; a ghost: removed.
    """
    placed, removed, flipped = (
        counts.get(space.key, {}) for counts in (changes.placed, changes.removed, changes.flipped)
    )
    found: list[Lot] = []
    for kind in KINDS:
        if number := space.pieces.get(kind, 0):
            tag = f"+{placed[kind]}" if kind in placed else ""
            found.append(Lot(kind, number, tag, "ring" if kind in flipped else ""))
        if kind in removed:
            found.append(Lot(kind, 1, f"{MINUS}{removed[kind]}", "ghost"))
    return tuple(found)


def _names(space: SpaceView, style: Print) -> list[list[tuple[str, bool]]]:
    return [[(space.code, True)]] if style.row else label(space, len(MAP.spaces[space.key].label))


def label(space: SpaceView, rows: int) -> list[list[tuple[str, bool]]]:
    """Return the lines of the name, each as parts (text, whether it is the code), such as "MAL" and "wa".

    In a language whose name for the space does not contain the code, the code comes before the name.
    """
    called = words.space(space)
    if space.code not in called.upper():  # the name in this language lacks the code
        called = f"{space.code} {called}"
    split = called.split(" ", rows - 1)
    shown: list[list[tuple[str, bool]]] = []
    for line in split:
        at = line.upper().find(space.code)
        if at < 0:
            shown.append([(line, False)])
        else:
            shown.append([(line[:at], False), (space.code, True), (line[at + 3 :], False)])
    return shown


def name_fonts(scale: float, style: Print = BOARD) -> tuple[Font, Font]:
    """Return the fonts of a space's name: for the name, and for the code in it."""
    size = round(style.name * scale)
    return Font("DurbarSans-Condensed", size), Font("DurbarSans-CondensedBold", size)
