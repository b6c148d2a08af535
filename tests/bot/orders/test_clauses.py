"""The clauses of buttons say what each answer brings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.orders.draft import Draft
from bot.replies.mark import Mark
from bot.replies.panel import CLAUSE_ROWS, ROOM, ROW, Panel
from rules.kernel import Option, begin
from rules.orders.buttons.controls import Menu
from rules.taj_mahal import dump
from rules.taj_mahal.board import CITIES
from tests.games.taj_mahal.table import GAME, place
from tests.phrases import phrase
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


def test_cards_have_clauses_after_the_seat_has_played_too() -> None:
    """Then it leads in more symbols, so the clauses are longer."""
    players: dict[str, dict[str, Any]] = {
        "maroon": {"hand": HAND, "table": ["red-vc"], "influence": {"V": 1}},
        "blue": {"hand": ["violet-eg"], "table": ["green-vg"]},
    }
    panel = Draft(situation(GAME, begin(GAME, dump(place(players=players)), "0" * 32))).build_panel()
    assert panel is not None
    for each in panel.controls:
        assert not isinstance(each, Menu)
        assert each.says.partition(";")[0] in panel.clauses, each.label


def test_long_clauses_name_buttons_by_their_numbers_in_the_picture() -> None:
    """With labels, the clauses of seven cards took so many rows that the picture was above the screen."""
    cards = tuple(Option(key, f"Red Elephant of {key}", says=f"wins {key}") for key in "abcdef")
    pictured = tuple(replace(each, at=("hand", each.key)) for each in cards)
    panel = Panel(Mark(1, 1, 0, ""), "", (*pictured, Option("out", "Withdraw", says="you draw a card")))
    assert panel.clauses.splitlines()[0] == phrase("clause", acts=cards[0].label, says="wins a")
    numbered = replace(panel, picture="hand").clauses.splitlines()
    assert numbered[0] == phrase("clause", acts="1", says="wins a")
    assert numbered[-1] == phrase("clause", acts="Withdraw", says="you draw a card")
    few = replace(panel, picture="hand", controls=panel.controls[-2:]).clauses.splitlines()
    assert few[0] == phrase("clause", acts=cards[-1].label, says="wins f"), "labels, if there is room"


def test_answers_that_bring_the_same_have_a_line_too() -> None:
    """The question for the crown palace had no line, because the first parts of all clauses were the same."""
    players = {"maroon": {"hand": HAND, "table": ["red-vc"]}}
    begun = begin(GAME, dump(place(players=players)), "0" * 32)
    for first in CITIES["guj"]:
        draft = Draft(situation(GAME, begun), ("withdraw", first))
        panel = draft.build_panel()
        assert panel is not None
        assert {each.says.partition(";")[0] for each in panel.options} != {""}
        assert len(panel.clauses.splitlines()) >= 1


def test_a_clause_that_all_buttons_have_is_told_once() -> None:
    buttons = tuple(Option(key, key.upper(), says="no further point") for key in "abc")
    mark = Mark(1, 1, 0, "")
    assert Panel(mark, "", buttons).clauses == phrase("clause.each", says="no further point")
    parts = tuple(replace(each, says=f"no further point; road to {each.key}") for each in buttons)
    assert Panel(mark, "", parts).clauses.count("road to") == len(parts)
    long = tuple(replace(each, says=f"no further point; {'road to ' * 10}{each.key}") for each in buttons)
    assert Panel(mark, "", long).clauses.count("road to") == 10 * len(parts), (
        "first parts don't help to choose"
    )
