"""The picture of a view: the carved slab, light on the last move, the pieces, and the bands with what lies
beside the board."""

from __future__ import annotations

from functools import lru_cache, reduce
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.aadu_huli.layout import (
    CLOSE,
    CLOSE_UP,
    FOOT,
    HEAD,
    HIGH,
    MINI,
    PIECE,
    PLACES,
    SCALES,
    TAKEN,
    WIDE,
    Tray,
    trays,
)
from render.aadu_huli.palette import PALETTE, TABLES
from render.aadu_huli.pieces import ghost, sprite
from render.aadu_huli.stone import ground, slab
from render.canvas import SUPER, Box, Font, Sheet, finish, shorten, width
from rules.aadu_huli.board import GOAT, GOATS, MOVES, POINTS, TIGER, TIGERS
from rules.aadu_huli.names import name
from rules.aadu_huli.view import View

TITLE = "Aadu-Huli aata"
STATE = 400  # how much of the width is kept for whose turn it is
HALO = 60  # how far the light round a point reaches


class Spot(NamedTuple):
    """How a point looks: "goat", "tiger" or "" on it, and what is to be marked there."""

    piece: str
    caged: bool = False
    lit: bool = False
    left: bool = False  # the last move began here
    taken: bool = False  # a Goat was captured here by the last move


class Stood(NamedTuple):
    """What stands on a point, in palette indices; only pixels of the mask count, for neighbours are near."""

    tile: Image.Image
    mask: Image.Image
    corner: tuple[int, int]


def draw(
    view: View, highlight: frozenset[str] = frozenset(), size: str = "phone", theme: str = "day"
) -> Image.Image:
    """The whole table. `highlight`: points to light up beside the last move; `size`: of SCALES.

    Raises `KeyError` for an unknown size, theme or point.
    """
    return finish(whole(view, highlight, SCALES[size]), TABLES[theme])


def whole(view: View, highlight: frozenset[str], scale: float) -> Sheet:
    """The whole table at any scale, in palette indices. Raises `KeyError` for an unknown point."""
    sheet = Sheet(PALETTE, ground(scale).copy())
    _board(sheet, view, highlight, scale)
    _head(sheet, view, scale)
    _foot(sheet, view, scale)
    return sheet


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Image.Image:
    """A point and what lies around it, twice as large. Raises `KeyError` for an unknown point or theme."""
    if space not in PLACES:
        raise KeyError(f"no such point: {space}")
    sheet = Sheet(PALETTE, ground(CLOSE_UP).copy())
    _board(sheet, view, highlight, CLOSE_UP)
    x, y = PLACES[space]
    box = (max(0, x - CLOSE), max(HEAD, y - CLOSE), min(WIDE, x + CLOSE), min(FOOT, y + CLOSE))
    left, top, right, bottom = (round(edge * CLOSE_UP) for edge in box)
    return finish(Sheet(PALETTE, sheet.image.crop((left, top, right, bottom))), TABLES[theme])


def _board(sheet: Sheet, view: View, highlight: frozenset[str], scale: float) -> None:
    if strangers := highlight - PLACES.keys():
        raise KeyError(f"no such point: {', '.join(sorted(strangers))}")
    if view.last:
        last = MOVES[view.last]
        if last.start is not None:
            trail, box = path(last.start, last.end, scale)
            sheet.paste(trail, box[0], box[1])
    for point in POINTS:
        spot = look(view, point, point in highlight)
        if spot != Spot(""):
            stood = stand(point, spot, scale, view.last if spot.lit or spot.left or spot.taken else "")
            sheet.paste(stood.tile, *stood.corner, stood.mask)


def look(view: View, point: str, lit: bool) -> Spot:
    """How a point looks in this view."""
    start, over, end = MOVES[view.last] if view.last else (None, None, "")
    return Spot(
        view.at.get(point, ""),
        point in view.trapped,
        lit or point == end,
        point == start,
        point == over,
    )


@lru_cache(maxsize=64)
def path(start: str, end: str, scale: float) -> tuple[Image.Image, Box]:
    """The way of the last move, lit up in the stone, in palette indices."""
    (x, y), (u, v) = PLACES[start], PLACES[end]
    box = _box(min(x, u) - 40, min(y, v) - 40, max(x, u) + 40, max(y, v) + 40, scale)
    return PALETTE.match(_way(start, end, scale).crop(box)), box


