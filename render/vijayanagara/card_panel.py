"""The panel of the open card: title, order and, where there is room, its text; or how the game ended."""

from __future__ import annotations

from typing import NamedTuple

from render.kit.canvas import Font, Sheet, lines, shorten, width
from render.vijayanagara import words
from render.vijayanagara.layout import CardPanel
from render.vijayanagara.marks import badge, flower
from render.vijayanagara.palette import CARD_BANDS
from rules.vijayanagara.view import View
from rules.words import listed

GROUND = "paper"
SMALLEST_TITLE, SMALLEST_LINE, SMALLEST_TEXT = 30, 22, 16  # pixels


def draw_card_panel(sheet: Sheet, panel: CardPanel, view: View) -> None:
    """The open card, who won, or between whom there is a tie."""
    if panel.band:
        _with_band(sheet, panel, view)
    else:
        _on_paper(sheet, panel, view)


class Said(NamedTuple):
    """What the panel says above the text; `end`: not of a card, but of the end of the game."""

    title: str
    below: str
    seals: tuple[str, ...]
    end: bool = False


def heading(view: View) -> Said:
    """What there is to say: of the end, of a tie, or of the card."""
    card = view.card
    if view.winners:
        names = view.faction(view.winners[0]).name
        if len(view.winners) > 1:
            names = str(listed([key.title() for key in view.winners]))
        title = f"{names} win" + "s" * (len(view.winners) == 1)
        return Said(title, words.ending(view), view.winners, True)
    if view.tie_break is not None and view.tie_break.round > 1:
        number = f"round {view.tie_break.round} of {view.tie_break.rounds}"
        below = f"Tie-break: {number} of Aadu-Huli aata (5.5)"
        return Said("Lots for the last round", below, view.tie_break.left, True)
    if view.tie_break is not None:
        return Said("A tie for the victory", "Aadu-Huli aata may break it (5.5)", view.tie_break.tied, True)
    if card is None:
        return Said("No card is open", "", ())
    return Said(card.title, words.card_line(card), card.order)


def _told(view: View) -> tuple[tuple[str, ...], bool]:
    """The paragraphs below, and whether they are an Event's two sides."""
    card = view.card
    if view.winners:
        names = {faction.key: faction.name for faction in view.factions}
        told = tuple(f"{names.get(key, key)}: {score}" for key, score in view.standing)
        return (*told, *(() if view.tie_break is None else view.tie_break.told)), False
    if view.tie_break is not None or card is None:
        return (), False
    text = card.text or ("The text of this card is not written yet.",)
    return text, card.kind == "event" and len(card.text) == 2


def _on_paper(sheet: Sheet, panel: CardPanel, view: View) -> None:
    """A title and a line below it; the seals end the line, or the title where the game has ended."""
    left, top, right, _ = panel.rect
    title, font = panel.title.font, panel.font.font
    left, right = left + 14, right - 14
    first = top + title.size * 3 // 4
    second = first + title.size
    said = heading(view)
    end = _seals(sheet, said.seals, right, first if said.end else second, panel.badge, GROUND)
    beside, below = (end, right) if said.end else (right, end)
    _title(sheet, left, first, said, title, beside - left)
    ink = "ink" if said.end else "rubric"
    sheet.text(left, second, shorten(said.below, font, below - left), font, ink, GROUND)


def _with_band(sheet: Sheet, panel: CardPanel, view: View) -> None:
    """As the card itself: a band in the colour of its sort with lotus and seals, then title and text."""
    left, top, right, _ = panel.rect
    title, font = panel.title.font, panel.font.font
    said = heading(view)
    band, number, line = CARD_BANDS["event"], "", said.below
    if view.card is not None and not said.end:
        card, kind = view.card, words.CARD_KINDS[view.card.kind]
        band, number = CARD_BANDS[card.kind], kind[:1] if card.number is None else str(card.number)
        stay = "Stay Eligible" if card.stay_eligible else ""
        line = " · ".join(part for part in (kind, card.years, stay) if part)
    sheet.rectangle((left, top, right, top + panel.band), band)
    sheet.rectangle((left, top + panel.band, right, top + panel.band + 4), "gold")
    sheet.rectangle((left, top + panel.band + 4, right, top + panel.band + 6), "ink")
    middle, size = top + panel.band // 2, panel.band - 8
    sheet.paste(flower(number, size, band), left + 8, middle - size // 2)
    end = _seals(sheet, said.seals, right - 12, middle, panel.badge, band)
    start = left + 20 + size
    small = _fitting(line, font, end - start, SMALLEST_LINE)
    sheet.text(start, middle, shorten(line, small, end - start), small, "white", band)
    y = top + panel.band + 12 + title.size * 3 // 5
    _title(sheet, left + 14, y, said, title, right - left - 28)
    paragraphs, sides = _told(view)
    _text(sheet, panel, paragraphs, y + title.size * 3 // 5 + font.size // 2, sides)


def _seals(sheet: Sheet, factions: tuple[str, ...], right: int, middle: int, size: int, ground: str) -> int:
    """Seals side by side that end at `right`; returns where they start."""
    x = right
    for faction in reversed(factions):
        x -= size
        sheet.paste(badge(faction, size, ground), x, middle - size // 2)
        x -= 6
    return x


def _title(sheet: Sheet, x: int, y: int, said: Said, font: Font, room: int) -> None:
    """The title, in smaller letters if it is long; cut only if that does not help."""
    font = _fitting(said.title, font, room, SMALLEST_TITLE)
    sheet.text(x, y, shorten(said.title, font, room), font, "rubric" if said.end else "ink", GROUND)


def _fitting(text: str, font: Font, room: int, least: int) -> Font:
    """The font, or as much smaller as the text needs it, but not below `least`."""
    while width(text, font) > room and font.size > least:
        font = font._replace(size=font.size - 1)
    return font


def _text(sheet: Sheet, panel: CardPanel, paragraphs: tuple[str, ...], y: int, sides: bool) -> None:
    """The text, in smaller letters if it is long; cut only if that does not help.

    `sides`: they are an Event's two, and the second is shaded.
    """
    left, _, right, bottom = panel.rect
    for size in range(panel.font.size, SMALLEST_TEXT - 1, -1):
        font = Font(panel.font.face, size)
        step = size + 4
        indents = [34 if sides and number else 14 for number in range(len(paragraphs))]
        broken = [
            list(lines(text, font, right - left - 14 - indent))
            for text, indent in zip(paragraphs, indents, strict=True)
        ]
        if y + sum(step * len(rows) + 10 for rows in broken) - 10 - step // 2 <= bottom - 8:
            break
    for number, (rows, indent) in enumerate(zip(broken, indents, strict=True)):
        room = max(0, (bottom - 8 - y + step // 2) // step)
        if len(rows) > room > 0:
            rows[room - 1] = shorten(rows[room - 1] + " …", font, right - left - 14 - indent)
        shown = rows[:room]
        if sides and number and shown:
            edge = step * len(shown) - step // 2 - 2
            sheet.rectangle((left + 14, y - step // 2 + 2, left + 24, y + edge), "stone")
        for line in shown:
            sheet.text(left + indent, y, line, font, "ink", GROUND)
            y += step
        y += 10
