"""Compute the value of a position to a seat, in fame.

Bot players use it, and so do the estimates of chances to win.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.rajas_of_the_ganges.board import BOARD, END
from rules.rajas_of_the_ganges.dice import find_highest_sum
from rules.rajas_of_the_ganges.province import count_open_ends
from rules.rajas_of_the_ganges.state import Realm, State
from rules.rajas_of_the_ganges.tiles import TILES

PACE = 8.0  # what a seat gains in a round, in fame
MONEY, KARMA, UPGRADE, WORKER = 0.5, 0.7, 2.0, 4.0
DIE, PIP = 0.3, 0.3  # the value of a held die, and of each of its pips
MEAN_DIE = DIE + 3.5 * PIP
MARKET, OPEN_END, FEW_ENDS = 0.1, 0.25, 3
RIVER_SPACE, ELEPHANT, PROMISE = 0.15, 0.4, 0.25
CROSSED = 100.0
FAR = 8.0  # with fewer rounds left than this, the end counts as near (`measure_features`)
LONG = 4.0  # with fewer rounds left than this, upgrades, workers and road ends lose value


def estimate_rounds_left(realm: Realm) -> float:
    """Return about how many rounds the seat will still play."""
    return max(0.3, min(8.0, -realm.gap / PACE))


def weigh_position(s: State, seat: str) -> float:
    """Return the value of the position to this seat."""
    realm = s.realms[seat]
    left = estimate_rounds_left(realm)
    fades = min(1.0, left / LONG)
    found = realm.fame + MONEY * realm.money + KARMA * realm.karma
    found += (UPGRADE * realm.upgrades + WORKER * (realm.workers - BOARD.begin.workers)) * fades
    for faces in realm.dice.values():
        found += DIE * len(faces) + PIP * sum(faces)
    found += MARKET * left * sum(market.value for market in realm.markets())
    found += OPEN_END * min(FEW_ENDS, count_open_ends(realm.province)) * fades
    found += RIVER_SPACE * min(realm.boat, END)
    if seat in s.taken.get("mogul", ()):
        found += ELEPHANT
    if realm.gap >= 0:
        found += CROSSED + realm.gap
    elif s.count_at_home(seat) > 0:
        found += PROMISE * weigh_best_tile(s, realm, weigh_market(realm))
    return found


def weigh_market(realm: Realm) -> float:
    """Return what a new market is worth for each money that it pays, now and in the rounds to come."""
    return MONEY + MARKET * estimate_rounds_left(realm)


def weigh_best_tile(s: State, realm: Realm, market: float) -> float:
    """Return the value of the best tile that the dice can pay for.

    `market`: what a market is worth for each money that it pays.
    """
    best = 0.0
    for tile in s.display.values():
        wanted = TILES[tile]
        held = realm.dice[wanted.colour]
        if held and find_highest_sum(held, realm.karma) >= wanted.price:
            best = max(best, weigh_tile(realm, tile, market))
    return best


def weigh_tile(realm: Realm, tile: str, market: float) -> float:
    """Return the value of a laid tile. `market`: what a market is worth for each money that it pays."""
    found = TILES[tile]
    money = sum(each.value for each in found.markets)
    return sum(realm.values[each] for each in found.buildings) + money * market


def measure_features(s: State, seat: str) -> Mapping[str, float]:
    """Return the features from which a seat's chance to win is estimated.

    Two features are the position's value to the seat and the gap of its markers. Two more are these two
    numbers multiplied by how near the end is. The last two are whether the markers have met, and the workers
    still to place.
    """
    realm = s.realms[seat]
    left = min(estimate_rounds_left(each) for each in s.realms.values())
    near = 1 - min(left, FAR) / FAR
    worth = (weigh_position(s, seat) - (CROSSED + realm.gap if realm.gap >= 0 else 0.0)) / 10
    gap = realm.gap / 10
    return {
        "worth": worth,
        "worth-near": worth * near,
        "gap": gap,
        "gap-near": gap * near,
        "crossed": float(realm.gap >= 0),
        "to-place": (s.count_at_home(seat) if realm.gap < 0 else 0) / 3,
    }
