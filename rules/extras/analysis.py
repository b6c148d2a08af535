"""How positions are weighed: for hints, reviews, and bot players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.player import Maker, Number
from rules.state import S, S_in, V_in
from rules.words import Said


@dataclass(frozen=True, slots=True)
class Outlook(Generic[S_in]):
    """How a seat's chance to win is made of a position between two turns.

    `features(state, seat)`: numbers that say how well a seat stands, by their names; what each counts for is
    in the `chances.toml` of the game's `package`, fitted to the outcomes of many games. `quick(number,
    stop)`: a player that plays a position on in a simulation, to the end of the open turn and so many `turns`
    more (None: to the end of the game), before it is weighed.
    """

    package: str
    features: Callable[[S_in, str], Mapping[str, float]]
    quick: Maker
    turns: int | None = None


@dataclass(frozen=True, slots=True)
class Learned(Generic[S]):
    """How a judgement of positions is learned from games (`players/judgement.py`).

    `package`: where its file lies. `signs(state)`: numbers of about 1 by their names, always the same names;
    `late(state)`: how near the end is. `game(number, keep)`: a quick game to learn from, with the random
    numbers `number(n)`; `keep` is given each position between two turns; the state at its end.
    """

    package: str
    signs: Callable[[S], Mapping[str, float]]
    late: Callable[[S], float]
    game: Callable[[Number, Callable[[S], None]], S]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(Generic[S, V_in]):
    """What a game offers to those who look ahead; it leaves out what it has nothing for."""

    # (view, number below n): a state that fits what this view's seat knows, hidden things dealt at random
    sample_state: Callable[[V_in, Number], S] | None = None
    # how its positions are weighed; None: they are played on to their ends, by the easiest players there are
    outlook: Outlook[S] | None = None
    # how the judgement of positions behind it is learned from games, where there is one
    learned: Learned[S] | None = None
    # (state, kind of question, key): under which name an answer is counted in statistics of many games; ""
    # where it is not
    statistic: Callable[[S, str, str], str] | None = None
    # (before, after, seat, keys): what an order of this seat between two spectators' views is for, in a
    # clause that goes on a sentence ("to lead in the Elephant"): the reason of players that give none. It
    # tells nothing of the keys that others may not know. "": there is nothing to say
    purpose: Callable[[V_in, V_in, str, Sequence[str]], Said] | None = None
