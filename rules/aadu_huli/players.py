"""Define the bot players: how far each level looks ahead, and how often it makes a random move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rules.aadu_huli.board import MOVES, TIGERS
from rules.aadu_huli.view import View
from rules.kernel import Maker, Point


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a bot player.

    Attributes:
        depth: how many moves it looks ahead.
        nodes: how many positions it looks at; it may look at up to 127 more.
        slips: how many of 100 moves are random.
    """

    depth: int
    nodes: int
    slips: int = 0


LEVELS: Mapping[str, Level] = {
    "easy": Level(1, 1_000, slips=30),
    "casual": Level(2, 2_000, slips=10),
    "steady": Level(3, 10_000),
    "strong": Level(5, 20_000),
    "full": Level(60, 250_000),
}


@dataclass(frozen=True, slots=True)
class BotPlayer:
    """A bot player. `number(n)` returns a random number below n, for slips and to break ties."""

    level: Level
    number: Callable[[int], int]
    stop: Callable[[], bool]

    def choose(self, point: Point, /) -> str:
        """Return the best legal key that the level finds.

        At a slip, or if the keys are no moves, return a random key.
        """
        # Imported here because only a bot player's move needs the search.
        from rules.aadu_huli.bitboard import encode_move
        from rules.aadu_huli.search import BACK, Search, read_place

        view = point.look()
        shuffled = self._shuffled(point.keys)
        if shuffled[0] not in MOVES or self.number(100) < self.level.slips:
            return shuffled[0]
        assert isinstance(view, View)
        choices = {encode_move(key, view.to_move == TIGERS): key for key in shuffled}
        if len(choices) == 1:
            return shuffled[0]
        search = Search(view.needed, self.level.nodes, self.stop, BACK)
        best, _ = search.best(read_place(view), tuple(choices), self.level.depth)
        return choices[best]

    def _shuffled(self, keys: Sequence[str]) -> list[str]:
        left = list(keys)
        return [left.pop(self.number(len(left))) for _ in keys]


AUTOMATIC: Mapping[str, Maker] = {name: partial(BotPlayer, level) for name, level in LEVELS.items()}
