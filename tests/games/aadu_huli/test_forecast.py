"""The preview of a move names the Goats that a Tiger could capture after it."""

from __future__ import annotations

import pytest

from rules.aadu_huli.board import MOVES
from rules.aadu_huli.entries import describe_entry
from rules.aadu_huli.forecast import list_forecast
from rules.aadu_huli.moves import count_threats
from rules.kernel import Ask, NotAllowed, begin
from rules.orders.controls import find_ways
from rules.orders.notation import find_help, parse
from rules.words import listed
from tests.games.aadu_huli.table import GAME, SIDES, place


@pytest.mark.parametrize("moved", ["goats", "tigers"])
def test_the_threatened_goats_are_named(moved: str) -> None:
    waits = "tigers" if moved == "goats" else "goats"
    (told,) = list_forecast(place("3c 5a", to_move=waits), SIDES[moved], None)
    assert told.args["goats"] == listed(["3c"])
    assert not list_forecast(place("3c 5a", to_move=waits), SIDES[waits], None), "before its move"
    assert not list_forecast(place("5a", to_move=waits), SIDES[moved], None), "nobody is in danger"


def test_a_list_of_moves_leaves_out_leaps_over_no_goat() -> None:
    """`/do ?` would otherwise list more illegal leaps than legal moves. A typed leap is still refused."""
    step = begin(GAME, GAME.dump(place("4b 4c 3c", to_move="tigers")), "seed")
    text = str(find_help(GAME, step.game, seat=SIDES["tigers"], text="?"))
    assert "2C-2B" in text
    assert "2C x 4C" in text, "a Goat is there, but the point behind it is not empty"
    assert "1A x 3B" not in text
    with pytest.raises(NotAllowed):
        parse(GAME, step.game, SIDES["tigers"], "1a x 3b")


def test_a_list_has_captures_first_then_threats_and_always_a_remark() -> None:
    """5.5.3: captures, then moves that threaten a Goat, then the others."""
    step = begin(GAME, GAME.dump(place("3c 3e", to_move="tigers")), "seed")
    keys = [option.key for option in find_ways(GAME, step.game, 10).offered]
    at = place("3c 3e", to_move="tigers")
    sorts = [0 if MOVES[key].over else 2 - bool(count_threats(at, key)) for key in keys]
    assert sorts == sorted(sorts)
    assert {0, 1, 2} == {*sorts}, sorts
    assert isinstance(step.live.pending, Ask)
    lone = place("5d")
    assert describe_entry(lone, step.live.pending, "5a") is not None, "safe, but beside nobody"
