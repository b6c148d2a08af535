"""Draw the floor: sea and land in tesserae, the stones of each province, the roads between them.

The content of each tessera (stone) is computed once. A window of the floor can be drawn at any scale. If a
seat controls a province, the province's stones have the seat's colours and pattern. The stones don't
move.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import dist
from typing import NamedTuple
from zlib import crc32

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.brush import Window
from render.kit.shapes import dashes
from render.successors.layout import CELL, COIN, HIGH, PANELS, WHOLE, WIDE, Panel, roads
from render.successors.palette import PALETTE, TINTS
from rules.successors.board import BORDERS

ACROSS, DOWN = WIDE // CELL, HIGH // CELL
ROAD = 66  # pixels: the land along a road is 0.8 times as wide as this
REACH = 92  # pixels: how far a province's stones reach
SHORE = 18  # pixels of land around the coin of a province with borders
ISLE = 14  # pixels of land around the coin of an island
SEA, LAND, FAR, COAST, FOAM = "sea", "land", "far", "coast", "foam"
STONES = {SEA: ("deep", "sea", "wave"), LAND: ("cream", "straw", "tan"), FAR: ("dust", "clay", "dust")}


class Cell(NamedTuple):
    """A tessera: its content, and the province to which it belongs ("" for none)."""

    what: str
    province: str = ""


@cache
def cells() -> dict[tuple[int, int], Cell]:
    """Return what each tessera of the two panels shows, by column and row."""
    found: dict[tuple[int, int], Cell] = {}
    for panel in PANELS.values():
        mask = _land(panel)
        left, top, right, bottom = panel.box
        columns, rows = range(-(-left // CELL), right // CELL), range(-(-top // CELL), bottom // CELL)
        there = {(x, y): _is_land(mask, panel.box, x, y) for x in columns for y in rows}
        for (x, y), land in there.items():
            near = [there.get((x + dx, y + dy), land) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            if land and not all(near):
                found[x, y] = Cell(COAST)
            elif land:
                middle = (x + 0.5) * CELL, (y + 0.5) * CELL
                place, far = min(
                    ((place, dist(spot, middle)) for place, spot in panel.places.items()),
                    key=lambda pair: pair[1],
                )
                own = place if far < REACH else ""
                found[x, y] = Cell(LAND if own else FAR, own)
            else:
                found[x, y] = Cell(FOAM if any(near) else SEA)
    return found


def _land(panel: Panel) -> Image.Image:
    """Return the mask of the land of a panel, at a third of its size, with a soft edge.

    Land is around provinces and roads, and in the `shapes` of the layout.
    """
    left, top, right, bottom = panel.box
    mask = Image.new("L", ((right - left) // 3 + 1, (bottom - top) // 3 + 1))
    draw = ImageDraw.Draw(mask)

    def at(spot: tuple[int, int]) -> tuple[float, float]:
        return (spot[0] - left) / 3, (spot[1] - top) / 3

    for shape in panel.shapes.values():
        draw.polygon([at(spot) for spot in shape], fill=255)
    for one, other in roads(panel):
        draw.line([at(one), at(other)], fill=255, width=2 * ROAD * 2 // 5 // 3)
    for place, spot in panel.places.items():
        radius = (COIN + (SHORE if BORDERS[place] else ISLE)) / 3
        x, y = at(spot)
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return mask.filter(ImageFilter.GaussianBlur(4))


def _is_land(mask: Image.Image, box: tuple[int, int, int, int], x: int, y: int) -> bool:
    shade = crc32(f"{x}/{y}".encode()) % 61 - 30  # makes the coast ragged
    px, py = ((x + 0.5) * CELL - box[0]) / 3, ((y + 0.5) * CELL - box[1]) / 3
    spot = min(int(px), mask.width - 1), min(int(py), mask.height - 1)
    return mask.crop((*spot, spot[0] + 1, spot[1] + 1)).tobytes()[0] + shade > 128


def _stone(what: str, x: int, y: int) -> str:
    """Return the colour of a tessera: one of three shades, spread so that no pattern is visible."""
    if what in (COAST, FOAM):
        return "umber" if what == COAST else "foam"
    few = (x + y // 2 * 3) // 4, y // 2  # a few neighbouring stones share a shade
    shade = crc32(f"{few[0] * 7919}.{few[1] * 104729}.{few[0] ^ few[1]}".encode()) // 97 % 10
    return STONES[what][0 if shade < 7 else 1 if shade < 9 else 2]


@lru_cache(maxsize=48)
def floor(window: Window) -> Image.Image:
    """Return the mosaic in a window, before any province has a seat's colours (mode "L")."""
    image = Image.new("L", window.size, PALETTE["umber"])
    draw = ImageDraw.Draw(image)
    for (x, y), cell in cells().items():
        grout = PALETTE["clay" if cell.what in (LAND, FAR) else "deep"]
        _lay(draw, window, x, y, PALETTE[_stone(cell.what, x, y)], grout)
    if window == WHOLE:
        for panel in PANELS.values():
            _meander(draw, panel.box)
    for colour, mask in paths(window):
        image.paste(PALETTE[colour], (0, 0), mask)
    return image


