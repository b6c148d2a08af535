"""What an automatic player chooses: its level, its time, and how it goes on to the end of an order.

It sees a `View` of its seat and nothing else. Its random numbers are its own, never those of the game's dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from bot.games.refused import NotDone
from rules.face import Advice
from rules.games import GAMES
from rules.kernel import Game, Player, Point, Rules
from rules.players import Mover, choose_order

RANDOM = "random"  # a level that every game has, and the easiest


@dataclass(slots=True)
class Timed:
    """A player that may think for so many seconds about each order."""

    seconds: float
    player: Player | None = None
    until: float = 0.0

    def is_over(self) -> bool:
        """True when the time for this order is used up."""
        return monotonic() >= self.until

    def choose(self, point: Point, /) -> str:
        """What the player chooses in its time."""
        assert self.player is not None
        if not point.order:
            self.until = monotonic() + self.seconds
        return self.player.choose(point)


def levels(rules: Rules[Any]) -> tuple[str, ...]:
    """The levels of a game's automatic players, the easiest first."""
    return (RANDOM, *rules.AUTOMATIC)


def seated(rules: Rules[Any], level: str, number: Callable[[int], int], seconds: float) -> Player:
    """A player of this level. Raises `NotDone` if the game has no such level."""
    if level == RANDOM:
        return Mover(number)
    if level not in rules.AUTOMATIC:
        known = ", ".join(levels(rules))
        raise NotDone(f"{rules.TITLE} has no level “{level}”; there are: {known}")
    timed = Timed(seconds)
    timed.player = rules.AUTOMATIC[level](number, timed.is_over)
    return timed


@dataclass(frozen=True, slots=True)
class Task:
    """What an automatic player is asked, as it goes to its process: small, and without the secret seed.

    `seconds`: for the whole order; `luck`: where its own random numbers come from.
    """

    game: str
    position: Game
    seat: str
    level: str
    seconds: float
    luck: int


def think(task: Task, games: Mapping[str, Rules[Any]] = GAMES) -> Advice:
    """A whole order, all that the seat has to decide before dice, a card or somebody else, with its
    reason."""
    rules = games[task.game]
    player = seated(rules, task.level, Random(task.luck).randrange, task.seconds)
    return choose_order(rules, task.position, player)
