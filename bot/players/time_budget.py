"""Limit how long bot players think about one order, and about several orders while a person waits.

One order may take `seconds`. When bot players give several orders in a row, each order has a shorter limit
than the one before. All of them together take at most about twice `seconds`. After this time, each further
order still gets `MIN_SECONDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

MIN_SECONDS = 0.2  # the shortest limit for an order, unless `seconds` is even shorter


class TimeBudget:
    """Measures for each game how long people wait for bot players, and limits the thinking time.

    `seconds` is the time for the first order of a row of orders. `now` returns the present time in seconds.
    """

    def __init__(self, seconds: float, now: Callable[[], float] = monotonic) -> None:
        self.seconds, self.now = seconds, now
        self._since: dict[int, float] = {}

    def find_seconds_left(self, game_id: int) -> float:
        """Return the seconds for the next order of this game.

        If people have waited for long already, there are fewer seconds. So a long row of orders ends soon.
        """
        now = self.now()
        waited = now - self._since.setdefault(game_id, now)
        return max(min(MIN_SECONDS, self.seconds), self.seconds - waited / 2)

    def renew(self, game_id: int) -> None:
        """Forget the waiting time of a game. Called when nobody waits for a bot player any more."""
        self._since.pop(game_id, None)
