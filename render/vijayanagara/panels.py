"""The panels round the map: card, sequence of play, factions, deck, legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.canvas import Font, Sheet, lines, shorten, width
from render.painter import Dice
from render.vijayanagara import words
from render.vijayanagara.layout import (
    CardPanel,
    DeckPanel,
    DicePanel,
    FactionPanels,
    Headline,
    Legend,
    Scene,
    SequencePanel,
)
from render.vijayanagara.marks import badge, city, crossing, die, marker, old_badge, pip, sign
from render.vijayanagara.pieces import BOX_DESIGN, chip, chip_width
from rules.vijayanagara.board import INFLUENCE_SLOTS, INFLUENCE_TOP, KINDS, UNIT_BOX
from rules.vijayanagara.view import FactionView, View

GROUND = "paper"
SMALLEST_TITLE, SMALLEST_TEXT = 30, 16  # pixels


def draw_panels(sheet: Sheet, scene: Scene, view: View, before: View | None = None) -> None:
    """Fill all the panels of a scene; their frames stand already. `before`: to compare numbers with."""
    if scene.headline is not None:
        _headline(sheet, scene.headline, view)
    _card(sheet, scene.card, view)
    if scene.sequence.rows:
        _order_rows(sheet, scene.sequence, view)
    else:
        _sequence_boxes(sheet, scene.sequence, view, before)
    for faction in view.factions:
        old = None if before is None else before.faction(faction.key)
        _faction(sheet, scene.factions, faction, old, faction.key in view.winners)
    _deck(sheet, scene.deck, view, before)


def _headline(sheet: Sheet, panel: Headline, view: View) -> None:
    left, top, right, bottom = panel.rect
    font = panel.title.font
    room = right - left - 28
    first, *rest = list(lines(view.headline, font, room))
    rows = [first, shorten(" ".join(rest), font, room)] if rest else [first]
    y = (top + bottom) // 2 - (len(rows) - 1) * font.size // 2
    for row in rows:
        sheet.text(left + 14, y, row, font, "rubric", GROUND)
        y += font.size


def _badges(sheet: Sheet, factions: tuple[str, ...], right: int, middle: int, size: int) -> int:
    """Seals side by side that end at `right`; returns where they start."""
    x = right
    for faction in reversed(factions):
        x -= size
        sheet.paste(badge(faction, size, GROUND), x, middle - size // 2)
        x -= 6
    return x


def _title(sheet: Sheet, x: int, y: int, text: str, font: Font, room: int, ink: str) -> None:
    """A title, in smaller letters if it is long; cut only if that does not help."""
    while width(text, font) > room and font.size > SMALLEST_TITLE:
        font = font._replace(size=font.size - 2)
    sheet.text(x, y, shorten(text, font, room), font, ink, GROUND)


def _card(sheet: Sheet, panel: CardPanel, view: View) -> None:
    left, top, right, _ = panel.rect
    title, font = panel.title.font, panel.font.font
    left, right = left + 14, right - 14
    first = top + title.size * 3 // 4
    second = first + title.size
    third = second + (panel.badge + font.size) // 2 + 4
    card = view.card
    if view.winners:
        names = " and ".join(view.faction(key).name for key in view.winners)
        end = _badges(sheet, view.winners, right, first, panel.badge)
        _title(
            sheet, left, first, f"{names} win" + "s" * (len(view.winners) == 1), title, end - left, "rubric"
        )
        below = "The game is over" if card is None else f"The game is over: {card.title}"
        sheet.text(left, second, shorten(below, font, right - left), font, "ink", GROUND)
        if panel.text:
            names_of = {faction.key: faction.name for faction in view.factions}
            told = tuple(f"{names_of.get(key, key)}: {score}" for key, score in view.standing)
            _card_text(sheet, panel, told, third, False)
    elif card is None:
        sheet.text(left, first, "No card is open", title, "ink", GROUND)
    else:
        _title(sheet, left, first, card.title, title, right - left, "ink")
        end = _badges(sheet, card.order, right, second, panel.badge)
        sheet.text(left, second, shorten(words.card_line(card), font, end - left), font, "rubric", GROUND)
        if panel.text:
            text = card.text or ("The text of this card is not written yet.",)
            _card_text(sheet, panel, text, third, card.kind == "event" and len(card.text) == 2)


def _card_text(sheet: Sheet, panel: CardPanel, paragraphs: tuple[str, ...], y: int, sides: bool) -> None:
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
        if y + sum(step * len(rows) + 6 for rows in broken) - step // 2 <= bottom - 6:
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
        y += 6


def _order_rows(sheet: Sheet, panel: SequencePanel, view: View) -> None:
    """A row for each faction, in the order of the card: its seal, and where it is on the sequence of play."""
    left, top, right, bottom = panel.rect
    font = panel.font.font
    step = (bottom - top - 8) // 3
    for row, key in enumerate(words.order(view)):
        faction = view.faction(key)
        y = top + 4 + step * row + step // 2
        ground = GROUND
        if faction.acting:
            ground = "lamp"
            sheet.rectangle((left + 8, y - step // 2 + 1, right - 8, y + step // 2 - 1), ground, "glow", 3)
        sheet.paste(badge(key, panel.badge, ground), left + 16, y - panel.badge // 2)
        x = sheet.text(left + 24 + panel.badge, y, words.PLACES[faction.place], font, "ink", ground)
        if faction.acting and x + width("acts now", font) <= right - 26:
            sheet.text(right - 18, y, "acts now", font, "rubric", ground, "r")


def _sequence_boxes(sheet: Sheet, panel: SequencePanel, view: View, before: View | None) -> None:
    """2.3: the six boxes of the sequence of play with the factions' seals, and rings where they were."""
    left, top, right, bottom = panel.rect
    font = panel.font.font
    wide, high = (right - left - 16) // 3, (bottom - top - 12) // 2
    order = [faction.key for faction in view.factions] if view.card is None else list(words.order(view))
    for number, (place, name) in enumerate(words.PLACES.items()):
        x, y = left + 8 + wide * (number // 2), top + 6 + high * (number % 2)
        taken = any(faction.place == place for faction in view.factions)
        ground = "lamp" if taken else GROUND
        sheet.rectangle((x + 2, y + 2, x + wide - 2, y + high - 2), ground, "ochre", 2)
        sheet.text(x + 12, y + 18, name, font, "ink", ground)
        at = x + 12
        for key in order:
            faction = view.faction(key)
            if faction.place != place:
                if before is not None and before.faction(key).place == place:
                    sheet.paste(old_badge(key, panel.badge, ground), at, y + 32)
                    at += panel.badge + 10
                continue
            sheet.paste(badge(key, panel.badge, ground), at, y + 32)
            if faction.acting:
                sheet.rectangle((at - 3, y + 29, at + panel.badge + 3, y + 35 + panel.badge), None, "glow", 3)
            at += panel.badge + 10


def _faction(
    sheet: Sheet, panel: FactionPanels, faction: FactionView, old: FactionView | None, won: bool
) -> None:
    rect = panel.rects[faction.key]
    left, top, right, bottom = rect
    if faction.acting or won:
        sheet.rectangle((left + 8, top + 8, right - 8, bottom - 8), None, "glow", 4)
    x, y = left + panel.name[0], top + panel.name[1]
    sheet.paste(badge(faction.key, panel.badge, GROUND), x, y - panel.badge // 2)
    title = panel.title.font
    name = faction.name if panel.full_name else faction.key.title()
    sheet.text(x + panel.badge + 8, y, name, title, "ink", GROUND)
    for (dx, dy), kind, number in zip(
        panel.stats,
        ("vp", "resources", "cavalry"),
        (faction.vp, faction.resources, faction.cavalry),
        strict=True,
    ):
        sheet.paste(sign(kind, panel.sign, GROUND), left + dx, top + dy - panel.sign // 2)
        x = left + dx + panel.sign + 5
        sheet.text(x, top + dy, str(number), panel.number.font, "ink", GROUND)
        if old is not None and (change := number - getattr(old, kind)):
            y = top + dy + panel.number.size // 2 + panel.change.size // 2
            sheet.text(x, y, signed(change), panel.change.font, "rubric", GROUND)
    if faction.influence is not None:
        _influence(sheet, panel, faction, faction.influence, None if old is None else old.influence)
    x, y = left + panel.box[faction.key][0], top + panel.box[faction.key][1]
    if panel.full_name:
        sheet.text(left + 14, y + panel.chip // 2, "Available", panel.font.font, "ink", GROUND)
    _stock(sheet, faction.box, x, y, panel.chip)


def _influence(sheet: Sheet, panel: FactionPanels, faction: FactionView, level: int, was: int | None) -> None:
    """1.9: five steps; the marker stands on one, stood on another, Units wait on some."""
    left, top, *_ = panel.rects[faction.key]
    font = panel.font.font
    caption = "Influence" if panel.full_name else f"Influence {level}"
    sheet.text(left + panel.influence[0], top + panel.influence[1], caption, font, "ink", GROUND)
    wide, high = panel.cell
    x, y = left + panel.track[0], top + panel.track[1]
    unit = BOX_DESIGN[UNIT_BOX[faction.key]]
    for step in range(INFLUENCE_TOP + 1):
        here = step == level
        ground = "lamp" if here else GROUND
        box = (x + step * wide, y, x + step * wide + wide - 3, y + high)
        sheet.rectangle(box, ground, "glow" if here else "ochre", 4 if here else 2)
        waiting = faction.track.get(step, 0)
        if step == was and not here and not waiting:
            size = high - 10
            at = (box[0] + box[2] - size) // 2
            if panel.full_name:
                sheet.text(box[0] + 10, y + high // 2, str(step), font, "ink", ground)
                at = box[0] + 26
            sheet.paste(old_badge(faction.key, size, ground), at, y + 5)
        elif panel.full_name:
            sheet.text(box[0] + 10, y + high // 2, str(step), font, "ink", ground)
            if here:
                size = high - 16
                sheet.paste(badge(faction.key, size, ground), box[0] + 26, y + 8)
            if waiting:
                size = high - 20
                sheet.paste(chip(unit, waiting, size, ground), box[2] - chip_width(waiting, size) - 6, y + 10)
            elif step in INFLUENCE_SLOTS[faction.key] and not here:
                sheet.text(box[2] - 10, y + high // 2, "freed", font, "stone", ground, "r")
        elif here:
            size = high - 10
            sheet.paste(badge(faction.key, size, ground), (box[0] + box[2] - size) // 2, y + 5)
        elif waiting:
            size = high - 17
            long = chip_width(waiting, size)
            sheet.paste(chip(unit, waiting, size, ground), (box[0] + box[2] - long) // 2, y + 9)
        else:
            sheet.text((box[0] + box[2]) // 2, y + high // 2, str(step), font, "ink", ground, "m")


def _stock(sheet: Sheet, stock: Mapping[str, int], x: int, y: int, size: int) -> None:
    for kind, number in stock.items():
        design = BOX_DESIGN.get(kind, kind)
        sheet.paste(chip(design, number, size, GROUND), x, y)
        x += chip_width(number, size) + size // 3


def _deck(sheet: Sheet, panel: DeckPanel, view: View, before: View | None) -> None:
    left, top, right, _ = panel.rect
    font = panel.font.font
    at = {name: (left + x, top + y) for name, (x, y) in panel.lines.items()}
    texts = {
        "dynasty": words.DYNASTIES[view.dynasty],
        "block": words.block(view.deck),
        "remaining": str(view.deck.remaining),
        "played": _played(view, font, right - 14 - at["played"][0]) if "played" in at else "",
    }
    for name, text in texts.items():
        if name in at:
            line = f"{text} {panel.words.get(name, '')}".rstrip()
            sheet.text(*at[name], shorten(line, font, right - 14 - at[name][0]), font, "ink", GROUND)
    x, y = at["pool"]
    sheet.paste(sign("cavalry", panel.sign, GROUND), x, y - panel.sign // 2)
    old = None if before is None else before.cavalry_pool
    _counted(sheet, panel, x + panel.sign + 5, y, view.cavalry_pool, old, panel.words["pool"])
    x, y = at["mongols"]
    sheet.paste(chip("mongols", 1, panel.chip, GROUND), x, y - panel.chip // 2)
    old = None if before is None else before.mongol_box
    _counted(sheet, panel, x + panel.chip + 5, y, view.mongol_box, old, panel.words["mongols"])


def _played(view: View, font: Font, room: int) -> str:
    """The cards played last, the newest first: as many as there is room for whole titles of."""
    text = f"Played last: {view.deck.played[-1] if view.deck.played else 'nothing'}"
    for title in reversed(view.deck.played[:-1]):
        if width(f"{text} · {title}", font) > room:
            break
        text += f" · {title}"
    return text


def _counted(sheet: Sheet, panel: DeckPanel, x: int, y: int, number: int, old: int | None, what: str) -> None:
    """ "7 −3 in pool"."""
    font = panel.font.font
    if old is not None and old != number:
        x = sheet.text(x, y, f"{number} ", font, "ink", GROUND)
        x = sheet.text(x, y, signed(number - old), font, "rubric", GROUND)
        sheet.text(x, y, f" {what.removeprefix('in ')}", font, "ink", GROUND)
    else:
        sheet.text(x, y, f"{number} {what}", font, "ink", GROUND)


def draw_dice(sheet: Sheet, panel: DicePanel, dice: Sequence[Dice]) -> None:
    """A row for each side: its seal, its dice as they lie now, how many tokens it spent on them."""
    left, top, _, bottom = panel.rect
    step = (bottom - top) // max(2, len(dice))
    for row, side in enumerate(dice):
        y = top + step * row + step // 2
        x = left + panel.badge // 4 + 4
        sheet.paste(badge(side.faction, panel.badge, GROUND), x, y - panel.badge // 2)
        x += panel.badge + 6
        for was, now in zip(side.faces, side.now, strict=True):
            hits = now is not None and now <= side.reach
            sheet.paste(die(now, was, hits, panel.die, GROUND), x, y - panel.die // 2)
            x += panel.die + 3
        if side.spent:
            size = panel.die * 2 // 3
            font = Font("DurbarSans-Bold", max(16, size * 3 // 4))
            sheet.paste(sign("cavalry", size, GROUND), x + 1, y - size - 1)
            sheet.text(x + 1 + size // 2, y + size // 2, signed(-side.spent), font, "rubric", GROUND, "m")


def signed(number: int) -> str:
    """ "+2" or "−2"."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}"


def draw_legend(sheet: Sheet, legend: Legend, meeting: bool) -> None:
    """What the pieces and signs mean; `meeting`: 1.3.5: whether bare points hold."""
    left, top, *_ = legend.rect
    font, title = legend.font.font, legend.title.font
    sheet.text(left + 14, top + 24, "Pieces", title, "rubric", GROUND)
    y = top + 58
    for kind in KINDS:
        sheet.paste(chip(kind, 1, legend.chip, GROUND), left + 14, y - legend.chip // 2)
        sheet.text(left + 26 + legend.chip, y, words.PIECES[kind][1], font, "ink", GROUND)
        y += legend.step
    for kind, name in (("vp", "Victory points"), ("resources", "Resources"), ("cavalry", "Cavalry tokens")):
        sheet.paste(sign(kind, legend.chip, GROUND), left + 14, y - legend.chip // 2)
        sheet.text(left + 26 + legend.chip, y, name, font, "ink", GROUND)
        y += legend.step
    left, top, *_ = legend.notes
    y = top + 22
    size = legend.chip
    notes = [
        (marker("tributary", size, GROUND), "Tributary Province"),
        (marker("uncontrolled", size, GROUND), "Uncontrolled"),
        (badge("bahmani", size, GROUND), "Controlled by a faction"),
        (pip(size - 8, GROUND), "Prosperity, 1 or 2"),
        (city(size - 6, GROUND), "City"),
    ]
    if meeting:
        notes.append((crossing(size, GROUND), "All four meet: adjacent"))
    for tile, name in notes:
        sheet.paste(tile, left + 14 + (size - tile.width) // 2, y - tile.height // 2)
        sheet.text(left + 26 + size, y, name, font, "ink", GROUND)
        y += legend.step
