"""5.5: while a tie is being broken, the board of Aadu-Huli aata is drawn and described in place of the map.

`PAINTER` goes through these functions; where no round is under way they hand on to the map's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from render import aadu_huli
from render.aadu_huli import words as aadu_words
from render.aadu_huli.draw import news, whole
from render.aadu_huli.layout import HIGH, WIDE
from render.aadu_huli.palette import PALETTE, TABLES
from render.canvas import Box, Font, Sheet, finish, lines
from render.painter import Tale, fitted
from render.vijayanagara import alt, draw, strip, text
from render.vijayanagara.layout import LAYOUT
from rules.aadu_huli.names import name
from rules.aadu_huli.view import View as Board
from rules.vijayanagara.victory.tie_view import TieBreakView
from rules.vijayanagara.view import View
from rules.vijayanagara.view import changed as changed_on_map
from rules.words import listed

TITLE, NAME, TEXT = (
    Font("Yrsa-Bold", 56),
    Font("DurbarSans-CondensedBold", 42),
    Font("DurbarSans-Condensed", 34),
)
EDGE, STEP, GAP = 36, 42, 18  # pixels round the panel, from line to line, and between paragraphs


def board_of(view: View) -> Board | None:
    """The round under way, ready to be drawn: its seats are the factions' names, and it says whose tie it
    is."""
    tie = view.tie_break
    if tie is None or tie.board is None:
        return None
    number = f", round {tie.round} of {tie.rounds}" if tie.rounds > 1 else ""
    sides = {side: faction.title() for side, faction in tie.board.sides.items()}
    tied = listed([faction.title() for faction in tie.tied]) if tie.rounds == 1 else "all three factions"
    return replace(tie.board, sides=sides, occasion=f"Tie-break of {tied}{number}")


def picture(
    view: View, highlight: frozenset[str] = frozenset(), size: str = "phone", theme: str = "day"
) -> Image.Image:
    """The whole table in one of the layout's scenes. `highlight`: spaces, or points of the board."""
    board = board_of(view)
    if board is None:
        return draw.draw(view, highlight, size, theme)
    return _scene(view, board, highlight, size, theme)


def tell(view: View, tale: Tale, size: str = "phone", theme: str = "day") -> Image.Image:
    """The same with what happened: on the board those are the last moves."""
    board, old = board_of(view), board_of(tale.before)
    if board is None:
        return draw.tell(view, tale, size, theme)
    moves = news(old, board) if old is not None and old.sides == board.sides else ()
    return _scene(view, board, changed(tale.before, view), size, theme, moves)


def _scene(
    view: View, board: Board, highlight: frozenset[str], size: str, theme: str, moves: tuple[str, ...] = ()
) -> Image.Image:
    """The board as large as fits the scene, for the frames of a recap are of one size; in the room beside or
    below it who is tied, and what has come of it."""
    wide, high = LAYOUT.scenes[size].size
    scale = min(wide / WIDE, high / HIGH)
    slab = whole(board, highlight, scale, moves).image
    if slab.size == (wide, high):
        return finish(Sheet(PALETTE, slab), TABLES[theme])
    sheet = Sheet(PALETTE, Image.new("L", (wide, high), PALETTE["basalt"]))
    sheet.paste(slab, 0, 0)
    beside = slab.width < wide
    edge = (slab.width, 0, slab.width + 3, high) if beside else (0, slab.height, wide, slab.height + 3)
    sheet.rectangle(edge, "rim")
    left, top = (slab.width, 0) if beside else (0, slab.height)
    _panel(sheet, view, board, (left + EDGE, top + EDGE, wide - EDGE, high), 1.25 if beside else 1.0)
    return finish(sheet, TABLES[theme])


