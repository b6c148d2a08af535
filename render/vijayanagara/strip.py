"""Draw a compact picture of small moves, the strip.

It shows the changed part of the map, what happened in words, and the factions' numbers.
"""

from __future__ import annotations

from PIL import Image

from render.kit.brush import Window
from render.kit.canvas import Drawn, Sheet, finish, lines, shorten
from render.kit.frames import border, plaque
from render.kit.shapes import Rect
from render.kit.written import cut
from render.vijayanagara import words
from render.vijayanagara.alt import alt_text, list_deeds, tell_alt
from render.vijayanagara.changes import Changes, Tale, list_dice
from render.vijayanagara.draw import draw_window
from render.vijayanagara.layout import LAYOUT, DicePanel
from render.vijayanagara.map.ground import MAP, outline
from render.vijayanagara.marks import badge, sign
from render.vijayanagara.names import name
from render.vijayanagara.palette import PALETTE, TABLES
from render.vijayanagara.panels.faction_panel import APART, draw_change
from render.vijayanagara.panels.panels import draw_dice
from rules.vijayanagara import description
from rules.vijayanagara.view import View, find_changed

STRIP = LAYOUT.strip
STYLE = LAYOUT.prints[STRIP.print]
EDGE, PAD = STRIP.edge, STRIP.pad
TITLE, TEXT, NUMBER, CHANGE = (each.font for each in (STRIP.title, STRIP.font, STRIP.number, STRIP.change))
FOOT = 22  # pixels kept free above the factions' numbers
FRAME = 3  # pixels of the gold line round the map
GAP = 5  # pixels between a sign, its number and the number's change


def draw_strip(view: View, tale: Tale | None = None, theme: str = "day") -> Drawn:
    """Draw what happened in a compact picture, with the numbers of all factions below.

    Without a tale, draw the factions' places on the sequence of play instead. If too much of the map changed,
    the map is left out. Raises `KeyError` for an unknown theme.
    """
    table = TABLES[theme]
    told: Changes | None = None if tale is None else tale.deeds
    part = None if told is None else _part(told)
    dice = list_dice(view.fight) if told is None else told.dice
    left = EDGE if part is None else EDGE + (part[2] - part[0]) + STRIP.gap
    room = STRIP.wide - EDGE - left - 2 * PAD
    heads = list(
        lines(words.headline(view) if view.card is None else words.text(view.card.title), TITLE, room)
    )
    rows = _rows(view, told, room)
    if len(rows) > STRIP.most:
        rows = [*rows[: STRIP.most - 1], (name.say("… and more"), "rubric")]
    told_high = STRIP.head * len(heads) + STRIP.step * len(rows)
    numbers = STRIP.sign + STRIP.row * 3
    needed = 2 * PAD + told_high + STRIP.throw * len(dice) + FOOT + numbers
    high = max(needed, 0 if part is None else part[3] - part[1])
    picture = Image.new("L", (STRIP.wide, high + 2 * EDGE), PALETTE["sea"])
    sheet = Sheet(PALETTE, picture)
    if part is not None and told is not None:
        part = _taller(part, high)
        window = Window(0, 0, *MAP.size, 1.0)
        shown = draw_window(view, told.lit, window, told, Window(*part, 1.0), STYLE)
        top = EDGE + (high - (part[3] - part[1])) // 2
        sheet.paste(cut(shown, part), EDGE, top)
        edge = EDGE + part[2] - part[0], top + part[3] - part[1]
        sheet.rectangle((EDGE - FRAME, top - FRAME, edge[0] + FRAME, edge[1] + FRAME), None, "gold", FRAME)
    panel = (left, EDGE, STRIP.wide - EDGE, EDGE + high)
    plaque(sheet, panel)
    y = EDGE + PAD + STRIP.head // 2
    for head in heads:
        sheet.text(left + PAD, y, shorten(head, TITLE, room), TITLE, "ink", "paper")
        y += STRIP.head
    for text, ink in rows:
        sheet.text(left + PAD, y, text, TEXT, ink, "paper")
        y += STRIP.step
    if dice:
        y -= STRIP.step // 2
        draw_dice(sheet, _tray((left, y, STRIP.wide - EDGE, y + STRIP.throw * len(dice))), dice)
    _numbers(sheet, view, tale, panel)
    border(sheet)
    return finish(sheet, table)


def _tray(rect: Rect) -> DicePanel:
    return DicePanel(rect=rect, badge=STRIP.badge, die=STRIP.die, sign=STRIP.sign, font=STRIP.number)


