"""The number of ways to play one to five moves from named positions, counted three times.

They are counted by the turn itself, by the bot player's numbers, and, up to four moves, by a program that
shares nothing with them (`brute`).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules import aadu_huli
from rules.aadu_huli.bitboard import encode_move, find_banned, find_moves
from rules.aadu_huli.board import BOARD
from rules.aadu_huli.search import Place, read_place
from rules.aadu_huli.state import State
from rules.kernel import Ask, Live
from tests import documents
from tests.games.aadu_huli.brute import count, position
from tests.games.aadu_huli.table import after, place

CASES: dict[str, dict[str, Any]] = documents.read(
    Path(__file__).with_name("depths.yaml").read_text(encoding="utf-8")
)


def copy(s: State) -> State:
    return replace(s, at=dict(s.at), recent=list(s.recent), story=[])


def played(s: State, depth: int) -> int:
    """Return the count by the turn's own question and answers."""
    if aadu_huli.over(s):
        return 0
    ask = Live(aadu_huli, copy(s)).pending
    assert isinstance(ask, Ask)
    menu = list(ask.menu())
    if depth == 1:
        return len(menu)
    total = 0
    for key in menu:
        live = Live(aadu_huli, copy(s))
        live.answer(key)
        assert live.pending is None
        total += played(live.state, depth - 1)
    return total


def in_bits(place: Place, needed: int, depth: int) -> int:
    """Return the count by the bot player's numbers."""
    if place.captured >= needed:
        return 0
    found = [
        move
        for move in find_moves(place.board, place.tigers, place.waiting)
        if move != find_banned(*place.recent)
    ]
    if depth == 1:
        return len(found)
    return sum(in_bits(place.after(move), needed, depth - 1) for move in found)


def state(case: dict[str, Any]) -> State:
    start = place(**case["position"])
    return after(start, *case.get("played", ()))


def history(case: dict[str, Any]) -> tuple[list[str], int, int]:
    """Return a case's positions as strings, the number of Goats, and the captures that win."""
    start = place(**case["position"])
    found = []
    for at in range(len(case.get("played", ())) + 1):
        s = after(start, *case.get("played", ())[:at])
        goats, tigers = s.pieces("goat"), s.pieces("tiger")
        found.append(position(goats, tigers, s.to_move[0], s.waiting))
    return found, start.options.goats, start.options.captures


@pytest.mark.parametrize("name", CASES)
def test_the_rules_count_as_written_down(name: str) -> None:
    case = CASES[name]
    assert [played(state(case), depth) for depth in range(1, 6)] == case["ways"]


@pytest.mark.parametrize("name", CASES)
def test_the_independent_count_agrees(name: str) -> None:
    case = CASES[name]
    past, goats, needed = history(case)
    assert [count(past, depth, goats, needed) for depth in range(1, 5)] == case["ways"][:4]


@pytest.mark.parametrize("name", CASES)
def test_the_bot_player_counts_alike(name: str) -> None:
    s = state(CASES[name])
    view = aadu_huli.view(s, None)
    counted = [in_bits(read_place(view), view.needed, depth) for depth in range(1, 6)]
    assert counted == CASES[name]["ways"]


def test_moves_in_bits_are_told_apart() -> None:
    assert encode_move("3b-3c", True) == encode_move("3c-3b", True)
    assert encode_move("3b-3c", True) != encode_move("3b-3c", False)
    assert len({encode_move(point, False) for point in BOARD.keys}) == 23