def _panel(sheet: Sheet, view: View, board: Board, rect: Box, large: float) -> None:
    """Who is tied and plays, how the rounds went, the last moves, what wins; `large`: how many times larger
    than usual."""
    left, top, right, _ = rect
    assert view.tie_break is not None
    title, bold, font = (face._replace(size=round(face.size * large)) for face in (TITLE, NAME, TEXT))
    step, gap = round(STEP * large), round(GAP * large)
    y = top + title.size // 2
    for row in lines(board.occasion, title, right - left):
        sheet.text(left, y, row, title, "ivory", "basalt")
        y += title.size
    y += gap
    for key in view.tie_break.tied:
        faction = view.faction(key)
        for row in lines(f"{faction.name}: {_role(view.tie_break, key)}", bold, right - left):
            sheet.text(left, y, row, bold, "lamp", "basalt")
            y += step
        sheet.text(left, y, f"{faction.vp} VP, {faction.resources} Resources", font, "fawn", "basalt")
        y += step + gap
    wins = f"Tigers win with {board.needed} Goats captured, Goats when no Tiger can move."
    moves = [f"Last moves: {', '.join(map(name, board.recent))}."] if board.recent else []
    for told in (*view.tie_break.told, *moves, wins):
        for row in lines(told, font, right - left):
            sheet.text(left, y, row, font, "ivory", "basalt")
            y += step
        y += gap


def _role(tie: TieBreakView, faction: str) -> str:
    """What one of the tied does in this round."""
    sides = {} if tie.board is None else {seat: side for side, seat in tie.board.sides.items()}
    if faction in sides:
        return name(sides[faction])
    return "waits for the winner" if faction in tie.left else "out"


def changed(before: View, after: View) -> frozenset[str]:
    """The spaces, or points of the board, that look different in the second view."""
    old, new = board_of(before), board_of(after)
    if new is None:
        return changed_on_map(before, after)
    return frozenset() if old is None or old.sides != new.sides else aadu_huli.PAINTER.changed(old, new)


def alt_text(view: View, highlight: frozenset[str] = frozenset()) -> str:
    """What the picture shows."""
    board = board_of(view)
    if board is None:
        return alt.alt_text(view, highlight)
    return fitted([aadu_words.alt_text(board, highlight), *roles(view)])


def tell_alt(view: View, tale: Tale) -> str:
    """The same with what happened. When the tie-break is over nothing has, on the map: how it ended stands in
    the state of play."""
    board, old = board_of(view), board_of(tale.before)
    if board is None:
        return alt.alt_text(view) if old is not None else alt.tell_alt(view, tale)
    if old is None or old.sides != board.sides:
        return alt_text(view)
    return fitted([aadu_words.tell_alt(board, replace(tale, before=old)), *roles(view)])


def film_alt(views: Sequence[View]) -> str:
    """What came of it all; of a tie-break, its rounds."""
    last, first = views[-1], views[0]
    board, begun = board_of(last), board_of(first)
    if board is None:
        return alt.film_alt(views)
    if begun is None or begun.sides != board.sides:
        return alt_text(last)
    return fitted([aadu_words.film_alt([begun, board]), *roles(last)])


def text_table(view: View) -> str:
    """The board, or the whole table, in plain text."""
    board = board_of(view)
    if board is None:
        return text.text_table(view)
    rows = [row for said in roles(view) for row in text.wrapped(said)]
    return "\n".join([aadu_words.text_table(board), "", *rows])


def roles(view: View) -> list[str]:
    """Who waits or is out, and what has come of the rounds so far."""
    tie = view.tie_break
    if tie is None:
        return []
    playing = () if tie.board is None else tuple(tie.board.sides.values())
    idle = [f"{view.faction(key).name}: {_role(tie, key)}." for key in tie.tied if key not in playing]
    return [*tie.told, *idle]


def draw_strip(view: View, tale: Tale | None = None, theme: str = "day") -> Image.Image:
    """Of the board there is nothing smaller than the whole."""
    return strip.draw_strip(view, tale, theme) if board_of(view) is None else picture(view, theme=theme)


def strip_alt(view: View, tale: Tale | None = None) -> str:
    """As the picture."""
    return strip.strip_alt(view, tale) if board_of(view) is None else alt_text(view)


def small(view: View, tale: Tale) -> str | None:
    """A strip for little that happened on the map; the board and the end of the tie-break are shown whole."""
    return strip.small(view, tale) if view.tie_break is None else None
