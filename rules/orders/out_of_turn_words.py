"""The words of a side act: what may come after those said, and what typed ones mean."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel import Option, Rules
from rules.orders.tokenizer import ARTICLES, FILLERS, best
from rules.state import State


def side_next(rules: Rules, state: State, seat: str, said: Sequence[str]) -> Sequence[Option]:
    """How a side act of this seat may go on; the acts that need only a click in a game that says no more."""
    if rules.EXTRAS.trades.next_words is not None:
        return rules.EXTRAS.trades.next_words(state, seat, said)
    acts = (act.key.split("_") for act in rules.EXTRAS.trades.offered(state, seat) if not act.why_not)
    begun = len(said)
    words = dict.fromkeys(act[begun] for act in acts if act[:begun] == list(said) and len(act) > begun)
    return [Option(word, word) for word in words]


def side_said(rules: Rules, state: State, seat: str, typed: Sequence[str]) -> list[str]:
    """The words of a side act as the game has them: what is called by its name, or by a beginning of it that
    fits nothing else, by its key. Words that mean nothing stay, for the game to refuse."""
    said: list[str] = []
    rest = [word for word in typed if word not in FILLERS | ARTICLES]
    while rest:
        fit, fitting = best(side_next(rules, state, seat, said), rest) if rest[0].isalpha() else (None, [])
        if fit is not None and len(fitting) == 1:
            said.append(fitting[0].key)
            rest = rest[fit.used :]
        else:
            said.append(rest.pop(0))
    return said
