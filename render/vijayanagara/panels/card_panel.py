"""Draw the panel for the open card or the end of the game: title, order and, if there is room, text."""

from __future__ import annotations

from typing import NamedTuple

from render.kit.canvas import Font, Sheet, fitting, lines, shorten
from render.vijayanagara import words
from render.vijayanagara.layout import CardPanel
from render.vijayanagara.marks import badge, flower
from render.vijayanagara.names import name
from render.vijayanagara.palette import CARD_BANDS
from render.vijayanagara.words import SEATS
from rules.asking import count
from rules.vijayanagara.view import View
from rules.words import join_list, mark_text, say

GROUND = "paper"
SMALLEST_LINE, SMALLEST_TEXT = 22, 16  # pixels
BESIDE = 6  # pixels before a seal
EDGE = 14  # pixels between a panel's edge and its text


def draw_card_panel(sheet: Sheet, panel: CardPanel, view: View) -> None:
    """Draw the open card, or who won, or which factions are tied."""
    if panel.band:
        _with_band(sheet, panel, view)
    else:
        _on_paper(sheet, panel, view)


class Said(NamedTuple):
    """What the panel says above the text. `end`: it is about the end of the game, not about a card."""

    title: str
    below: str
    seals: tuple[str, ...]
    end: bool = False


def heading(view: View, brief: bool = False) -> Said:
    """Return what the panel says: the end of the game, a tie, or the card.

    `brief`: one line for a narrow panel.
    """
    card = view.card
    if view.winners:
        if len(view.winners) > 1:
            names = join_list([say(SEATS[key]) for key in view.winners])
            title = name.say("{factions} win", factions=names)
        else:
            title = name.say("{faction} wins", faction=mark_text(view.faction(view.winners[0]).name))
        return Said(title, words.ending(view, brief), view.winners, True)
    if view.tie_break is not None and view.tie_break.round > 1:
        number, rounds = view.tie_break.round, view.tie_break.rounds
        below = name.say("Tie-break: round {n} of {of} of Aadu-Huli aata", n=number, of=rounds)
        return Said(name.say("Drawing lots for the last round"), below, view.tie_break.left, True)
    if view.tie_break is not None:
        below = name.say("Aadu-Huli aata may break it")
        return Said(name.say("A tie for the victory"), below, view.tie_break.tied, True)
    if card is None:
        return Said(name.say("No card is open"), "", ())
    return Said(words.text(card.title), words.card_line(card), card.order)


def _write_paragraphs(view: View) -> tuple[tuple[str, ...], bool]:
    """Return the paragraphs below the heading, and whether they are the two sides of an Event."""
    card = view.card
    if view.winners:
        told = [
            name.say(
                "{faction}: {n} VP, {resources}",
                faction=mark_text(f.name),
                n=f.vp,
                resources=count(f.resources, "resources"),
            )
            for _, f in words.ranking(view)
        ]
        rounds = () if view.tie_break is None else view.tie_break.words
        return (*told, *(each.read(name) for each in rounds)), False
    if view.tie_break is not None or card is None:
        return (), False
    text = tuple(map(words.text, card.text)) or (name.say("The text of this card is not written yet."),)
    return text, card.kind == "event" and len(card.text) == 2


def _on_paper(sheet: Sheet, panel: CardPanel, view: View) -> None:
    """Write a title and a line. The seals are beside the line or, if the game has ended, beside the title."""
    left, top, right, bottom = panel.rect
    font = panel.font.font
    left, right = left + EDGE, right - EDGE
    said = heading(view, brief=True)
    aside = (panel.badge + BESIDE) * len(said.seals)
    room = right - left - aside if said.end else right - left
    rows, title = _in_rows(panel, said.title, room)
    below = list(lines(said.below, font, right - left)) if said.end else [said.below]
    high = title.size * len(rows) + font.size * len(below)
    y = (top + bottom - high) // 2 + title.size // 2
    second = y + title.size * len(rows) - title.size // 2 + font.size // 2
    end = _seals(sheet, said.seals, right, y if said.end else second, panel.badge, GROUND)
    for row in rows:
        sheet.text(left, y, row, title, "rubric" if said.end else "ink", GROUND)
        y += title.size
    if said.end:  # the text about a broken tie may need two rows
        for row in below:
            sheet.text(left, second, row, font, "ink", GROUND)
            second += font.size
        return
    sheet.text(left, second, shorten(said.below, font, end - left), font, "rubric", GROUND)


def _in_rows(panel: CardPanel, title: str, room: int) -> tuple[list[str], Font]:
    """Return the rows of the title and their font.

    The title is on one line, as large as fits. If even the smallest letters are too wide, the title gets at
    most `panel.rows` lines, and the rest is cut.
    """
    font = fitting(title, panel.title.font, room, panel.least)
    rows = list(lines(title, font, room))
    if len(rows) > panel.rows:
        rows = [*rows[: panel.rows - 1], f"{rows[panel.rows - 1]} …"]
    return [shorten(row, font, room) for row in rows], font


def _with_band(sheet: Sheet, panel: CardPanel, view: View) -> None:
    """Draw the panel like the card itself: a coloured band with lotus and seals, then title and text."""
    left, top, right, _ = panel.rect
    title, font = panel.title.font, panel.font.font
    said = heading(view)
    band, number, line = CARD_BANDS["event"], "", said.below
    if view.card is not None and not said.end:
        card, kind = view.card, words.kind(view.card)
        band, number = CARD_BANDS[card.kind], kind[:1] if card.number is None else str(card.number)
        stay = name.say("Stay Eligible") if card.stay_eligible else ""
        line = " · ".join(part for part in (kind, card.years, stay) if part)
    sheet.rectangle((left, top, right, top + panel.band), band)
    sheet.rectangle((left, top + panel.band, right, top + panel.band + 4), "gold")
    sheet.rectangle((left, top + panel.band + 4, right, top + panel.band + 6), "ink")
    middle, size = top + panel.band // 2, panel.band - 8
    sheet.paste(flower(number, size, band), left + 8, middle - size // 2)
    end = _seals(sheet, said.seals, right - 12, middle, panel.badge, band)
    start = left + 20 + size
    small = fitting(line, font, end - start, SMALLEST_LINE)
    sheet.text(start, middle, shorten(line, small, end - start), small, "white", band)
    y = top + panel.band + 12 + title.size * 3 // 5
    _title(sheet, panel, left + EDGE, y, said, right - left - 2 * EDGE)
    paragraphs, sides = _write_paragraphs(view)
    _text(sheet, panel, paragraphs, y + title.size * 3 // 5 + font.size // 2, sides)


def _seals(sheet: Sheet, factions: tuple[str, ...], right: int, middle: int, size: int, ground: str) -> int:
    """Draw seals side by side so that the last ends at `right`. Return where the first starts."""
    x = right
    for faction in reversed(factions):
        x -= size
        sheet.paste(badge(faction, size, ground), x, middle - size // 2)
        x -= BESIDE
    return x


def _title(sheet: Sheet, panel: CardPanel, x: int, y: int, said: Said, room: int) -> None:
    """Write the title in one line, cut if even the smallest letters are too wide."""
    font = fitting(said.title, panel.title.font, room, panel.least)
    sheet.text(x, y, shorten(said.title, font, room), font, "rubric" if said.end else "ink", GROUND)


def _text(sheet: Sheet, panel: CardPanel, paragraphs: tuple[str, ...], y: int, sides: bool) -> None:
    """Write the paragraphs, in smaller letters if they are long. Cut them if even the smallest do not fit.

    `sides`: the paragraphs are the two sides of an Event, and the second is shaded.
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
