"""The tables at which every game is played at random: together they have each number of seats and each value
of the other options. All tests look at the same games, so that each is played once."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from lab.fuzz import variants
from rules.kernel import Game, Rules
from tests.every_game.golden import play_at_random
from tests.every_game.tiers import PLAYABLE

TABLES = 3  # of each game; more where it has more numbers of seats


class Table(NamedTuple):
    """A game that is played with these options, and with a seed of this number."""

    rules: Rules
    number: int
    options: dict[str, Any]

    @property
    def seed(self) -> str:
        """What its chance and its players go by."""
        return f"every game {self.number}"

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays."""
        return tuple(self.rules.seats(self.rules.Options(**self.options)))

    def turns(self) -> tuple[Game, ...]:
        """The whole game, played at random."""
        return play_at_random(self.rules, self.seed, **self.options)

    def some_turns(self) -> tuple[Game, ...]:
        """Every third of its turns: for a look that takes long, and is taken at each table."""
        return self.turns()[self.number % TABLES :: TABLES]


def tables(rules: Rules) -> list[Table]:
    """The tables of a game; each option goes on by one value from each to the next."""
    choices = variants(rules)
    return [
        Table(rules, number, {name: values[number % len(values)] for name, values in choices.items()})
        for number in range(max(TABLES, len(choices.get("seats", ()))))
    ]


def _name(table: Table) -> str:
    return f"{table.rules.KEY} {table.number}, {len(table.seats)} seats"


every_table = pytest.mark.parametrize(
    "table", [table for rules in PLAYABLE.values() for table in tables(rules)], ids=_name
)
