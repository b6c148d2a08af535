"""Define how a game's positions are evaluated, for hints, reviews and bot players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.player import Maker, Number
from rules.state import S, S_in, V_in
from rules.words import Said


def _is_never_wasteful(_: str, __: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Outlook(Generic[S_in]):
    """How a seat's chance to win is estimated from a position between two turns.

    Args:
        package: the package of the game; its `chances.toml` has a weight for each feature, fitted to the
            outcomes of many games
        features: `features(state, seat)` returns numbers by name; they say how good the seat's position is
        quick: makes a player that plays on in a simulation before the position is evaluated
        turns: how many turns to play on after the open one; None: to the end of the game
        simulate: `simulate(state, number)` plays on from a position between two turns, as far as an
            evaluation needs; it replaces `quick` and `turns`. None: `quick` and `turns` are used
        is_out: `is_out(state, seat)` returns whether a seat can't win any more, so that its chance is 0
        certain: whether the features of a position come out the same each time; then one evaluation is enough
    """

    package: str
    features: Callable[[S_in, str], Mapping[str, float]]
    quick: Maker
    turns: int | None = None
    simulate: Callable[[S_in, Number], None] | None = None
    is_out: Callable[[S_in, str], bool] = lambda _state, _seat: False
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Learned(Generic[S]):
    """How an evaluation of positions is learned from games (`players/judgement.py`).

    Args:
        package: the package with the file of its weights
        signs: `signs(state)` returns numbers by name, most of them between -2 and 2; the names are always the
            same
        late: `late(state)` returns how near the end is: 0 at the start, more later, on the game's own scale
        game: `game(number, keep)` plays a quick game to learn from, with the random numbers `number(n)`; it
            calls `keep` with each position between two turns, and returns the last state
    """

    package: str
    signs: Callable[[S], Mapping[str, float]]
    late: Callable[[S], float]
    game: Callable[[Number, Callable[[S], None]], S]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(Generic[S, V_in]):
    """What a game offers to code that looks ahead."""

    # (view, number): a state that fits what the seat of this view knows; the function deals hidden things at
    # random, with `number(n)`
    sample_state: Callable[[V_in, Number], S] | None = None
    # how positions are evaluated; None: the easiest bot players play them to the end of the game
    outlook: Outlook[S] | None = None
    # how the game's judgement of positions is learned from games; None: it has none
    learned: Learned[S] | None = None
    # (state, kind of question, key): the name of an answer in statistics of many games; "": the statistics
    # leave the answer out
    statistic: Callable[[S, str, str], str] | None = None
    # (before, after, seat, keys): the purpose of this seat's order, in a clause that continues a sentence
    # ("to lead in the Elephant"). It is for bot players that give no reason. `before` and `after` are views
    # of a spectator. The clause reveals no key that is hidden from others. "": the game knows no purpose
    purpose: Callable[[V_in, V_in, str, Sequence[str]], Said] | None = None
    # like `purpose`, but for somebody who has read what the order brought, so the clause doesn't repeat it
    # ("to have 5 dice for later workers"). None: the same as `purpose`
    intent: Callable[[V_in, V_in, str, Sequence[str]], Said] | None = None
    # (kind of question, key): whether an answer only gives something away. Bot players and hints choose
    # such an answer only if there is no other. People may always choose it
    wasteful: Callable[[str, str], bool] = _is_never_wasteful
