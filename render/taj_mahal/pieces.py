"""Draw palaces, tiles, cards and signs. They differ in silhouette and letter as well as in colour.

Single letters stand for symbols, and pairs of letters for seats. Each colour of cards has a sign.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.kit.canvas import Font, Sheet, write
from render.kit.pieces import BATTLEMENTS, DISC, HEXAGON, TOWER, Design, Pieces, Shape
from render.kit.shapes import Point, petal
from render.kit.stamps import Stamp
from render.kit.written import lay
from render.taj_mahal.names import find_letters
from render.taj_mahal.palette import PALETTE
from rules.taj_mahal.tiles import CARD, JEWELS, RICE, SPICES, TAJ, TEA, TWO

BOLD = "DurbarSans-CondensedBold"
ONION: Shape = (
    (0.5, 0.0), (0.54, 0.1), (0.72, 0.22), (0.86, 0.36), (0.84, 0.5), (1.0, 0.5), (1.0, 1.0),
    (0.0, 1.0), (0.0, 0.5), (0.16, 0.5), (0.14, 0.36), (0.28, 0.22), (0.46, 0.1),
)  # fmt: skip
FORT: Shape = ((0.1, 0.4), (0.9, 0.4), (0.9, 1.0), (0.1, 1.0))
FINIAL: Shape = ((0.4, 0.3), (0.5, 0.0), (0.6, 0.3))
LETTERS = {"maroon": "Ma", "blue": "Bl", "brown": "Br", "gray": "Gr", "tan": "Ta"}
PALACES = Pieces(
    PALETTE,
    {
        "maroon": Design((ONION,), "maroon", "white", LETTERS["maroon"], (0.5, 0.66), 0.68),
        "blue": Design((HEXAGON,), "blue", "white", LETTERS["blue"], (0.5, 0.5), 0.68),
        "brown": Design((BATTLEMENTS, FORT), "brown", "white", LETTERS["brown"], (0.5, 0.62), 0.68),
        "gray": Design((TOWER,), "gray", "white", LETTERS["gray"], (0.5, 0.68), 0.68),
        "tan": Design((DISC, FINIAL), "tan", "ink", LETTERS["tan"], (0.5, 0.6), 0.68),
    },
)
# A banner marks the province that a seat has won. Its shape differs from those of all palaces.
CLOTH: Shape = ((0.08, 0.1), (0.92, 0.1), (0.92, 1.0), (0.5, 0.78), (0.08, 1.0))
POLE: Shape = ((0.0, 0.0), (1.0, 0.0), (1.0, 0.12), (0.0, 0.12))
BANNERS = Pieces(
    PALETTE,
    {
        seat: Design((CLOTH, POLE), seat, "ink" if seat == "tan" else "white", letters, (0.5, 0.44), 0.68)
        for seat, letters in LETTERS.items()
    },
)
SYMBOL_COLOUR = {"E": "gray", "V": "green", "G": "violet", "M": "orange", "P": "yellow", "C": "gold"}
SYMBOL_INK = {"E": "white", "V": "white", "G": "white", "M": "ink", "P": "ink", "C": "ink"}
CARD_INK = {
    "red": "white",
    "yellow": "ink",
    "green": "white",
    "violet": "white",
    "white": "ink",
    "special": "ink",
}
CARD_FILL = {
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "violet": "violet",
    "white": "white",
    "special": "lamp",
}
COLOUR_SIGNS = ("red", "yellow", "green", "violet", "white")
EMBLEM = 0.34  # the size of a colour's sign on an upright card, as a fraction of the card's width


def palace(seat: str, size: int, ground: str, crowned: bool = False) -> Image.Image:
    """Return a palace on flat ground, in palette indices, with the seat's letters in the picture's language.

    `crowned`: whether it has the gold crown.
    """
    return _palace(seat, size, ground, crowned, find_letters(seat))


@lru_cache(maxsize=256)
def _palace(seat: str, size: int, ground: str, crowned: bool, letters: str) -> Image.Image:
    if not crowned:
        return PALETTE.match(PALACES.sprite(seat, size, ground, text=letters))
    picture = Image.new("RGB", (size, size), PALETTE.rgb[ground])
    lower = round(size * 0.84)
    lay(picture, PALACES.sprite(seat, lower, ground, text=letters), ((size - lower) // 2, size - lower))
    crown = Image.new("RGB", (size * 4, size * 4), PALETTE.rgb["ink"])
    mask = Image.new("L", crown.size)
    s = size * 4
    outline = [(0.2, 0.36), (0.16, 0.04), (0.34, 0.18), (0.5, 0.0), (0.66, 0.18), (0.84, 0.04), (0.8, 0.36)]
    ImageDraw.Draw(mask).polygon([(x * s, y * s) for x, y in outline], fill=255)
    inner = [(0.25, 0.31), (0.22, 0.14), (0.36, 0.25), (0.5, 0.07), (0.64, 0.25), (0.78, 0.14), (0.75, 0.31)]
    ImageDraw.Draw(crown).polygon([(x * s, y * s) for x, y in inner], fill=PALETTE.rgb["gold"])
    picture.paste(crown.reduce(4), (0, 0), mask.reduce(4))
    return PALETTE.match(picture)


@lru_cache(maxsize=256)
def symbol(letter: str, size: int, ground: str, gone: bool = False) -> Image.Image:
    """Return a symbol as a disc with its letter. The Elephant is an octagon, and the Grand Mogul is a crown.

    `gone`: whether the symbol is no longer at court.
    """
    stamp = Stamp(PALETTE, size, ground)
    fill = "veil" if gone else SYMBOL_COLOUR[letter]
    ink = "stone" if gone else SYMBOL_INK[letter]
    rim = "stone" if gone else "ink"
    if letter == "C":
        for colour, inset in ((rim, 0.0), (fill, 0.06)):
            stamp.shape(_crown(inset), colour)
    elif letter == "E":
        for colour, inset in ((rim, 0.0), (fill, 0.05)):
            stamp.shape(_octagon(0.49 - inset), colour)
    else:
        stamp.disc(0.48, rim)
        stamp.disc(0.43, fill)
    return stamp.finish(letter, ink, 0.84, BOLD)


def _octagon(reach: float) -> list[Point]:
    return [
        (0.5 + reach * cos(pi / 8 + turn * pi / 4), 0.5 + reach * sin(pi / 8 + turn * pi / 4))
        for turn in range(8)
    ]


def _crown(inset: float) -> list[Point]:
    i = inset
    return [
        (0.06 + i, 0.96 - i), (0.02 + i, 0.14 + i * 2.2), (0.26, 0.3 + i), (0.5, 0.02 + i * 2),
        (0.74, 0.3 + i), (0.98 - i, 0.14 + i * 2.2), (0.94 - i, 0.96 - i),
    ]  # fmt: skip


def _rice(stamp: Stamp) -> None:
    for x, y, lean in ((0.24, 0.54, -0.06), (0.76, 0.54, 0.06), (0.5, 0.46, 0.0)):
        for colour, r in (("ink", 0.0), ("tan", 0.05)):  # white grains can't be seen on a white tile
            grain = [
                (x + lean + (0.18 - r) * cos(2 * pi * t / 14), y + (0.36 - r) * sin(2 * pi * t / 14))
                for t in range(14)
            ]
            stamp.shape(grain, colour)


def _tea(stamp: Stamp) -> None:
    for colour, r in (("ink", 0.0), ("green", 0.04)):
        stamp.shape(
            [
                (0.18 + r, 0.82 - r),
                (0.22 + r, 0.4),
                (0.5, 0.16 + r),
                (0.86 - r, 0.14 + r),
                (0.84 - r, 0.5),
                (0.6, 0.78 - r),
            ],
            colour,
        )
    stamp.shape([(0.1, 0.93), (0.16, 0.95), (0.7, 0.34), (0.66, 0.3)], "ink")


def _spices(stamp: Stamp) -> None:
    for colour, r in (("ink", 0.17), ("orange", 0.13)):
        for turn in range(5):
            a = 2 * pi * turn / 5 - pi / 2
            stamp.disc(r, colour, 0.5 + 0.24 * cos(a), 0.52 + 0.24 * sin(a))
    stamp.disc(0.12, "brick", 0.5, 0.52)


def _jewels(stamp: Stamp) -> None:
    for colour, r in (("ink", 0.0), ("blue", 0.05)):
        stamp.shape(
            [
                (0.24 + r / 2, 0.16 + r),
                (0.76 - r / 2, 0.16 + r),
                (0.96 - r, 0.4),
                (0.5, 0.94 - r * 1.4),
                (0.04 + r, 0.4),
            ],
            colour,
        )
    stamp.shape([(0.3, 0.22), (0.48, 0.22), (0.4, 0.38), (0.18, 0.38)], "foam")


GOOD: dict[str, Callable[[Stamp], None]] = {RICE: _rice, TEA: _tea, SPICES: _spices, JEWELS: _jewels}


@lru_cache(maxsize=128)
def good(key: str, size: int, ground: str) -> Image.Image:
    """Return the sign of a good: grains of rice, a leaf of tea, a flower of spice, or a jewel."""
    stamp = Stamp(PALETTE, size, ground)
    GOOD[key](stamp)
    return stamp.finish()


@lru_cache(maxsize=64)
def bonus(tile: str, size: int, ground: str) -> Image.Image:
    """Return a square bonus tile with a gold rim. The tile of the Taj Mahal has its own shape."""
    picture = Image.new("RGB", (size * 4, size * 4), PALETTE.rgb[ground])
    draw = ImageDraw.Draw(picture)
    s = size * 4
    if tile == TAJ:
        _taj(draw, s)
        dome = picture.reduce(4)
        font = Font(BOLD, round(size * 0.43))
        write(dome, (size * 0.5, size * 0.81), "+4", font, PALETTE.rgb["rubric"], "ms")
        return PALETTE.match(dome)
    draw.rounded_rectangle((0, 0, s - 1, s - 1), s // 7, fill=PALETTE.rgb["ink"])
    draw.rounded_rectangle((6, 6, s - 7, s - 7), s // 8, fill=PALETTE.rgb["gold"])
    draw.rounded_rectangle((18, 18, s - 19, s - 19), s // 10, fill=PALETTE.rgb["paper"])
    small = PALETTE.match(picture.reduce(4))
    inner = round(size * 0.7)
    at = (size - inner) // 2
    if tile in GOOD:
        lay(small, good(tile, inner, "paper"), (at, at))
        return small
    flat = picture.reduce(4)
    if tile == TWO:
        font = Font(BOLD, round(size * 0.76))
        write(flat, (size / 2, size * 0.77), "+2", font, PALETTE.rgb["ink"], "ms")
    if tile == CARD:
        box = (size * 0.22, size * 0.12, size * 0.78, size * 0.88)
        ImageDraw.Draw(flat).rectangle(box, PALETTE.rgb["lapis"], PALETTE.rgb["ink"], 2)
        font = Font(BOLD, round(size * 0.76))
        write(flat, (size / 2, size * 0.77), "?", font, PALETTE.rgb["white"], "ms")
    return PALETTE.match(flat)


def _taj(draw: ImageDraw.ImageDraw, s: int) -> None:
    """Draw the Taj Mahal: a large dome and two small ones between minarets.

    The gate of the Taj Mahal is left empty, so that "+4" has room in it.
    """

    def shape(points: list[Point], colour: str, shrink: float = 0.0) -> None:
        x0 = sum(x for x, _ in points) / len(points)
        y0 = sum(y for _, y in points) / len(points)
        ring = [(x0 + (x - x0) * (1 - shrink), y0 + (y - y0) * (1 - shrink)) for x, y in points]
        draw.polygon([(x * s, y * s) for x, y in ring], fill=PALETTE.rgb[colour])

    def dome(x: float, y: float, half: float, high: float) -> list[Point]:
        right = [(0.0, -1.0), (0.08, -0.8), (0.62, -0.62), (1.0, -0.3), (0.94, -0.06), (0.86, 0.0)]
        ring = [(x + half * u, y + high * v) for u, v in right]
        return [*ring, *((2 * x - u, v) for u, v in reversed(ring))]

    for x in (0.07, 0.93):
        shape([(x - 0.045, 0.88), (x - 0.035, 0.3), (x + 0.035, 0.3), (x + 0.045, 0.88)], "ink")
        shape([(x - 0.02, 0.86), (x - 0.015, 0.33), (x + 0.015, 0.33), (x + 0.02, 0.86)], "white")
        shape(dome(x, 0.3, 0.05, 0.13), "ink")
    shape([(0.02, 0.86), (0.98, 0.86), (0.98, 0.96), (0.02, 0.96)], "ink")
    shape([(0.04, 0.88), (0.96, 0.88), (0.96, 0.94), (0.04, 0.94)], "veil")
    for x, y, half, high in ((0.3, 0.46, 0.1, 0.2), (0.7, 0.46, 0.1, 0.2), (0.5, 0.42, 0.2, 0.4)):
        shape(dome(x, y, half, high), "ink")
        shape(dome(x, y - 0.01, half - 0.025, high * 0.84), "white")
    shape([(0.18, 0.42), (0.82, 0.42), (0.82, 0.88), (0.18, 0.88)], "ink")
    shape([(0.205, 0.445), (0.795, 0.445), (0.795, 0.86), (0.205, 0.86)], "white")


def standing_out(image: Image.Image, ground: str) -> Image.Image:
    """Return the mask of the pixels of a piece that are not its ground (mode "1")."""
    index = PALETTE[ground]
    return image.point([0 if level == index else 255 for level in range(256)], "1")


@lru_cache(maxsize=16)
def figure(size: int, ground: str) -> Image.Image:
    """Return the black figure of the starting player."""
    stamp = Stamp(PALETTE, size, ground)
    for colour, r in (("white", 0.0), ("ink", 0.07)):
        stamp.shape(
            [(0.08 + r, 1.0 - r), (0.36 + r / 2, 0.4), (0.64 - r / 2, 0.4), (0.92 - r, 1.0 - r)], colour
        )
        stamp.disc(0.28 - r, colour, 0.5, 0.28)
    return stamp.finish()


def draw_taken(seat: str, size: int, ground: str) -> Image.Image:
    """Return the octagon of a province tile with the banner of the seat that won it."""
    return _draw_taken(seat, size, ground, find_letters(seat))


@lru_cache(maxsize=64)
def _draw_taken(seat: str, size: int, ground: str, letters: str) -> Image.Image:
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape(_octagon(0.5), "edge")
    stamp.shape(_octagon(0.46), "paper")
    image = stamp.finish()
    drawn = PALETTE.match(BANNERS.sprite(seat, round(size * 0.74), "paper", text=letters))
    corner = (size - drawn.width) // 2, (size - drawn.height) // 2
    lay(image, drawn, corner, standing_out(drawn, "paper"))
    return image


HIGH = 1.4  # a card's height, as a multiple of its width
SYMBOL, LETTER = 0.56, 0.44  # the size of a card's symbols and of its number, as fractions of its width


def card_height(wide: int) -> int:
    """Return how high a card of this width is."""
    return round(wide * HIGH)


def symbols_left(wide: int) -> int:
    """Return how far the symbols of a card of this width are from its left edge."""
    return round(wide * 0.96) - round(wide * SYMBOL)


@lru_cache(maxsize=512)
def card(
    kind: str, wide: int, ground: str, count: int = 1, dim: bool = False, lit: bool = False
) -> Image.Image:
    """Return a card in palette indices.

    The sign of its colour is in the corner. Its symbols are to the right. `count` is the number of such
    cards; it is below the sign. `dim`: whether the card can't be played now. `lit`: whether its frame glows.
    """
    suit, _, letters = kind.partition("-")
    high = card_height(wide)
    fill = "veil" if dim else CARD_FILL[suit]
    image = _sheet_of_card(wide, high, ground, fill, lit)
    ink = "ink" if dim else CARD_INK[suit]
    if suit in COLOUR_SIGNS:
        lay(image, emblem(suit, round(wide * EMBLEM), fill, ink), (round(wide * 0.055), round(wide * 0.08)))
    size = round(wide * SYMBOL)
    signs = _signs(letters, size, fill)
    left, top = symbols_left(wide), (high - round((len(signs) * 1.06 - 0.06) * size)) // 2
    for number, sign in enumerate(signs):
        lay(image, sign, (left, top + round(number * size * 1.06)))
    if count > 1:
        plate = _sheet_of_card(round(wide * 0.5), round(wide * 0.46), fill, "white").convert("L")
        sheet = Sheet(PALETTE, plate)
        font = Font(BOLD, round(wide * LETTER))
        sheet.text(plate.width // 2, plate.height // 2, f"×{count}", font, "ink", "white", "m")
        lay(image, plate, (0, high - plate.height - round(wide * 0.04)))  # at the edge, clear of the symbols
    return image


@lru_cache(maxsize=64)
def emblem(suit: str, size: int, ground: str, ink: str) -> Image.Image:
    """Return the sign of a colour: a heart, sun, tree, moon or ring. Special cards have a diamond."""
    stamp = Stamp(PALETTE, size, ground)
    match suit:
        case "red":
            turns = [2 * pi * step / 40 for step in range(40)]
            stamp.shape([(0.5 + sin(turn) ** 3 * 0.5, _heart(turn)) for turn in turns], ink)
        case "yellow":
            rays = [(pi * step / 8, 0.5 if step % 2 == 0 else 0.29) for step in range(16)]
            stamp.shape([(0.5 + r * sin(turn), 0.5 - r * cos(turn)) for turn, r in rays], ink)
        case "green":
            for top, bottom, half in ((0.0, 0.4, 0.3), (0.2, 0.62, 0.39), (0.38, 0.86, 0.48)):
                stamp.shape([(0.5, top), (0.5 + half, bottom), (0.5 - half, bottom)], ink)
            stamp.shape([(0.42, 0.86), (0.58, 0.86), (0.58, 1.0), (0.42, 1.0)], ink)
        case "violet":
            stamp.disc(0.48, ink)
            stamp.disc(0.4, ground, 0.72, 0.4)
        case "special":
            stamp.shape([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)], ink)
        case _:
            stamp.disc(0.46, ink)
            stamp.disc(0.28, ground)
    return stamp.finish()


def _heart(turn: float) -> float:
    """Return how far down a heart's outline is at this angle, in a unit square."""
    up = 13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn)
    return (12 - up) / 29


