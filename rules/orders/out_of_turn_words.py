"""Read the words of an act out of turn: what typed words mean, and what may come after them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel import Option, Rules
from rules.orders.matching import find_best
from rules.orders.tokenizer import ARTICLES, FILLERS
from rules.state import State

LINKS = frozenset("with to in avec à en".split())  # small words before a name, as in “break with green”


def list_next(rules: Rules, state: State, seat: str, said: Sequence[str]) -> Sequence[Option]:
    """Return the words that may follow the words `said` in an act out of turn of this seat.

    In games without `Trades.next_words`, only the acts in `Trades.offered` can be typed.
    """
    if rules.EXTRAS.trades.next_words is not None:
        return rules.EXTRAS.trades.next_words(state, seat, said)
    acts = (act.key.split("_") for act in rules.EXTRAS.trades.offered(state, seat) if not act.why_not)
    begun = len(said)
    words = dict.fromkeys(act[begun] for act in acts if act[:begun] == list(said) and len(act) > begun)
    return [Option(word, word) for word in words]


def normalize_words(rules: Rules, state: State, seat: str, typed: Sequence[str]) -> list[str]:
    """Return the words of an act out of turn as the game's keys.

    A name becomes its key. So does the beginning of a name, if it fits only this name. Words that mean
    nothing stay unchanged, so that the game can refuse them.
    """
    said: list[str] = []
    rest = [word for word in typed if word not in FILLERS | ARTICLES | LINKS]
    while rest:
        fit, fitting = (
            find_best(list_next(rules, state, seat, said), rest) if rest[0].isalpha() else (None, [])
        )
        if fit is not None and len(fitting) == 1:
            said.append(fitting[0].key)
            rest = rest[fit.used :]
        else:
            said.append(rest.pop(0))
    return said
