"""Choose a bot player's whole order, at its level and within its time.

A bot player sees only the `View` of its seat. Its random numbers don't come from the seed of the game's dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Protocol

from rules.errors import InputError
from rules.kernel import Game, Player, Point, Rules
from rules.loading.games import GAMES
from rules.player import Advice, Adviser
from rules.players import Mover, choose_order

RANDOM = "random"  # the easiest level, which every game has


class Budget(Protocol):
    """Limits how long a bot player may think about an order."""

    def begin(self) -> None:
        """Start the budget of the next order."""

    def is_over(self) -> bool:
        """Return whether the budget of the present order is used up."""


@dataclass(slots=True)
class Timed:
    """A budget of seconds for each order."""

    seconds: float
    until: float = 0.0

    def begin(self) -> None:
        """Start the clock of the next order."""
        self.until = monotonic() + self.seconds

    def is_over(self) -> bool:
        """Return whether the time for this order is used up."""
        return monotonic() >= self.until


@dataclass(slots=True)
class Counted:
    """A budget that ends after `looks` calls of `is_over` for each order.

    The budget is the same on every machine.
    """

    looks: int
    left: int = 0

    def begin(self) -> None:
        """Start the count of the next order."""
        self.left = self.looks

    def is_over(self) -> bool:
        """Count this call. Return whether this method was called more than `looks` times for this order."""
        self.left -= 1
        return self.left < 0


@dataclass(slots=True)
class Seated:
    """A bot player of one of the game's levels, together with its budget."""

    player: Player
    budget: Budget

    def choose(self, point: Point, /) -> str:
        """Return the key that the player chooses within its budget."""
        if not point.order:
            self.budget.begin()
        return self.player.choose(point)


@dataclass(slots=True)
class SeatedAdviser(Seated):
    """A bot player that can also give hints with reasons, together with its budget."""

    player: Adviser

    def advise(self, point: Point, /) -> Sequence[Advice]:
        """Return the player's advice, computed within its budget."""
        self.budget.begin()
        return self.player.advise(point)


def list_levels(rules: Rules) -> tuple[str, ...]:
    """Return the levels of a game's bot players, the easiest first."""
    return (RANDOM, *rules.BOT_PLAYERS)


def find_default_level(rules: Rules) -> str:
    """Return the usual level of a bot player: the middle one of the levels above `RANDOM`.

    Of two middle levels, return the higher one. If there is no level above `RANDOM`, return `RANDOM`.
    """
    levels = list_levels(rules)
    return levels[min((len(levels) + 1) // 2, len(levels) - 1)]


def find_easiest_level(rules: Rules) -> str:
    """Return the easiest level whose bot players have styles.

    If there is none, return the easiest level except `RANDOM`. If there is no other level, return `RANDOM`.
    """
    levels = [level for level in list_levels(rules) if level != RANDOM]
    return next((level for level in levels if list_styles(rules, level)), (*levels, RANDOM)[0])


def list_styles(rules: Rules, level: str) -> tuple[str, ...]:
    """Return the styles in which bot players of this level can play."""
    return tuple(key for key, style in rules.EXTRAS.styles.items() if level in style.makers)


def seat_player(
    rules: Rules, level: str, number: Callable[[int], int], budget: Budget, style: str = ""
) -> Player:
    """Return a player of this level and style; "" for no style.

    Raises `InputError` if the game has no such level, or the level has no such style.
    """
    if style and style not in list_styles(rules, level):
        known = ", ".join(list_styles(rules, level)) or "none"
        raise InputError(f"{rules.TITLE}, level “{level}” has no style “{style}”; there are: {known}")
    if level == RANDOM:
        return RandomPlayer(number, rules.EXTRAS.analysis.wasteful)
    if level not in rules.BOT_PLAYERS:
        known = ", ".join(list_levels(rules))
        raise InputError(f"{rules.TITLE} has no level “{level}”; there are: {known}")
    make = rules.EXTRAS.styles[style].makers[level] if style else rules.BOT_PLAYERS[level]
    player = make(number, budget.is_over)
    return SeatedAdviser(player, budget) if isinstance(player, Adviser) else Seated(player, budget)


@dataclass(frozen=True, slots=True)
class RandomPlayer(Mover):
    """Chooses answers at random, but avoids answers that lose something for nothing (`Analysis.wasteful`)."""

    is_wasteful: Callable[[str, str], bool]

    def choose(self, point: Point, /) -> str:
        """Return a random key. Return a wasteful key only if all keys are wasteful."""
        keys = tuple(key for key in point.keys if not self.is_wasteful(point.kind, key)) or point.keys
        return keys[self.number(len(keys))]


@dataclass(frozen=True, slots=True)
class Task:
    """The task of a bot player, as a worker process gets it. The task is small and has no secret seed.

    Attributes:
        game: the key of the game's rules
        position: the open turn
        seat: the seat to move
        level: the level of the bot player
        seconds: the time for the whole order
        luck: the seed of the bot player's own random numbers
        server: the Discord server that asks for the task; `job_queue` counts the time of each server
        style: the style of the bot player; "" for none. A style that the game no longer has is ignored
    """

    game: str
    position: Game
    seat: str
    level: str
    seconds: float
    luck: int
    server: int = 0
    style: str = ""


def think(task: Task, games: Mapping[str, Rules] = GAMES) -> Advice:
    """Return a bot player's whole order and its reason.

    The order ends before a roll of dice, before the draw of a card, or when another seat is asked.
    """
    rules = games[task.game]
    style = task.style if task.style in list_styles(rules, task.level) else ""
    player = seat_player(rules, task.level, Random(task.luck).randrange, Timed(task.seconds), style)
    return choose_order(rules, task.position, player, played=True)  # posts show the reason below the results
