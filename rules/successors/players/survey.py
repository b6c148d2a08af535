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
CARE = 3.0  # how much more a rival's loss counts for each part by which he is stronger than all on average
UTMOST = 4.0  # what a rival's loss of a point counts at most


def might(income: int, talents: int, units: int) -> float:
    """How strong a seat is, in points: the values that it controls, half its Talents, half its units."""
    return income + (talents + units) / 2


class Survey:
    """A seat's look over a state, for as long as that does not change. `rivals`: what a point that each rival
    loses is worth to the seat."""

    __slots__ = ("_among", "_last", "_takings", "_threats", "rivals", "s", "seat")

    def __init__(self, s: State, seat: str) -> None:
        self.s, self.seat = s, seat
        self.rivals = _rivals(s, seat)
        self._among = {*friends(s, seat), WHITE}  # who attacks nothing of the seat's
        after = s.ranked[s.ranked.index(seat) + 1 :] if seat in s.ranked else ()
        self._last = s.number == TURNS and not any(each in s.order for each in after)  # nobody moves after it
        self._threats: dict[str, int] = {}
        self._takings: dict[str, float] = {}

    def threat(self, place: str) -> int:
        """The most land units that one unfriendly player could bring against a province in his next Movement,
        from three steps away or less, those left out that hold his own."""
        known = self._threats.get(place)
        if known is not None:
            return known
        found: dict[str, int] = {}
        for near in (place, *NEAR[place]):
            here: dict[str, int] = {}
            for one, n in self.s.stacks.get(near, NOTHING).items():
                owner = OWNER[one]
                if IS_LAND[one] and owner not in self._among:
                    here[owner] = here.get(owner, 0) + n
            for owner, n in here.items():
                found[owner] = found.get(owner, 0) + n - (VALUE[near] > 0 and near != place)
        self._threats[place] = most = max(found.values(), default=0)
        return most

    def risk(self, place: str, units: int) -> float:
        """How likely a province is lost that so many units hold until the seat moves again."""
        if units <= 0:
            return 1.0
        coming = 0 if self._last else self.threat(place)
        ratio = (coming / units) ** 2
        return MOST_RISK * ratio / (1 + ratio)

    def leaving(self, place: str, n: int, *, led: bool = False) -> float:
        """What it costs in points that so many units leave a province. `led`: the leader stays there."""
        here = self.s.land(place, self.seat)
        held = worth(self.s, place) if self.s.controller(place) == self.seat else 0.0
        return (held + CAPTIVE * led) * (self.risk(place, here - n) - self.risk(place, here))

    def taking(self, place: str) -> float:
        """What it is worth in points to take a province: what it brings, and what its owner loses."""
        known = self._takings.get(place)
        if known is None:
            rival = self.rivals.get(self.s.controller(place), 0.0)
            known = self._takings[place] = worth(self.s, place) * (1 + rival)
        return known

    def prospect(self, place: str) -> float:
        """What may be taken from a place by one march more."""
        others = (near for near in NEAR[place] if self.s.controller(near) != self.seat)
        return max(map(self.taking, others), default=0.0)


def _rivals(s: State, seat: str) -> Mapping[str, float]:
    """An equal share of a rival's loss, more for who is stronger than all on average, less for who is weaker:
    the leader is hit."""
    allied = friends(s, seat)
    mights = {each: might(s.income(each), s.talents[each], s.units(each)) for each in s.order}
    mean = max(1.0, sum(mights.values()) / max(1, len(mights)))
    share = 1 / max(1, len(mights) - 1)
    return {
        each: 0.0 if each in allied else min(UTMOST, max(0.0, share + CARE * (strong / mean - 1)))
        for each, strong in mights.items()
        if each != seat
    }
