"""Evaluate provinces, threats and battles for the bot players."""

from __future__ import annotations

from collections.abc import Mapping

from rules.successors.board import PROVINCES, VALUE
from rules.successors.fighting.odds import count_force, fight_out
from rules.successors.fighting.sides import Side, list_army
from rules.successors.forces import CLASS, HITS, IS_LAND, OWNER, TURNS
from rules.successors.moving.march import STEPS
from rules.successors.stacks import NOTHING, Stack
from rules.successors.state import State

AHEAD = 5  # game turns that the evaluation looks ahead
KEPT = 0.85  # the chance that a province is still held one game turn later
# expected hits of a unit in a round
DIE: Mapping[str, float] = {kind: (7 - need) / 6 for kind, need in HITS.items()}
CAVALRY_FIRST = 0.3  # expected hits of a cavalry in the pre-battle
EXACT = 12  # the chances of a battle are calculated only up to this many units, both sides together
LEADER = 0.17  # hits that a leader adds in a round


def count_revenues_left(s: State) -> int:
    """Return how many Revenues are still to come, at most `AHEAD`."""
    return min(AHEAD, TURNS - s.number)


def compute_worth(s: State, place: str) -> float:
    """Return the worth in points of holding a province from now on.

    The worth has two parts. One is the province's value at the end of the game. The other is the income of
    each Revenue until then, minus the upkeep of one unit; 1 Talent counts as half a point. Each value is
    multiplied by the chance that the seat still holds the province at that time (`KEPT`). For the end of the
    game, this chance is set to at least 0.5.
    """
    return _WORTH[VALUE[place], count_revenues_left(s)]


def _compute_worth(value: int, n: int) -> float:
    return value * max(0.5, KEPT**n) + 0.5 * (value - 1) * sum(KEPT**k for k in range(1, n + 1))


_WORTH = {(value, n): _compute_worth(value, n) for value in set(VALUE.values()) for n in range(AHEAD + 1)}


def find_friends(s: State, seat: str) -> set[str]:
    """Return the seat and its allies."""
    return {seat, *(other for one, other in s.allied if one == seat)}


def count_enemies(s: State, place: str, seat: str) -> Stack:
    """Return the unfriendly land units in a place: how many there are of each kind of piece."""
    among = find_friends(s, seat)
    stack = s.stacks.get(place, NOTHING)
    return {one: n for one, n in stack.items() if IS_LAND[one] and OWNER[one] not in among}


def count_size(stack: Stack) -> int:
    """Return the number of units in a stack."""
    return sum(stack.values())


def _find_near(place: str) -> Mapping[str, int]:
    best = {place: 0}
    open_ = [place]
    for at in open_:
        for near, cost in STEPS[at]:
            if best[at] + cost < best.get(near, 4):
                best[near] = best[at] + cost
                open_.append(near)
    del best[place]
    return best


# PA-15: {province: {each province that a march without a leader can reach from there: the cost}}
NEAR: Mapping[str, Mapping[str, int]] = {place: _find_near(place) for place in PROVINCES}


def compute_power(stack: Stack, *, led: bool) -> float:
    """Return the strength of land units.

    The strength is the number of units times the hits of all of them in a round. So twice as many units are
    four times as strong.
    """
    hits = sum(
        n * (DIE[CLASS[one]] + (CAVALRY_FIRST if CLASS[one] == "c" else 0)) for one, n in stack.items()
    )
    return count_size(stack) * (hits + LEADER * led)


def estimate_odds(own: Stack, against: Stack, *, led: bool = False, led_against: bool = False) -> float:
    """Return the estimated chance from 0 to 1 that `own` units win against `against`."""
    if not against:
        return 1.0
    if not own:
        return 0.0
    ratio = compute_power(own, led=led) / max(0.01, compute_power(against, led=led_against))
    sharp = float(ratio**1.6)
    return sharp / (1 + sharp)


def estimate_battle(s: State, place: str, seat: str, foe: str) -> float:
    """Return a seat's chance from 0 to 1 to win a battle to the end.

    For few units the chance is computed exactly, except that leaders and the pre-battle are left out.
    """
    sides = Side([seat]), Side([foe])
    own, against = (list_army(s, place, side) for side in sides)
    if count_size(own) + count_size(against) <= EXACT:
        return fight_out(count_force(own), count_force(against), -1, -1, double=False)[0]
    return estimate_odds(own, against, led=s.with_leader(place, seat), led_against=s.with_leader(place, foe))


def is_free(s: State, place: str) -> bool:
    """Return whether a place has no land unit."""
    return not any(IS_LAND[one] for one in s.stacks.get(place, NOTHING))
