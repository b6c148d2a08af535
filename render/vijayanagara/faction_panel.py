"""The panel of a faction: victory points, Resources, Cavalry, the Influence track, what is Available."""

from __future__ import annotations

from collections.abc import Mapping

from render.kit.canvas import Sheet, fitting, width
from render.kit.frames import plaque
from render.kit.pieces import chip_width
from render.vijayanagara import words
from render.vijayanagara.layout import FactionPanels
from render.vijayanagara.marks import badge, old_badge, sign
from render.vijayanagara.names import name
from render.vijayanagara.pieces import BOX_DESIGN, chip
from rules.vijayanagara.board import INFLUENCE_SLOTS, INFLUENCE_TOP, UNIT_BOX
from rules.vijayanagara.view import FactionView

GROUND = "paper"


def draw_faction(
    sheet: Sheet, panel: FactionPanels, faction: FactionView, old: FactionView | None, won: bool
) -> None:
    """One faction's panel, in a glowing frame if it acts or has won; `old`: to compare numbers with."""
    rect = panel.rects[faction.key]
    left, top, *_ = rect
    if faction.acting or won:
        plaque(sheet, rect, lit=True)
    x, y = left + panel.name[0], top + panel.name[1]
    sheet.paste(badge(faction.key, panel.badge, GROUND), x, y - panel.badge // 2)
    title = panel.title.font
    called = words.text(faction.name) if panel.full_name else words.seat(faction.key)
    x += panel.badge + 8
    end = panel.stats[0][0] if panel.stats[0][1] == panel.name[1] else panel.rects[faction.key][2] - left
    sheet.text(x, y, called, fitting(called, title, left + end - 6 - x), "ink", GROUND)
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
        caption = name.say("Available")
        font = fitting(caption, panel.font.font, x - left - 20)
        sheet.text(left + 14, y + panel.chip // 2, caption, font, "ink", GROUND)
    _stock(sheet, faction.box, x, y, panel.chip)


def _influence(sheet: Sheet, panel: FactionPanels, faction: FactionView, level: int, was: int | None) -> None:
    """1.9: five steps; the marker stands on one, stood on another, Units wait for the marker on some."""
    left, top, right, _ = panel.rects[faction.key]
    font = caption_font = panel.font.font
    due = [(step, n) for step, n in sorted(faction.track.items()) if n]  # the next come first
    caption = name.say("Influence {n}", n=level)
    if panel.full_name:
        caption = name.say("Influence")
    elif due:
        caption = name.say("Influence {n}, {units} Units at {next}", n=level, units=due[0][1], next=due[0][0])
    x = left + panel.influence[0]
    while width(caption, caption_font) > right - 12 - x:
        caption_font = caption_font._replace(size=caption_font.size - 1)
    sheet.text(x, top + panel.influence[1], caption, caption_font, "ink", GROUND)
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
                sheet.text(box[2] - 10, y + high // 2, name.say("freed"), font, "stone", ground, "r")
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


def signed(number: int) -> str:
    """ "+2" or "−2"."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}"
