"""Draw the fair, and describe it in words. Durbar finds the painter by the entry point `durbar.painters`.

Pictures are drawn with palette indices (`render.kit.canvas`); a theme is another table of colours. A phone
shows 1,080 pixels in a width of 326 CSS pixels, so capitals and figures are at least 30 pixels high.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from durbar_mela.state import GOODS, KEY
from durbar_mela.view import View
from durbar_mela.view import name as find_name
from render.kit.canvas import Drawn, Font, Sheet, finish
from render.kit.language import GameNames
from render.kit.numbers import draw_numbers
from render.kit.palette import Palette, Themes, tables
from render.kit.shapes import Spot
from render.kit.texts import fit_sentences
from render.painter import Kind, Painter, Tale
from rules.words import Plural, as_is

name = GameNames(KEY, find_name)  # names and sentences in the language of the picture
COINS = Plural("{n} coin", "{n} coins")
LEFT = Plural("{n} good left", "{n} goods left")
WIDE = 1080
MARGIN, ROW, HEAD = 40, 150, 130  # around the picture; height of a seat's row; height of the title
TOP = 80  # height of the strip above the goods, where their numbers are
CARD, GAP = 128, 20  # width of a good; gap between two rows; the gap between two goods is half as wide
TITLE, TEXT, SMALL = (
    Font("DurbarSans-Bold", 56),
    Font("DurbarSans-Regular", 44),
    Font("DurbarSans-Condensed", 44),
)
GOODS_AT = 250  # x where the goods of a row begin, after its caption
NUMBER, NAME = -28, 28  # y from the middle of a good to its value, and to its name

PALETTE = Palette(
    {
        "ink": "#2b1d14",
        "paper": "#f6ead2",
        "cloth": "#e2c48f",
        "lamp": "#ffd95a",
        "coin": "#6f4a06",
    },
    (("ink", "paper"), ("ink", "cloth"), ("ink", "lamp"), ("coin", "paper"), ("coin", "lamp")),
)
THEMES: Themes = {
    "day": {},
    "night": {
        "ink": "#f1e6d0",
        "paper": "#1c1a22",
        "cloth": "#3a3442",
        "lamp": "#6b5410",
        "coin": "#e0ac3c",
    },
    "contrast": {"ink": "#000000", "paper": "#ffffff", "cloth": "#e8e8e8", "coin": "#5c3a00"},
    "print": {"paper": "#ffffff", "cloth": "#f2efe8", "lamp": "#fff3c4"},
}
TABLES: Mapping[str, bytes] = tables(PALETTE, THEMES)


def draw(
    view: View, highlight: frozenset[str] = frozenset(), size: str = "phone", theme: str = "day"
) -> Drawn:
    """Draw the whole table: a row for each seat, the last sold goods, and the viewer's hand, if any.

    Raises `KeyError` for an unknown size or theme.
    """
    if size not in PAINTER.sizes:
        raise KeyError(f"no such size: {size}")
    rows = [view.sold[-6:]] + ([view.hand] if view.hand else [])
    sheet = _blank(HEAD + ROW * (len(view.coins) + len(rows)) + MARGIN)
    title = f"Mela – {view.headline}"
    sheet.text(MARGIN, HEAD // 2, title, TITLE, "ink", "paper")
    y = HEAD
    for seat in view.coins:
        _seat(sheet, view, seat, y, lit=seat in highlight)
        y += ROW
    captions = name.say("Sold last"), name.say("Your goods")
    for caption, goods in zip(captions, rows, strict=False):
        _goods(sheet, caption, goods, y)
        y += ROW
    return finish(sheet, TABLES[theme])


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Drawn:
    """Draw the row of the seat `space`. Raises `KeyError` for an unknown seat or theme."""
    if space not in view.coins:
        raise KeyError(f"no such seat: {space}")
    sheet = _blank(ROW + MARGIN)
    _seat(sheet, view, space, MARGIN // 2, lit=space in highlight)
    return finish(sheet, TABLES[theme])


def number_goods(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the viewer's goods, with a number above each good that can be sold."""
    sheet = _blank(TOP + ROW + MARGIN)
    _goods(sheet, name.say("Your goods"), view.hand, TOP)

    def find_spots(mark: str) -> Sequence[Spot]:
        return [(GOODS_AT + view.hand.index(mark) * (CARD + GAP // 2) + CARD // 2, TOP // 2)]

    draw_numbers(sheet, marks, find_spots, within=(0, 0, WIDE, TOP))
    return finish(sheet, TABLES[theme])


def draw_goods(view: View, _tale: Tale | None, theme: str) -> Drawn:
    """Draw the viewer's goods."""
    return number_goods(view, (), theme)


def number_alt(view: View, marks: tuple[str, ...]) -> str:
    """Return the alt text. It says which good each number means."""
    return name.say("Your goods: {goods}.", goods=as_is(_list(marks, numbered=True)))


def _blank(high: int) -> Sheet:
    return Sheet(PALETTE, Image.new("L", (WIDE, high), PALETTE["paper"]))


def _seat(sheet: Sheet, view: View, seat: str, y: int, *, lit: bool) -> None:
    ground = "lamp" if lit else "cloth"
    sheet.rectangle((MARGIN, y, WIDE - MARGIN, y + ROW - GAP), ground, "ink")
    middle = y + (ROW - GAP) // 2
    mark = "> " if seat == view.mover and not view.over else ""
    sheet.text(MARGIN + GAP, middle, f"{mark}{name(seat)}", TITLE, "ink", ground)
    coins, left = name.say(COINS, n=view.coins[seat]), name.say(LEFT, n=view.hands[seat])
    sheet.text(WIDE // 2, middle, coins, TEXT, "coin", ground, "m")
    sheet.text(WIDE - MARGIN - GAP, middle, left, TEXT, "ink", ground, "r")


def _goods(sheet: Sheet, caption: str, goods: Sequence[str], y: int) -> None:
    middle = y + (ROW - GAP) // 2
    sheet.text(MARGIN, middle, caption, SMALL, "ink", "paper")
    for place, good in enumerate(goods):
        x = GOODS_AT + place * (CARD + GAP // 2)
        sheet.rectangle((x, y, x + CARD, y + ROW - GAP), "cloth", "ink")
        sheet.text(x + CARD // 2, middle + NUMBER, str(GOODS.index(good) + 1), TEXT, "ink", "cloth", "m")
        sheet.text(x + CARD // 2, middle + NAME, name(good), SMALL, "ink", "cloth", "m")


def find_changed(before: View, after: View) -> frozenset[str]:
    """Return the seats whose coins or goods differ between two views."""
    return frozenset(
        seat
        for seat in after.coins
        if (before.coins[seat], before.hands[seat]) != (after.coins[seat], after.hands[seat])
    )


def alt_text(view: View, highlight: frozenset[str] = frozenset()) -> str:
    """Return the alt text of the table, for people who can't see the picture."""
    rows = [f"{name(seat)}: {stand}." for seat, stand in view.standing]
    sold = name.say("Nothing is sold yet.")
    if view.sold:
        sold = name.say("Sold last: {goods}.", goods=as_is(_list(view.sold[-6:])))
    hand = [name.say("Your goods: {goods}.", goods=as_is(_list(view.hand)))] if view.hand else []
    return fit_sentences([f"{view.headline}.", *rows, sold, *hand])


def text_table(view: View) -> str:
    """Return the table as plain text, in lines that fit a phone."""
    rows = [
        f"{name(seat):<8}{name.say(COINS, n=coins)}, {name.say(LEFT, n=view.hands[seat])}"
        for seat, coins in view.coins.items()
    ]
    hand = [name.say("Your goods: {goods}.", goods=as_is(_list(view.hand)))] if view.hand else []
    return "\n".join([view.headline, *rows, *hand])


def _list(goods: Sequence[str], *, numbered: bool = False) -> str:
    """Return the names of goods in a row, with their numbers if `numbered`."""
    return ", ".join(f"{n} {name(good)}" if numbered else name(good) for n, good in enumerate(goods, 1))


PAINTER = Painter(
    sizes=("phone",),
    themes=tuple(THEMES),
    draw=draw,
    crop=crop,
    changed=find_changed,
    alt_text=alt_text,
    text_table=text_table,
    spaces=lambda view: tuple(view.coins),
    kinds={"goods": Kind(draw_goods, lambda view, _: alt_text(view), number_goods, number_alt)},
)
