"""Whatever a game asks, a panel shows ways on that can be gone, on one screen, with labels that are never
cut."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.table.answers import BUTTONS, ON_POST
from rules.games import GAMES
from rules.kernel import Ask, Rules, resume, submit
from rules.orders.questions import question
from rules.orders.ways import JOINT, LABEL, ways
from tests.kernel.play import random_steps

LOOKS = 60  # at questions of a random game


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_ways_can_be_gone_and_read(rules: Rules[Any]) -> None:
    steps = [step for step in random_steps(rules, 5) if isinstance(step.live.pending, Ask)]
    for step in Random(1).sample(steps, min(LOOKS, len(steps))):
        ask = step.live.pending
        assert isinstance(ask, Ask)
        legal = [option.key for option in question(rules, ask).legal]
        for most in (BUTTONS, ON_POST):
            found = ways(rules, step.game, most)
            assert len(found.offered) + found.apart <= max(most, len(legal))
            keys = [option.key for option in found.offered]
            labels = [option.label for option in found.offered]
            assert len(set(keys)) == len(keys)
            assert len(set(labels)) == len(labels), labels
            assert len(found.offered) > most or all(len(label) <= LABEL for label in labels), labels
            firsts = {key.split(JOINT)[0] for key in keys}
            assert firsts <= set(legal)
            assert found.apart or firsts == set(legal), "nothing that is legal is lost"
            for key in keys:
                submit(rules, step.game, ask.seat, key.split(JOINT))
                live = resume(rules, step.game)
                for number, part in enumerate(key.split(JOINT)):
                    asked = live.pending
                    assert isinstance(asked, Ask)
                    assert not number or not asked.alone or asked.forced, labels
                    live.enter(ask.seat, part)
