"""Draw the ground: twelve beds of a Mughal garden with water between them, the roads, the marble border.

Each province is painted as a tile of its own. It has one of three looks, which say whether its visit is to
come, is going on, or is over.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from zlib import crc32

from PIL import Image

from render.kit.brush import Brush, Window
from render.kit.shapes import Point, petal
from render.taj_mahal.layout import (
    CELL,
    CITY,
    EDGE,
    LINE,
    MAP_BOTTOM,
    MAP_TOP,
    MIDDLES,
    PLACES,
    WIDE,
    cell,
)
from render.taj_mahal.palette import PALETTE
from rules.taj_mahal.board import FORTRESSES, PROVINCE_OF, ROADS, TAJ_MAHAL

WAITS, VISITED, OVER = "waits", "visited", "over"  # the looks of a bed
BED = {WAITS: ("meadow", "grass"), VISITED: ("sun", "gold"), OVER: ("fallow", "stone")}
BANK = 9  # map units from the cell's edge to the bed


def bed(box: tuple[float, float, float, float], inset: float) -> list[Point]:
    """Return the outline of a bed: a rectangle with cusped corners, as in marble screens."""
    left, top, right, bottom = box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset
    reach, small = 30.0, 11.0
    ring: list[Point] = []
    for x, y, across, down in (
        (left, top, 1, 1),
        (right, top, -1, 1),
        (right, bottom, -1, -1),
        (left, bottom, 1, -1),
    ):
        corner: list[Point] = [
            (x + across * reach, y),
            *[
                (
                    x + across * (small + (reach - small) * (1 - sin(pi / 2 * s / 6))),
                    y + down * (small + (reach - small) * (1 - cos(pi / 2 * s / 6))),
                )
                for s in range(7)
            ],
            (x, y + down * reach),
        ]
        ring += corner if (across, down) in ((-1, 1), (1, -1)) else corner[::-1]
    return ring


@lru_cache(maxsize=128)
def province(code: str, look: str, scale: float, lit: tuple[tuple[str, str], ...] = ()) -> Image.Image:
    """Return a province with its roads, in palette indices. `lit`: the roads to highlight."""
    box = cell(code)
    brush = Brush(PALETTE, Window(*box, scale), "water")
    _ripples(brush, box)
    fill, line = BED[look]
    brush.fill(bed(box, BANK - 4), "deep")
    brush.fill(bed(box, BANK), "paper")
    brush.fill(bed(box, BANK + 5), fill)
    if look == VISITED:
        brush.path([*bed(box, BANK + 9), bed(box, BANK + 9)[0]], "glow", 4)
    brush.path([*bed(box, BANK + 15), bed(box, BANK + 15)[0]], line, 2)
    _flowers(brush, code, look)
    _roads(brush, code, lit)
    for city in (city for city, home in PROVINCE_OF.items() if home == code):
        _city(brush, city)
    return PALETTE.match(brush.finish())


def _ripples(brush: Brush, box: tuple[int, int, int, int]) -> None:
    for number in range(26):
        seed = crc32(f"{box}{number}".encode())
        x, y = box[0] + seed % CELL[0], box[1] + seed // 997 % CELL[1]
        brush.path([(x - 7, y), (x - 3, y - 2.5), (x, y), (x + 3, y - 2.5), (x + 7, y)], "foam", 1.6)


def _flowers(brush: Brush, code: str, look: str) -> None:
    """Draw tufts of flowers in rows, clear of roads and words."""
    x, y = MIDDLES[code]
    spots = [(x + across * 143, y) for across in (-1, 1)]
    spots += [(x + across, y + 64) for across in (-52, 0, 52)]
    spots += [(x + across * 140, y - 96) for across in (-1, 1)]
    colours = {WAITS: ("rose", "white", "orange"), VISITED: ("rose", "white", "red"), OVER: ("stone",) * 3}[
        look
    ]
    for number, (u, v) in enumerate(spots):
        flower(brush, u, v, colours[(number + crc32(code.encode())) % 3], "leaf" if look != OVER else "stone")


def flower(brush: Brush, x: float, y: float, colour: str, leaf: str, size: float = 1.0) -> None:
    """Draw a tuft: a stem with two leaves and a flower of five petals."""
    for side in (-1, 1):
        tip, belly = (x + side * 8 * size, y + 2 * size), (x + side * 6.5 * size, y + 10 * size)
        brush.fill([(x, y + 12 * size), (x + side * 2 * size, y + 5 * size), tip, belly], leaf)
    brush.path([(x, y + 12 * size), (x, y)], leaf, 2 * size)
    for step in range(5):
        turn = 2 * pi * step / 5 - pi / 2
        brush.disc((x + 4.2 * size * cos(turn), y - 3 * size + 4.2 * size * sin(turn)), 3.4 * size, colour)
    brush.disc((x, y - 3 * size), 2.4 * size, "gold")


def _roads(brush: Brush, code: str, lit: tuple[tuple[str, str], ...]) -> None:
    near = [road for road in ROADS if code in (PROVINCE_OF[road[0]], PROVINCE_OF[road[1]])]
    # draw all other roads too, because a road of a neighbour may cross a corner of this cell
    near = [*near, *(road for road in ROADS if road not in near)]
    for colour, thick in (("edge", 15.0), ("paper", 10.0)):
        for one, other in near:
            brush.stroke(way(one, other), colour, thick)
    for one, other in near:
        if (one, other) in lit:
            brush.stroke(way(one, other), "glow", 15)
            brush.stroke(way(one, other), "lamp", 7)


def way(one: str, other: str) -> list[Point]:
    """Return the line of a road. A road between two provinces is slightly bent."""
    (x, y), (u, v) = PLACES[one], PLACES[other]
    if PROVINCE_OF[one] == PROVINCE_OF[other]:
        return [(x, y), (u, v)]
    bend = 7 if crc32(f"{one}{other}".encode()) % 2 else -7
    dx, dy = u - x, v - y
    long = (dx * dx + dy * dy) ** 0.5
    return [
        (x + dx * t - dy / long * bend * sin(pi * t), y + dy * t + dx / long * bend * sin(pi * t))
        for t in (0, 0.2, 0.4, 0.6, 0.8, 1)
    ]


def _city(brush: Brush, city: str) -> None:
    """Draw the ground of a palace: a marble terrace, with sandstone battlements for a fortress."""
    x, y = PLACES[city]
    r = CITY / 2
    if city in FORTRESSES:
        star: list[Point] = []
        for step in range(16):
            turn, far = 2 * pi * step / 16 + pi / 16, (r + 10 if step % 2 else r + 5)
            star.append((x + far * cos(turn), y + far * sin(turn)))
        brush.fill(star, "brick")
        brush.disc((x, y), r + 5, "sandstone")
        brush.disc((x, y), r + 1, "brick")
    else:
        brush.disc((x, y), r + 2, "edge")
    brush.disc((x, y), r - 1, "silk" if city != TAJ_MAHAL else "paper")


@lru_cache(maxsize=8)
def marble(high: int, scale: float, with_map: bool = True) -> Image.Image:
    """Return the marble slab with its inlaid border, in palette indices.

    `with_map`: also draw the gold lines above and below the map.
    """
    window = Window(0, 0, WIDE, high, scale)
    picture = Image.new("L", window.size, PALETTE["paper"])
    for box in ((0, 0, WIDE, EDGE), (0, high - EDGE, WIDE, high)):
        _band(picture, box, scale, True)
    for box in ((0, 0, EDGE, high), (WIDE - EDGE, 0, WIDE, high)):
        _band(picture, box, scale, False)
    for top in (MAP_TOP - LINE, MAP_BOTTOM) if with_map else ():
        left = EDGE
        picture.paste(
            PALETTE["gold"],
            (
                round(left * scale),
                round(top * scale),
                round((WIDE - left) * scale),
                round((top + LINE) * scale),
            ),
        )
    return picture


def _band(picture: Image.Image, box: tuple[int, int, int, int], scale: float, lying: bool) -> None:
    """Draw a band of inlay along an edge: a wave of stems with a flower in each bend, on lapis.

    `lying`: whether the band is horizontal.
    """
    left, top, right, bottom = box
    tile = _vine(scale, lying)
    area = picture.crop(
        (round(left * scale), round(top * scale), round(right * scale), round(bottom * scale))
    )
    step = tile.width if lying else tile.height
    for at in range(0, area.width if lying else area.height, step):
        area.paste(tile, (at, 0) if lying else (0, at))
    picture.paste(area, (round(left * scale), round(top * scale)))


@lru_cache(maxsize=8)
def _vine(scale: float, lying: bool) -> Image.Image:
    long = 60
    brush = Brush(PALETTE, Window(0, 0, long, EDGE, scale), "lapis")
    brush.fill([(0, 0), (long, 0), (long, 2.5), (0, 2.5)], "gold")
    brush.fill([(0, EDGE - 2.5), (long, EDGE - 2.5), (long, EDGE), (0, EDGE)], "gold")
    wave = [(x, EDGE / 2 + 4.2 * sin(2 * pi * x / long)) for x in range(-2, long + 3, 2)]
    brush.path(wave, "green", 2.2)
    for x, y, colour in ((15, EDGE / 2 - 1.5, "red"), (45, EDGE / 2 + 1.5, "white")):
        for turn in range(6):
            ring = petal(turn * pi / 3, 7.2, 2.3)
            brush.fill([(x + u, y + v) for u, v in ring], colour)
        brush.disc((x, y), 2.2, "gold")
    for x, side in ((30, 1), (0, -1), (60, -1)):
        brush.fill(
            [(x - 5, EDGE / 2), (x, EDGE / 2 + side * 5), (x + 5, EDGE / 2), (x, EDGE / 2 - side * 1)], "leaf"
        )
    image = PALETTE.match(brush.finish())
    return image if lying else image.transpose(Image.Transpose.ROTATE_90)
