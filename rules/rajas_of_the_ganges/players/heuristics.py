"""Answer each kind of question by rules of thumb, without looking ahead."""

from __future__ import annotations

from collections.abc import Sequence

from rules.rajas_of_the_ganges.action_spaces import market, river
from rules.rajas_of_the_ganges.action_spaces.quarry import find_new_yields
from rules.rajas_of_the_ganges.board import CHAMBERS, EARNINGS, GOODS, YIELDS, Gain
from rules.rajas_of_the_ganges.dice import find_showing, read_die
from rules.rajas_of_the_ganges.players.evaluation import (
    KARMA,
    MEAN_DIE,
    MONEY,
    UPGRADE,
    weigh_best_tile,
    weigh_market,
    weigh_tile,
)
from rules.rajas_of_the_ganges.province import find_open_squares
from rules.rajas_of_the_ganges.state import Realm, State
from rules.rajas_of_the_ganges.tiles import TILES

# each die up to this face makes the outer terrace better; dice below this face are rerolled or put back
POOR = 3
PALACE_WORTH = 3.5


def weigh_gain(realm: Realm, gain: Gain) -> float:
    """Return the approximate value of a gain, in fame."""
    n = river.count_gain(realm, gain)
    match gain.kind:
        case "fame" | "fame-per-upgrade" | "fame-per-karma":
            return float(n)
        case "money" | "money-per-market" | "money-per-upgrade":
            return MONEY * n
        case "karma":
            return KARMA * min(n, 3 - realm.karma)
        case "upgrade":
            return UPGRADE * n
        case "dice" | "dice-per-karma":
            return MEAN_DIE * min(n, 10 - realm.held)
        case "assorted":
            return MONEY * market.count_assorted(realm)
        case "one-kind":
            return MONEY * market.count_best_good(realm, gain.n)
        case "boat":
            return 1.5
    return PALACE_WORTH


def weigh_die(key: str) -> float:
    """Return the value of a die that is paid."""
    given = read_die(key)
    return 0.3 + 0.3 * given.face + KARMA * given.turned


def _weigh_cheapest(realm: Realm, faces: Sequence[int]) -> float:
    return min((weigh_die(key) for key in find_showing(realm.dice, realm.karma, faces)), default=99.0)


def weigh_space(s: State, seat: str, key: str) -> float:
    """Return the approximate value of an action space."""
    realm = s.realms[seat]
    area, _, _ = key.partition("-")
    if area == "quarry":
        promised = weigh_market(realm)
        best = max(
            (weigh_tile(realm, tile, promised) for tile in s.display.values() if _is_payable(realm, tile)),
            default=0.0,
        )
        return best + 1.0 - MONEY * s.price(key) - 0.5 * MEAN_DIE * 2
    if area == "assorted":
        return MONEY * market.count_assorted(realm)
    if area in GOODS:
        dice = find_showing(realm.dice, 0, range(1, 7))
        gains = (
            MONEY * market.count_good(realm, area, read_die(each).face) - weigh_die(each) for each in dice
        )
        return max(gains, default=0.0)
    if area == "harbour":
        best = max(
            weigh_gain(realm, EARNINGS[_read_space(to) - 1]) for to in river.find_destinations(s, seat, 2)
        )
        return best + 0.4 - MONEY * s.price(key) - _weigh_cheapest(realm, (1, 2, 3))
    if area == "outer":
        return 2 * MONEY + 0.25 * sum(face <= POOR for faces in realm.dice.values() for face in faces)
    if area == "terrace":
        return MEAN_DIE if realm.held < 10 else 0.0
    if area == "balcony":
        return 2 * MEAN_DIE - min(weigh_die(f"x-{face}") for face in realm.dice[key.partition("-")[2]])
    worth = {"mogul": 2.4, "dancer": 2 * MEAN_DIE + 1.5, "yogi": 2 * KARMA + MEAN_DIE, "raja": UPGRADE + 1.5}
    worth |= {"builder": 0.6 * weigh_best_tile(s, realm, weigh_market(realm))}
    if key == "portuguese":
        return (
            weigh_gain(realm, EARNINGS[river.find_ahead(s, seat, 6) - 1]) + 1.0 - _weigh_cheapest(realm, (6,))
        )
    return worth[key] - _weigh_cheapest(realm, (CHAMBERS[key],))


def _read_space(key: str) -> int:
    return int(key.removeprefix("river-"))


def _is_payable(realm: Realm, tile: str) -> bool:
    from_ = realm.dice[TILES[tile].colour]
    return sum(from_) >= TILES[tile].price


def weigh_placement(realm: Realm, square: str, key: str) -> float:
    """Return how good a placement looks, or how good a rotation on this square looks.

    What counts: the yields that the tile reaches, and the roads that it opens.
    """
    at, _, turn = key.rpartition("-")
    at = at or square
    gained = sum(weigh_gain(realm, YIELDS[edge]) for edge in find_new_yields(realm, at, turn))
    if at not in find_open_squares(realm.province):
        return gained
    near = sum(1 for side in turn if side != "n") + (0.3 if at[0] in "ae" or at[1] == "4" else 0.0)
    return gained + 0.3 * near


def find_lowest(keys: Sequence[str]) -> str:
    """Return the die with the lowest face among these; "" if there is none."""
    return min((key for key in keys if key != "done"), key=lambda key: int(key[-1]), default="")


def choose(s: State, kind: str, seat: str, keys: Sequence[str]) -> str:
    """Return an answer to a question of this kind."""
    realm = s.realms[seat]
    match kind:
        case "space":
            return max(keys, key=lambda key: weigh_space(s, seat, key))
        case "tile":
            promised = weigh_market(realm)
            return max(keys, key=lambda key: weigh_tile(realm, key, promised))
        case "placement" | "turn":
            return max(keys, key=lambda key: weigh_placement(realm, s.order.square, key))
        case "die":
            return min(keys, key=weigh_die)
        case "destination":
            return max(
                keys,
                key=lambda key: weigh_gain(realm, EARNINGS[_read_space(key) - 1]) + 0.1 * _read_space(key),
            )
        case "reroll" | "put-back":
            low = find_lowest(keys)
            return low if low and int(low[-1]) < POOR else "done"
        case "colours":
            return max(keys, key=lambda key: (len(set(key.split("-"))), -realm.held))
    return keys[0]
