"""What automatic players see at a look over the whole map: who is how strong, who threatens what."""

from __future__ import annotations

from collections.abc import Mapping

from rules.successors.board import VALUE
from rules.successors.forces import IS_LAND, OWNER, TURNS, WHITE
from rules.successors.players.weighing import NEAR, friends, worth
from rules.successors.stacks import NOTHING
from rules.successors.state import State

CAPTIVE = 4.0  # points that a leader counts who is taken: his ransom, and that he is away
MOST_RISK = 0.6  # how likely a province is attacked that could be
CARE = 3.0  # how much more a rival's loss counts for each part by which he is stronger than the others
LEAST, UTMOST = 0.0, 4.0  # what a rival's loss of a point counts at least and at most


def might(s: State, seat: str) -> float:
    """How strong a seat is, in points: what it controls, half its Talents, half a point a unit."""
    return s.income(seat) + s.talents[seat] / 2 + s.units(seat) / 2


class Survey:
    """A seat's look over a state, for as long as that does not change."""

    __slots__ = ("_threats", "among", "last", "rivals", "s", "seat")

    def __init__(self, s: State, seat: str) -> None:
        self.s, self.seat = s, seat
        self.among = {*friends(s, seat), WHITE}  # who attacks nothing of the seat's
        self._threats: dict[str, int] = {}
        self.rivals = _rivals(s, seat)  # what a point that each rival loses is worth to the seat
        after = s.ranked[s.ranked.index(seat) + 1 :] if seat in s.ranked else ()
        self.last = s.number == TURNS and not any(each in s.order for each in after)  # nobody moves after it

    def threat(self, place: str) -> int:
        """The most land units that one unfriendly player could bring against a province in his next Movement,
        from two steps away or less, those left out that hold his own."""
        known = self._threats.get(place)
        if known is not None:
            return known
        found: dict[str, int] = {}
        stacks = self.s.stacks
        for near in (place, *NEAR[place]):
            here: dict[str, int] = {}
            for one, n in stacks.get(near, NOTHING).items():
                owner = OWNER[one]
                if IS_LAND[one] and owner not in self.among:
                    here[owner] = here.get(owner, 0) + n
            for owner, n in here.items():
                found[owner] = found.get(owner, 0) + n - (VALUE[near] > 0 and near != place)
        self._threats[place] = most = max(found.values(), default=0)
        return most

    def risk(self, place: str, units: int) -> float:
        """How likely a province is lost that so many units hold until the seat moves again."""
        coming = 0 if self.last else self.threat(place)
        if not coming:
            return 0.0
        if units <= 0:
            return 1.0
        ratio = (coming / units) ** 2
        return MOST_RISK * ratio / (1 + ratio)

    def leaving(self, place: str, n: int, *, led: bool = False) -> float:
        """What it costs in points that so many units leave a province. `led`: the leader stays there."""
        here = self.s.land(place, self.seat)
        held = worth(self.s, place) if self.s.controller(place) == self.seat else 0.0
        held += CAPTIVE * (led and here > n)
        return held * (self.risk(place, here - n) - self.risk(place, here))

    def taking(self, place: str) -> float:
        """What it is worth in points to take a province: what it brings, and what its owner loses."""
        return worth(self.s, place) * (1 + self.rivals.get(self.s.controller(place), 0.0))


def _rivals(s: State, seat: str) -> Mapping[str, float]:
    """An equal share of a rival's loss, more for who is stronger than the others, less for who is weaker:
    the leader is hit."""
    allied = friends(s, seat)
    mights = {each: might(s, each) for each in s.order}
    others = [each for each in mights if each != seat]
    mean = max(1.0, sum(mights.values()) / max(1, len(mights)))
    share = 1 / max(1, len(others))
    return {
        each: 0.0 if each in allied else min(UTMOST, max(LEAST, share + CARE * (mights[each] / mean - 1)))
        for each in others
    }
