"""What the pieces and signs mean, beside the map."""

from __future__ import annotations

from render.kit.canvas import Sheet
from render.vijayanagara.layout import Legend
from render.vijayanagara.marks import badge, city, crossing, marker, pip, sign
from render.vijayanagara.pieces import chip
from rules.vijayanagara.board import KINDS
from rules.vijayanagara.vocabulary import PIECES

GROUND = "paper"


def draw_legend(sheet: Sheet, legend: Legend, meeting: bool) -> None:
    """What the pieces and signs mean; `meeting`: 1.3.5: whether bare points hold."""
    left, top, *_ = legend.rect
    font, title = legend.font.font, legend.title.font
    sheet.text(left + 14, top + 24, "Pieces", title, "rubric", GROUND)
    y = top + 58
    for kind in KINDS:
        sheet.paste(chip(kind, 1, legend.chip, GROUND), left + 14, y - legend.chip // 2)
        sheet.text(left + 26 + legend.chip, y, PIECES[kind][1], font, "ink", GROUND)
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
        (city(size, GROUND), "City"),
    ]
    if meeting:
        notes.append((crossing(size, GROUND), "All four meet: adjacent"))
    for tile, name in notes:
        sheet.paste(tile, left + 14 + (size - tile.width) // 2, y - tile.height // 2)
        sheet.text(left + 26 + size, y, name, font, "ink", GROUND)
        y += legend.step
