"""Limit how long bot players think: for one order, and for a row of orders between two decisions of people.

One order may take `seconds`. A row of orders takes at most about twice that, plus `MIN_SECONDS` for each
later order.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

MIN_SECONDS = 0.2  # the least time for an order, unless `seconds` is less


class TimeBudget:
    """Measures how long people wait for bot players, by game, and limits the thinking time.

    `seconds` is the time for the first order in a row. `now` returns the time in seconds.
    """

    def __init__(self, seconds: float, now: Callable[[], float] = monotonic) -> None:
        self.seconds, self.now = seconds, now
        self._since: dict[int, float] = {}

    def find_seconds_left(self, game_id: int) -> float:
        """Return the seconds for the next order of this game.

        The longer people have already waited, the fewer seconds, so that a long row of orders ends soon.
        """
        now = self.now()
        waited = now - self._since.setdefault(game_id, now)
        return max(min(MIN_SECONDS, self.seconds), self.seconds - waited / 2)

    def renew(self, game_id: int) -> None:
        """Forget the waiting time of a game in which nobody waits for bot players any more."""
        self._since.pop(game_id, None)
