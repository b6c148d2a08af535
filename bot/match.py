"""Automatic players against each other, to see how strong a level is and whether a game is fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any, NamedTuple, Protocol, runtime_checkable

from pydantic import ValidationError

from bot.documents import Refused
from rules.chance import Draw, Roll, chance
from rules.kernel import Look, Player, Rules
from rules.players import Mover, play_out

RANDOM = "random"  # a level that every game has


@runtime_checkable
class Decided(Protocol):
    """A view that says who has won."""

    @property
    def winners(self) -> Sequence[str]:
        """The seats that have won; all of them where the game is drawn."""


class Played(NamedTuple):
    """One game of a match. `won`: True by the first level, False by the other, None where it was shared."""

    won: bool | None
    headline: str
    entries: int


@dataclass(slots=True)
class Timed:
    """A player that may think for so many seconds about each choice."""

    seconds: float
    player: Player | None = None
    until: float = 0.0

    def is_over(self) -> bool:
        """True when the time for this choice is used up."""
        return monotonic() >= self.until

    def choose(self, look: Look, keys: Sequence[str], /) -> str:
        """What the player chooses in its time."""
        assert self.player is not None
        self.until = monotonic() + self.seconds
        return self.player.choose(look, keys)


def seated(rules: Rules[Any], level: str, number: Callable[[int], int], seconds: float) -> Player:
    """A player of this level. Raises `Refused` if the game has no such level."""
    if level == RANDOM:
        return Mover(number)
    if level not in rules.AUTOMATIC:
        levels = ", ".join((RANDOM, *rules.AUTOMATIC))
        raise Refused(f"{rules.TITLE} has no level “{level}”; there are: {levels}")
    timed = Timed(seconds)
    timed.player = rules.AUTOMATIC[level](number, timed.is_over)
    return timed


def match(
    rules: Rules[Any], one: str, other: str, games: int, seed: str, seconds: float, options: Mapping[str, Any]
) -> Iterator[Played]:
    """So many games; in each the level `one` has the next seat, `other` all the rest. Raises `Refused`."""
    try:
        chosen = rules.Options.model_validate(options)
    except ValidationError as error:
        raise Refused(f"{rules.TITLE}: {error.errors()[0]['msg']}") from None
    for number in range(games):
        own = rules.SEATS[number % len(rules.SEATS)]
        rng = Random(f"{seed}/{number}")
        players = {
            seat: seated(rules, one if seat == own else other, rng.randrange, seconds) for seat in rules.SEATS
        }
        state = rules.setup(chosen)

        def fate(turn: int, index: int, pending: Roll | Draw, game: str = f"{seed}/{number}") -> str:
            return chance(game, turn, index, pending)

        _, entries = play_out(rules, state, players, fate)
        view = rules.view(state, None)
        winners = view.winners if isinstance(view, Decided) else rules.SEATS
        shared = len(winners) == len(rules.SEATS)
        yield Played(None if shared else own in winners, view.headline, entries)


def report(
    rules: Rules[Any],
    levels: tuple[str, str],
    games: int,
    seed: str,
    seconds: float,
    options: Mapping[str, Any],
) -> Iterator[str]:
    """What came of a match: how often each level has won, and how the games ended. Raises `Refused`."""
    played = list(match(rules, *levels, games, seed, seconds, options))
    results = Counter(game.won for game in played)
    length = sum(game.entries for game in played) // max(1, len(played))
    won = f"{levels[0]} {results[True]}, {levels[1]} {results[False]}, shared {results[None]}"
    yield f"{won}; {length} entries a game"
    for headline, number in Counter(game.headline for game in played).most_common():
        yield f"{number:>7}  {headline}"
