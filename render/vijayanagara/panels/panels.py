"""Draw the panels around the map: sequence of play, deck, dice.

Card and factions have modules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from render.kit.canvas import Font, Sheet, fitting, shorten, width
from render.vijayanagara import words
from render.vijayanagara.changes import Dice
from render.vijayanagara.layout import DeckPanel, DicePanel, Scene, SequencePanel
from render.vijayanagara.marks import badge, die, old_badge, sign
from render.vijayanagara.names import name
from render.vijayanagara.panels.card_panel import draw_card_panel
from render.vijayanagara.panels.faction_panel import draw_faction, sign_number
from render.vijayanagara.pieces import chip
from rules.asking import count
from rules.vijayanagara.view import View
from rules.words import mark_text

GROUND = "paper"


def draw_panels(sheet: Sheet, scene: Scene, view: View, before: View | None = None) -> None:
    """Fill the panels of a scene, whose frames are already drawn.

    `before`: a view to compare numbers with.
    """
    draw_card_panel(sheet, scene.card, view)
    if view.winners or view.tie_break is not None:
        _ranking(sheet, scene.sequence, view)
    elif scene.sequence.rows:
        _order_rows(sheet, scene.sequence, view)
    else:
        _sequence_boxes(sheet, scene.sequence, view, before)
    for faction in view.factions:
        old = None if before is None else before.faction(faction.key)
        draw_faction(sheet, scene.factions, faction, old, faction.key in view.winners)
    _deck(sheet, scene.deck, view, before)


def _order_rows(sheet: Sheet, panel: SequencePanel, view: View) -> None:
    """Draw a row for each faction, in card order: its seal, and its place on the sequence of play."""
    left, top, right, bottom = panel.rect
    font = panel.font.font
    step = (bottom - top - 8) // 3
    for row, key in enumerate(words.order(view)):
        faction = view.faction(key)
        y = top + 4 + step * row + step // 2
        ground = GROUND
        if faction.acting:
            ground = "lamp"
            sheet.rectangle((left + 8, y - step // 2, right - 8, y + step // 2), ground, "glow", 2)
        sheet.paste(badge(key, panel.badge, ground), left + 16, y - panel.badge // 2)
        x, said = left + 24 + panel.badge, words.place(faction.place, panel.brief)
        x = sheet.text(x, y, said, fitting(said, font, right - 14 - x), "ink", ground)
        turn = name.say("its turn")
        if faction.acting and x + width(turn, font) <= right - 26:
            sheet.text(right - 18, y, turn, font, "rubric", ground, "r")


def _ranking(sheet: Sheet, panel: SequencePanel, view: View) -> None:
    """5.5: draw a row for each faction at the end of the game: its rank, victory points and Resources."""
    left, top, right, bottom = panel.rect
    font = panel.font.font
    step, x = (bottom - top - 8) // 3, left + 24 + panel.badge
    ranked = words.ranking(view)
    for said in (
        "{place}. {faction}: {n} VP, {resources}",
        "{place}. {n} VP, {resources}",
        "{place}. {n} VP, {m} Res.",
        "{place}. {n} VP",
    ):
        texts = [
            name.say(
                said,
                place=place,
                faction=mark_text(f.name),
                n=f.vp,
                m=f.resources,
                resources=count(f.resources, "resources"),
            )
            for place, f in ranked
        ]
        if max(width(text, font) for text in texts) <= right - 14 - x:
            break
    for row, (text, (_, faction)) in enumerate(zip(texts, ranked, strict=True)):
        y = top + 4 + step * row + step // 2
        sheet.paste(badge(faction.key, panel.badge, GROUND), left + 16, y - panel.badge // 2)
        sheet.text(x, y, text, font, "ink", GROUND)


def _sequence_boxes(sheet: Sheet, panel: SequencePanel, view: View, before: View | None) -> None:
    """2.3: draw the six boxes of the sequence of play with the factions' seals, and rings at old places."""
    left, top, right, bottom = panel.rect
    font = panel.font.font
    wide, high = (right - left - 16) // 3, (bottom - top - 12) // 2
    order = [faction.key for faction in view.factions] if view.card is None else list(words.order(view))
    for number, place in enumerate(words.PLACES):
        x, y = left + 8 + wide * (number // 2), top + 6 + high * (number % 2)
        taken = any(faction.place == place for faction in view.factions)
        ground = "lamp" if taken else GROUND
        sheet.rectangle((x + 2, y + 2, x + wide - 2, y + high - 2), ground, "ochre", 2)
        said = words.place(place)
        small = fitting(said, font, wide - 18)
        sheet.text(x + 10, y + 8 + font.size // 2, said, small, "ink", ground)
        at = x + 12
        middle = y + high - panel.badge // 2 - 9
        for key in order:
            faction = view.faction(key)
            if faction.place != place:
                if before is not None and before.faction(key).place == place:
                    sheet.paste(old_badge(key, panel.badge, ground), at, middle - panel.badge // 2)
                    at += panel.badge + 8
                continue
            size = panel.badge + 10 * faction.acting
            sheet.paste(badge(key, size, ground, faction.acting), at, middle - size // 2)
            at += size + 8


def _deck(sheet: Sheet, panel: DeckPanel, view: View, before: View | None) -> None:
    left, top, right, _ = panel.rect
    font = panel.font.font
    at = {name: (left + x, top + y) for name, (x, y) in panel.lines.items()}
    texts = {
        "dynasty": words.dynasty(view.dynasty) if "played" not in at else words.reign(view.dynasty),
        "block": words.block(view.deck, brief="played" not in at),
        "remaining": words.cards(view.deck) if panel.cards else words.all_cards(view.deck),
        "played": _list_played(view, font, right - 14 - at["played"][0]) if "played" in at else "",
    }
    for line, text in texts.items():
        if line in at:
            sheet.text(*at[line], shorten(text, font, right - 14 - at[line][0]), font, "ink", GROUND)
    x, y = at["pool"]
    sheet.paste(sign("cavalry", panel.sign, GROUND), x, y - panel.sign // 2)
    old = None if before is None else before.cavalry_pool
    _write_count(sheet, font, x + panel.sign + 5, y, view.cavalry_pool, old, name.say("in pool"))
    x, y = at["mongols"]
    sheet.paste(chip("mongols", 1, panel.chip, GROUND), x, y - panel.chip // 2)
    old = None if before is None else before.mongol_box
    _write_count(sheet, font, x + panel.chip + 5, y, view.mongol_box, old, name.say("in box"))


def _list_played(view: View, font: Font, room: int) -> str:
    """Return the last played cards, newest first: as many whole titles as there is room for."""
    if not view.deck.played:
        return name.say("Played last: nothing")
    text = name.say("Played last: {card}", card=mark_text(view.deck.played[-1]))
    for title in map(words.text, reversed(view.deck.played[:-1])):
        if width(f"{text} · {title}", font) > room:
            break
        text += f" · {title}"
    return text


def _write_count(sheet: Sheet, font: Font, x: int, y: int, number: int, old: int | None, what: str) -> None:
    """Write "7 −3 in pool": the number, its change if there is one, and the thing counted."""
    x = sheet.text(x, y, str(number), font, "ink", GROUND)
    if old is not None and (change := number - old):
        x = sheet.text(x, y, f" {sign_number(change)}", font, "ink" if change > 0 else "rubric", GROUND)
    sheet.text(x, y, f" {what}", font, "ink", GROUND)


def draw_dice(sheet: Sheet, panel: DicePanel, dice: Sequence[Dice]) -> None:
    """Draw a row for each side: its seal, its dice as they now are, and the tokens that it spent on them."""
    left, top, right, bottom = panel.rect
    step, gap = (bottom - top) // max(2, len(dice)), panel.gap
    for row, side in enumerate(dice):
        y = top + step * row + step // 2
        x = left + 3 * gap
        sheet.paste(badge(side.faction, panel.badge, GROUND), x, y - panel.badge // 2)
        x += panel.badge + 2 * gap
        for was, now in zip(side.faces, side.now, strict=True):
            hits = now is not None and now <= side.reach
            sheet.paste(die(now, was, hits, panel.die, GROUND), x, y - panel.die // 2)
            x += panel.die + gap
        text, font = sign_number(-side.spent), panel.font.font
        if side.spent and x + 2 * gap + panel.sign + width(text, font) < right:
            sheet.paste(sign("cavalry", panel.sign, GROUND), x + gap, y - panel.sign // 2)
            sheet.text(x + 2 * gap + panel.sign, y, text, font, "rubric", GROUND)
