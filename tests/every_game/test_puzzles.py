"""Every puzzle of every game: a seat decides in its position.

The orders recorded as good are legal and right, and by the record far better than all others, which are
wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules.ask import EVERYTHING
from rules.kernel import Ask, Rules
from rules.lessons.attempt import Attempt
from rules.lessons.puzzle import PREFIX, Puzzle, find_lesson, load_puzzles, read_ideas, read_puzzles
from rules.orders.typed_lines import write_lines
from tests.every_game.tiers import COMPLETE, complete_game


def every() -> Iterator[Any]:
    for rules in COMPLETE.values():
        for key, puzzle in load_puzzles(rules).items():
            yield pytest.param(rules, puzzle, id=f"{rules.KEY} {key}")


every_puzzle = pytest.mark.parametrize(("rules", "puzzle"), list(every()))


def ordered(rules: Rules, puzzle: Puzzle, keys: tuple[str, ...] = ()) -> Attempt:
    lesson = find_lesson(rules, f"{PREFIX}{puzzle.key}")
    assert lesson is not None
    return Attempt(rules, lesson, [keys] if keys else [])


@complete_game
def test_there_are_enough_for_weeks(rules: Rules) -> None:
    assert len(load_puzzles(rules)) >= 20


@every_puzzle
def test_its_position_asks_its_seat(rules: Rules, puzzle: Puzzle) -> None:
    attempt = ordered(rules, puzzle)
    assert isinstance(attempt.live.pending, Ask)
    assert attempt.live.pending.seat == puzzle.seat
    of_the_order = not puzzle.want and all("order" in part for part in puzzle.avoid)
    assert attempt.lacks or of_the_order, "what is wanted is there already"


@every_puzzle
def test_its_good_orders_are_right_and_the_best(rules: Rules, puzzle: Puzzle) -> None:
    for order in puzzle.best:
        attempt = ordered(rules, puzzle, order.keys)
        assert attempt.done, f"{order.keys}: something is still asked"
        assert not attempt.lacks, f"{order.keys}: {attempt.lacks}"
        assert order.chance - puzzle.rest[0].chance >= puzzle.provenance.margin
        first = len(attempt.begun.log)
        said = write_lines(rules, attempt.game, first, EVERYTHING)
        assert any(text for seat, text, _, _ in said if seat == puzzle.seat), (
            "it can be said what was ordered"
        )


@every_puzzle
def test_its_other_orders_are_wrong(rules: Rules, puzzle: Puzzle) -> None:
    for order in puzzle.rest:
        attempt = ordered(rules, puzzle, order.keys)
        assert attempt.done, f"{order.keys}: something is still asked"
        assert attempt.lacks, f"{order.keys} is right"


IDEA = "win: {title: Win, task: Win., right: It wins., misses: It doesn't.}"
PUZZLE = {
    "key": "0123abcd",
    "idea": "win",
    "seat": "north",
    "position": {},
    "want": {"winners": ["north"]},
    "best": [{"keys": ["a"], "chance": 0.9, "error": 0.01}],
    "rest": [{"keys": ["b"], "chance": 0.5, "error": 0.01}],
    "provenance": {
        "by": "durbar puzzles",
        "level": "fair",
        "looks": 40,
        "playouts": 96,
        "margin": 0.15,
        "seed": "durbar",
        "game": 0,
    },
}


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"seat": None}, "here: line 1: seat: Input should be a valid string"),
        ({"idea": "lose"}, "here: line 1: idea: there is no idea “lose”"),
        ({"want": {}}, "here: line 1: `want` or `avoid` is needed"),
        (
            {"rest": [{"keys": ["b"], "chance": 0.8, "error": 0.0}]},
            "here: line 1: the best are not 0.15 better",
        ),
        ({"more": 1}, "here: line 1: more: Extra inputs are not permitted"),
        (
            {
                "best": [
                    {"keys": ["c"], "chance": 0.8, "error": 0.0},
                    {"keys": ["a"], "chance": 0.9, "error": 0.0},
                ]
            },
            "here: line 1: a is listed below an order with a lower chance",
        ),
    ],
)
def test_a_bad_puzzle_is_refused_with_the_place_and_the_reason(changed: dict[str, Any], why: str) -> None:
    known = read_ideas(IDEA, "here")
    assert list(read_puzzles(json.dumps(PUZZLE), "here", known)) == ["0123abcd"]
    with pytest.raises(ValueError, match="here") as refused:
        read_puzzles(json.dumps(PUZZLE | changed), "here", known)
    assert str(refused.value).startswith(why), str(refused.value)


def test_a_puzzle_is_there_once() -> None:
    line = json.dumps(PUZZLE)
    with pytest.raises(ValueError, match="line 2: “0123abcd” is there twice"):
        read_puzzles(f"{line}\n{line}\n", "here", read_ideas(IDEA, "here"))


def test_a_bad_idea_is_refused_with_the_place_and_the_reason() -> None:
    with pytest.raises(ValueError, match=r"here: win\.task: Field required"):
        read_ideas(IDEA.replace("task: Win., ", ""), "here")
