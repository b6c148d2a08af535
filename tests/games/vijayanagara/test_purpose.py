"""The reason that the game gives for an order is true of that order."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.kernel import Ask, submit
from rules.loading.games import GAMES
from rules.players import Mover, choose_order, explain_order
from rules.vijayanagara.purpose import describe_purpose
from rules.words import Words
from tests.kernel.play import random_steps

GAIN = "gain {points}"
COST = "cost {faction} {points}"


@pytest.mark.parametrize("luck", range(3))
def test_an_order_is_said_to_bring_what_it_brings(luck: int) -> None:
    rules: Any = GAMES["vijayanagara"]
    rng, seen, silent = Random(luck), set[str](), 0
    for step in islice(random_steps(rules, luck), 0, 400, 7):
        ask = step.live.pending
        if not isinstance(ask, Ask) or ask.forced:
            continue
        keys = choose_order(rules, step.game, Mover(rng.randrange)).keys
        before = rules.view(step.live.state, None)
        said = explain_order(rules, step.game, keys)
        if said == "":
            silent += 1  # the order changes nothing yet
            continue
        assert isinstance(said, Words)
        seen.add(said.english)
        named = {part.english for part in _list_parts(said)}
        done = submit(rules, step.game, ask.seat, keys)
        if done.closed or len(done.game.log) != len(step.game.log) + len(keys):
            continue  # dice, cards or the next turn have come since
        after = rules.view(done.live.state, None)
        gained = after.faction(ask.seat).vp - before.faction(ask.seat).vp
        if GAIN in named:
            assert gained > 0
        if COST in named:
            assert any(after.faction(each.key).vp < each.vp for each in before.factions)
        assert said == describe_purpose(before, after, ask.seat, keys)
    assert len(seen) > 3
    assert silent < len(seen)


def test_a_pass_that_brings_nothing_is_not_said_to_bring_resources() -> None:
    """1.8: a faction with 24 Resources gains none."""
    rules: Any = GAMES["vijayanagara"]
    view = rules.view(rules.setup(rules.Options()), None)
    said = describe_purpose(view, view, view.factions[0].key, ("pass",))
    assert isinstance(said, Words)
    assert not said.args


def _list_parts(words: Words) -> list[Words]:
    """Return a sentence and all parts in it."""
    found, todo = list[Words](), [words]
    while todo:
        found.append(todo.pop())
        for value in found[-1].args.values():
            todo += [
                each
                for each in (value if isinstance(value, tuple | list) else (value,))
                if isinstance(each, Words)
            ]
    return found
