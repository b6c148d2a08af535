"""Survey the whole map for bot players: the strength of each seat, and who threatens what."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rules.players.taste import NO_TASTE, Taste
from rules.successors.board import VALUE
from rules.successors.forces import IS_LAND, OWNER, TURNS, WHITE
from rules.successors.moving.march import find_reach, get_points
from rules.successors.players.evaluation import NEAR, compute_worth, count_enemies, find_friends
from rules.successors.stacks import NOTHING, Stack
from rules.successors.state import State

LIKELY = 0.65  # lowest chance to win for which a battle is worth a march
CAPTIVE = 4.0  # points for a captured leader: the ransom, and the lost time
MOST_RISK = 0.6  # highest chance that a province in reach is attacked
CARE = 3.0  # extra worth of each point that a rival loses, if the rival has twice the mean strength
UTMOST = 4.0  # highest worth of a point that a rival loses
# lowest worth of a point that a rival loses; below 0, because weakening a weak rival helps the leading seat
SPARED = -0.6


def measure_might(income: int, talents: int, units: int) -> float:
    """Return the strength of a seat in points: its income, plus half the number of its Talents and units."""
    return income + (talents + units) / 2


def measure_all(s: State, holders: Mapping[str, str]) -> dict[str, float]:
    """Return the strength of each living seat. `holders`: the seat that controls each province."""
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
    """A change to the rules of thumb of a Movement.

    Attributes:
        avoid: marches (origin, destination) that the player must not order.
        liked: extra points for marches to a place.
        likely: the lowest chance to win for which a battle is worth a march.
        caution: the factor on threats to provinces that the seat holds.
        hit: extra worth of each point that a rival loses.
        taste: which marches a style likes (`styles.find_mark`).
    """

    avoid: Collection[tuple[str, str]] = ()
    liked: Mapping[str, float] = {}
    likely: float = LIKELY
    caution: float = 1.0
    hit: Mapping[str, float] = {}
    taste: Taste = NO_TASTE


STRAIGHT = Bent()


class Survey:
    """A seat's survey of a state. The state may change only by moves of the seat's units (`look_at`).

    `rivals`: by rival, how much the seat values a point that this rival loses.
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
        # whether no other seat moves again before the game ends
        self._last = s.number == TURNS and not any(each in s.order for each in after)
        self._threats: dict[str, int] = {}
        self._enemies: dict[str, Stack] = {}
        self._reach: dict[tuple[str, int], Sequence[str]] = {}
        self._takings: dict[str, float] = {}
        self._prospects: dict[str, float] = {}

    def look_at(self, places: Sequence[str]) -> None:
        """Update the survey for places that units of the seat entered or left.

        Nothing else may have changed.
        """
        for place in places:
            self.holders[place] = self.s.controller(place)
            self._takings.pop(place, None)
        self._prospects.clear()

    def enemies(self, place: str) -> Stack:
        """Return the unfriendly land units in a place: how many there are of each piece."""
        found = self._enemies.get(place)
        if found is None:
            found = self._enemies[place] = count_enemies(self.s, place, self.seat)
        return found

    def reach(self, origin: str) -> Sequence[str]:
        """Return the provinces to which units in `origin` can march."""
        key = origin, get_points(self.s, origin)
        found = self._reach.get(key)
        if found is None:
            found = self._reach[key] = tuple(find_reach(self.s, self.seat, *key))
        return found

    def threat(self, place: str) -> int:
        """Return the most land units that one unfriendly player could bring here in its next Movement.

        The units come from at most 3 movement points away. One unit stays behind in each province from
        which they come, if that province has a value.
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
        """Return the risk, from 0 to 1, that a province with `units` is lost before the seat moves again."""
        if units <= 0:
            return 1.0
        coming = 0 if self._last else self.threat(place)
        ratio = self.bent.caution * (coming / units) ** 2
        return MOST_RISK * ratio / (1 + ratio)

    def leaving(self, place: str, n: int, *, led: bool = False) -> float:
        """Return the cost in points if `n` units leave a province.

        `led`: whether the leader stays there.
        """
        here = self.s.land(place, self.seat)
        held = compute_worth(self.s, place) if self.holders.get(place) == self.seat else 0.0
        return (held + CAPTIVE * led) * (self.risk(place, here - n) - self.risk(place, here))

    def taking(self, place: str) -> float:
        """Return the worth in points of taking a province: what the seat gains, and what its owner loses."""
        known = self._takings.get(place)
        if known is None:
            rival = self.rivals.get(self.holders.get(place, ""), 0.0)
            known = self._takings[place] = compute_worth(self.s, place) * (1 + rival)
        return known

    def prospect(self, place: str) -> float:
        """Return the worth of the best province that could be taken from a place with one more march."""
        known = self._prospects.get(place)
        if known is None:
            holders, seat = self.holders, self.seat
            others = [near for near in NEAR[place] if holders.get(near) != seat]
            known = self._prospects[place] = max(map(self.taking, others), default=0.0)
        return known


def _rivals(s: State, seat: str, holders: Mapping[str, str]) -> Mapping[str, float]:
    """Return, for each rival, how much the seat values a point that this rival loses.

    For a rival of average strength, the value is 1 divided by the number of rivals. It is higher for a
    stronger rival (at most `UTMOST`), and lower for a weaker one (at least `SPARED`). For an ally it is 0.
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
