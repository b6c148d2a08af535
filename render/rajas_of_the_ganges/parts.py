"""Draw parts that several pictures share: a province with its rim, the display, dice, signs for gains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image

from render.kit.canvas import Font, Sheet, shorten, width
from render.kit.shapes import Rect, shrunk
from render.kit.stamps import Stamp
from render.rajas_of_the_ganges import tile as tiles
from render.rajas_of_the_ganges.layout import LAYOUT, LINE
from render.rajas_of_the_ganges.names import name
from render.rajas_of_the_ganges.palette import PALETTE
from render.rajas_of_the_ganges.signs import (
    LEAST,
    NARROW,
    NARROW_BOLD,
    building,
    coin,
    die,
    die_per,
    market,
    star,
    tall,
    upgrade,
    wheel,
)
from rules.rajas_of_the_ganges.board import BOARD, COLOURS, YIELDS, Gain
from rules.rajas_of_the_ganges.province import RESIDENCE, SQUARES
from rules.rajas_of_the_ganges.tiles import BACKS, TILES
from rules.rajas_of_the_ganges.view import RealmView, View

COLUMNS, ROWS = BOARD.province.columns, BOARD.province.rows


def panel(sheet: Sheet, box: tuple[int, int, int, int], title: str = "", ground: str = "paper") -> None:
    """Draw a sheet of cloth that is sewn on with a double thread. `title`: the text on its tab."""
    left, top, right, _ = box
    sheet.rectangle(box, ground, "ink", LINE)
    sheet.rectangle(shrunk(box, LAYOUT.panel.thread), None, "ochre", 1)
    if title:
        tab(sheet, left, right, top, title)


def tab(sheet: Sheet, left: int, right: int, top: int, title: str) -> None:
    """Draw a title on a tab at the upper edge (`top`) of what lies between `left` and `right`."""
    it = LAYOUT.panel
    font = Font("Yrsa-Bold", it.title)
    begin, above, below = it.tab
    text = shorten(title, font, right - left - 2 * begin - 2 * it.pad)
    end = left + begin + 2 * it.pad + width(text, font)
    sheet.rectangle((left + begin, top + above, end, top + below), "rubric", "ink", LINE)
    sheet.text(left + begin + it.pad, top + (above + below) // 2, text, font, "paper", "rubric")


@lru_cache(maxsize=128)
def gain_sign(gain: Gain, size: int, ground: str) -> Image.Image:
    """Return the sign of a gain from a space, a yield or a bonus. It has a number if the gain has one."""
    match gain.kind:
        case "money" | "money-per-market" | "money-per-upgrade":
            return coin(size, ground, str(gain.n))
        case "fame" | "fame-per-upgrade" | "fame-per-karma":
            return star(size, ground, str(gain.n))
        case "karma":
            return wheel(size, ground, str(gain.n))
        case "upgrade":
            return upgrade(size, ground)
        case "boat":
            return plain_boat(size, ground)
        case "dice":
            return any_die(size, ground, gain.n)
        case "dice-per-karma":
            return die_per(gain.colour, size, ground)
        case "palace":
            return building("palace", size, ground)
    return market(size, ground, "3" if gain.kind == "assorted" else f"{gain.n}×")


@lru_cache(maxsize=64)
def per_sign(gain: Gain, size: int, ground: str) -> Image.Image | None:
    """Return a small sign of the things that multiply a gain, such as markets; None if no sign is needed."""
    _, _, what = gain.kind.partition("-per-")
    if gain.kind == "dice-per-karma" or not what:
        return None  # nothing multiplies the gain, or `die_per` has drawn the wheel on the die
    return {"market": market, "upgrade": upgrade, "karma": wheel}[what](size, ground)


@lru_cache(maxsize=16)
def plain_boat(size: int, ground: str, text: str = "") -> Image.Image:
    """Return a boat without an owner. `text`: how far it sails, written on its sail."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape([(0.0, 0.72), (1.0, 0.72), (0.84, 0.98), (0.16, 0.98)], "ink")
    if text:
        stamp.shape([(0.14, 0.0), (0.86, 0.0), (0.9, 0.68), (0.1, 0.68)], "ink")
        stamp.shape([(0.19, 0.05), (0.81, 0.05), (0.84, 0.63), (0.16, 0.63)], "paper")
        return stamp.finish(text, "ink", tall(size, 0.6), NARROW_BOLD, (0.5, 0.36))
    stamp.shape([(0.46, 0.04), (0.94, 0.62), (0.46, 0.62)], "ink")
    stamp.shape([(0.52, 0.2), (0.82, 0.56), (0.52, 0.56)], "paper")
    return stamp.finish()


