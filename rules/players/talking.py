"""Let bot players make and answer proposals in a simulated game.

A bot player answers proposals to its seat (`Trades.reply`). If a turn begins with a question to its seat, it
may make a proposal (`Trades.propose`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Generic

from rules.ask import Ask
from rules.kernel import SIDE, Entry, Live, Rules
from rules.state import S, V

PAUSE = 8  # a bot player proposes at most once in this many turns, so that it does not annoy people
MOST = 20  # at most this many acts at the start of a turn


class Talk(Generic[S, V]):
    """The proposals and answers of some seats (the bot players) in a game that is played to its end.

    They are as in a real game, but all come at the start of a turn. `_last`: for each seat, the turn of its
    last proposal.
    """

    def __init__(self, rules: Rules[S, V], seats: Collection[str]) -> None:
        self.rules, self.seats = rules, seats
        self._last: dict[str, int] = {}

    def acts(self, live: Live[S, V], turn: int) -> list[Entry]:
        """Enter the proposals and answers at the start of this turn, and return them."""
        said: list[Entry] = []
        while isinstance(live.pending, Ask) and len(said) < MOST:
            entry = self._answer(live) or self._proposal(live, live.pending.seat, turn)
            if entry is None:
                break
            live.enter(*entry)
            said.append(entry)
        return said

    def _answer(self, live: Live[S, V]) -> Entry | None:
        rules, state = self.rules, live.state
        for seat in self.seats:
            if rules.EXTRAS.trades.offered(state, seat) and (
                act := rules.EXTRAS.trades.reply(rules.view(state, seat), seat)
            ):
                return Entry(seat, SIDE + act)
        return None

    def _proposal(self, live: Live[S, V], seat: str, turn: int) -> Entry | None:
        if seat not in self.seats or turn < self._last.get(seat, -PAUSE) + PAUSE:
            return None
        act = self.rules.EXTRAS.trades.propose(self.rules.view(live.state, seat), seat)
        if not act:
            return None
        self._last[seat] = turn
        return Entry(seat, SIDE + act)
