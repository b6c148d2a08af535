"""Random turns of every game, through its panels: few taps, ten buttons and lists a screen, one green
button on the last."""

from __future__ import annotations

import statistics
from typing import Any

import pytest

from rules.games import GAMES
from rules.kernel import Rules
from tests.turns.__main__ import turns
from tests.turns.walking import check

TURNS, MIDDLE, MOST = 25, 8, 12


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_turns_keep_to_one_screen_and_few_taps(rules: Rules[Any]) -> None:
    walks = list(turns(rules, TURNS))
    for each in walks:
        check(each)
    taps = sorted(each.taps for each in walks)
    assert statistics.median(taps) <= MIDDLE
    assert taps[len(taps) * 95 // 100] <= MOST
