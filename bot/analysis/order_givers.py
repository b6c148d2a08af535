"""Find out who gave each order of a game. List the orders that a review chooses from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bot.analysis.game_review import list_orders
from bot.settings.game_settings import return_left_seats
from db.records import Point, StoredGame
from rules.kernel import Game

Place = tuple[int, int]  # an order: the index of its turn, and the index of its first entry


@dataclass(frozen=True, slots=True)
class Choice:
    """The orders that a review chooses from.

    Attributes:
        own: the orders of the person who reads the review; these orders come first
        others: the orders of other people; if no person gave any order, those of bot players and caretakers
        stand_ins: the orders that a bot player or a caretaker gave for a person's seat
    """

    own: frozenset[Place] = frozenset()
    others: frozenset[Place] = frozenset()
    stand_ins: frozenset[Place] = frozenset()


def choose_orders(
    stored: StoredGame, turns: Sequence[Game], by_caretaker: Collection[Point], reader: int | None = None
) -> Choice:
    """Return the orders that a review chooses from.

    Args:
        stored: the game
        turns: the turns of the game
        by_caretaker: the turn and the index of each entry that a caretaker made
        reader: the only user who reads the review; None if everybody reads it
    """
    givers = find_givers(stored, turns, by_caretaker)
    by_people = frozenset(place for place, user in givers.items() if user)
    by_bots = frozenset(givers) - by_people
    own = frozenset(place for place in by_people if givers[place] == reader)
    people = {seat.seat for seat in return_left_seats(stored).seats if not seat.level}
    return Choice(
        own,
        by_people - own or (frozenset() if own else by_bots),
        frozenset((index, first) for index, first in by_bots if turns[index].log[first].seat in people),
    )


def find_givers(
    stored: StoredGame, turns: Sequence[Game], by_caretaker: Collection[Point]
) -> Mapping[Place, int]:
    """Return the person who gave each order; 0 for a bot player or a caretaker."""
    now = {seat.seat: seat.user_id for seat in stored.seats if not seat.level}
    past, found = stored.list_past_holders(), dict[Place, int]()
    for index, turn in enumerate(turns):
        for first, _ in list_orders(turn):
            here, seat = (turn.turn, first), turn.log[first].seat
            then = (held.user_id for held in past if held.seat == seat and (held.turn, held.entry) > here)
            by_bot = Point(*here) in by_caretaker
            found[index, first] = 0 if by_bot else next(then, now.get(seat, 0))
    return found
