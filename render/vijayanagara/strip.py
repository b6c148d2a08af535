"""A compact strip for small moves: the changed corner of the map, what happened, the factions' numbers."""

from __future__ import annotations

from PIL import Image

from render.kit.brush import Window
from render.kit.canvas import Drawn, Font, Sheet, finish, lines, shorten
from render.kit.frames import border, plaque
from render.kit.shapes import Rect
from render.kit.written import cut
from render.painter import Tale
from render.vijayanagara import words
from render.vijayanagara.alt import alt_text, happened, tell_alt
from render.vijayanagara.arrows import city_names
from render.vijayanagara.changes import Changes, thrown
from render.vijayanagara.draw import draw_window
from render.vijayanagara.faction_panel import signed
from render.vijayanagara.ground import MAP, outline
from render.vijayanagara.layout import DicePanel
from render.vijayanagara.marks import badge, sign
from render.vijayanagara.names import name
from render.vijayanagara.palette import PALETTE, TABLES
from render.vijayanagara.panels import draw_dice
from rules.vijayanagara.view import View, find_changed

WIDE, EDGE, GAP = 1080, 20, 10  # pixels
LARGEST = (600, 580)  # the widest and highest part of the map that a strip shows
MARGIN, LEAST = 26, 12  # map units shown round the changed spaces: a City on their border is seen whole
NAME = 8  # and round the name of a City
TITLE, TEXT, NUMBER, CHANGE = (
    Font("Yrsa-Bold", 44),
    Font("DurbarSans-Condensed", 34),
    Font("DurbarSans-CondensedBold", 38),
    Font("DurbarSans-CondensedBold", 34),
)
HEAD, STEP, ROW, THROW = 44, 40, 54, 56  # pixels for a line of the title and of the text, a faction, its dice
MOST = 7  # lines of what happened