def _sheet_of_card(wide: int, high: int, ground: str, fill: str, lit: bool = False) -> Image.Image:
    """Return an empty card, in palette indices."""
    picture = Image.new("RGB", (wide * 4, high * 4), PALETTE.rgb[ground])
    draw = ImageDraw.Draw(picture)
    round_ = min(wide, high) // 2
    box = (0, 0, wide * 4 - 1, high * 4 - 1)
    draw.rounded_rectangle(box, round_, fill=PALETTE.rgb["glow" if lit else "ink"])
    rim = min(wide, high) * (0.36 if lit else 0.16)
    inner = (rim, rim, wide * 4 - 1 - rim, high * 4 - 1 - rim)
    draw.rounded_rectangle(inner, round_ - 4, fill=PALETTE.rgb[fill])
    return PALETTE.match(picture.reduce(4), frozenset({ground, fill, "ink", "glow"}))


def _signs(letters: str, size: int, ground: str) -> list[Image.Image]:
    """Return the pictures on a card: its symbols, or the sign for the effect of a special card."""
    if letters in ("2", "any"):
        return [special(letters, size, ground)]
    return [symbol(letter, size, ground) for letter in letters.upper()]


@lru_cache(maxsize=32)
def special(effect: str, size: int, ground: str) -> Image.Image:
    """Return the sign of a special card: a symbol, +2, or a disc of all colours."""
    if effect not in ("2", "any"):
        return symbol(effect.upper(), size, ground)
    stamp = Stamp(PALETTE, size, ground)
    if effect == "2":
        return stamp.finish("+2", "ink", 0.84, BOLD)
    stamp.disc(0.48, "ink")
    for number, colour in enumerate(("red", "yellow", "green", "violet")):
        turns = [pi / 2 * (number + step / 8) for step in range(9)]
        arc = [(0.5 + 0.43 * cos(turn), 0.5 + 0.43 * sin(turn)) for turn in turns]
        stamp.shape([(0.5, 0.5), *arc], colour)
    return stamp.finish()


