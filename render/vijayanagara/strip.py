"""A compact strip for small moves: the changed corner of the map, what happened, the factions' numbers."""

from __future__ import annotations

from PIL import Image

from render.canvas import Font, Sheet, finish, lines, shorten
from render.painter import Tale
from render.vijayanagara import words
from render.vijayanagara.alt import alt_text, happened, tell_alt
from render.vijayanagara.changes import read
from render.vijayanagara.draw import draw_window
from render.vijayanagara.frame import border, plaque
from render.vijayanagara.ground import MAP, Window, outline
from render.vijayanagara.layout import Rect
from render.vijayanagara.marks import badge, sign
from render.vijayanagara.palette import PALETTE, TABLES
from render.vijayanagara.panels import signed
from rules.vijayanagara.view import View, changed

WIDE, EDGE, GAP = 1080, 20, 10  # pixels
LARGEST = (600, 580)  # the widest and highest part of the map that a strip shows
MARGIN = 12  # map units shown round the changed spaces
TITLE, TEXT, NUMBER = (
    Font("Yrsa-Bold", 44),
    Font("DurbarSans-Condensed", 34),
    Font("DurbarSans-CondensedBold", 38),
)
HEAD, STEP, ROW = 44, 40, 54  # pixels from line to line of the title and the text, and for a faction
MOST = 7  # lines of what happened


def draw_strip(view: View, tale: Tale | None = None, theme: str = "day") -> Image.Image:
    """What happened in small, 1080 pixels wide; without a tale, who is to act and the factions' numbers.

    Where too much of the map changed for a strip, only the words are there. Raises `KeyError` for an unknown
    theme.
    """
    table = TABLES[theme]
    part = None if tale is None else _part(view, tale)
    left = EDGE if part is None else EDGE + (part[2] - part[0]) + GAP
    room = WIDE - EDGE - left - 32
    heads = list(lines(view.headline if view.card is None else view.card.title, TITLE, room))
    rows = _rows(view, tale, room)
    needed = 32 + HEAD * len(heads) + STEP * len(rows) + ROW * 3 + 22
    high = max(needed, 0 if part is None else part[3] - part[1])
    picture = Image.new("L", (WIDE, high + 2 * EDGE), PALETTE["sea"])
    sheet = Sheet(PALETTE, picture)
    if part is not None and tale is not None:
        window = Window(0, 0, *MAP.size, 1.0)
        shown = draw_window(view, changed(tale.before, view), window, read(tale, view))
        top = EDGE + (high - (part[3] - part[1])) // 2
        sheet.paste(shown.crop(part), EDGE, top)
    panel = (left, EDGE, WIDE - EDGE, EDGE + high)
    plaque(sheet, panel)
    y = EDGE + 38
    for head in heads:
        sheet.text(left + 16, y, shorten(head, TITLE, room), TITLE, "ink", "paper")
        y += HEAD
    for text, ink in rows:
        sheet.text(left + 16, y, text, TEXT, ink, "paper")
        y += STEP
    _numbers(sheet, view, tale, panel)
    border(picture)
    return finish(sheet, table)


def strip_alt(view: View, tale: Tale | None = None) -> str:
    """As for the whole table."""
    return alt_text(view) if tale is None else tell_alt(view, tale)


def _part(view: View, tale: Tale) -> Rect | None:
    """The box of the map that holds all that changed; None if nothing did or it is too much."""
    told = read(tale, view)
    touched = changed(tale.before, view) | {space for move in told.moves for space in (move.start, move.end)}
    points = [point for space in touched for point in outline(space)]
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    box = (
        max(0, round(min(xs)) - MARGIN),
        max(0, round(min(ys)) - MARGIN),
        min(MAP.size[0], round(max(xs)) + MARGIN),
        min(MAP.size[1], round(max(ys)) + MARGIN),
    )
    return box if box[2] - box[0] <= LARGEST[0] and box[3] - box[1] <= LARGEST[1] else None


def _rows(view: View, tale: Tale | None, room: int) -> list[tuple[str, str]]:
    """Lines of text and their ink."""
    if tale is None:
        told = [
            f"{view.faction(key).name}: {words.PLACES[view.faction(key).place]}" for key in words.order(view)
        ]
    else:
        told = happened(view, tale, numbers=False) or ["Nothing has changed on the map."]
    rows = [
        ("  " * bool(n) + row, "ink")
        for deed in told
        for n, row in enumerate(lines(f"{deed[:1].upper()}{deed[1:]}", TEXT, room - 20))
    ]
    return rows if len(rows) <= MOST else [*rows[: MOST - 1], ("… and more", "rubric")]


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
                sheet.text(at + 5, y, signed(change), Font("DurbarSans-CondensedBold", 28), "rubric", "paper")
        y += ROW