@lru_cache(maxsize=32)
def any_die(size: int, ground: str, n: int) -> Image.Image:
    """Return the sign of `n` dice of any colour: a die in four colours, with the number."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape([(0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)], "ink")
    for at, colour in enumerate(COLOURS):
        x, y = 0.07 + 0.43 * (at % 2), 0.07 + 0.43 * (at // 2)
        stamp.shape([(x, y), (x + 0.43, y), (x + 0.43, y + 0.43), (x, y + 0.43)], colour)
    stamp.disc(0.42, "ink")
    stamp.disc(0.38, "paper")
    return stamp.finish(str(n), "ink", tall(size, 0.6), NARROW_BOLD)


def rim_of(square: int) -> int:
    """Return how wide the printed rim with the yields is, around squares of this size."""
    return max(LAYOUT.province.rim_least, round(square * LAYOUT.province.rim))


def _above(square: int) -> int:
    """Return how wide the rim is above the squares."""
    return round(rim_of(square) * LAYOUT.province.top)


def _yield_size(square: int) -> int:
    """Return how large the sign of a yield is on the rim."""
    return max(LAYOUT.province.sign_least, round(rim_of(square) * LAYOUT.province.sign))


def province_size(square: int) -> tuple[int, int]:
    """Return the width and height of a province with squares of this size."""
    rim = rim_of(square)
    return COLUMNS * square + 2 * rim, ROWS * square + rim + _above(square)


@lru_cache(maxsize=8)
def _bare(square: int) -> Image.Image:
    """Return a province that is empty but for its residence and the yields on its rim."""
    wide, high = province_size(square)
    sheet = Sheet(PALETTE, Image.new("L", (wide, high), PALETTE["ink"]))
    side = _yield_size(square)
    sheet.rectangle((2, 2, wide - 2, high - 2), "shade")
    for key in (RESIDENCE, *SQUARES):
        x, y = corner(key, square)
        image = tiles.residence(square) if key == RESIDENCE else tiles.empty(square)
        sheet.paste(image, x, y)
    for edge, gain in YIELDS.items():
        x, y = edge_middle(edge, square)
        sheet.paste(gain_sign(gain, side, "shade"), x - side // 2, y - side // 2)
    return sheet.image


def corner(key: str, square: int) -> tuple[int, int]:
    """Return the upper left corner of a square within its province, in pixels."""
    across, down = ord(key[0]) - ord("a"), int(key[1]) - 1
    return rim_of(square) + across * square, _above(square) + down * square


def edge_middle(edge: str, square: int) -> tuple[int, int]:
    """Return the middle of a yield on the rim. `edge`: a square and its side, such as "a1-w"."""
    key, _, side = edge.partition("-")
    x, y = corner(key, square)
    rim, half = rim_of(square), square // 2
    return {
        "w": (x - rim // 2, y + half),
        "e": (x + square + rim // 2, y + half),
        "s": (x + half, y + square + rim // 2),
    }[side]


def province(
    sheet: Sheet,
    x: int,
    y: int,
    realm: RealmView,
    square: int,
    new: frozenset[str] = frozenset(),
    asked: frozenset[str] = frozenset(),
    letters: int = LEAST,
) -> None:
    """Draw a whole province with its corner at x, y.

    Args:
        new: the squares with a tile that has just been laid
        asked: the squares that stay empty, because the caller draws in them
        letters: the least size of the letters of the squares' names
    """
    sheet.paste(_bare(square), x, y)
    font = Font(NARROW, max(letters, round(square * LAYOUT.province.name)))
    for key in SQUARES:
        if key not in realm.province and key not in asked:
            left, top = corner(key, square)
            middle = x + left + square // 2, y + top + square // 2
            sheet.text(*middle, key.upper(), font, "stone", "cloth", "m")
    for key, laid in realm.province.items():
        if key in asked:
            continue
        left, top = corner(key, square)
        covers, priced = key in realm.under, square >= LAYOUT.province.large
        drawn = tiles.picture(laid.tile, laid.turn, square, key in new, covers, priced)
        sheet.paste(drawn, x + left, y + top)
    for edge in realm.yields:
        u, v = edge_middle(edge, square)
        side = _yield_size(square)
        sheet.paste(_draw_taken(side), x + u - side // 2, y + v - side // 2)


@lru_cache(maxsize=8)
def _draw_taken(size: int) -> Image.Image:
    """Return the sign of a yield that the seat has already received."""
    stamp = Stamp(PALETTE, size, "shade")
    stamp.disc(0.4, "sand")
    stamp.shape([(0.26, 0.5), (0.34, 0.42), (0.45, 0.54), (0.68, 0.3), (0.75, 0.38), (0.45, 0.7)], "ink")
    return stamp.finish()


def display(
    sheet: Sheet,
    x: int,
    y: int,
    view: View,
    size: int,
    gaps: tuple[int, int] = LAYOUT.display.gap,
    marked: str = "",
    *,
    captions: int = 0,
    boxes: dict[str, Rect] | None = None,
) -> int:
    """Draw the tiles on display: a column for each colour, a row for each back. Return the y below them.

    Args:
        marked: the tile to highlight
        captions: the font size of the captions, which say how many tiles are left in a stack; 0: no captions
        boxes: filled with the box of each tile
    """
    it = LAYOUT.display
    font = Font(NARROW, captions)
    step = size + gaps[1] + (it.caption_high if captions else 0)
    for row, back in enumerate(BACKS):
        for column, colour in enumerate(COLOURS):
            stack = f"{colour}-{back}"
            left, top = x + column * (size + gaps[0]), y + row * step
            key = view.display.get(stack)
            if key is None:
                sheet.rectangle((left, top, left + size, top + size), "cloth", "stone", 2)
            else:
                turn = {"straight": "ew", "bend": "es", "tee": "esw", "cross": "nesw"}[TILES[key].road]
                sheet.paste(tiles.picture(key, turn, size, key == marked), left, top)
                if boxes is not None:
                    boxes[key] = left, top, left + size, top + size
            if captions:
                n = len(view.stacks[stack])
                text = name.say("{n} more", n=n) if n else name.say("last one") if key else ""
                y_ = top + size + it.caption_high // 2
                sheet.text(left + size // 2, y_, text, font, "ink", "paper", "m")
    return y + len(BACKS) * step


def dice_row(
    sheet: Sheet, x: int, y: int, dice: Mapping[str, Sequence[int]], size: int, step: int, ground: str
) -> int:
    """Draw dice side by side; x, y is the upper left corner of the first. Return the x after the last die."""
    for colour, faces in dice.items():
        for face in faces:
            sheet.paste(die(colour, str(face), size, ground), x, y)
            x += step
    return x
