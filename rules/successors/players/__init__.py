"""Define the bot players. They see only what every player sees.

`easy` and `fair` follow rules of thumb. `full` simulates whole orders.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.ask import Ask
from rules.asking import DONE
from rules.extras import Style
from rules.kernel import SIDE
from rules.player import Maker, Point
from rules.players.simulate import Walk
from rules.players.taste import NO_TASTE, Taste
from rules.secrecy import HIDDEN
from rules.state import Entry
from rules.successors.alliances import apply_side_act
from rules.successors.players.fair import decide, find_feeding_homes, find_good_homes
from rules.successors.players.full import Searcher
from rules.successors.players.marches import Marcher
from rules.successors.players.playout import MARCHES
from rules.successors.players.survey import Bent
from rules.successors.sequence.turn import turn
from rules.successors.state import State
from rules.successors.view import View, state_of
from rules.words import say

SLIP = 4  # on average, one in 4 answers of `easy` is random


@dataclass(slots=True)
class Thumb:
    """A player that follows rules of thumb.

    One answer in `slip` is random. If `slip` is 0, no answer is random. `list_slips` says which answers may
    be given at random.
    """

    number: Callable[[int], int]
    slip: int = 0
    taste: Taste = NO_TASTE
    followed: Followed | None = None

    def choose(self, point: Point, /) -> str:
        """Return one of the keys."""
        if self.slip and (slips := list_slips(point)) and self.number(self.slip) == 0:
            return slips[self.number(len(slips))]
        if point.kind == "home":
            good = find_good_homes(self.now(point), point.keys)
            return good[self.number(len(good))]
        entered = [key for seat, key in point.log if seat == point.seat and not key.startswith(SIDE)]
        if self.taste and point.kind in MARCHES:
            marcher = Marcher(self.now(point), point.seat, Bent(taste=self.taste))
            return marcher.choose(point.kind, point.keys, entered)
        return decide(self.now(point), point.seat, point.kind, point.keys, entered)

    def now(self, point: Point) -> State:
        """Return the state of the open turn as the seat sees it at this point."""
        began, known = point.begun(), self.followed
        assert isinstance(began, View)
        if known is None or known.began is not began or known.log != point.log[: len(known.log)]:
            known = Followed(began, Walk(turn, state_of(began, self.number), apply_side_act))
        known.follow(point.log)
        self.followed = known
        return known.walk.state


def list_slips(point: Point) -> Sequence[str]:
    """Return the answers that `easy` may give at random. A purchase is never random.

    A random Home must have enough income for the first units. A Movement never ends at random, because units
    that stay in one province cost more than its income.
    """
    if point.kind == "purchase":
        return ()
    if point.kind == "home":
        return find_feeding_homes(point.keys)
    return [key for key in point.keys if key != DONE] if point.kind == "movement" else point.keys


@dataclass(slots=True)
class Followed:
    """The open turn, played on from question to question, so that it isn't replayed for each question.

    Where a sealed answer is hidden, the rules of thumb answer instead.
    """

    began: View
    walk: Walk[State]
    log: tuple[Entry, ...] = ()

    def follow(self, log: tuple[Entry, ...]) -> None:
        """Play on to the end of `log`, which begins with the entries that were played already."""
        for seat, key in log[len(self.log) :]:
            pending = self.walk.pending
            if key == HIDDEN and isinstance(pending, Ask):
                key = decide(self.walk.state, seat, pending.kind, tuple(pending.menu()), ())
            self.walk.enter(key, seat)
        self.log = log


def _make_players(taste: Taste) -> dict[str, Maker]:
    return {
        "easy": lambda number, _: Thumb(number, SLIP, taste),
        "fair": lambda number, _: Thumb(number, taste=taste),
        "full": lambda number, stop: Searcher(number, stop, taste),
    }


BOT_PLAYERS: Mapping[str, Maker] = _make_players(NO_TASTE)
STYLES: Mapping[str, Style] = {
    "marcher": Style(say("the marcher"), say("attacks when in doubt"), _make_players(Taste({"battle": 0.6}))),
    "settler": Style(
        say("the settler"), say("likes to take free provinces"), _make_players(Taste({"settle": 0.4}))
    ),
    "warden": Style(
        say("the warden"), say("likes to guard its own provinces"), _make_players(Taste({"guard": 1.0}))
    ),
}
