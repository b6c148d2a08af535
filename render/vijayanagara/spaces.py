"""One space on the map: its name, its marker, its Prosperity, its pieces, and what happened to them."""

from __future__ import annotations

from render.kit.brush import Window
from render.kit.canvas import Font, Sheet, width
from render.kit.packing import Lot, Lots, Stack
from render.kit.shapes import Rect, square
from render.vijayanagara import words
from render.vijayanagara.changes import Changes
from render.vijayanagara.ground import MAP
from render.vijayanagara.marks import marker, pip
from render.vijayanagara.pieces import chip
from render.vijayanagara.trays import arrange, lots
from rules.vijayanagara.board import KINDS
from rules.vijayanagara.view import SpaceView

MARKER, PIP, NAME, CODE = 38, 22, 30, 40  # on the phone board, in pixels
MINUS = "\N{MINUS SIGN}"


def draw_space(
    sheet: Sheet,
    space: SpaceView,
    ground: str,
    scale: float,
    corner: tuple[int, int],
    changes: Changes | None,
    large: float = 1.0,
) -> None:
    """Paste all that stands in a space; `corner`: the pixel of the map's own corner."""
    dx, dy = corner
    boxes = fixtures(space, scale, large)
    fonts = name_fonts(scale, large)
    for row, parts in enumerate(_names(space, large)):
        left, top, _, bottom = boxes[f"name {row}"]
        x, y = dx + left, dy + (top + bottom) // 2
        for text, strong in parts:
            if text:
                x = sheet.text(x, y, text, fonts[strong], "rubric" if strong else "ink", ground)
    ring = changes is not None and space.key in changes.statuses
    for what, (left, top, right, _) in boxes.items():
        if what == "marker":
            sheet.paste(marker(space.status, right - left, ground, ring), dx + left, dy + top)
        elif what.startswith("pip"):
            sheet.paste(pip(right - left, ground), dx + left, dy + top)
    for lot, size, (left, top, *_) in stacks(space, scale, changes, large):
        sheet.paste(chip(lot.kind, lot.number, size, ground, lot.tag, lot.look), dx + left, dy + top)


def fixtures(space: SpaceView, scale: float, large: float = 1.0) -> dict[str, Rect]:
    """Where the lines of a space's name, its marker and its pips stand, in pixels from the map's corner."""
    place = MAP.spaces[space.key]
    fonts = name_fonts(scale, large)
    boxes: dict[str, Rect] = {}
    for row, ((x, y), parts) in enumerate(zip(place.label, _names(space, large), strict=False)):
        long = sum(width(text, fonts[strong]) for text, strong in parts)
        tall = 0.45 if large == 1 else 0.37  # codes have no letters that hang below the line
        left, half = round(x * scale) - long // 2, round(fonts[0].size * tall)
        boxes[f"name {row}"] = (left, round(y * scale) - half, left + long, round(y * scale) + half)
    if place.marker is not None and space.status:
        boxes["marker"] = square(place.marker, MARKER, scale)
    if place.pips is not None:
        x, y = place.pips
        boxes |= {f"pip {n}": square((x + n * (PIP + 2), y), PIP, scale) for n in range(space.prosperity)}
    return boxes


def stacks(
    space: SpaceView, scale: float, changes: Changes | None = None, large: float = 1.0
) -> tuple[Stack, ...]:
    """Where a space's pieces stand, in pixels from the map's corner."""
    held = lots(space.pieces) if changes is None else _marked(space, changes)
    return arrange(space.key, held, tuple(fixtures(space, scale, large).values()), scale, large)


def is_whole(space: SpaceView, window: Window, scale: float, changes: Changes | None) -> bool:
    """Whether all that stands in a space stands in the window; `scale`: of the picture."""
    boxes = [*fixtures(space, scale).values(), *(stack.box for stack in stacks(space, scale, changes))]
    corners = [(x / scale, y / scale) for a, b, c, d in boxes for x, y in ((a, b), (c, d))]
    return window.holds(*corners)


def _marked(space: SpaceView, changes: Changes) -> Lots:
    """The pieces, ringed where they turned over, "+2" where two were placed, ghosts of those removed."""
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


def _names(space: SpaceView, large: float) -> list[list[tuple[str, bool]]]:
    if large > 1:
        return [[(space.code, True)]]
    return label(space, len(MAP.spaces[space.key].label))


def label(space: SpaceView, rows: int) -> list[list[tuple[str, bool]]]:
    """The name in lines of parts; the part that is also the space's short code is marked True ("MALwa")."""
    called = words.space(space)
    if space.code not in called.upper():  # in another language
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


def name_fonts(scale: float, large: float = 1.0) -> tuple[Font, Font]:
    """The lettering of a name: the rest of it, and the code in it; in large print the code alone."""
    size = round((CODE if large > 1 else NAME) * scale)
    return Font("DurbarSans-Condensed", size), Font("DurbarSans-CondensedBold", size)
