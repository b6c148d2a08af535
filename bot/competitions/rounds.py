"""Define a round of a cup or league: its games, with a person for each seat, and who has a bye.

People are Discord user ids. An id of 0 or below is a bot player that fills up a cup, or a person
whose data was deleted.
"""

from __future__ import annotations

from typing import NamedTuple


class Game(NamedTuple):
    """A game of a round: its people, in the order of the seats. Nobody has two seats."""

    people: tuple[int, ...]


class Round(NamedTuple):
    """Games that are played at the same time, and the people who have a bye."""

    games: tuple[Game, ...]
    byes: tuple[int, ...] = ()


def is_bot(person: int) -> bool:
    """Return whether an id belongs to a bot player that fills up a cup, or to a deleted person."""
    return person <= 0
