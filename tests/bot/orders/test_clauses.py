"""The clauses of buttons say what each answer brings."""

from __future__ import annotations

from bot.orders.draft import Draft
from bot.replies.panel import CLAUSE_ROWS, ROOM, ROW
from rules.kernel import begin
from rules.orders.controls import Menu
from rules.taj_mahal import dump
from tests.games.taj_mahal.table import GAME, place
from tests.turns.walking import situation

HAND = ["red-eg", "red-ep", "red-em", "red-ev", "red-vg", "red-pc"]  # of one colour, so that all are legal


def test_each_card_of_a_full_row_of_buttons_has_its_clause() -> None:
    players = {"maroon": {"hand": HAND}, "blue": {"hand": ["violet-eg"], "table": ["green-vc"]}}
    begun = begin(GAME, dump(place(players=players)), "0" * 32)
    panel = Draft(situation(GAME, begun)).build_panel()
    assert panel is not None
    buttons = [each for each in panel.controls if not isinstance(each, Menu)]
    assert ROOM - 1 <= len(buttons) <= ROOM
    rows = sum(-(-len(each.label + each.says) // ROW) for each in buttons)
    assert rows > CLAUSE_ROWS, "the clauses don't fit whole"
    for each in buttons:
        assert each.says.partition(";")[0] in panel.clauses, each.label
