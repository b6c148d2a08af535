"""How long bot players may think: an order by itself as long as it is set, but all of them in a row,
between two decisions of people, no longer than twice that."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

LEAST = 0.2  # seconds that an order may always be thought about


class TimeBudget:
    """Of people who wait for bot players, by their games. `seconds`: for an order that is the first in
    its row; `now`: seconds of a clock."""

    def __init__(self, seconds: float, now: Callable[[], float] = monotonic) -> None:
        self.seconds, self.now = seconds, now
        self._since: dict[int, float] = {}

    def find_seconds_left(self, game_id: int) -> float:
        """The seconds for the next order of this game: less the longer people have waited for those before,
        and whatever held them up; so a row of any length comes to an end in time."""
        now = self.now()
        waited = now - self._since.setdefault(game_id, now)
        return max(min(LEAST, self.seconds), self.seconds - waited / 2)

    def renew(self, game_id: int) -> None:
        """Nobody waits for bot players there any more."""
        self._since.pop(game_id, None)
