"""Sheets of paper with a double line round them, and the border of lozenges round a picture."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import SUPER, Sheet
from render.vijayanagara.layout import Rect
from render.vijayanagara.palette import PALETTE


@lru_cache(maxsize=64)
def _plaque(wide: int, high: int) -> tuple[Image.Image, Image.Image]:
    """A sheet of paper with a double line round it and cut corners; and which pixels of it count."""
    mask = Image.new("L", (wide * SUPER, high * SUPER))
    picture = Image.new("RGB", mask.size, PALETTE.rgb["ink"])
    draw = ImageDraw.Draw(picture)
    for inset, colour, cut in ((0, "ink", 12), (2, "ochre", 11), (4, "paper", 10)):
        a, right, bottom, c = inset * SUPER, (wide - inset) * SUPER, (high - inset) * SUPER, cut * SUPER
        corners = [(a + c, a), (right - c, a), (right, a + c), (right, bottom - c)]
        corners += [(right - c, bottom), (a + c, bottom), (a, bottom - c), (a, a + c)]
        draw.polygon(corners, fill=PALETTE.rgb[colour])
        if not inset:
            ImageDraw.Draw(mask).polygon(corners, fill=255)
    return PALETTE.match(picture.reduce(SUPER)), mask.reduce(SUPER).convert("1", dither=Image.Dither.NONE)


def plaque(sheet: Sheet, rect: Rect) -> None:
    """Lay a sheet of paper down for words to be written upon."""
    left, top, right, bottom = rect
    tile, mask = _plaque(right - left, bottom - top)
    sheet.paste(tile, left, top, mask)


def border(picture: Image.Image) -> None:
    """A border of lozenges between two lines."""
    draw = ImageDraw.Draw(picture)
    wide, high = picture.size
    for inset, colour in ((0, "ink"), (2, "terracotta"), (10, "gold"), (12, "ink")):
        edge = {0: 2, 2: 8, 10: 2, 12: 1}[inset]
        draw.rectangle(
            (inset, inset, wide - 1 - inset, high - 1 - inset), outline=PALETTE[colour], width=edge
        )
    for x in range(18, wide - 8, 24):
        for y in (6, high - 7):
            draw.polygon([(x - 5, y), (x, y - 3), (x + 5, y), (x, y + 3)], fill=PALETTE["gold"])
    for y in range(18, high - 8, 24):
        for x in (6, wide - 7):
            draw.polygon([(x - 3, y), (x, y - 5), (x + 3, y), (x, y + 5)], fill=PALETTE["gold"])