def draw_strip(view: View, tale: Tale | None = None, theme: str = "day") -> Drawn:
    """What happened in small, 1080 pixels wide; without a tale, who is to act and the factions' numbers.

    Where too much of the map changed for a strip, only the words are there. Raises `KeyError` for an unknown
    theme.
    """
    table = TABLES[theme]
    told: Changes | None = None if tale is None else tale.deeds
    part = None if told is None else _part(told)
    dice = thrown(view.fight) if told is None else told.dice
    left = EDGE if part is None else EDGE + (part[2] - part[0]) + GAP
    room = WIDE - EDGE - left - 32
    heads = list(
        lines(words.headline(view) if view.card is None else words.text(view.card.title), TITLE, room)
    )
    rows = _rows(view, told, room)
    if len(rows) > MOST:
        rows = [*rows[: MOST - 1], (name.say("… and more"), "rubric")]
    needed = 32 + HEAD * len(heads) + STEP * len(rows) + THROW * len(dice) + ROW * 3 + 22
    high = max(needed, 0 if part is None else part[3] - part[1])
    picture = Image.new("L", (WIDE, high + 2 * EDGE), PALETTE["sea"])
    sheet = Sheet(PALETTE, picture)
    if part is not None and told is not None:
        part = _taller(part, high)
        window = Window(0, 0, *MAP.size, 1.0)
        shown = draw_window(view, told.lit, window, told, Window(*part, 1.0))
        top = EDGE + (high - (part[3] - part[1])) // 2
        sheet.paste(cut(shown, part), EDGE, top)
        edge = (EDGE - 3, top - 3, EDGE + part[2] - part[0] + 3, top + part[3] - part[1] + 3)
        sheet.rectangle(edge, None, "gold", 3)
    panel = (left, EDGE, WIDE - EDGE, EDGE + high)
    plaque(sheet, panel)
    y = EDGE + 38
    for head in heads:
        sheet.text(left + 16, y, shorten(head, TITLE, room), TITLE, "ink", "paper")
        y += HEAD
    for text, ink in rows:
        sheet.text(left + 16, y, text, TEXT, ink, "paper")
        y += STEP
    if dice:
        rect = (left + 8, y - STEP // 2 + 4, WIDE - EDGE - 10, y - STEP // 2 + 4 + THROW * len(dice))
        draw_dice(sheet, DicePanel(rect=rect, badge=40, die=46), dice)
    _numbers(sheet, view, tale, panel)
    border(sheet)
    return finish(sheet, table)


def strip_alt(view: View, tale: Tale | None = None) -> str:
    """As for the whole table."""
    return alt_text(view) if tale is None else tell_alt(view, tale)


def small(view: View, tale: Tale) -> str | None:
    """ "strip" where a strip shows all that happened on the map."""
    told: Changes = tale.deeds
    most = not told.lit and find_changed(tale.before, view)  # of the map, so that nothing is lit
    if most or (told.lit and _part(told) is None):
        return None
    return "strip" if len(_rows(view, told, WIDE - 2 * EDGE - LARGEST[0] - GAP - 32)) <= MOST else None


def _part(told: Changes) -> Rect | None:
    """The box of the map that holds all that changed; None if nothing did or it is too much."""
    touched = told.lit | {space for move in told.moves for space in (move.start, move.end)}
    points = [point for space in touched for point in outline(space)]
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    across = min(MARGIN, max(LEAST, (LARGEST[0] - round(max(xs) - min(xs))) // 2 - 1))
    down = min(MARGIN, max(LEAST, (LARGEST[1] - round(max(ys) - min(ys))) // 2 - 1))
    box = (
        max(0, round(min(xs)) - across),
        max(0, round(min(ys)) - down),
        min(MAP.size[0], round(max(xs)) + across),
        min(MAP.size[1], round(max(ys)) + down),
    )
    if not _fits(box):
        return None
    for left, top, right, bottom in city_names(1.0, (0, 0)):  # none is cut in two where there is room
        apart = left >= box[2] or right <= box[0] or top >= box[3] or bottom <= box[1]
        whole = (
            min(box[0], left - NAME),
            min(box[1], top - NAME),
            max(box[2], right + NAME),
            max(box[3], bottom + NAME),
        )
        if not apart and _fits(whole):
            box = whole
    return box


def _fits(box: Rect) -> bool:
    return box[2] - box[0] <= LARGEST[0] and box[3] - box[1] <= LARGEST[1]


def _taller(part: Rect, high: int) -> Rect:
    """The same part of the map, as near to a height as the map allows, if no City's name is cut by that."""
    names = list(city_names(1.0, (0, 0)))
    for extra in range(max(0, high - (part[3] - part[1])), 0, -4):
        top = max(0, part[1] - extra // 2)
        grown = part[0], top, part[2], min(MAP.size[1], top + part[3] - part[1] + extra)
        beside = [name for name in names if grown[0] < name[2] and name[0] < grown[2]]
        if not any(name[1] < edge < name[3] for name in beside for edge in (grown[1], grown[3])):
            return grown
    return part


def _rows(view: View, changes: Changes | None, room: int) -> list[tuple[str, str]]:
    """Lines of text and their ink."""
    if changes is None:
        told = [
            words.stand(view.faction(key).name, words.place(view.faction(key).place))
            for key in words.order(view)
        ]
    else:
        deeds = [deed.read(name) for deed in happened(view, changes, numbers=False)]
        told = deeds or [name.say("Nothing has changed on the map.")]
    return [
        ("  " * bool(n) + row, "ink")
        for deed in told
        for n, row in enumerate(lines(f"{deed[:1].upper()}{deed[1:]}", TEXT, room - 20))
    ]


def _numbers(sheet: Sheet, view: View, tale: Tale | None, panel: Rect) -> None:
    """A row for each faction at the bottom of the panel: victory points, Resources, Cavalry."""
    left, _, right, bottom = panel
    x = left + 16
    y = bottom - 14 - ROW * 3 + ROW // 2
    spread = (right - left - 32 - 48) // 3
    for faction in view.factions:
        old = None if tale is None else tale.before.faction(faction.key)
        if faction.acting:
            sheet.rectangle((x - 6, y - 24, right - 10, y + 24), None, "glow", 3)
        sheet.paste(badge(faction.key, 40, "paper"), x, y - 20)
        for column, kind in enumerate(("vp", "resources", "cavalry")):
            at = x + 54 + column * spread
            sheet.paste(sign(kind, 34, "paper"), at, y - 17)
            number = getattr(faction, kind)
            at = sheet.text(at + 39, y, str(number), NUMBER, "ink", "paper")
            if old is not None and (change := number - getattr(old, kind)):
                sheet.text(at + 5, y, signed(change), CHANGE, "rubric", "paper")
        y += ROW
