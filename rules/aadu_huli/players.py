"""Define the bot players: how far each level looks ahead, how often it moves at random, and the styles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rules.aadu_huli.board import MOVES, TIGERS
from rules.aadu_huli.view import View
from rules.extras import Style
from rules.kernel import Maker, Point
from rules.players.taste import NO_TASTE, Taste
from rules.words import say

SLACK = 40  # a style may choose a move whose score is up to 40 below the best; a captured Goat scores 1000


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a bot player.

    Attributes:
        depth: how many moves it looks ahead.
        nodes: how many positions it looks at; it may look at up to 127 more.
        slips: how many moves in 100 are random.
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
    taste: Taste = NO_TASTE

    def choose(self, point: Point, /) -> str:
        """Return the best legal move that the search of this level finds.

        Return a random key if the player slips, or if the question is not about moves.
        """
        # Imported here because only a bot player's move needs the search.
        from rules.aadu_huli.bitboard import encode_move
        from rules.aadu_huli.search import BACK, Search, measure_marks, read_place

        view = point.look()
        shuffled = self._shuffle(point.keys)
        if shuffled[0] not in MOVES or self.number(100) < self.level.slips:
            return shuffled[0]
        assert isinstance(view, View)
        choices = {encode_move(key, view.to_move == TIGERS): key for key in shuffled}
        if len(choices) == 1:
            return shuffled[0]
        search, place = Search(view.needed, self.level.nodes, self.stop, BACK), read_place(view)
        tasted = choices if self.taste else ()
        liked = {move: round(SLACK * self.taste.weigh(measure_marks(place, move))) for move in tasted}
        best, _ = search.best(place, tuple(choices), self.level.depth, liked)
        return choices[best]

    def _shuffle(self, keys: Sequence[str]) -> list[str]:
        left = list(keys)
        return [left.pop(self.number(len(left))) for _ in keys]


def _make_players(taste: Taste) -> dict[str, Maker]:
    return {name: partial(BotPlayer, level, taste=taste) for name, level in LEVELS.items()}


BOT_PLAYERS: Mapping[str, Maker] = _make_players(NO_TASTE)
# The names fit both sides, because a bot player gets its style before its side. The keys are stored.
STYLES: Mapping[str, Style] = {
    "hunter": Style(
        say("the daredevil"), say("moves close to the other side"), _make_players(Taste({"contact": 1.0}))
    ),
    "herder": Style(
        say("the team player"), say("keeps its own pieces together"), _make_players(Taste({"company": 1.0}))
    ),
    "scout": Style(
        say("the scout"), say("takes the points with many lines"), _make_players(Taste({"crossroads": 1.0}))
    ),
}
