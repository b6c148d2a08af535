"""An undone die reveals nothing about the next one."""

from __future__ import annotations

from rules.kernel import CHANCE, Ask, begin, go_back, resume, settle, submit
from rules.loading.games import GAMES

RULES = GAMES["rajas_of_the_ganges"]


def test_another_terrace_after_an_undo_rolls_another_die() -> None:
    """Without the count of undos, both terraces would roll the same at each of 20 seeds."""
    same = 0
    for number in range(20):
        step = begin(RULES, RULES.dump(RULES.setup(RULES.Options())), f"seed {number}", "hash")
        fell = []
        for place in ("terrace-orange", "terrace-green"):
            ask = resume(RULES, step.game).pending
            assert isinstance(ask, Ask)
            rolled = submit(RULES, step.game, ask.seat, [next(key for key in ask.menu() if key == place)])
            played = (rolled.closed or (rolled.game,))[0]
            fell.append([entry.key for entry in played.log[len(step.game.log) :] if entry.seat == CHANCE])
            step = settle(RULES, go_back(step.game, [played]))
        assert step.game.undone == ((step.game.turn, len(step.game.log)),) * 2
        same += fell[0] == fell[1]
    assert same < 12