@lru_cache(maxsize=8)
def _way(start: str, end: str, scale: float) -> Image.Image:
    stone = slab(scale).copy()
    ends = [(x * scale, y * scale) for x, y in (PLACES[start], PLACES[end])]
    # Crisp edges: what lies far between the stone and the light has no colour of its own in other themes.
    for wide, blur, strength in ((26, 1, 115), (9, 1, 235)):
        mask = Image.new("L", stone.size)
        ImageDraw.Draw(mask).line(ends, fill=strength, width=round(wide * scale))
        stone.paste(PALETTE.rgb["lamp"], (0, 0), mask.filter(ImageFilter.GaussianBlur(blur * scale)))
    return stone


@lru_cache(maxsize=512)
def stand(point: str, spot: Spot, scale: float, last: str) -> Stood:
    """A point with what is on it, in palette indices; `last`: the move whose way runs into it, "" if none."""
    x, y = PLACES[point]
    box = _box(x - HALO - 6, y - HALO - 6, x + HALO + 6, y + HALO + 6, scale)
    start, _, end = MOVES[last] if last else (None, None, "")
    under = slab(scale) if start is None else _way(start, end, scale)
    bare = under.crop(box)
    tile = bare.copy()
    middle = x * scale - box[0], y * scale - box[1]
    if spot.lit:
        _halo(tile, middle, scale)
    if spot.left and not spot.piece:
        _ring(tile, middle, 30 * scale, 6 * scale, "lamp")
    if spot.taken:
        _cross(tile, middle, scale)
    if spot.piece:
        size = round(PIECE * scale)
        piece = sprite(spot.piece, size, spot.caged)
        tile.paste(piece, (round(middle[0] - size / 2), round(middle[1] - size / 2)), piece)
    return Stood(PALETTE.match(tile), _where_unlike(tile, bare), (box[0], box[1]))


def _where_unlike(one: Image.Image, other: Image.Image) -> Image.Image:
    """The pixels that differ (mode "1")."""
    bands = ImageChops.difference(one, other).split()
    return reduce(ImageChops.lighter, bands).point(lambda level: 255 if level else 0, "1")


def _box(left: float, top: float, right: float, bottom: float, scale: float) -> Box:
    return (
        max(0, round(left * scale)),
        max(0, round(top * scale)),
        min(round(WIDE * scale), round(right * scale)),
        min(round(HIGH * scale), round(bottom * scale)),
    )


def _halo(tile: Image.Image, middle: tuple[float, float], scale: float) -> None:
    mask = Image.new("L", tile.size)
    radius = (HALO - 10) * scale
    x, y = middle
    ImageDraw.Draw(mask).ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    tile.paste(PALETTE.rgb["lamp"], (0, 0), mask.filter(ImageFilter.GaussianBlur(scale)))
    _ring(tile, middle, radius, 4 * scale, "vermilion")


def _ring(tile: Image.Image, middle: tuple[float, float], radius: float, thick: float, colour: str) -> None:
    mask = Image.new("L", (tile.width * SUPER, tile.height * SUPER))
    draw = ImageDraw.Draw(mask)
    x, y = middle[0] * SUPER, middle[1] * SUPER
    for r, level in ((radius + thick / 2, 255), (radius - thick / 2, 0)):
        draw.ellipse((x - r * SUPER, y - r * SUPER, x + r * SUPER, y + r * SUPER), fill=level)
    tile.paste(PALETTE.rgb[colour], (0, 0), mask.reduce(SUPER))


def _cross(tile: Image.Image, middle: tuple[float, float], scale: float) -> None:
    """Where a Goat was captured."""
    mask = Image.new("L", (tile.width * SUPER, tile.height * SUPER))
    draw = ImageDraw.Draw(mask)
    x, y, arm = middle[0] * SUPER, middle[1] * SUPER, 26 * scale * SUPER
    for side in (1, -1):
        ends = [(x - arm, y - side * arm), (x + arm, y + side * arm)]
        draw.line(ends, fill=255, width=round(11 * scale * SUPER))
    tile.paste(PALETTE.rgb["vermilion"], (0, 0), mask.reduce(SUPER))


