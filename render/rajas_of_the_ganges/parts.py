"""The parts of the table that stand anywhere: a province with its rim, the tile display, a row of dice, gains
in signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image

from render.kit.canvas import Font, Sheet, width
from render.kit.stamps import Stamp
from render.rajas_of_the_ganges import tile as tiles
from render.rajas_of_the_ganges.names import name
from render.rajas_of_the_ganges.palette import PALETTE
from render.rajas_of_the_ganges.signs import NARROW, building, coin, die, market, star, upgrade, wheel
from rules.rajas_of_the_ganges.board import BOARD, COLOURS, YIELDS, Gain
from rules.rajas_of_the_ganges.province import RESIDENCE, SQUARES
from rules.rajas_of_the_ganges.tiles import BACKS, TILES
from rules.rajas_of_the_ganges.view import RealmView, View

COLUMNS, ROWS = BOARD.province.columns, BOARD.province.rows
RIM = 0.44  # of a square: the printed rim, where the yields are


def panel(sheet: Sheet, box: tuple[int, int, int, int], title: str = "", ground: str = "paper") -> None:
    """A sheet of cloth sewn on with a double thread; its title on a tab."""
    left, top, right, bottom = box
    sheet.rectangle(box, ground, "ink", 2)
    sheet.rectangle((left + 5, top + 5, right - 5, bottom - 5), None, "ochre", 1)
    if title:
        font = Font("Yrsa-Bold", 34)
        long = width(title, font)
        sheet.rectangle((left + 14, top - 16, left + 40 + long, top + 24), "rubric", "ink", 2)
        sheet.text(left + 27, top + 4, title, font, "paper", "rubric")


@lru_cache(maxsize=128)
def gain_sign(gain: Gain, size: int, ground: str) -> Image.Image:
    """What a space, a yield or a bonus gives, as a sign with its number."""
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
            return _plain_boat(size, ground)
        case "dice":
            return any_die(size, ground, gain.n)
        case "dice-per-karma":
            return die(gain.colour, "k", size, ground)
        case "palace":
            return building("palace", size, ground)
    return market(size, ground, "3" if gain.kind == "assorted" else f"{gain.n}×")


@lru_cache(maxsize=16)
def _plain_boat(size: int, ground: str) -> Image.Image:
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape([(0.0, 0.66), (1.0, 0.66), (0.84, 0.98), (0.16, 0.98)], "ink")
    stamp.shape([(0.46, 0.04), (0.94, 0.58), (0.46, 0.58)], "ink")
    stamp.shape([(0.52, 0.2), (0.82, 0.52), (0.52, 0.52)], "paper")
    return stamp.done()


@lru_cache(maxsize=32)
def any_die(size: int, ground: str, n: int) -> Image.Image:
    """Dice of any colour: a die in four colours, with their number."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape([(0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)], "ink")
    for at, colour in enumerate(COLOURS):
        x, y = 0.07 + 0.43 * (at % 2), 0.07 + 0.43 * (at // 2)
        stamp.shape([(x, y), (x + 0.43, y), (x + 0.43, y + 0.43), (x, y + 0.43)], colour)
    stamp.disc(0.32, "ink")
    stamp.disc(0.28, "paper")
    return stamp.done(str(n), tall=0.46)


def province_size(square: int) -> tuple[int, int]:
    """How much room a province takes whose squares are so large."""
    rim = round(square * RIM)
    return COLUMNS * square + 2 * rim, ROWS * square + rim + round(rim * 0.35)


@lru_cache(maxsize=8)
def _bare(square: int) -> Image.Image:
    """A province with nothing but its residence, and the yields on its rim."""
    wide, high = province_size(square)
    sheet = Sheet(PALETTE, Image.new("L", (wide, high), PALETTE["ink"]))
    rim = round(square * RIM)
    sheet.rectangle((2, 2, wide - 2, high - 2), "shade")
    for key in (RESIDENCE, *SQUARES):
        x, y = corner(key, square)
        image = tiles.residence(square) if key == RESIDENCE else tiles.empty(square, key.upper())
        sheet.paste(image, x, y)
    for edge, gain in YIELDS.items():
        x, y = edge_middle(edge, square)
        side = round(rim * 0.78)
        sheet.paste(gain_sign(gain, side, "shade"), x - side // 2, y - side // 2)
    return sheet.image


def corner(key: str, square: int) -> tuple[int, int]:
    """Where a square lies within its province, in pixels."""
    rim = round(square * RIM)
    return rim + (ord(key[0]) - ord("a")) * square, round(rim * 0.35) + (int(key[1]) - 1) * square


def edge_middle(edge: str, square: int) -> tuple[int, int]:
    """The middle of a yield on the rim."""
    key, _, side = edge.partition("-")
    x, y = corner(key, square)
    rim, half = round(square * RIM), square // 2
    return {
        "w": (x - rim // 2, y + half),
        "e": (x + square + rim // 2, y + half),
        "s": (x + half, y + square + rim // 2),
    }[side]


def province(
    sheet: Sheet, x: int, y: int, realm: RealmView, square: int, new: frozenset[str] = frozenset()
) -> None:
    """A whole province with its corner at x, y; `new`: the squares that have just been laid."""
    sheet.paste(_bare(square), x, y)
    for key, laid in realm.province.items():
        left, top = corner(key, square)
        sheet.paste(
            tiles.picture(laid.tile, laid.turn, square, key in new, key in realm.under), x + left, y + top
        )
    for edge in realm.yields:
        u, v = edge_middle(edge, square)
        side = round(square * RIM * 0.78)
        sheet.paste(_taken(side), x + u - side // 2, y + v - side // 2)


@lru_cache(maxsize=8)
def _taken(size: int) -> Image.Image:
    """A yield that has been given."""
    stamp = Stamp(PALETTE, size, "shade")
    stamp.disc(0.4, "sand")
    stamp.shape([(0.26, 0.5), (0.34, 0.42), (0.45, 0.54), (0.68, 0.3), (0.75, 0.38), (0.45, 0.7)], "ink")
    return stamp.done()


def display(
    sheet: Sheet,
    x: int,
    y: int,
    view: View,
    size: int,
    gaps: tuple[int, int] = (10, 10),
    new: frozenset[str] = frozenset(),
    marked: str = "",
) -> None:
    """The tiles on display: a column for each colour, a row for each back, with what is left under each."""
    font = Font(NARROW, 24)
    for row, back in enumerate(BACKS):
        for column, colour in enumerate(COLOURS):
            stack = f"{colour}-{back}"
            left, top = x + column * (size + gaps[0]), y + row * (size + gaps[1] + 26)
            key = view.display.get(stack)
            if key is None:
                sheet.rectangle((left, top, left + size, top + size), "cloth", "stone", 2)
                sheet.text(left + size // 2, top + size // 2, name.say("none"), font, "stone", "cloth", "m")
            else:
                turn = {"straight": "ew", "bend": "es", "tee": "esw", "cross": "nesw"}[TILES[key].road]
                sheet.paste(tiles.picture(key, turn, size, key in new or key == marked), left, top)
            left_under = len(view.stacks[stack])
            text = name.say("last one") if key else ""
            if left_under:
                text = name.say("{n} more", n=left_under)
            sheet.text(left + size // 2, top + size + 14, text, font, "stone", "paper", "m")


def dice_row(
    sheet: Sheet, x: int, y: int, dice: Mapping[str, Sequence[int]], size: int, ground: str, gap: int = 4
) -> int:
    """Dice side by side, their left upper corner at x, y; gives the x behind them."""
    for colour, faces in dice.items():
        for face in faces:
            sheet.paste(die(colour, str(face), size, ground), x, y)
            x += size + gap
    return x