@lru_cache(maxsize=64)
def face(kind: str, size: int, ground: str) -> Image.Image:
    """Return a card on its side: the sign of its colour, then its symbols. Symbols are `size` pixels high."""
    suit, _, letters = kind.partition("-")
    fill, ink = CARD_FILL[suit], CARD_INK[suit]
    signs = _signs(letters, size, fill)
    room = round(size * (0.8 if suit in COLOUR_SIGNS else 0.1))
    image = _sheet_of_card(room + len(signs) * size + 10, size + 10, ground, fill)
    if suit in COLOUR_SIGNS:
        sign = emblem(suit, round(size * 0.6), fill, ink)
        lay(image, sign, (round((room - sign.width) * 0.7), (image.height - sign.height) // 2))
    for number, sign in enumerate(signs):
        lay(image, sign, (room + number * size, 5))
    return image


@lru_cache(maxsize=32)
def back(wide: int, ground: str, suit: str = "", count: str = "") -> Image.Image:
    """Return the back of a card with a lotus, or with `count`.

    With a `suit`, the back has that colour and its sign.
    """
    high = card_height(wide)
    fill = CARD_FILL[suit] if suit else "lapis"
    image = _sheet_of_card(wide, high, ground, fill)
    if suit:
        sign = emblem(suit, round(wide * 0.8), fill, CARD_INK[suit])
        lay(image, sign, ((wide - sign.width) // 2, (high - sign.height) // 2))
        return image
    if count:
        plain = Image.new("RGB", (wide - 12, high // 2), PALETTE.rgb["lapis"])
        font = Font(BOLD, round(wide * 0.52))
        write(plain, (plain.width / 2, plain.height * 0.76), count, font, PALETTE.rgb["white"], "ms")
        lay(image, PALETTE.match(plain, frozenset({"lapis", "white"})), (6, high // 4))
        for top in (high // 8, high - high // 8 - 4):
            image.paste(PALETTE["gold"], (wide // 5, top, wide - wide // 5, top + 4))
        return image
    stamp = Stamp(PALETTE, round(wide * 0.6), "lapis")
    for number in range(6):
        stamp.shape([(0.5 + x * 0.96, 0.5 + y * 0.96) for x, y in petal(number * pi / 3, 0.5, 0.16)], "gold")
    lotus = stamp.finish()
    lay(image, lotus, ((wide - lotus.width) // 2, (high - lotus.height) // 2))
    return image


@lru_cache(maxsize=64)
def tile(number: int, goods: tuple[str, ...], size: int, ground: str, lit: bool = False) -> Image.Image:
    """Return a province tile: an octagon with its number above its goods, or its number alone."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.shape(_octagon(0.5), "glow" if lit else "ink")
    stamp.shape(_octagon(0.455), "gold")
    stamp.shape(_octagon(0.42), "paper")
    image = stamp.finish()
    # With goods, the number is in the upper half of the tile. Without goods, it is in the middle.
    letters, room = (0.5, 0.42) if goods else (0.74, 0.62)
    flat = Image.new("RGB", (round(size * (room + 0.2)), round(size * room)), PALETTE.rgb["paper"])
    font = Font(BOLD, round(size * letters))
    write(flat, (flat.width / 2, flat.height * 0.92), str(number), font, PALETTE.rgb["ink"], "ms")
    top = round(size * 0.11) if goods else round(size * 0.17)
    drawn = PALETTE.match(flat, frozenset({"paper", "ink"}))
    lay(image, drawn, ((size - flat.width) // 2, top), standing_out(drawn, "paper"))
    small = round(size * 0.36)
    left = (size - len(goods) * small) // 2
    for at, key in enumerate(goods):
        drawn = good(key, small, "paper")
        lay(image, drawn, (left + at * small, round(size * 0.55)), standing_out(drawn, "paper"))
    return image
