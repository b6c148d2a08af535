"""Draw a view: the carved slab, light on the last moves, the pieces, and a band above and below the board.

The last move is a broad line to a piece on a disc of light. The picture can also show the move before it, as
a dashed line to a piece in a ring. A small ring marks a point that a piece left. A cross marks the point of a
captured Goat. A thin red arrow over a Goat shows how a Tiger could capture it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render import painter
from render.aadu_huli.arrows import THREAT, draw_arrows
from render.aadu_huli.layout import (
    APART,
    CLOSE,
    CLOSE_UP,
    EMBLEM,
    FOOT,
    HEAD,
    HEADING,
    HIGH,
    LABEL,
    LOWER,
    MINI,
    PIECE,
    PLACES,
    PLAIN,
    ROUND,
    SCALES,
    SIDE,
    SMALL_TITLE,
    STRONG,
    TAKEN,
    TITLE,
    UPPER,
    WIDE,
    Tray,
    trays,
)  # fmt: skip
from render.aadu_huli.names import name
from render.aadu_huli.palette import PALETTE, TABLES
from render.aadu_huli.pieces import ghost, sprite
from render.aadu_huli.stone import bare, carve_names, ground, mask_unlike, slab
from render.kit.bands import cut_clear
from render.kit.canvas import Box, Drawn, Font, Sheet, finish, lines, shorten, width
from render.kit.stamps import cross, ring
from render.kit.written import lay, note_piece
from rules.aadu_huli.board import GOAT, GOATS, MOVES, POINTS, TIGER, TIGERS
from rules.aadu_huli.description import say_turn
from rules.aadu_huli.moves import list_threats
from rules.aadu_huli.view import View, find_changed
from rules.words import Plural

GAME = "Aadu-Huli aata"
STATE = 400  # pixels: the width kept free for the words that say whose turn it is
HALO = 60  # how far the light around a point extends
CAUGHT = Plural("{caught} of {n} Goat captured", "{caught} of {n} Goats captured")


class Spot(NamedTuple):
    """The look of a point: the piece on it ("goat", "tiger" or ""), and its marks."""

    piece: str
    caged: bool = False
    lit: bool = False
    left: bool = False  # the point is empty, and it is highlighted or at an end of a shown move
    taken: bool = False  # a Goat was captured here
    earlier: bool = False  # the last move but one ended here


class DrawnPoint(NamedTuple):
    """The picture of a point and its piece, in palette indices.

    Paste it through its mask, because the boxes of neighbouring points overlap.
    """

    tile: Image.Image
    mask: Image.Image
    corner: tuple[int, int]


Tale = painter.Tale[View, tuple[str, ...]]  # the deeds are moves


def draw(
    view: View, highlight: frozenset[str] = frozenset(), size: str = "phone", theme: str = "day"
) -> Drawn:
    """Draw the whole table.

    `highlight`: points to light up besides the last move; `size`: a key of `SCALES`. Raises `KeyError` for an
    unknown size, theme or point.
    """
    return finish(whole(view, highlight, SCALES[size]), TABLES[theme])


def tell(view: View, tale: Tale, size: str = "phone", theme: str = "day") -> Drawn:
    """Draw the whole table with what happened: the last two moves, and other changes."""
    return finish(whole(view, find_changed(tale.before, view), SCALES[size], tale.deeds), TABLES[theme])


def list_new_moves(before: View, view: View) -> tuple[str, ...]:
    """Return the moves made since an earlier view, oldest first.

    If there are many, return only the last three.
    """
    for number in range(len(view.recent)):
        new = view.recent[len(view.recent) - number :]
        if (*before.recent, *new)[-len(view.recent) :] == view.recent and (new or before.at == view.at):
            return new
    return view.recent


def whole(view: View, highlight: frozenset[str], scale: float, moves: tuple[str, ...] = ()) -> Sheet:
    """Draw the whole table at any scale.

    `moves`: the moves that happened. The picture shows the last two of them. If `moves` is empty, it shows
    the view's last move. Raises `KeyError` for an unknown point.
    """
    sheet = Sheet(PALETTE, ground(scale).copy())
    board(sheet, view, highlight, scale, moves)
    _head(sheet, view, scale)
    _foot(sheet, view, scale)
    return sheet


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Drawn:
    """Draw a point and its surroundings, twice as large as in the phone picture.

    Raises `KeyError` for an unknown point or theme.
    """
    if space not in PLACES:
        raise KeyError(f"no such point: {space}")
    sheet = Sheet(PALETTE, ground(CLOSE_UP).copy())
    board(sheet, view, highlight, CLOSE_UP)
    x, y = PLACES[space]
    box = (max(0, x - CLOSE), max(HEAD, y - CLOSE), min(WIDE, x + CLOSE), min(FOOT, y + CLOSE))
    core = (x - ROUND, y - ROUND, x + ROUND, y + LABEL + ROUND)
    part = cut_clear(sheet.image, _scale(box, CLOSE_UP), _scale(core, CLOSE_UP))
    return finish(Sheet(PALETTE, part), TABLES[theme])


def _scale(box: tuple[float, float, float, float], scale: float) -> Box:
    left, top, right, bottom = (round(edge * scale) for edge in box)
    return left, top, right, bottom


def extent(_: View, points: frozenset[str], size: str) -> Box | None:
    """Return the box around these points and their names; None if none of them is on the board."""
    scale, found = SCALES[size], [PLACES[point] for point in points if point in PLACES]
    if not found:
        return None
    xs, ys = zip(*found, strict=True)
    box = min(xs) - ROUND, max(HEAD, min(ys) - ROUND), max(xs) + ROUND, min(FOOT, max(ys) + LABEL + ROUND)
    return _scale(box, scale)


def board(
    sheet: Sheet, view: View, highlight: frozenset[str], scale: float, moves: tuple[str, ...] = ()
) -> None:
    """Draw the pieces on the points, lines along the last two of `moves`, and captures that threaten.

    Without `moves`, the line of the view's last move is drawn. Raises `KeyError` for an unknown point.
    """
    if strangers := highlight - PLACES.keys():
        raise KeyError(f"no such point: {', '.join(sorted(strangers))}")
    told = moves[-2:] or ((view.last,) if view.last else ())
    ways = tuple(key for key in told if MOVES[key].start is not None)
    last = told[-1] if told else ""
    for key in ways:
        trail, box = draw_line(key, ways, last, scale)
        sheet.paste(trail, box[0], box[1])
    touched = {point for key in told for point in MOVES[key]}
    for point in POINTS:
        spot = look(view, point, point in highlight and point not in touched, told)
        if spot != Spot(""):
            near = (ways, last) if ways and point in touched else ((), "")  # no line touches any other point
            stood = draw_point(point, spot, scale, *near)
            sheet.paste(stood.tile, *stood.corner, stood.mask)
            if spot.piece:
                half, (x, y) = round(PIECE * scale / 2), (round(part * scale) for part in PLACES[point])
                note_piece(sheet.image, (x - half, y - half, x + half, y + half))
    draw_arrows(sheet, list_threats(view.at) if view.to_move else (), THREAT, scale)


def look(view: View, point: str, lit: bool, told: tuple[str, ...]) -> Spot:
    """Return the look of a point in this view. `told`: the moves that are shown."""
    moves = [MOVES[key] for key in told]
    piece = view.at.get(point, "")
    return Spot(
        piece,
        point in view.trapped,
        (bool(moves) and point == moves[-1].end) or (lit and bool(piece)),
        not piece and (lit or any(point in (move.start, move.end) for move in moves)),
        any(point == move.over for move in moves) and not piece,
        bool(piece) and len(moves) > 1 and point == moves[0].end and point != moves[-1].end,
    )


@lru_cache(maxsize=64)
def draw_line(key: str, ways: tuple[str, ...], last: str, scale: float) -> tuple[Image.Image, Box]:
    """Return the picture of a move's lit line, and the line's box.

    Lines of other `ways` may cross the box.
    """
    box = _way_box(key, scale)
    return PALETTE.match(_lit(ways, last, scale).crop(box)), box


def _way_box(key: str, scale: float) -> Box:
    """Return the box of a line with its glow, in pixels."""
    start, _, end = MOVES[key]
    assert start is not None, "a placing has no way"
    (x, y), (u, v) = PLACES[start], PLACES[end]
    return _box(min(x, u) - 40, min(y, v) - 40, max(x, u) + 40, max(y, v) + 40, scale)


@lru_cache(maxsize=8)
def _lit(ways: tuple[str, ...], last: str, scale: float) -> Image.Image:
    """Return the slab with the lines of these moves.

    The last move is a broad line. The move before it is a dashed line.
    """
    stone = bare(scale).copy()
    for key in ways:
        start, _, end = MOVES[key]
        assert start is not None, "a placing has no way"
        (x, y), (u, v) = ((a * scale, b * scale) for a, b in (PLACES[start], PLACES[end]))
        parts = [(x + (u - x) * t / 14, y + (v - y) * t / 14) for t in range(15)]
        strokes = [[parts[0], parts[-1]]] if key == last else [list(pair) for pair in pairwise(parts)][::2]
        # Edges are nearly crisp, because other themes have no colours for shades between stone and light.
        left, top, right, bottom = _way_box(key, scale)
        for wide, strength in ((26, 115), (9, 235)) if key == last else ((10, 235),):
            mask = Image.new("L", (right - left, bottom - top))
            for stroke in strokes:
                inside = [(a - left, b - top) for a, b in stroke]
                ImageDraw.Draw(mask).line(inside, fill=strength, width=round(wide * scale))
            stone.paste(PALETTE.rgb["lamp"], (left, top), mask.filter(ImageFilter.GaussianBlur(scale)))
    carve_names(stone, scale)
    return stone


@lru_cache(maxsize=512)
def draw_point(point: str, spot: Spot, scale: float, ways: tuple[str, ...], last: str) -> DrawnPoint:
    """Return a point with its piece, in palette indices. `ways`: the moves whose lines may touch it."""
    x, y = PLACES[point]
    box = _box(x - HALO - 6, y - HALO - 6, x + HALO + 6, y + HALO + 6, scale)
    under = _lit(ways, last, scale) if ways else slab(scale)
    ground_here = under.crop(box)
    tile = ground_here.copy()
    middle = x * scale - box[0], y * scale - box[1]
    if spot.lit:
        _halo(tile, middle, scale)
    if spot.earlier:
        ring(tile, middle, (HALO - 10) * scale, 5 * scale, PALETTE.rgb["vermilion"])
    if spot.left:
        ring(tile, middle, 30 * scale, 6 * scale, PALETTE.rgb["lamp"])
    if spot.taken:
        cross(tile, middle, 26 * scale, 11 * scale, PALETTE.rgb["vermilion"])
    if spot.piece:
        size = round(PIECE * scale)
        piece = sprite(spot.piece, size, spot.caged)
        lay(tile, piece, (round(middle[0] - size / 2), round(middle[1] - size / 2)), piece)
    return DrawnPoint(PALETTE.match(tile), mask_unlike(tile, ground_here), (box[0], box[1]))


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
    ring(tile, middle, radius, 4 * scale, PALETTE.rgb["vermilion"])


def _head(sheet: Sheet, view: View, scale: float) -> None:
    """Draw the upper band: the title with the occasion below, and whose turn it is or who has won."""
    middle, left = round(HEAD / 2 * scale), round(SIDE * scale)
    upper, lower = middle - round(UPPER * scale), middle + round(LOWER * scale)
    light = Font("DurbarSans-Condensed", round(PLAIN * scale))
    if view.occasion:
        room = round((WIDE - 2 * SIDE - STATE) * scale)
        first, *others = lines(view.occasion, light, room)
        if others:  # a long occasion takes both lines, so the game's name is left out
            sheet.text(left, upper, first, light, "ivory", "basalt")
        else:
            sheet.text(left, upper, GAME, Font("Yrsa-Bold", round(SMALL_TITLE * scale)), "ivory", "basalt")
        last = " ".join(others) or first
        sheet.text(left, lower, shorten(last, light, room), light, "fawn", "basalt")
    else:
        sheet.text(left, middle, GAME, Font("Yrsa-Bold", round(TITLE * scale)), "ivory", "basalt")
    right = round((WIDE - SIDE) * scale)
    side = view.winner or view.to_move
    turn, seat = say_turn(view)
    words, seat = turn.read(name), name(seat)
    face = {GOATS: GOAT, TIGERS: TIGER}.get(side) if view.sides else None
    if face is not None:
        size = round(EMBLEM * scale)
        _mini(sheet, face, right - size // 2, middle, size, False)
        right -= size + round(16 * scale)
    bold = Font("DurbarSans-CondensedBold", round(STRONG * scale))
    if not seat:
        sheet.text(right, middle, words, bold, "lamp", "basalt", "r")
        return
    sheet.text(right, upper, words, bold, "lamp", "basalt", "r")
    sheet.text(right, lower, seat, light, "fawn", "basalt", "r")


def _foot(sheet: Sheet, view: View, scale: float) -> None:
    """Draw the lower band: the waiting Goats and the captured Goats."""
    wait, taken = trays(view.goats, view.needed)
    bold = Font("DurbarSans-CondensedBold", round(STRONG * scale))
    light = Font("DurbarSans-Condensed", round(PLAIN * scale))
    gap, top = round(18 * scale), round((FOOT + HEADING) * scale)
    texts = []
    for x, end, side, said in (
        (44, TAKEN, GOATS, name.say("{n} of {of} waiting", n=view.waiting, of=view.goats)),
        (TAKEN, WIDE, TIGERS, name.say(CAUGHT, n=view.needed, caught=view.captured)),
    ):
        whose = name.say("{seat}: {side}", seat=view.sides[side], side=side) if view.sides else name(side)
        room = round((end - x) * scale) - width(said, light) - 2 * gap
        texts.append((round(x * scale), whose, said, room))
    # If a name is too long to stand before its words, both names stand above their words.
    stacked = any(width(whose, bold) > room for _, whose, _, room in texts)
    drop = round(APART * scale) if stacked else 0
    for x, whose, said, _ in texts:
        after = sheet.text(x, top - drop, whose, bold, "ivory", "basalt")
        sheet.text(x if stacked else after + gap, top + drop, said, light, "fawn", "basalt")
    _tray(sheet, wait, view.waiting, view.waiting, False, scale)  # empty hollows say nothing
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
    empty = Image.new("RGB", (size, size), PALETTE.rgb["basalt"])
    tile, piece = empty.copy(), ghost(size) if dead else sprite(kind, size)
    tile.paste(piece, (0, 0), piece)
    return PALETTE.match(tile), mask_unlike(tile, empty)


@lru_cache(maxsize=8)
def _hollow(size: int) -> Image.Image:
    """Return the picture of an empty hollow in a tray."""
    tile = Image.new("RGB", (size, size), PALETTE.rgb["basalt"])
    ring(tile, (size / 2, size / 2), size * 0.39, size * 0.09, PALETTE.rgb["horn"])
    return PALETTE.match(tile)
