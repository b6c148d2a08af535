"""What an automatic player chooses: its level, its time, and how it goes on to the end of an order.

It sees a `View` of its seat and nothing else. Its random numbers are its own, never those of the game's dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from time import monotonic
from typing import Any

from bot.games.documents import Refused
from rules import GAMES, kernel
from rules.kernel import Ask, Game, Look, Player, Rules
from rules.players import Mover

RANDOM = "random"  # a level that every game has, and the easiest
MOST = 200  # choices in one order


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


def levels(rules: Rules[Any]) -> tuple[str, ...]:
    """The levels of a game's automatic players, the easiest first."""
    return (RANDOM, *rules.AUTOMATIC)


def seated(rules: Rules[Any], level: str, number: Callable[[int], int], seconds: float) -> Player:
    """A player of this level. Raises `Refused` if the game has no such level."""
    if level == RANDOM:
        return Mover(number)
    if level not in rules.AUTOMATIC:
        known = ", ".join(levels(rules))
        raise Refused(f"{rules.TITLE} has no level “{level}”; there are: {known}")
    timed = Timed(seconds)
    timed.player = rules.AUTOMATIC[level](number, timed.is_over)
    return timed


@dataclass(frozen=True, slots=True)
class Task:
    """What an automatic player is asked, as it goes to its process: small, and without the secret seed.

    `seconds`: for each choice; `luck`: where its own random numbers come from.
    """

    game: str
    position: Game
    seat: str
    level: str
    seconds: float
    luck: int


def think(task: Task, games: Mapping[str, Rules[Any]] = GAMES) -> list[str]:
    """The keys of a whole order: all that the seat has to decide before dice, a card or somebody else."""
    rules, keys = games[task.game], list[str]()
    player = seated(rules, task.level, Random(task.luck).randrange, task.seconds)
    live = kernel.resume(rules, task.position)
    while isinstance(ask := live.pending, Ask) and ask.seat == task.seat and len(keys) < MOST:
        menu = tuple(ask.menu())
        look = partial(rules.view, live.state, task.seat)
        keys.append(menu[0] if ask.forced else player.choose(look, menu))
        live.enter(task.seat, keys[-1])
    return keys
