"""`/try` says in every game what an order leads to, also an unfinished one, and what comes next."""

from __future__ import annotations

from dataclasses import replace

from bot.orders.draft import Draft
from bot.orders.forecast import list_forecast
from bot.session.loaded_game import LoadedGame
from bot.views.whatif import Trial, WhatIf
from db.records import Seat
from rules.chance import Draw, Roll
from rules.kernel import Ask, Rules
from tests.bot.callers import NORTH, caller
from tests.every_game.test_previews import drafts
from tests.every_game.tiers import every_game
from tests.phrases import phrase, says

HEAD = 1  # lines above what the order does


def try_order(draft: Draft, keys: tuple[str, ...]) -> tuple[Trial, list[str]]:
    """Return a what-if of these keys of a draft, and the lines that its player reads."""
    base = draft.base
    stored = replace(base.stored, seats=(Seat(draft.seat, NORTH, "North"),))
    at = LoadedGame(stored, base.rules, base.position, base.live)
    trial = Trial(base.rules, base.position, draft.reader)
    for key in keys:
        trial._enter(draft.seat, key)
    trial._play_forced()
    trial.parts.append(" ".join(keys))
    answer = WhatIf._write_answer(WhatIf(None), caller(NORTH), at, trial, None)  # type: ignore[arg-type]
    return trial, answer.text.splitlines()


@every_game
def test_an_order_says_what_it_brings_and_what_comes_next(rules: Rules) -> None:
    for draft in drafts(rules.KEY):
        trial, lines = try_order(draft, draft.keys[:1])
        assert len(lines) > HEAD + 1, lines
        pending = trial.live.pending
        if trial.find_end() is None and isinstance(pending, Ask):
            question = pending.prompt.read(rules.name)
            own = says("\n".join(lines), "try.open", question=question)
            other = any(says(line, "try.asks", seat=rules.name(pending.seat)) for line in lines)
            assert own if pending.seat == draft.seat else other, lines
        elif trial.find_end() is None and not isinstance(pending, Roll | Draw):
            assert phrase("try.over") in lines


@every_game
def test_what_an_order_brings_is_told_before_a_secret_too(rules: Rules) -> None:
    secrets = 0
    for draft in (each for each in drafts(rules.KEY) if each.veiled is None):
        if isinstance(draft.now.live.pending, Roll | Draw):
            continue
        trial, told = try_order(draft, draft.keys)
        if trial.seen is None and isinstance(trial.live.pending, Ask) and trial.find_end() is not None:
            assert all(line in told for line in list_forecast(draft)), told
            secrets += 1
    assert secrets or rules.KEY != "taj_mahal"
