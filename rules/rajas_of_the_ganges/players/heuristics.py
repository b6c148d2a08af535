"""What looks best at a glance: an answer to each kind of question, without playing anything on."""

from __future__ import annotations

from collections.abc import Sequence

from rules.rajas_of_the_ganges import market, river
from rules.rajas_of_the_ganges.board import CHAMBERS, EARNINGS, GOODS, YIELDS, Gain
from rules.rajas_of_the_ganges.dice import die, showing
from rules.rajas_of_the_ganges.players.evaluation import (
    KARMA,
    MEAN_DIE,
    MONEY,
    UPGRADE,
    best_tile,
    market_money,
    tile_worth,
)
from rules.rajas_of_the_ganges.province import open_squares
from rules.rajas_of_the_ganges.quarry import reaches
from rules.rajas_of_the_ganges.state import Realm, State
from rules.rajas_of_the_ganges.tiles import TILES

POOR = 3  # a die that may as well be rolled again
PALACE_WORTH = 3.5


def gain_worth(realm: Realm, gain: Gain) -> float:
    """What a gain is worth in fame, about."""
    n = river.worth(realm, gain)
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
            return MONEY * market.assorted(realm)
        case "one-kind":
            return MONEY * market.best_good(realm, gain.n)
        case "boat":
            return 1.5
    return PALACE_WORTH


def cost(key: str) -> float:
    """What a die that is given up was worth."""
    given = die(key)
    return 0.3 + 0.3 * given.face + KARMA * given.turned


def _cheapest(realm: Realm, faces: Sequence[int]) -> float:
    return min((cost(key) for key in showing(realm.dice, realm.karma, faces)), default=99.0)


def space(s: State, seat: str, key: str) -> float:
    """What an action space seems to be worth."""
    realm = s.realms[seat]
    area, _, _ = key.partition("-")
    if area == "quarry":
        promised = market_money(realm)
        best = max(
            (tile_worth(realm, tile, promised) for tile in s.display.values() if _payable(realm, tile)),
            default=0.0,
        )
        return best + 1.0 - MONEY * s.price(key) - 0.5 * MEAN_DIE * 2
    if area == "assorted":
        return MONEY * market.assorted(realm)
    if area in GOODS:
        dice = showing(realm.dice, 0, range(1, 7))
        gains = (MONEY * market.one_good(realm, area, die(each).face) - cost(each) for each in dice)
        return max(gains, default=0.0)
    if area == "harbour":
        best = max(gain_worth(realm, EARNINGS[_space(to) - 1]) for to in river.destinations(s, seat, 2))
        return best + 0.4 - MONEY * s.price(key) - _cheapest(realm, (1, 2, 3))
    if area == "outer":
        return 2 * MONEY + 0.25 * sum(face <= POOR for faces in realm.dice.values() for face in faces)
    if area == "terrace":
        return MEAN_DIE if realm.held < 10 else 0.0
    if area == "balcony":
        return 2 * MEAN_DIE - min(cost(f"x-{face}") for face in realm.dice[key.partition("-")[2]])
    worth = {"mogul": 2.4, "dancer": 2 * MEAN_DIE + 1.5, "yogi": 2 * KARMA + MEAN_DIE, "raja": UPGRADE + 1.5}
    worth |= {"builder": 0.6 * best_tile(s, realm, market_money(realm))}
    if key == "portuguese":
        return gain_worth(realm, EARNINGS[river.ahead(s, seat, 6) - 1]) + 1.0 - _cheapest(realm, (6,))
    return worth[key] - _cheapest(realm, (CHAMBERS[key],))


def _space(key: str) -> int:
    return int(key.removeprefix("river-"))


def _payable(realm: Realm, tile: str) -> bool:
    from_ = realm.dice[TILES[tile].colour]
    return sum(from_) >= TILES[tile].price


def placed(realm: Realm, square: str, key: str) -> float:
    """How good a placement, or a turn on this square, looks: yields it reaches, roads it opens."""
    at, _, turn = key.rpartition("-")
    at = at or square
    gained = sum(gain_worth(realm, YIELDS[edge]) for edge in reaches(realm, at, turn))
    if at not in open_squares(realm.province):
        return gained
    near = sum(1 for side in turn if side != "n") + (0.3 if at[0] in "ae" or at[1] == "4" else 0.0)
    return gained + 0.3 * near


def lowest(keys: Sequence[str]) -> str:
    """The die with the lowest face among these; "" if there is none."""
    return min((key for key in keys if key != "done"), key=lambda key: int(key[-1]), default="")


def choose(s: State, kind: str, seat: str, keys: Sequence[str]) -> str:
    """An answer to a question of this kind."""
    realm = s.realms[seat]
    match kind:
        case "space":
            return max(keys, key=lambda key: space(s, seat, key))
        case "tile":
            promised = market_money(realm)
            return max(keys, key=lambda key: tile_worth(realm, key, promised))
        case "placement" | "turn":
            return max(keys, key=lambda key: placed(realm, s.order.square, key))
        case "die":
            return min(keys, key=cost)
        case "destination":
            return max(keys, key=lambda key: gain_worth(realm, EARNINGS[_space(key) - 1]) + 0.1 * _space(key))
        case "reroll" | "put-back":
            low = lowest(keys)
            return low if low and int(low[-1]) < POOR else "done"
        case "colours":
            return max(keys, key=lambda key: (len(set(key.split("-"))), -realm.held))
    return keys[0]
