"""Find the outcome of an order. Two readings of a typed line mean the same if their outcome is the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.asking import DONE
from rules.kernel import Ask, Game, Rules, View, resume


@dataclass(frozen=True)
class Outcome:
    """What an order leads to.

    Attributes:
        steps: the chosen answers, sorted, without "done" and those that order sentences leave out
            (`Phrase.silent`)
        view: the position after the order, as the seat of the order sees it
        asked: the next question and its legal answers, or what chance decides next
    """

    steps: tuple[str, ...]
    view: View | None
    asked: tuple[object, ...]


def find_outcome(rules: Rules, game: Game, seat: str, keys: Sequence[str]) -> Outcome:
    """Return what an order leads to. The keys must be legal."""
    live, steps, asked_for = resume(rules, game), list[str](), False
    for key in keys:
        ask = live.pending
        phrase = ask.presentation.phrase if isinstance(ask, Ask) else None
        silent = phrase is not None and key in phrase.silent
        forced = isinstance(ask, Ask) and ask.forced and not asked_for
        if key != DONE and not silent and not forced:
            steps.append(key)
        asked_for = silent  # after an answer that sentences leave out, a forced answer counts as chosen
        live.enter(seat, key)
    match live.pending:
        case Ask() as ask:
            asked: tuple[object, ...] = (ask.seat, ask.prompt.read(rules.name), *ask.menu())
        case None:
            asked = ()
        case chance:
            asked = (chance.prompt.read(rules.name),)
    return Outcome(tuple(sorted(steps)), rules.view(live.state, seat), asked)
