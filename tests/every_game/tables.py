"""Define the tables at which every game is played at random.

Together they have each number of seats and each value of the other options. All tests use the same games, so
each game is played once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from lab.fuzz import list_variants
from rules.kernel import Game, Rules
from tests.every_game.golden import play_at_random
from tests.every_game.tiers import PLAYABLE

TABLES = 3  # tables of each game; more if it has more numbers of seats


class Table(NamedTuple):
    """A game with options. `number`: the number of its seed."""

    rules: Rules
    number: int
    options: dict[str, Any]

    @property
    def seed(self) -> str:
        """The seed of its chance and of its players."""
        return f"every game {self.number}"

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the game."""
        return tuple(self.rules.seats(self.rules.Options(**self.options)))

    def turns(self) -> tuple[Game, ...]:
        """Return all turns of the game, played at random."""
        return play_at_random(self.rules, self.seed, **self.options)

    def some_turns(self) -> tuple[Game, ...]:
        """Return every third turn, for slow checks that run at each table."""
        return self.turns()[self.number % TABLES :: TABLES]


def tables(rules: Rules) -> list[Table]:
    """Return the tables of a game. From each to the next, every option takes its next value."""
    choices = list_variants(rules)
    return [
        Table(rules, number, {name: values[number % len(values)] for name, values in choices.items()})
        for number in range(max(TABLES, len(choices.get("seats", ()))))
    ]


def _name(table: Table) -> str:
    return f"{table.rules.KEY} {table.number}, {len(table.seats)} seats"


every_table = pytest.mark.parametrize(
    "table", [table for rules in PLAYABLE.values() for table in tables(rules)], ids=_name
)
