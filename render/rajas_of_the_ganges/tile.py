"""Draw a province tile, a residence and an empty square."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.kit.canvas import SUPER, Sheet
from render.rajas_of_the_ganges.layout import LAYOUT
from render.rajas_of_the_ganges.palette import PALETTE
from render.rajas_of_the_ganges.signs import building, die, goods, standing_out
from rules.rajas_of_the_ganges.tiles import TILES

ROAD, NEAR = LAYOUT.tile.road, LAYOUT.tile.spot
SPOTS = ((NEAR, NEAR), (1 - NEAR, 1 - NEAR))  # the middles of a tile's features, in corners beside the road
ENDS = {"n": (0.5, 0.0), "e": (1.0, 0.5), "s": (0.5, 1.0), "w": (0.0, 0.5)}


def _roads(draw: ImageDraw.ImageDraw, turn: str, room: int) -> None:
    """Draw a tile's roads from its middle to the sides in `turn`. Each road has a dark outline."""
    for colour, wide in (("ink", ROAD), ("paper", ROAD - 0.05)):
        half = wide * room / 2
        middle = room / 2
        draw.ellipse((middle - half, middle - half, middle + half, middle + half), fill=PALETTE.rgb[colour])
        for side in turn:
            x, y = ENDS[side][0] * room, ENDS[side][1] * room
            box = (min(x, middle), min(y, middle), max(x, middle), max(y, middle))
            grown = (
                (box[0] - half, box[1], box[2] + half, box[3])
                if side in "ns"
                else (box[0], box[1] - half, box[2], box[3] + half)
            )
            draw.rectangle(grown, fill=PALETTE.rgb[colour])
    for side in turn:  # a dotted track
        for step in range(5):
            t = (step + 0.5) / 5
            x, y = ((0.5 + (end - 0.5) * t) * room for end in ENDS[side])
            r = room * 0.016
            draw.ellipse((x - r, y - r, x + r, y + r), fill=PALETTE.rgb["shade"])


@lru_cache(maxsize=1024)
def picture(
    key: str, turn: str, size: int, lit: bool = False, covers: bool = False, priced: bool = True
) -> Image.Image:
    """Return the picture of a tile in rotation `turn`: its road, its features, its price on a die.

    `lit`: whether it has a bright frame. `covers`: whether another tile is under it. `priced`: draw the
    price.
    """
    tile = TILES[key]
    room = size * SUPER
    image = Image.new("RGB", (room, room), PALETTE.rgb["ink"])
    draw = ImageDraw.Draw(image)
    rim = room * 0.018
    draw.rectangle((rim, rim, room - rim - 1, room - rim - 1), fill=PALETTE.rgb[tile.colour])
    rim = room * 0.06
    draw.rectangle((rim, rim, room - rim - 1, room - rim - 1), fill=PALETTE.rgb["sand"])
    if covers:
        draw.rectangle(
            (rim, rim, room - rim - 1, room - rim - 1), outline=PALETTE.rgb["rubric"], width=round(rim / 2)
        )
    _roads(draw, turn, room)
    for colour, wide in (("ink", 0.09), ("glow", 0.07)) if lit else ():
        draw.rectangle((0, 0, room - 1, room - 1), outline=PALETTE.rgb[colour], width=round(room * wide))
    small = PALETTE.match(image.reduce(SUPER))
    sheet = Sheet(PALETTE, small)
    side = max(round(size * LAYOUT.tile.sign), LAYOUT.tile.sign_least)
    signs = [building(kind, side, "sand") for kind in tile.buildings]
    signs += [goods(good, str(value), side, "sand") for good, value in tile.markets]
    for sign, (x, y) in zip(signs, SPOTS, strict=False):
        corner = round(x * size) - side // 2, round(y * size) - side // 2
        sheet.paste(sign, *corner, standing_out(sign, "sand"))
    if priced:
        wide = max(side, LAYOUT.tile.price_least)
        price = die(tile.colour, str(tile.price), wide, "sand")
        left = max(round(NEAR * size) - wide // 2, 0)
        sheet.paste(price, left, size - wide - left, standing_out(price, "sand"))
    return small


@lru_cache(maxsize=64)
def residence(size: int) -> Image.Image:
    """Return the residence, with its three roads."""
    room = size * SUPER
    image = Image.new("RGB", (room, room), PALETTE.rgb["ink"])
    draw = ImageDraw.Draw(image)
    rim = room * 0.018
    draw.rectangle((rim, rim, room - rim - 1, room - rim - 1), fill=PALETTE.rgb["rose"])
    _roads(draw, "esw", room)
    for colour, grow in (("ink", 0.0), ("rubric", 0.03)):

        def at(x: float, y: float, grow: float = grow) -> tuple[float, float]:
            return (0.5 + (x - 0.5) * (1 - 2 * grow)) * room, (0.42 + (y - 0.42) * (1 - 2 * grow)) * room

        draw.polygon(
            [
                at(0.5, 0.06),
                at(0.66, 0.22),
                at(0.68, 0.36),
                at(0.9, 0.36),
                at(0.9, 0.68),
                at(0.1, 0.68),
                at(0.1, 0.36),
                at(0.32, 0.36),
                at(0.34, 0.22),
            ],
            fill=PALETTE.rgb[colour],
        )
    for x in (0.27, 0.5, 0.73):
        draw.pieslice(
            ((x - 0.08) * room, 0.44 * room, (x + 0.08) * room, 0.62 * room),
            180,
            360,
            fill=PALETTE.rgb["lamp"],
        )
        draw.rectangle(
            ((x - 0.08) * room, 0.53 * room, (x + 0.08) * room, 0.64 * room), fill=PALETTE.rgb["lamp"]
        )
    return PALETTE.match(image.reduce(SUPER))


@lru_cache(maxsize=64)
def empty(size: int) -> Image.Image:
    """Return an empty square."""
    image = Image.new("L", (size, size), PALETTE["shade"])
    Sheet(PALETTE, image).rectangle((1, 1, size - 1, size - 1), "cloth")
    return image


@lru_cache(maxsize=512)
def sketch(key: str, turn: str, size: int) -> Image.Image:
    """Return a tile with only its colour and road, as the ground for a number."""
    room = size * SUPER
    image = Image.new("RGB", (room, room), PALETTE.rgb["ink"])
    draw = ImageDraw.Draw(image)
    rim = room * 0.03
    draw.rectangle((rim, rim, room - rim - 1, room - rim - 1), fill=PALETTE.rgb[TILES[key].colour])
    rim = room * 0.13
    draw.rectangle((rim, rim, room - rim - 1, room - rim - 1), fill=PALETTE.rgb["sand"])
    _roads(draw, turn, room)
    return PALETTE.match(image.reduce(SUPER))
