"""5.5: show the board of Aadu-Huli aata instead of the map during a tie-break.

The functions of this module are in `PAINTER`. If no round of the tie-break is being played, they call the
functions that draw and describe the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from render.kit.canvas import Drawn
from render.painter import Kind
from render.vijayanagara import alt, draw, strip, table, words
from render.vijayanagara.changes import Changes, Tale
from render.vijayanagara.names import name
from render.vijayanagara.words import SEATS
from rules.aadu_huli.view import View as Board
from rules.aadu_huli.view import find_changed as changed_on_board
from rules.vijayanagara.view import View
from rules.vijayanagara.view import find_changed as changed_on_map
from rules.words import join_list, say


def board_of(view: View) -> Board | None:
    """Return the board of the round that is being played; None if there is none.

    The seats of the board have the factions' names. Its `occasion` says which factions are tied.
    """
    tie = view.tie_break
    if tie is None or tie.board is None:
        return None
    sides = {side: words.seat(faction) for side, faction in tie.board.sides.items()}
    tied = join_list([say(SEATS[faction]) for faction in tie.tied])
    if tie.rounds == 1:
        occasion = name.say("Tie-break of {factions}", factions=tied)
    else:
        text = "Tie-break of all three factions, round {n} of {of}"
        occasion = name.say(text, n=tie.round, of=tie.rounds)
    return replace(tie.board, sides=sides, occasion=occasion)


def picture(
    view: View, highlight: frozenset[str] = frozenset(), size: str = "phone", theme: str = "day"
) -> Drawn:
    """Draw the whole table in one of the layout's scenes.

    `highlight`: spaces, or points of the board.
    """
    board = board_of(view)
    if board is None:
        return draw.draw(view, highlight, size, theme)
    from render.vijayanagara import tie_board

    return tie_board.scene(view, board, highlight, size, theme)


def number_moves(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the board of the tie-break with numbers on the moves `marks`. Without a board, draw the table."""
    board = board_of(view)
    if board is None:
        return draw.draw(view, theme=theme)
    from render.vijayanagara import tie_board

    return tie_board.number_moves(board, marks, theme)


def number_alt(view: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of `number_moves`."""
    board = board_of(view)
    if board is None:
        return alt.alt_text(view)
    from render.vijayanagara import tie_board

    return tie_board.number_alt(view, board, marks)


def _draw_table(view: View, _: Tale | None, theme: str) -> Drawn:
    return picture(view, theme=theme)


def tell(view: View, tale: Tale, size: str = "phone", theme: str = "day") -> Drawn:
    """Draw the whole table with what happened, or the board of a tie-break with its last moves."""
    board = board_of(view)
    if board is None:
        return draw.tell(view, tale, size, theme)
    from render.vijayanagara import tie_board

    return tie_board.tell(view, board_of(tale.before), board, find_changed(tale.before, view), size, theme)


def find_changed(before: View, after: View) -> frozenset[str]:
    """Return the spaces, or points of the board, that look different in the second view."""
    old, new = board_of(before), board_of(after)
    if new is None:
        return changed_on_map(before, after)
    return frozenset() if old is None or old.sides != new.sides else changed_on_board(old, new)


def alt_text(view: View, highlight: frozenset[str] = frozenset()) -> str:
    """Return the alt text of the whole table, or of the board of a tie-break."""
    board = board_of(view)
    if board is None:
        return alt.alt_text(view, highlight)
    from render.vijayanagara import tie_board

    return tie_board.alt_text(view, board, highlight)


def tell_alt(view: View, tale: Tale) -> str:
    """Return the alt text of what happened, then the state of play or the board.

    When the tie-break has just ended, nothing happened on the map. The state of play then says how it ended.
    """
    board, old = board_of(view), board_of(tale.before)
    if board is None:
        return alt.alt_text(view) if old is not None else alt.tell_alt(view, tale)
    if old is None or old.sides != board.sides:
        return alt_text(view)
    from render.vijayanagara import tie_board

    return tie_board.tell_alt(view, board, old)


def animation_alt(views: Sequence[View]) -> str:
    """Return the alt text of an animation: what changed.

    During a tie-break, this text is about the moves on the board.
    """
    last, first = views[-1], views[0]
    board, begun = board_of(last), board_of(first)
    if board is None:
        return alt.animation_alt(views)
    if begun is None or begun.sides != board.sides:
        return alt_text(last)
    from render.vijayanagara import tie_board

    return tie_board.animation_alt(last, board, begun)


def text_table(view: View) -> str:
    """Return the board, or the whole table, in plain text."""
    board = board_of(view)
    if board is None:
        return table.text_table(view)
    from render.vijayanagara import tie_board

    return tie_board.text_table(view, board)


def draw_strip(view: View, tale: Tale | None = None, theme: str = "day") -> Drawn:
    """Draw the strip. During a tie-break, draw the whole board instead."""
    return strip.draw_strip(view, tale, theme) if board_of(view) is None else picture(view, theme=theme)


def strip_alt(view: View, tale: Tale | None = None) -> str:
    """Return the alt text of the strip, or of the board of a tie-break."""
    return strip.strip_alt(view, tale) if board_of(view) is None else alt_text(view)


def small(view: View, tale: Tale) -> str | None:
    """Return "strip" if little happened on the map; else None.

    During and after a tie-break, return None, so that the whole picture is drawn.
    """
    return strip.small(view, tale) if view.tie_break is None else None


TABLE_KIND: Kind[View, Changes] = Kind(_draw_table, lambda view, _: alt_text(view), number_moves, number_alt)