@lru_cache(maxsize=48)
def paths(window: Window) -> tuple[tuple[str, Image.Image], ...]:
    """Return the roads of a window as colours and masks: a dark bed, then light stones on it."""
    width, height = window.size
    layers = []
    for colour, thick in (("umber", 7.0), ("lamp", 3.0)):
        mask = Image.new("L", (width * 2, height * 2))
        draw = ImageDraw.Draw(mask)
        for panel in PANELS.values():
            for one, other in roads(panel):
                for piece in [[one, other]] if colour == "umber" else dashes([one, other], 16):
                    draw.line(
                        [
                            ((x - window.left) * window.scale * 2, (y - window.top) * window.scale * 2)
                            for x, y in piece
                        ],
                        fill=255,
                        width=round(thick * window.scale * 2),
                    )
        layers.append((colour, mask.reduce(2).point(lambda shade: 255 * (shade > 110)).convert("1")))
    return tuple(layers)


KEY = ("1111110", "1000010", "1011010", "1001010", "1111011")  # one unit of a Greek key


def _meander(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int]) -> None:
    """Draw a Greek key above a panel, and two lines down each side."""
    left, top, right, bottom = box
    gold = PALETTE["gold"]

    def stone(x: int, y: int) -> None:
        draw.rectangle((x, y, x + 1, y + 1), fill=gold)

    for row, line in enumerate(KEY):
        for at in range((right - left) // 2):
            if line[at % len(line)] == "1":
                stone(left + 2 * at, top - 11 + 2 * row)
    for x in (left - 7, left - 3, right + 2, right + 6):  # only lines: a Greek key here would add many bytes
        draw.rectangle((x, top - 11, x + 1, bottom), fill=gold)


def _lay(draw: ImageDraw.ImageDraw, window: Window, x: int, y: int, stone: int, grout: int) -> None:
    left, top = window.at((x * CELL, y * CELL))
    right, bottom = window.at(((x + 1) * CELL, (y + 1) * CELL))
    if right > 0 and bottom > 0 and left < window.size[0] and top < window.size[1]:
        draw.rectangle((left, top, right - 1, bottom - 1), fill=grout)
        draw.rectangle((left, top, right - 2, bottom - 2), fill=stone)


class Patch(NamedTuple):
    """The stones of a province in a seat's colours: a tile, its mask, and its upper left corner."""

    tile: Image.Image
    mask: Image.Image
    left: int
    top: int


@lru_cache(maxsize=512)
def patch(window: Window, province: str, seat: str) -> Patch | None:
    """Return a province in a seat's colours; None if no part of it is in the window."""
    mine = [(x, y) for (x, y), cell in cells().items() if cell.province == province]
    width, height = window.size
    tile, mask = Image.new("L", (width, height)), Image.new("1", (width, height))
    draw, hole = ImageDraw.Draw(tile), ImageDraw.Draw(mask)
    for x, y in mine:
        strong = _pattern(seat, x, y)
        _lay(draw, window, x, y, PALETTE[TINTS[seat][2 if strong else 1]], PALETTE["clay"])
        _lay(hole, window, x, y, 1, 1)
    mask = ImageChops.subtract(mask.convert("L"), paths(window)[0][1].convert("L")).convert("1")
    box = mask.getbbox()
    return None if box is None else Patch(tile.crop(box), mask.crop(box), box[0], box[1])


def _pattern(seat: str, x: int, y: int) -> bool:
    """Return whether a stone has the seat's strong shade.

    Each seat has a pattern of its own: diagonals, rows, single stones or columns.
    """
    if seat == "red":
        return (x + y) % 4 == 0
    if seat == "blue":
        return y % 3 == 0
    if seat == "green":
        return x % 2 == 0 and y % 2 == 0
    return x % 3 == 0
