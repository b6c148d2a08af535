"""Play a turn on in order to look ahead, as bot players do. Nothing is recorded.

`make_lot` makes random numbers from a seed quickly. With the same seed, two orders are tried with the same
luck.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Generic, TypeVar

from rules.ask import Ask
from rules.face import Pending
from rules.kernel import CHANCE, SIDE
from rules.state import Entry

S = TypeVar("S")
Number = Callable[[int], int]  # `number(n)`: a random number below n


class Walk(Generic[S]):
    """A turn that is played from a state. It changes the state.

    `pending`: what the turn waits for; None when the turn is over. `side(state, seat, act)`: carries out an
    act out of turn; None if the game has no such acts.
    """

    __slots__ = ("_side", "_steps", "pending", "state")

    def __init__(
        self,
        turn: Callable[[S], Coroutine[Pending, object, None]],
        state: S,
        side: Callable[[S, str, str], None] | None = None,
    ) -> None:
        self.state = state
        self._steps, self._side = turn(state), side
        self.pending: Pending | None = None
        self.answer(None)

    def answer(self, given: object) -> None:
        """Continue with a value of the menu, or with a result of chance."""
        try:
            self.pending = self._steps.send(given)
        except StopIteration:
            self.pending = None

    def enter(self, key: str, seat: str = "") -> None:
        """Continue with the key of an answer or of a result of chance.

        `seat`: who acts; only needed for an act out of turn.
        """
        pending = self.pending
        if self._side is not None and seat != CHANCE and key.startswith(SIDE):
            self._side(self.state, seat, key.removeprefix(SIDE))
            return
        assert pending is not None, "the turn is over"
        if isinstance(pending, Ask):
            taken = pending.menu.take(key)
            assert taken is not None, f"{key} is not on offer"
            self.answer(*taken)
        else:
            self.answer(pending.read(key))

    def follow(self, entries: Iterable[Entry]) -> None:
        """Continue with entries of any seats and of chance."""
        for seat, key in entries:
            self.enter(key, seat)


def make_lot(seed: int) -> Number:
    """Return a function that returns random numbers from a seed, by a linear congruential generator."""
    at = seed * 2 + 1

    def number(n: int) -> int:
        nonlocal at
        at = (at * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
        return (at >> 33) % n

    for _ in range(3):  # makes neighbouring seeds give different numbers
        number(2)
    return number
