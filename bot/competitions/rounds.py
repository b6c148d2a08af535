"""Define a round of a cup or league: its games, with a person for each seat, and the people with a bye.

A person is given by a Discord user id. An id of 0 or below stands for a bot player in a cup, or for a person
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
    """Return whether an id stands for a bot player in a cup, or for a person whose data was deleted."""
    return person <= 0
