"""What bot players see at a look over the whole map: who is how strong, who threatens what."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rules.successors.board import VALUE
from rules.successors.forces import IS_LAND, OWNER, TURNS, WHITE
from rules.successors.moving.march import find_reach, get_points
from rules.successors.players.evaluation import NEAR, compute_worth, count_enemies, find_friends
from rules.successors.stacks import NOTHING, Stack
from rules.successors.state import State

LIKELY = 0.65  # a battle that is worth a march
CAPTIVE = 4.0  # points for a captured leader: the ransom, and the time away
MOST_RISK = 0.6  # how likely a province is attacked that could be
CARE = 3.0  # how much more a loss counts for each part by which a rival is above the average strength
UTMOST = 4.0  # highest worth of a rival's loss of a point
SPARED = -0.6  # and at least: wearing down a much weaker rival helps the leader of the game


def measure_might(income: int, talents: int, units: int) -> float:
    """Return the strength of a seat in points: the values it controls, half its Talents, half its units."""
    return income + (talents + units) / 2


def measure_all(s: State, holders: Mapping[str, str]) -> dict[str, float]:
    """Return how strong each living seat is, where these hold the provinces."""
    income, units = dict.fromkeys(s.order, 0), dict.fromkeys(s.order, 0)
    for place, owner in holders.items():
        if owner in income:
            income[owner] += VALUE[place]
    for stack in s.stacks.values():
        for one, n in stack.items():
            owner = OWNER[one]
            if owner in units:
                units[owner] += n
    return {each: measure_might(income[each], s.talents[each], units[each]) for each in s.order}


class Bent(NamedTuple):
    """A change of a Movement from the rules of thumb.

    Attributes:
        avoid: marches, from where and to where, that are not ordered.
        liked: extra points for marches to a place.
        likely: how likely a battle must be won to be worth a march.
        caution: the factor on what is feared for places that are held.
        hit: the extra worth of each point that a rival loses.
    """

    avoid: Collection[tuple[str, str]] = ()
    liked: Mapping[str, float] = {}
    likely: float = LIKELY
    caution: float = 1.0
    hit: Mapping[str, float] = {}


STRAIGHT = Bent()


class Survey:
    """A seat's survey of a state, for as long as that does not change.

    `rivals`: what a point that each rival loses is worth to the seat.
    """

    __slots__ = (
        "_among",
        "_enemies",
        "_last",
        "_prospects",
        "_reach",
        "_takings",
        "_threats",
        "bent",
        "holders",
        "rivals",
        "s",
        "seat",
    )

    def __init__(self, s: State, seat: str, bent: Bent = STRAIGHT) -> None:
        self.s, self.seat, self.bent = s, seat, bent
        self.holders = s.holders()
        self.rivals = _rivals(s, seat, self.holders)
        if bent.hit:
            self.rivals = {each: n + bent.hit.get(each, 0.0) for each, n in self.rivals.items()}
        self._among = {*find_friends(s, seat), WHITE}  # owners that don't attack the seat
        after = s.ranked[s.ranked.index(seat) + 1 :] if seat in s.ranked else ()
        self._last = s.number == TURNS and not any(each in s.order for each in after)  # nobody moves after it
        self._threats: dict[str, int] = {}
        self._enemies: dict[str, Stack] = {}
        self._reach: dict[tuple[str, int], Sequence[str]] = {}
        self._takings: dict[str, float] = {}
        self._prospects: dict[str, float] = {}

    def look_at(self, places: Sequence[str]) -> None:
        """Update the survey for places where units of the seat came or went, if nothing else has changed."""
        for place in places:
            self.holders[place] = self.s.controller(place)
            self._takings.pop(place, None)
        self._prospects.clear()

    def enemies(self, place: str) -> Stack:
        """Return the land units in a place that are unfriendly to the seat, by piece."""
        found = self._enemies.get(place)
        if found is None:
            found = self._enemies[place] = count_enemies(self.s, place, self.seat)
        return found

    def reach(self, origin: str) -> Sequence[str]:
        """Return the provinces that those who stand in this one get to."""
        key = origin, get_points(self.s, origin)
        found = self._reach.get(key)
        if found is None:
            found = self._reach[key] = tuple(find_reach(self.s, self.seat, *key))
        return found

    def threat(self, place: str) -> int:
        """Return the most land units that one unfriendly player could bring against a province next Movement.

        They come from three steps away or less; units that hold the player's own provinces are left out.
        """
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
        """Return how likely a province is lost that so many units hold until the seat moves again."""
        if units <= 0:
            return 1.0
        coming = 0 if self._last else self.threat(place)
        ratio = self.bent.caution * (coming / units) ** 2
        return MOST_RISK * ratio / (1 + ratio)

    def leaving(self, place: str, n: int, *, led: bool = False) -> float:
        """Return what it costs in points that so many units leave a province.

        `led`: the leader stays there.
        """
        here = self.s.land(place, self.seat)
        held = compute_worth(self.s, place) if self.holders.get(place) == self.seat else 0.0
        return (held + CAPTIVE * led) * (self.risk(place, here - n) - self.risk(place, here))

    def taking(self, place: str) -> float:
        """Return what it is worth in points to take a province: what it brings, and what its owner loses."""
        known = self._takings.get(place)
        if known is None:
            rival = self.rivals.get(self.holders.get(place, ""), 0.0)
            known = self._takings[place] = compute_worth(self.s, place) * (1 + rival)
        return known

    def prospect(self, place: str) -> float:
        """Return what may be taken from a place by one march more."""
        known = self._prospects.get(place)
        if known is None:
            holders, seat = self.holders, self.seat
            others = [near for near in NEAR[place] if holders.get(near) != seat]
            known = self._prospects[place] = max(map(self.taking, others), default=0.0)
        return known


def _rivals(s: State, seat: str, holders: Mapping[str, str]) -> Mapping[str, float]:
    """Return the worth of a point that each rival loses.

    It is an equal share, more for a rival that is stronger than the average, less for one that is weaker, and
    nothing for an ally.
    """
    allied = find_friends(s, seat)
    mights = measure_all(s, holders)
    mean = max(1.0, sum(mights.values()) / max(1, len(mights)))
    share = 1 / max(1, len(mights) - 1)
    return {
        each: 0.0 if each in allied else min(UTMOST, max(SPARED, share + CARE * (strong / mean - 1)))
        for each, strong in mights.items()
        if each != seat
    }
