"""Questions whose answers make no difference are not asked."""

from __future__ import annotations

import pytest

from bot.orders.play_plans import play_on
from bot.story.turn_text import tell_turn
from rules.asking import DONE
from rules.chance import Draw, Roll
from rules.kernel import CHANCE, Entry, submit
from tests.bot.orders.test_taps import at_position

FIGHT = """
card: event-11
cavalry: {sultanate: 2}
spaces:
  delhi: {troops: 5}
  malwa: {troops: 3, rebelling-amirs: 3}
"""


@pytest.mark.parametrize(("dice", "asked"), [("111166", False), ("466666", True)])
def test_cavalry_that_can_change_no_hit_is_not_asked_for(dice: str, asked: bool) -> None:
    at = at_position(FIGHT)

    def fate(_seed: str, _turn: int, _entry: int, pending: Roll | Draw) -> str:
        assert isinstance(pending, Roll)
        return dice

    keys = ["command", "attack", "malwa"]
    step = submit(at.rules, at.position, at.asked, keys, fate=fate)
    assert step.live.pending is not None
    assert step.live.pending.kind == "spend"
    played = play_on(at, step, ())
    closed = Entry("sultanate", DONE)
    whole = (*played.step.closed, played.step.game)[0]
    assert (closed in whole.log[whole.log.index(Entry(CHANCE, dice)) :]) is not asked
    assert (played.step.live.pending == step.live.pending) is asked
    assert not played.told, "nothing is told of what makes no difference"
    assert any("spends no Cavalry" in line for line in tell_turn(at.rules, whole)) is not asked
