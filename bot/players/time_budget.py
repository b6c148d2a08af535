"""Limit how long bot players think, for one order and for all between two decisions of people.

One order may take `seconds`. A row of orders takes at most about twice that.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

MIN_SECONDS = 0.2  # that every order gets


class TimeBudget:
    """The time that people have waited for bot players, by game.

    `seconds` is the time for the first order in a row. `now` returns the seconds of a clock.
    """

    def __init__(self, seconds: float, now: Callable[[], float] = monotonic) -> None:
        self.seconds, self.now = seconds, now
        self._since: dict[int, float] = {}

    def find_seconds_left(self, game_id: int) -> float:
        """Return the seconds for the next order of this game.

        It is shorter the longer people have already waited, so a row of orders ends in time.
        """
        now = self.now()
        waited = now - self._since.setdefault(game_id, now)
        return max(min(MIN_SECONDS, self.seconds), self.seconds - waited / 2)

    def renew(self, game_id: int) -> None:
        """Forget the waiting time of a game in which nobody waits for bot players any more."""
        self._since.pop(game_id, None)
