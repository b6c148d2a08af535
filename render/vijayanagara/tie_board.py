"""5.5: draw and describe the board of Aadu-Huli aata during a tie-break, with that game's own painter.

This module is imported only at a tie, because no other picture of Vijayanagara needs that painter.
"""

from __future__ import annotations

from PIL import Image

from render.aadu_huli import numbered, words
from render.aadu_huli.draw import list_new_moves, whole
from render.aadu_huli.layout import HIGH, WIDE
from render.aadu_huli.names import name
from render.aadu_huli.palette import PALETTE, TABLES
from render.kit.canvas import Box, Drawn, Font, Sheet, finish, lines
from render.kit.texts import fit_sentences, wrap
from render.painter import Tale
from render.vijayanagara import words as words_of_map
from render.vijayanagara.layout import LAYOUT
from render.vijayanagara.names import name as ours
from rules.aadu_huli.view import View as Board
from rules.asking import count
from rules.vijayanagara.victory.tie_view import TieBreakView
from rules.vijayanagara.view import View
from rules.words import Plural, in_turn

WINS = Plural(
    "Tigers win with {n} Goat captured, Goats when no Tiger can move.",
    "Tigers win with {n} Goats captured, Goats when no Tiger can move.",
)
TITLE, NAME, TEXT = (
    Font("Yrsa-Bold", 56),
    Font("DurbarSans-CondensedBold", 42),
    Font("DurbarSans-Condensed", 34),
)
EDGE, STEP, GAP = 36, 42, 18  # pixels round the panel, from line to line, and between paragraphs


def scene(
    view: View, board: Board, highlight: frozenset[str], size: str, theme: str, moves: tuple[str, ...] = ()
) -> Drawn:
    """Draw the board as large as fits into a picture of the scene's size.

    The picture isn't cut to the board, because all frames of an animation need the same size. A panel next to
    the board or below it shows who is tied, and how the rounds went.
    """
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
    """Write who is tied, who plays, how the rounds went, the last moves, and what wins.

    `large`: how many times larger than usual the letters are.
    """
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
        said = ours.say("{n} VP, {resources}", n=faction.vp, resources=count(faction.resources, "resources"))
        for row in lines(_idle(view, key), bold, right - left):
            sheet.text(left, y, row, bold, "lamp", "basalt")
            y += step
        sheet.text(left, y, said, font, "fawn", "basalt")
        y += step + gap
    wins = ours.say(WINS, n=board.needed)
    recent = in_turn(board.recent, ", ")
    moves = [ours.say("Last moves: {moves}.", moves=recent)] if board.recent else []
    rounds = [each.read(ours) for each in view.tie_break.words]
    for told in (*rounds, *moves, wins):
        for row in lines(told, font, right - left):
            sheet.text(left, y, row, font, "ivory", "basalt")
            y += step
        y += gap


def _role(tie: TieBreakView, faction: str) -> str:
    """Return in words what one of the tied factions does in this round."""
    sides = {} if tie.board is None else {seat: side for side, seat in tie.board.sides.items()}
    if faction in sides:
        return name(sides[faction])
    return ours.say("waits for the winner") if faction in tie.left else ours.say("out")


def tell(view: View, before: Board | None, board: Board, lit: frozenset[str], size: str, theme: str) -> Drawn:
    """Draw the scene with the moves since the board `before` (None: there was no board before)."""
    same = before is not None and before.sides == board.sides
    return scene(
        view, board, lit, size, theme, list_new_moves(before, board) if same and before is not None else ()
    )


def number_moves(board: Board, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the board alone, with a number on each of the moves `marks`."""
    return numbered.number_table(board, marks, theme)


def number_alt(view: View, board: Board, marks: tuple[str, ...]) -> str:
    """Return the alt text of `number_moves`, with the roles of the factions."""
    return f"{alt_text(view, board)} {numbered.number_alt(board, marks)}"


def alt_text(view: View, board: Board, highlight: frozenset[str] = frozenset()) -> str:
    """Return the alt text of the board, and the roles of the factions."""
    return fit_sentences([words.alt_text(board, highlight), *roles(view)], name=ours)


def tell_alt(view: View, board: Board, before: Board) -> str:
    """Return the alt text of the moves since the board `before`, then the factions' roles."""
    return fit_sentences(
        [words.tell_alt(board, Tale(before, deeds=list_new_moves(before, board))), *roles(view)], name=ours
    )


def animation_alt(view: View, board: Board, begun: Board) -> str:
    """Return the alt text of an animation: what happened in the current round after the board `begun`."""
    return fit_sentences([words.animation_alt([begun, board]), *roles(view)], name=ours)


def text_table(view: View, board: Board) -> str:
    """Return the board in plain text."""
    rows = [row for said in roles(view) for row in wrap(said)]
    return "\n".join([words.text_table(board), "", *rows])


def roles(view: View) -> list[str]:
    """Return who waits or is out, and how the rounds have gone so far."""
    tie = view.tie_break
    if tie is None:
        return []
    playing = () if tie.board is None else tuple(tie.board.sides.values())
    idle = [f"{_idle(view, key)}." for key in tie.tied if key not in playing]
    return [*(each.read(ours) for each in tie.words), *idle]


def _idle(view: View, key: str) -> str:
    """Return a faction's name and what the faction does in this round."""
    assert view.tie_break is not None
    return words_of_map.label_faction(view.faction(key).name, _role(view.tie_break, key))
