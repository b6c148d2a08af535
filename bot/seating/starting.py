"""Start a full table automatically, after the pause that the table has set, unless somebody asks it to wait.

The act that takes the last seat stores a delivery. This delivery starts the game when its time comes. The
settings have the time of the start too. If the two times differ, the table has changed in the meantime, and
the delivery is out of date.
"""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from bot.session.loaded_game import list_seats
from db.records import Status, StoredGame
from rules.kernel import Rules

BEGIN = "begin"  # the kind of the delivery that starts a full table


class PlannedStart(BaseModel):
    """The content of the delivery: when the table starts."""

    model_config = ConfigDict(frozen=True)

    at: datetime


def is_full(rules: Rules, stored: StoredGame) -> bool:
    """Return whether all seats of a lobby are taken, at least one of them by a person."""
    taken = all(stored.seat(key) is not None for key in list_seats(rules, stored))
    return stored.status is Status.LOBBY and taken and any(not seat.level for seat in stored.seats)
