"""A list, a preview and a hint tell of forks: moves after which a capture is certain."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from rules.aadu_huli.board import GOATS, MOVES, TIGERS
from rules.aadu_huli.entries import list_clauses
from rules.aadu_huli.forecast import FORK, list_warnings
from rules.aadu_huli.forks import find_fork, is_capture_certain
from rules.aadu_huli.purpose import describe_purpose
from rules.aadu_huli.state import State
from rules.words import Words
from tests.games.aadu_huli.table import GAME, SIDES, moves, place
from tests.kernel.play import random_steps

FORKED = place("3e 4b 4d 4e", to_move=TIGERS)  # the position of the lesson "two at once"


def play(s: State, key: str) -> State:
    after = s.copy()
    after.play(key)
    return after


def can_capture(s: State) -> bool:
    return any(MOVES[key].over for key in moves(s))


@pytest.mark.parametrize("luck", range(2))
def test_a_capture_is_certain_if_each_answer_of_the_goats_leaves_one(luck: int) -> None:
    found = set[bool]()
    for step in islice(random_steps(GAME, luck), 80):
        s: Any = step.live.state
        if not s.sides or s.to_move != GOATS or not s.waiting:  # without placings, 5.5.4 can bar an answer
            continue
        answers = moves(s)
        if answers:
            certain = all(can_capture(play(s, key)) for key in answers)
            assert is_capture_certain(s) == certain
            found.add(certain)
    assert found == {True, False}


def test_the_fork_of_the_lesson_is_found() -> None:
    assert find_fork(FORKED) == "2d-3d"
    assert not any(is_capture_certain(play(FORKED, key)) for key in moves(FORKED) if key != "2d-3d")


def test_a_goat_that_opens_a_fork_warns_of_it() -> None:
    """The list called 4D "safe next turn". One turn later 2D-3D threatened two Goats, and one was lost."""
    before = place("3a 3e 4b")
    told = {
        key: {str(c.words.args.get("step", "")) for c in list_clauses(before, play(before, key), key)}
        for key in ("4d", "4c")
    }
    assert "2d-3d" in told["4d"]
    assert "2d-3d" not in told["4c"]
    (warned,) = list_warnings(before, play(before, "4d"), SIDES[GOATS])
    assert (warned.kind, warned.words.args["step"]) == (FORK, "2d-3d")
    assert not list_warnings(before, play(before, "4c"), SIDES[GOATS])


def purpose(s: State, key: str) -> Words:
    found = describe_purpose(GAME.view(s, None), GAME.view(play(s, key), None), SIDES[s.to_move], [key])
    assert isinstance(found, Words)
    return found


def test_the_reason_for_a_fork_says_that_a_capture_is_certain() -> None:
    certain, single = purpose(FORKED, "2d-3d"), purpose(place("4d 5a", to_move=TIGERS), "2d-3d")
    assert "certain" in certain.english
    assert "certain" not in single.english
    assert {*single.args} <= {*certain.args}


def test_the_reason_for_a_goat_names_the_fork_that_it_prevents() -> None:
    """Hints gave the reason "beside the Goat on 4E" for a move that saved a Goat two turns ahead."""
    before = place("3e 4b 4d 4e")
    assert purpose(before, "3d").args["fork"] == "2d-3d"
    assert "fork" not in purpose(before, "5a").args


def test_the_reason_for_a_goat_names_the_goat_that_it_protects() -> None:
    protecting = purpose(place("3e 5a"), "3f")
    assert (protecting.args["beside"], protecting.args["stand"]) == ("3e", "3f")


def test_the_reason_for_a_lone_goat_says_whether_its_point_is_at_the_edge() -> None:
    """On the empty board three hints said only that no Tiger could capture the Goat next turn."""
    reasons = [purpose(place(), key) for key in ("3a", "3f", "3e")]
    assert ["edge" in each.english for each in reasons] == [True, True, False]
    assert [each.args["stand"] for each in reasons] == ["3a", "3f", "3e"]
