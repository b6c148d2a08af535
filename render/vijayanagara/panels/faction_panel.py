"""Draw the panel of a faction: victory points, Resources, Cavalry, the Influence track, Available pieces."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import ImageDraw

from render.kit.canvas import Font, Sheet, fitting, width
from render.kit.frames import plaque
from render.kit.pieces import chip_width
from render.kit.shapes import Rect
from render.vijayanagara import words
from render.vijayanagara.layout import FactionPanels
from render.vijayanagara.marks import badge, old_badge, sign
from render.vijayanagara.names import name
from render.vijayanagara.palette import FACTION_COLOUR
from render.vijayanagara.pieces import BOX_DESIGN, chip
from rules.vijayanagara.board import INFLUENCE_SLOTS, INFLUENCE_TOP, UNIT_BOX
from rules.vijayanagara.view import FactionView

GROUND = "paper"
GAP = 5  # pixels between a sign and its number
APART = 8  # pixels between a number and its change, so that nobody reads "2+2"
PAD = 3  # pixels between a gain and its frame
STOCK = 8  # a gap of one eighth of a piece's width separates two Available kinds
DOT = 4  # pixels: the radius of the dot for a waiting Unit, in a track without words


def draw_faction(
    sheet: Sheet, panel: FactionPanels, faction: FactionView, old: FactionView | None, won: bool
) -> None:
    """Draw a faction's panel, in a glowing frame if it acts or has won. `old`: its earlier numbers."""
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
    ends = [*(spot[0] for spot in panel.stats[1:]), panel.track[0]]
    for (dx, dy), end, kind, number in zip(
        panel.stats,
        ends,
        ("vp", "resources", "cavalry"),
        (faction.vp, faction.resources, faction.cavalry),
        strict=True,
    ):
        sheet.paste(sign(kind, panel.sign, GROUND), left + dx, top + dy - panel.sign // 2)
        x = left + dx + panel.sign + GAP
        sheet.text(x, top + dy, str(number), panel.number.font, "ink", GROUND)
        if old is not None and (change := number - getattr(old, kind)):
            below = panel.number.size // 2 + panel.change.size // 2
            aside = width(str(number), panel.number.font) + APART
            spot = (x + aside, top + dy) if panel.beside else (x, top + dy + below)
            draw_change(sheet, *spot, change, panel.change.font, left + end if panel.beside else rect[2] - 8)
    if faction.influence is not None:
        _influence(sheet, panel, faction, faction.influence, None if old is None else old.influence)
    x, y = left + panel.box[faction.key][0], top + panel.box[faction.key][1]
    if panel.full_name:
        caption = name.say("Available")
        font = fitting(caption, panel.font.font, x - left - 20)
        sheet.text(left + 14, y + panel.chip // 2, caption, font, "ink", GROUND)
    _stock(sheet, faction.box, x, y, panel.chip)


def _influence(sheet: Sheet, panel: FactionPanels, faction: FactionView, level: int, was: int | None) -> None:
    """1.9: draw the track: the marker at `level`, its old place at `was`, and the waiting Units."""
    left, top, right, _ = panel.rects[faction.key]
    if panel.influence is not None:
        start, caption = left + panel.influence[0], name.say("Influence")
        font = fitting(caption, panel.font.font, right - 12 - start)
        sheet.text(start, top + panel.influence[1], caption, font, "ink", GROUND)
    wide, high = panel.cell
    x, y = left + panel.track[0], top + panel.track[1]
    for step in range(INFLUENCE_TOP + 1):
        here, had = step == level, step == was
        ground = "lamp" if here else GROUND
        box = (x + step * wide, y, x + step * wide + wide - 3, y + high)
        sheet.rectangle(box, ground, "glow" if here else "ochre", 4 if here else 2)
        if panel.influence is not None:
            _cell_in_words(sheet, panel, faction, box, step, ground, (here, had))
        else:
            _cell_with_dots(sheet, panel, faction, box, step, ground, had and not here)


def _cell_in_words(
    sheet: Sheet,
    panel: FactionPanels,
    faction: FactionView,
    box: Rect,
    step: int,
    ground: str,
    marker: tuple[bool, bool],
) -> None:
    """Draw a broad step: its number, then the marker, its old place, waiting Units, or "freed".

    `marker`: whether the marker is on this step, and whether it was before.
    """
    left, top, right, bottom = box
    (here, had), high, font = marker, bottom - top, panel.font.font
    waiting = faction.track.get(step, 0)
    sheet.text(left + 10, top + high // 2, str(step), font, "ink", ground)
    if here:
        sheet.paste(badge(faction.key, high - 16, ground), left + 26, top + 8)
    elif had and not waiting:
        sheet.paste(old_badge(faction.key, high - 10, ground), left + 26, top + 5)
        return
    if waiting:
        size, unit = high - 20, BOX_DESIGN[UNIT_BOX[faction.key]]
        sheet.paste(chip(unit, waiting, size, ground), right - chip_width(waiting, size) - 6, top + 10)
    elif step in INFLUENCE_SLOTS[faction.key] and not here:
        sheet.text(right - 10, top + high // 2, name.say("freed"), font, "stone", ground, "r")


def _cell_with_dots(
    sheet: Sheet, panel: FactionPanels, faction: FactionView, box: Rect, step: int, ground: str, had: bool
) -> None:
    """Draw a narrow step: its number over a dot for each waiting Unit. `had`: the marker was here before."""
    left, top, right, bottom = box
    waiting, y = faction.track.get(step, 0), bottom - DOT - 6
    middle, foot = (left + right) // 2, (2 * DOT + 6) * (waiting > 0)
    if had:
        sheet.rectangle(box, None, "stone", 4)
    sheet.text(middle, (top + bottom - foot) // 2, str(step), panel.number.font, "ink", ground, "m")
    draw = ImageDraw.Draw(sheet.image)
    for dot in range(waiting):
        x = middle + (2 * dot - waiting + 1) * (DOT + 1)
        draw.ellipse(
            (x - DOT, y - DOT, x + DOT, y + DOT),
            sheet.palette[FACTION_COLOUR[faction.key]],
            sheet.palette["ink"],
        )


def _stock(sheet: Sheet, stock: Mapping[str, int], x: int, y: int, size: int) -> None:
    for kind, number in stock.items():
        design = BOX_DESIGN.get(kind, kind)
        sheet.paste(chip(design, number, size, GROUND), x, y)
        x += chip_width(number, size) + size // STOCK


def draw_change(sheet: Sheet, x: int, y: int, change: int, font: Font, end: int) -> None:
    """Draw how much a number has changed. A gain is black; it has a frame if there is room up to `end`."""
    text, half = sign_number(change), font.size * 9 // 20
    box = (x, y - half, x + width(text, font) + 2 * PAD, y + half)
    if change < 0 or box[2] > end:
        sheet.text(x, y, text, font, "rubric" if change < 0 else "ink", GROUND)
        return
    sheet.rectangle(box, "lamp", "ink", 2)
    sheet.text(x + PAD, y, text, font, "ink", "lamp")


def sign_number(number: int) -> str:
    """Return a number with its sign: "+2" or "−2"."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}"
