"""Draw the open card alone, in letters that are legible on a phone.

It shows the card's number, order, title, years, and both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from render.kit.canvas import Drawn, Font, Sheet, finish, lines, width
from render.kit.frames import border
from render.kit.texts import fit_sentences
from render.kit.written import cut
from render.painter import Tale
from render.vijayanagara import words
from render.vijayanagara.marks import badge, flower
from render.vijayanagara.names import name
from render.vijayanagara.palette import CARD_BANDS, PALETTE, TABLES
from rules.vijayanagara.view import CardView, DeckView, FactionView, View
from rules.words import in_turn, mark_text

WIDE, EDGE, HEAD = 1080, 44, 176  # pixels
TITLE, KIND, TEXT = Font("Yrsa-Bold", 84), Font("DurbarSans-Condensed", 44), Font("DurbarSans-Regular", 42)
STEP = 56  # pixels from line to line of the text
RULE = 8  # pixels from the line above a paragraph to its ground
BADGE, LOTUS = 92, 130
NO_CARD = CardView("", None, "", "event", (), False, ())


class _Block(NamedTuple):
    """Some lines of text and the colour behind them. `mark`: draw a square before the first line."""

    rows: tuple[str, ...]
    ground: str
    mark: bool


def draw_card(view: View, _tale: Tale | None = None, theme: str = "day") -> Drawn:
    """Draw the open card, 1080 pixels wide and as high as its text needs.

    Raises `KeyError` for an unknown theme.
    """
    table = TABLES[theme]
    card = view.card or NO_CARD
    title, blocks = _title(card), tuple(_blocks(card))
    top = _find_text(card)
    high = top + sum(STEP * len(block.rows) + 64 for block in blocks) + 36
    sheet = Sheet(PALETTE, Image.new("L", (WIDE, high), PALETTE["paper"]))
    _head(sheet, card)
    y = HEAD + 24 + title[1].size // 2
    for row in title[0]:
        sheet.text(EDGE, y, row, title[1], "ink", "paper")
        y += title[1].size
    if card.years:
        sheet.text(EDGE, y - 12, card.years, KIND, "stone", "paper")
    y = top
    for block in blocks:
        _text(sheet, block, y)
        y += STEP * len(block.rows) + 64
    border(sheet)
    return finish(sheet, table)


def draw_text(view: View, theme: str) -> Drawn:
    """Draw the text of the open card, without its head, title and years."""
    card = draw_card(view, theme=theme)
    return Drawn(cut(card, (0, _find_text(view.card or NO_CARD) - RULE, WIDE, card.height)))


def _find_text(card: CardView) -> int:
    """Return where the ground of the text begins below the title and the years, in pixels from the top."""
    rows, font = _title(card)
    return HEAD + 46 + font.size * len(rows) + 60 * bool(card.years)


def card_alt(view: View, _tale: Tale | None = None) -> str:
    """Return the alt text of the card, at most 1024 characters."""
    card = view.card
    if card is None:
        return name.say("No card is open.")
    title = words.text(card.title)
    parts = [f"{title}{f', {card.years}' if card.years else ''}. {words.card_line(card)}."]
    if card.order:
        order = in_turn([mark_text(view.faction(key).name) for key in card.order], ", ")
        parts.append(name.say("Order: {order}.", order=order))
    sides = ("Unshaded: {text}", "Shaded: {text}") if card.kind == "event" else ()
    for number, text in enumerate(card.text):
        said = mark_text(text)
        parts.append(name.say(sides[number], text=said) if number < len(sides) else said.within(name))
    return fit_sentences(parts, name=name)


def trim_to_card(view: View) -> View:
    """Return a view with only the open card and the names of the factions."""
    return View(
        game=view.game,
        viewer=None,
        spaces=(),
        factions=tuple(_keep_name(faction) for faction in view.factions),
        cavalry_pool=0,
        mongol_box=0,
        dynasty="",
        card=view.card,
        deck=DeckView(block=0, left={}, remaining=0, played=()),
        winners=(),
        provenance=(),
        headline="",
        standing=(),
    )


def _keep_name(faction: FactionView) -> FactionView:
    key, named = faction.key, faction.name
    return FactionView(key, named, 0, 0, 0, None, box={}, track={}, place="", acting=False)


def _title(card: CardView) -> tuple[list[str], Font]:
    """Return the lines of the card's title, and the largest font in which the title fits.

    In fonts below 76 pixels, the title may have two lines. If it needs more, use the smallest font.
    """
    title = words.text(card.title) if card.key else name.say("No card is open")
    for size in range(TITLE.size, 47, -4):
        font = TITLE._replace(size=size)
        rows = list(lines(title, font, WIDE - 2 * EDGE))
        if len(rows) <= 1 + (size < 76) and all(width(row, font) <= WIDE - 2 * EDGE for row in rows):
            return rows, font
    return list(lines(title, TITLE._replace(size=48), WIDE - 2 * EDGE)), TITLE._replace(size=48)


def _blocks(card: CardView) -> Iterator[_Block]:
    sides = card.kind == "event" and len(card.text) == 2
    text = tuple(map(words.text, card.text))
    if not text and card.kind == "event" and card.key:
        text = (name.say("The text of this card is not written yet."),)
    for number, paragraph in enumerate(text):
        room = WIDE - 2 * EDGE - 56
        rows = tuple(lines(paragraph, TEXT, room))
        if rows:
            yield _Block(rows, "shade" if sides and number else "paper", not sides)


def _head(sheet: Sheet, card: CardView) -> None:
    """Draw a band in the colour of the card's kind. On it are a lotus, the number, the kind and the seals.

    The seals of the factions are in the card's order.
    """
    band = CARD_BANDS[card.kind]
    sheet.rectangle((0, 0, WIDE, HEAD), band)
    sheet.rectangle((0, HEAD, WIDE, HEAD + 6), "gold")
    sheet.rectangle((0, HEAD + 6, WIDE, HEAD + 9), "ink")
    kind = words.kind(card) if card.key else ""
    number = kind[:1] if card.number is None else str(card.number)
    sheet.paste(flower(number, LOTUS, band), EDGE - 8, (HEAD - LOTUS) // 2 + 6)
    x, y = EDGE + 140, HEAD // 2 + 6
    sheet.text(x, y - 26 * card.stay_eligible, kind, KIND._replace(size=50), "white", band)
    if card.stay_eligible:
        sheet.text(x, y + 30, name.say("Stay Eligible"), KIND, "white", band)
    x = WIDE - EDGE + 8
    for faction in reversed(card.order):
        x -= BADGE
        sheet.paste(badge(faction, BADGE, band), x, y - BADGE // 2)
        x -= 14


def _text(sheet: Sheet, block: _Block, top: int) -> None:
    """Write a paragraph.

    For the shaded side of an Event, the ground is shaded, with a bar at its left edge.
    """
    bottom = top + STEP * len(block.rows) + 40
    if block.ground != "paper":
        sheet.rectangle((EDGE - 18, top, WIDE - EDGE + 18, bottom), block.ground)
        sheet.rectangle((EDGE - 18, top, EDGE - 4, bottom), "stone")
    else:
        sheet.rectangle((EDGE, top - RULE, WIDE - EDGE, top - 5), "ochre")
    y = top + 20 + STEP // 2
    for number, row in enumerate(block.rows):
        if block.mark and not number:
            sheet.rectangle((EDGE, y - 8, EDGE + 16, y + 8), "terracotta")
        sheet.text(EDGE + 28, y, row, TEXT, "ink", block.ground)
        y += STEP
