"""What a bot player chooses: its level, its time, and how it goes on to the end of an order.

It sees a `View` of its seat and nothing else. Its random numbers are its own, never those of the game's dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Protocol

from rules.errors import InputError
from rules.games import GAMES
from rules.kernel import Game, Player, Point, Rules
from rules.player import Advice, Adviser
from rules.players import Mover, choose_order

RANDOM = "random"  # a level that every game has, and the easiest


class Budget(Protocol):
    """How long a player may think about an order."""

    def begin(self) -> None:
        """Another order begins."""

    def is_over(self) -> bool:
        """Return whether it has thought enough about this one."""


@dataclass(slots=True)
class Timed:
    """So many seconds for each order."""

    seconds: float
    until: float = 0.0

    def begin(self) -> None:
        """Another order begins."""
        self.until = monotonic() + self.seconds

    def is_over(self) -> bool:
        """Return whether the time for this order is used up."""
        return monotonic() >= self.until


@dataclass(slots=True)
class Counted:
    """So many looks, for each order, whether it is enough: the same each time, on any machine."""

    looks: int
    left: int = 0

    def begin(self) -> None:
        """Another order begins."""
        self.left = self.looks

    def is_over(self) -> bool:
        """Return whether it has looked often enough."""
        self.left -= 1
        return self.left < 0


@dataclass(slots=True)
class Seated:
    """A player of one of the game's levels, with its budget."""

    player: Player
    budget: Budget

    def choose(self, point: Point, /) -> str:
        """Return what the player chooses within its budget."""
        if not point.order:
            self.budget.begin()
        return self.player.choose(point)


@dataclass(slots=True)
class SeatedAdviser(Seated):
    """The same of a player that gives reasons."""

    player: Adviser

    def advise(self, point: Point, /) -> Sequence[Advice]:
        """Return what the player advises within its budget."""
        self.budget.begin()
        return self.player.advise(point)


def list_levels(rules: Rules) -> tuple[str, ...]:
    """Return the levels of a game's bot players, the easiest first."""
    return (RANDOM, *rules.AUTOMATIC)


def seat_player(rules: Rules, level: str, number: Callable[[int], int], budget: Budget) -> Player:
    """Return a player of this level. Raises `InputError` if the game has no such level."""
    if level == RANDOM:
        return Mover(number)
    if level not in rules.AUTOMATIC:
        known = ", ".join(list_levels(rules))
        raise InputError(f"{rules.TITLE} has no level “{level}”; there are: {known}")
    player = rules.AUTOMATIC[level](number, budget.is_over)
    return SeatedAdviser(player, budget) if isinstance(player, Adviser) else Seated(player, budget)


@dataclass(frozen=True, slots=True)
class Task:
    """What a bot player is asked, as it goes to its process: small, and without the secret seed.

    `seconds`: for the whole order; `luck`: where its own random numbers come from; `server`: for whom.
    """

    game: str
    position: Game
    seat: str
    level: str
    seconds: float
    luck: int
    server: int = 0


def think(task: Task, games: Mapping[str, Rules] = GAMES) -> Advice:
    """A whole order, all that the seat has to decide before dice, a card or somebody else, with its
    reason."""
    rules = games[task.game]
    player = seat_player(rules, task.level, Random(task.luck).randrange, Timed(task.seconds))
    return choose_order(rules, task.position, player)
