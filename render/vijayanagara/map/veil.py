"""Hatch a land that a close-up shows only in part, and show its pieces on a small plate if there is room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache, reduce
from math import hypot
from operator import and_

from PIL import Image, ImageChops, ImageDraw

from render.kit.brush import Window
from render.kit.canvas import Box, Font, Sheet, width
from render.kit.frames import BORDER
from render.vijayanagara.layout import Print
from render.vijayanagara.map.ground import BOARD, CITY_REACH, MAP, city_fonts, list_cities, outline
from render.vijayanagara.palette import PALETTE
from render.vijayanagara.pieces import chip
from rules.vijayanagara.board import KINDS
from rules.vijayanagara.view import SpaceView

FONT = Font("DurbarSans-CondensedBold", 43)
PAD, LEAD = 16, 8  # pixels: how much wider and higher a plate is than its letters
CHIP = 50  # pixels: how high a piece on a plate is
CLEAR = 4  # pixels kept clear round the name of a City
HATCH, LINE = 12, 2  # pixels from line to line, and how thick they are
CELL = 6  # pixels: the grid on which a place for the letters is searched
ROOM = 20  # pixels between the letters and the edge of the visible land


def veil(
    sheet: Sheet,
    space: SpaceView,
    window: Window,
    kept: Window,
    corner: tuple[int, int],
    style: Print = BOARD,
) -> None:
    """Hatch the visible part of a space, and write its name and contents there, as far as there is room.

    Args:
        window: the part of the map that was painted, in map units
        kept: the part of it that will be seen
        corner: the pixel of the sheet at which the map begins
    """
    if not kept.meets(outline(space.key)):
        return
    (dx, dy), scale, painted = corner, window.scale, window.inside(BORDER)
    box = (
        max(0, round(kept.left * scale) + dx),
        max(0, round(kept.top * scale) + dy),
        min(sheet.image.width, round(kept.right * scale) + dx),
        min(sheet.image.height, round(kept.bottom * scale) + dy),
    )
    _, lines = _land(space.key, painted, box, corner, style)
    sheet.image.paste(PALETTE["ridge"], box[:2], lines)
    for plate in _list_plates(space):
        spot = _place(space.key, painted, box, corner, style, plate.width + ROOM, plate.height + ROOM)
        if spot is not None:
            x, y = box[0] + spot[0] - plate.width // 2, box[1] + spot[1] - plate.height // 2
            sheet.paste_piece(plate, x, y)
            return


def _list_plates(space: SpaceView) -> Iterator[Image.Image]:
    """Yield plates that say what a space has, the one that says most first.

    The first two show all pieces: the first beside the space's letters, the second in a row below them. The
    others only say that the space has more pieces than are seen.
    """
    pieces = tuple((kind, space.pieces[kind]) for kind in KINDS if space.pieces.get(kind))
    if pieces:
        yield _plate(space.code, pieces, 1)
        yield _plate(space.code, pieces, 2)
        yield _plate(f"{space.code} …", (), 1)
        yield _plate("…", (), 1)
    else:
        yield _plate(space.code, (), 1)


@lru_cache(maxsize=256)
def _plate(text: str, pieces: tuple[tuple[str, int], ...], rows: int) -> Image.Image:
    """Return a plate with a text, and the pieces to its right; with 2 `rows`, the pieces below it."""
    long = width(text, FONT) + PAD
    tiles = [chip(kind, count, CHIP, "paper") for kind, count in pieces]
    beside = sum(tile.width + LEAD for tile in tiles)
    wide = long + beside if rows == 1 else max(long, beside + LEAD)
    tall = (CHIP if tiles else FONT.size) + LEAD
    sheet = Sheet(PALETTE, Image.new("L", (wide, tall + (rows - 1) * FONT.size), PALETTE["paper"]))
    sheet.rectangle((0, 0, *sheet.image.size), "paper", "ink", 2)
    middle = tall // 2 if rows == 1 else FONT.size // 2 + LEAD // 2
    sheet.text(PAD // 2, middle, text, FONT, "ink", "paper")
    x = long if rows == 1 else LEAD
    for tile in tiles:
        sheet.paste(tile, x, sheet.image.height - LEAD // 2 - CHIP)
        x += tile.width + LEAD
    return sheet.image


@lru_cache(maxsize=128)
def _land(
    space: str, painted: Window, box: Box, corner: tuple[int, int], style: Print
) -> tuple[Image.Image, Image.Image]:
    """Return the visible cells of a space in `box`, and the lines to draw on the space (two masks, mode "L").

    A cell is 255 if all of its pixels are visible land and free; else it is 0. Pixels are not free if
    something is drawn on them in the window `painted`: a City, its name, or a sign where four lands meet.
    """
    dx, dy, scale = corner[0] - box[0], corner[1] - box[1], painted.scale
    land = Image.new("L", (box[2] - box[0], box[3] - box[1]))
    draw = ImageDraw.Draw(land)
    draw.polygon([(x * scale + dx, y * scale + dy) for x, y in outline(space)], fill=255)
    if space != "delhi":
        draw.polygon([(x * scale + dx, y * scale + dy) for x, y in outline("delhi")], fill=0)
    for spot in (*list_cities(painted), *(MAP.vertices[name] for name in MAP.meeting.points)):
        x, y = (part * scale for part in spot)
        reach = CITY_REACH * scale
        draw.rectangle((x + dx - reach, y + dy - reach, x + dx + reach, y + dy + reach), fill=0)
    for city, font in city_fonts(style, scale, painted):
        x, y = (round(part * scale) for part in city.label)
        half, up = width(city.name, font) // 2 + CLEAR, font.size // 2 + CLEAR
        draw.rectangle((x + dx - half, y + dy - up, x + dx + half, y + dy + up), fill=0)
    cells = land.reduce(CELL).point([255 * (level == 255) for level in range(256)])
    return cells, ImageChops.darker(land, _hatching(land.size))


@lru_cache(maxsize=8)
def _hatching(size: tuple[int, int]) -> Image.Image:
    """Return upright lines (mode "L"). Slanting ones would make the file a fifth larger."""
    lines = Image.new("L", size)
    draw = ImageDraw.Draw(lines)
    for x in range(0, size[0], HATCH):
        draw.rectangle((x, 0, x + LINE - 1, size[1]), 255)
    return lines


@lru_cache(maxsize=256)
def _place(
    space: str,
    painted: Window,
    box: Box,
    corner: tuple[int, int],
    style: Print,
    wide: int,
    high: int,
) -> tuple[int, int] | None:
    """Return the middle of a plate of this size in the visible land; None if there is no room.

    Of all places with room, choose the one nearest to the middle of the visible land.
    """
    cells, _ = _land(space, painted, box, corner, style)
    across, down = -(-wide // CELL), -(-high // CELL)
    middle = cells.getbbox()
    if middle is None:
        return None
    pixels, long = cells.tobytes(), cells.width
    rows = [int.from_bytes(pixels[first : first + long]) for first in range(0, len(pixels), long)]
    best: tuple[float, int, int] | None = None
    for y in range(cells.height - down + 1):
        free = reduce(and_, rows[y : y + down]).to_bytes(cells.width)
        for run in re.finditer(b"\xff{%d,}" % across, free):
            at = min(max((middle[0] + middle[2] - across) // 2, run.start()), run.end() - across)
            away = hypot(2 * at + across - middle[0] - middle[2], 2 * y + down - middle[1] - middle[3])
            if best is None or away < best[0]:
                best = away, at * CELL + wide // 2, y * CELL + high // 2
    return None if best is None else best[1:]
