"""The reason for an order names all that the order brings, and the karma that it costs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.chance import Roll
from rules.kernel import Ask, Step, resume
from rules.players import Mover, choose_order, explain_order, replay_entries
from rules.words import Said, Words, within
from tests.games.rajas_of_the_ganges.table import GAME, H, at, play
from tests.kernel.play import random_steps


def list_words(said: object) -> Iterator[Words]:
    """Yield the sentence and all sentences within it."""
    if isinstance(said, Words):
        yield said
        for each in said.args.values():
            yield from list_words(each)
    elif isinstance(said, tuple | list):
        for each in said:
            yield from list_words(each)


def count_dice(said: Said) -> int:
    """Return how many new dice a reason names."""
    return sum(int(str(each.args["n"])) for each in list_words(said) if {*each.args} == {"n", "colour"})


def test_a_reason_counts_the_dice_that_the_order_brings() -> None:
    """They are not rolled yet when the order ends, so no view shows them."""
    seen = 0
    for luck in range(3):
        number = Random(luck).randrange
        for step in random_steps(GAME, luck):
            ask = step.live.pending
            if not isinstance(ask, Ask) or ask.kind != "space":
                continue
            keys = choose_order(GAME, step.game, Mover(number)).keys
            after = replay_entries(GAME, GAME.load(step.game.start), step.game.log, keys).pending
            if isinstance(after, Roll) and after.kind == "dice":
                assert count_dice(explain_order(GAME, step.game, keys)) == after.dice, keys
                seen += 1
    assert seen > 50


def test_a_voyage_to_dice_is_not_told_as_the_voyage_alone() -> None:
    step = play(at(dice={"green": "1"}))
    said = explain_order(GAME, step.game, ("harbour", "green-1", "river-1", "orange-blue"))
    assert isinstance(said, Words)
    assert within(said, GAME.name) == "to gain 1 orange die and 1 blue die and sail 1 space along the river"


def test_a_reason_names_the_karma_that_the_order_costs() -> None:
    step = play(at(dice={"blue": "6"}, karma=1))
    seen = resume(GAME, step.game).pending
    assert isinstance(seen, Ask)
    assert seen.seat == H
    said = explain_order(GAME, step.game, ("mogul", "blue-6t"))
    assert isinstance(said, Words)
    assert within(said, GAME.name) == "to gain 2 fame, for 1 karma"


def explain_played(step: Step[Any, Any], *keys: str) -> str:
    """Return the reason that stands below what the order brought."""
    return within(explain_order(GAME, step.game, keys, played=True), GAME.name)


def test_a_reason_below_the_results_says_what_they_are_for() -> None:
    """The log of a bot player's order told each gain, then all gains again as the reason."""
    step = play(at(dice={"green": "1"}))
    assert explain_played(step, "harbour", "green-1", "river-1", "orange-blue") == (
        "to have 2 dice for later workers"
    )
    step = play(at(dice={"blue": "6"}, karma=1))
    assert explain_played(step, "mogul", "blue-6t") == "to stay ahead in the race"


def test_most_orders_of_a_game_have_a_reason_that_repeats_no_gain() -> None:
    seen = told = 0
    for step in random_steps(GAME, 3):
        ask = step.live.pending
        if isinstance(ask, Ask) and ask.kind == "space":
            keys = choose_order(GAME, step.game, Mover(Random(3).randrange)).keys
            seen += 1
            told += bool(explain_played(step, *keys))
    assert told > seen / 2 > 10