def _head(sheet: Sheet, view: View, scale: float) -> None:
    """The title with the occasion under it, and whose turn it is or who has won."""
    middle, left = round(HEAD / 2 * scale), round(36 * scale)
    title = Font("Yrsa-Bold", round((56 if view.occasion else 68) * scale))
    raised = round(18 * scale) if view.occasion else 0
    sheet.text(left, middle - raised, TITLE, title, "ivory", "basalt")
    if view.occasion:
        below = Font("DurbarSans-Condensed", round(32 * scale))
        room = round((WIDE - 72 - STATE) * scale)
        sheet.text(
            left, middle + round(32 * scale), shorten(view.occasion, below, room), below, "fawn", "basalt"
        )
    right = round((WIDE - 36) * scale)
    side = view.winner or view.to_move
    words, seat = state_words(view)
    face = {GOATS: GOAT, TIGERS: TIGER}.get(side) if view.sides else None
    if face is not None:
        size = round(84 * scale)
        _mini(sheet, face, right - size // 2, middle, size, False)
        right -= size + round(16 * scale)
    bold = Font("DurbarSans-CondensedBold", round(42 * scale))
    if not seat:
        sheet.text(right, middle, words, bold, "lamp", "basalt", "r")
        return
    sheet.text(right, middle - round(20 * scale), words, bold, "lamp", "basalt", "r")
    light = Font("DurbarSans-Condensed", round(32 * scale))
    sheet.text(right, middle + round(26 * scale), seat, light, "fawn", "basalt", "r")


def state_words(view: View) -> tuple[str, str]:
    """Who is to move or has won, and with which seat."""
    if not view.sides:
        return "Who has the Goats?", ""
    if view.winner in view.sides:
        return f"{name(view.winner)} win", name(view.sides[view.winner])
    return ("Drawn", "") if view.winner else (f"{name(view.to_move)} to move", name(view.sides[view.to_move]))


def _foot(sheet: Sheet, view: View, scale: float) -> None:
    """The Goats that wait, and those captured."""
    wait, taken = trays(view.goats, view.needed)
    bold = Font("DurbarSans-CondensedBold", round(40 * scale))
    light = Font("DurbarSans-Condensed", round(34 * scale))
    gap, top = round(18 * scale), round((FOOT + 62) * scale)
    texts = []
    for x, end, side, said in (
        (44, TAKEN, GOATS, f"{view.waiting} of {view.goats} waiting"),
        (TAKEN, WIDE, TIGERS, f"{view.captured} of {view.needed} captured"),
    ):
        seat = f"{name(view.sides[side])}: " if view.sides else ""
        room = round((end - x) * scale) - width(said, light) - 2 * gap
        texts.append((round(x * scale), f"{seat}{name(side)}", said, room))
    stacked = any(width(whose, bold) > room for _, whose, _, room in texts)  # long names
    drop = round(22 * scale) if stacked else 0
    for x, whose, said, _ in texts:
        after = sheet.text(x, top - drop, whose, bold, "ivory", "basalt")
        sheet.text(x if stacked else after + gap, top + drop, said, light, "fawn", "basalt")
    _tray(sheet, wait, view.goats, view.waiting, False, scale)
    _tray(sheet, taken, view.needed, view.captured, True, scale)


def _tray(sheet: Sheet, tray: Tray, hollows: int, filled: int, dead: bool, scale: float) -> None:
    spots = [(round(x * scale), round(y * scale)) for x, y in map(tray.spot, range(hollows))]
    hole = _hollow(round(MINI * 0.66 * scale))
    for x, y in spots[filled:]:
        sheet.paste(hole, x - hole.width // 2, y - hole.height // 2)
    for x, y in spots[:filled]:
        _mini(sheet, GOAT, x, y, round(MINI * scale), dead)


def _mini(sheet: Sheet, kind: str, x: int, y: int, size: int, dead: bool) -> None:
    tile, mask = _mini_tile(kind, size, dead)
    sheet.paste(tile, x - size // 2, y - size // 2, mask)


@lru_cache(maxsize=32)
def _mini_tile(kind: str, size: int, dead: bool) -> tuple[Image.Image, Image.Image]:
    bare = Image.new("RGB", (size, size), PALETTE.rgb["basalt"])
    tile, piece = bare.copy(), ghost(size) if dead else sprite(kind, size)
    tile.paste(piece, (0, 0), piece)
    return PALETTE.match(tile), _where_unlike(tile, bare)


@lru_cache(maxsize=8)
def _hollow(size: int) -> Image.Image:
    """A place in a tray that is empty."""
    tile = Image.new("RGB", (size, size), PALETTE.rgb["basalt"])
    _ring(tile, (size / 2, size / 2), size * 0.39, size * 0.09, "horn")
    return PALETTE.match(tile)
