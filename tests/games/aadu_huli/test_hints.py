"""Hints see captures, and don't send a piece back and forth."""

from __future__ import annotations

import pytest

from bot.analysis.advice import Hints, weigh_orders
from bot.engine.thinking import Task
from rules.aadu_huli.board import MOVES, WAY_BACK
from rules.aadu_huli.state import State
from rules.kernel import Game, submit
from rules.player import Point
from rules.players import find_asked
from tests.games.aadu_huli.table import GAME, SIDES, place

CASES = {
    "free": place("3c 5a 5d", "1a 2c 2d", "tigers"),
    "two at once": place("2b 3b 3c 5a", "1a 2c 2d", "tigers"),
    "the last that wins": place("2b 4a 4b", "1a 3f 5d", "tigers", captured=4),
    "late": place("3c 4b 5b 5d", "2c 3e 4e", "tigers", captured=2),
}


def find_point(game: Game) -> Point:
    """Return the point of the asked seat."""
    point = find_asked(GAME, game)
    assert point is not None
    return point


def compute(game: Game) -> Hints:
    """Return the hints for the asked seat."""
    found = weigh_orders(Task("aadu_huli", game, find_point(game).seat, "full", 600.0, 1))
    assert isinstance(found, Hints)
    return found


def open_turn(s: State) -> Game:
    """Return the position as an open turn."""
    return Game("", 1, GAME.dump(s))


@pytest.mark.parametrize("name", CASES)
def test_a_hint_captures_first(name: str) -> None:
    game = open_turn(CASES[name])
    assert any(MOVES[key].over for key in find_point(game).keys), "a Goat can be captured"
    first, *others = compute(game).best
    assert MOVES[first.keys[0]].over
    assert all(first.chance.mean >= each.chance.mean for each in others)


def test_a_hint_saves_a_goat() -> None:
    """The Goat on 2B stands before an empty point, and only 3B fills it without another loss."""
    first, *_ = compute(open_turn(place("2a 2b"))).best
    assert first.keys == ("3b",)


def test_who_follows_hints_never_takes_back_the_last_step_without_need() -> None:
    """A step back is right only if every other move is clearly worse."""
    game = open_turn(place("4a 4b 4c 4d 5a 5b 5c 5d", "1a 2c 2d", "tigers", goats=8, captures=5))
    last = dict[str, str]()
    for _ in range(8):
        seat = find_point(game).seat
        best = compute(game).best
        key = best[0].keys[0]
        if WAY_BACK.get(last.get(seat, "")) == key:
            assert not any(each.equal for each in best), "others were as good"
        last[seat] = key
        game = submit(GAME, game, seat, (key,)).game
        if find_asked(GAME, game) is None:
            break
    assert set(last) == {*SIDES.values()}
