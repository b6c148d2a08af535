"""What the styles of bot players like shows in their plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

import pytest

from bot.engine.thinking import Counted, seat_player
from rules.loading.games import GAMES
from rules.players import choose_order, find_asked
from rules.taj_mahal.hidden_cards import sample_state
from rules.taj_mahal.names import WITHDRAW
from rules.taj_mahal.players import SLACK, WAYS, Full
from rules.taj_mahal.players.evaluation import Way, measure_marks, rank_ways
from rules.taj_mahal.sequence.playing import PLAY
from rules.taj_mahal.state import State
from rules.taj_mahal.view import View
from tests.styles import add_marks, assert_shows, list_positions

GAME = GAMES["taj_mahal"]


def measure(s: State, seat: str, keys: Sequence[str]) -> Mapping[str, float]:
    way = Way(WITHDRAW) if keys[0] == WITHDRAW else Way(*keys[:2])
    gains = {each: gain for gain, each in rank_ways(s, seat)}
    lost = max(gains.values()) - gains[way]
    return {**measure_marks(way), "lost": max(lost - SLACK, 0.0)}


def test_each_style_plays_as_its_name_says_and_gives_up_little() -> None:
    found = add_marks(GAME, "fair", list_positions(GAME, (PLAY,), 150), measure)
    assert_shows(found, "merchant", "goods")
    assert_shows(found, "prince", "crown")
    assert_shows(found, "hermit", "leave")
    assert not sum(marks["lost"] for marks in found.values())


@pytest.mark.parametrize(("style", "mark"), [("merchant", "goods"), ("prince", "crown"), ("hermit", "leave")])
def test_a_style_decides_between_plays_that_do_equally_well_in_playouts(
    style: str, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Full, "_play_on", lambda *_: 0.0)
    for number, game in enumerate(list_positions(GAME, (PLAY,), 30)):
        point = find_asked(GAME, game)
        assert point is not None
        player = seat_player(GAME, "full", Random(number).randrange, Counted(5), style)
        keys = choose_order(GAME, game, player).keys
        s = sample_state(cast(View, point.look()), Random(number).randrange)
        most = max(measure_marks(way)[mark] for _, way in rank_ways(s, point.seat)[:WAYS])
        assert measure(s, point.seat, keys)[mark] == most
