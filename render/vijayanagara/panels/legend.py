"""Draw the legend next to the map: the meaning of the pieces and signs."""

from __future__ import annotations

from render.kit.canvas import Sheet, fitting
from render.kit.shapes import Rect
from render.vijayanagara.layout import Legend
from render.vijayanagara.marks import badge, city, crossing, marker, pip, sign
from render.vijayanagara.names import name
from render.vijayanagara.pieces import chip
from rules.vijayanagara.board import KINDS

GROUND = "paper"


def draw_legend(sheet: Sheet, legend: Legend, meeting: bool) -> None:
    """Draw what the pieces and signs mean.

    `meeting`: 1.3.5: whether to explain the points where four lands meet.
    """
    left, top, *_ = legend.rect
    title = legend.title.font
    sheet.text(left + 14, top + 24, name.say("Pieces"), title, "rubric", GROUND)
    y = top + 58
    for kind in KINDS:
        sheet.paste(chip(kind, 1, legend.chip, GROUND), left + 14, y - legend.chip // 2)
        _name(sheet, legend.rect, legend, y, name(kind))
        y += legend.step
    for kind, said in (("vp", "Victory points"), ("resources", "Resources"), ("cavalry", "Cavalry tokens")):
        sheet.paste(sign(kind, legend.chip, GROUND), left + 14, y - legend.chip // 2)
        _name(sheet, legend.rect, legend, y, name.say(said))
        y += legend.step
    left, top, *_ = legend.notes
    y = top + 22
    size = legend.chip
    notes = [
        (marker("tributary", size, GROUND), name.say("Tributary Province")),
        (marker("uncontrolled", size, GROUND), name.say("Uncontrolled")),
        (badge("bahmani", size, GROUND), name.say("Controlled by a faction")),
        (pip(size - 8, GROUND), name.say("Prosperity, 1 or 2")),
        (city(size, GROUND), name.say("City")),
    ]
    if meeting:
        notes.append((crossing(size, GROUND), name.say("All four meet: adjacent")))
    for tile, said in notes:
        sheet.paste(tile, left + 14 + (size - tile.width) // 2, y - tile.height // 2)
        _name(sheet, legend.notes, legend, y, said)
        y += legend.step


def _name(sheet: Sheet, rect: Rect, legend: Legend, y: int, said: str) -> None:
    """Write what a sign means, in letters that fit."""
    x = rect[0] + 26 + legend.chip
    sheet.text(x, y, said, fitting(said, legend.font.font, rect[2] - 8 - x), "ink", GROUND)