def strip_alt(view: View, tale: Tale | None = None) -> str:
    """Return the same alt text as for the whole table."""
    return alt_text(view) if tale is None else tell_alt(view, tale)


def small(view: View, tale: Tale) -> str | None:
    """Return "strip" if a strip can show all that happened on the map; else None."""
    told: Changes = tale.deeds
    # spaces changed but none is lit: this means that more than half of the map changed
    most = not told.lit and find_changed(tale.before, view)
    if most or (told.lit and _part(told) is None):
        return None
    room = STRIP.wide - 2 * EDGE - STRIP.largest[0] - STRIP.gap - 2 * PAD
    return "strip" if len(_rows(view, told, room)) <= STRIP.most else None


def _part(told: Changes) -> Rect | None:
    """Return the box of the map with all changed spaces; None if none changed, or if the box is too large."""
    touched = told.lit | {space for move in told.moves for space in (move.start, move.end)}
    points = [point for space in touched for point in outline(space)]
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    wide, high = round(max(xs) - min(xs)), round(max(ys) - min(ys))
    across, down = (
        min(STRIP.margin, max(STRIP.least, (largest - long) // 2 - 1))
        for largest, long in zip(STRIP.largest, (wide, high), strict=True)
    )
    box = (
        max(0, round(min(xs)) - across),
        max(0, round(min(ys)) - down),
        min(MAP.size[0], round(max(xs)) + across),
        min(MAP.size[1], round(max(ys)) + down),
    )
    fits = box[2] - box[0] <= STRIP.largest[0] and box[3] - box[1] <= STRIP.largest[1]
    return box if fits else None


def _taller(part: Rect, high: int) -> Rect:
    """Return the part of the map, made higher: `high` map units, or as high as the map allows."""
    extra = max(0, high - (part[3] - part[1]))
    top = max(0, part[1] - extra // 2)
    return part[0], top, part[2], min(MAP.size[1], top + part[3] - part[1] + extra)


def _rows(view: View, changes: Changes | None, room: int) -> list[tuple[str, str]]:
    """Return the lines that say what happened or who is where, each with its colour."""
    if changes is None:
        told = [
            words.label_faction(view.faction(key).name, words.place(view.faction(key).place))
            for key in words.order(view)
        ]
    else:
        deeds = [deed.read(name) for deed in list_deeds(view, changes, numbers=False)]
        told = deeds or _tracks(view, changes.before)
    return [
        ("  " * bool(n) + row, "ink")
        for deed in told
        for n, row in enumerate(lines(f"{deed[:1].upper()}{deed[1:]}", TEXT, room - 20))
    ]


def _tracks(view: View, before: View) -> list[str]:
    """Return what changed outside the map: numbers or, if none changed, places on the sequence of play."""
    if scores := description.describe_scores(before, view):
        return [each.read(name) for each in scores]
    moved = [
        words.label_faction(new.name, words.place(new.place))
        for old, new in zip(before.factions, view.factions, strict=True)
        if old.place != new.place
    ]
    return moved or [description.describe_stillness(whole=False).read(name)]


def _numbers(sheet: Sheet, view: View, tale: Tale | None, panel: Rect) -> None:
    """Draw a row of numbers for each faction at the bottom of the panel, and a sign above each column."""
    left, _, right, bottom = panel
    x, half = left + PAD, STRIP.row // 2
    y = bottom - PAD - STRIP.row * 3 + half
    start = STRIP.badge + 2 * GAP
    spread = (right - left - 2 * PAD - start) // 3
    kinds = ("vp", "resources", "cavalry")
    for column, kind in enumerate(kinds):
        sheet.paste(sign(kind, STRIP.sign, "paper"), x + start + column * spread, y - half - STRIP.sign - GAP)
    for faction in view.factions:
        old = None if tale is None else tale.before.faction(faction.key)
        if faction.acting:
            sheet.rectangle((x - GAP, y - half + 1, right - PAD + GAP, y + half - 1), None, "glow", FRAME)
        sheet.paste(badge(faction.key, STRIP.badge, "paper"), x, y - STRIP.badge // 2)
        for column, kind in enumerate(kinds):
            number = getattr(faction, kind)
            at = sheet.text(x + start + column * spread, y, str(number), NUMBER, "ink", "paper")
            if old is not None and (change := number - getattr(old, kind)):
                draw_change(sheet, at + APART, y, change, CHANGE, x + start + (column + 1) * spread)
        y += STRIP.row
