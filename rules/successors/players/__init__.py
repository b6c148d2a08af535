"""The automatic players: both go by rules of thumb, and see what anybody sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.ask import Ask
from rules.face import Maker, Point
from rules.kernel import SIDE
from rules.secrecy import HIDDEN
from rules.successors.alliances import side
from rules.successors.players.fair import decide
from rules.successors.state import State
from rules.successors.turn import turn
from rules.successors.view import View, state_of
from rules.walk import Walk

SLIP = 4  # one decision in so many is left to chance by `easy`


@dataclass(slots=True)
class Thumb:
    """Goes by rules of thumb; one answer in `slip` (0: none) is any."""

    number: Callable[[int], int]
    slip: int = 0

    def choose(self, point: Point, /) -> str:
        """One of the keys."""
        if self.slip and point.kind != "purchase" and self.number(self.slip) == 0:
            return point.keys[self.number(len(point.keys))]
        entered = [key for seat, key in point.log if seat == point.seat and not key.startswith(SIDE)]
        return decide(now(point, self.number), point.seat, point.kind, point.keys, entered)


def now(point: Point, number: Callable[[int], int]) -> State:
    """The turn under way as the seat at this point sees it. For an answer that is sealed yet stands what
    rules of thumb say."""
    began = point.begun()
    assert isinstance(began, View)
    walk = Walk(turn, state_of(began, number), side)
    for seat, key in point.log:
        if key == HIDDEN and isinstance(walk.pending, Ask):
            walk.enter(decide(walk.state, seat, walk.pending.kind, tuple(walk.pending.menu()), ()))
        else:
            walk.enter(key, seat)
    return walk.state


AUTOMATIC: Mapping[str, Maker] = {
    "easy": lambda number, _: Thumb(number, SLIP),
    "fair": lambda number, _: Thumb(number),
}
