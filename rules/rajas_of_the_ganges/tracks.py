"""2, 3.3, 7, 8, 9: change money, fame, karma and upgrades, and give the bonuses that markers reach.

The only question here is which building to upgrade.
"""

from __future__ import annotations

from rules.asking import pick
from rules.rajas_of_the_ganges import wording
from rules.rajas_of_the_ganges.board import BOARD, BONUSES, BUILDINGS, MOST_KARMA, MOST_VALUE, RIVER, Gain
from rules.rajas_of_the_ganges.state import EXTRA, PLACES, Realm, State
from rules.rajas_of_the_ganges.wording import MONEY
from rules.words import Plural, Words, join_list, say

WORKER = BOARD.tracks.worker


def advance_markers(s: State, seat: str, money: int = 0, fame: int = 0) -> list[Gain]:
    """2, 8, 9: move the markers forward, and make the workers active that they reach.

    Return the bonuses that the markers reach for the first time. Those of the money track come first, then
    those of the fame track, each in ascending order.
    """
    realm = s.realms[seat]
    realm.money += money
    realm.fame += fame
    gained = _describe_gained(money, fame)
    if gained:
        s.tell("gain", "{seat} gains {gained}.", seat=seat, gained=join_list(gained))
    else:
        s.tell("nothing", "{seat} gains nothing.", seat=seat, cause="markers")
    take_workers(s, seat)
    found = []
    for track, at in (("money", realm.money), ("fame", realm.fame)):
        bonuses = BONUSES[track]
        while (number := realm.bonuses[track]) < len(bonuses) and bonuses[number][0] <= at:
            realm.bonuses[track] += 1
            space, gain = bonuses[number]
            text = "{seat} reaches the bonus on space {space} of the {track} track: {gain}."
            s.tell("bonus", text, seat=seat, space=space, track=track, gain=wording.describe_gain(gain))
            found.append(gain)
    return found


def _describe_gained(money: int, fame: int) -> list[Words]:
    parts = ((money, say(MONEY, n=money)), (fame, say("{n} fame", n=fame)))
    return [told for n, told in parts if n]


def take_workers(s: State, seat: str) -> None:
    """8: make a waiting worker active if a marker has reached its space, or the boat has passed the bridge.

    Three workers wait at first. When the second of these becomes active, the third leaves the game.
    """
    realm = s.realms[seat]
    if not realm.waiting:
        return
    passed = {
        "money": realm.money >= WORKER["money"],
        "fame": realm.fame >= WORKER["fame"],
        "river": realm.boat > RIVER.bridge,
    }
    for place in PLACES:
        if place in realm.waiting and passed[place]:
            realm.waiting = tuple(other for other in realm.waiting if other != place)
            realm.workers += 1
            if len(realm.waiting) == len(PLACES) - EXTRA:
                realm.waiting = ()
            where = say(_WHERE[place])
            s.tell("worker", "{seat} gets a new worker from {where}.", seat=seat, where=where)


_WHERE = {"money": "the money track", "fame": "the fame track", "river": "the bridge"}


def pay(s: State, seat: str, money: int) -> None:
    """2: move the money marker back."""
    if money:
        s.realms[seat].money -= money
        s.tell("pays", Plural("{seat} pays {n} money.", "{seat} pays {n} money."), seat=seat, n=money)


def take_karma(s: State, seat: str, n: int) -> None:
    """7: raise karma, to 3 at most."""
    realm = s.realms[seat]
    more = min(n, MOST_KARMA - realm.karma)
    realm.karma += more
    if more:
        text = "{seat} gains {n} karma (now {karma})."
        s.tell("karma", text, seat=seat, n=more, karma=realm.karma, lost=n - more)
    else:
        s.tell("nothing", "{seat} already has the maximum karma.", seat=seat, cause="karma")


def find_upgradable(realm: Realm) -> list[str]:
    """3.3: return the buildings that can still be upgraded."""
    return [building for building in BUILDINGS if realm.values[building] < MOST_VALUE]


async def upgrade(s: State, seat: str, *, late: bool) -> None:
    """3.3: ask for a kind of building. It scores 1 fame more from now on, or (`late`) from the next turn."""
    realm = s.realms[seat]
    offered = find_upgradable(realm)
    if not offered:
        s.tell("nothing", "{seat} has no building left to upgrade.", seat=seat, cause="upgrade")
        return
    prompt = say("Upgrade which building?")
    chosen = await pick(
        seat,
        prompt,
        offered,
        kind="upgrade",
        phrase=wording.UPGRADE,
        label=lambda key: _label_upgrade(realm, key),
        also=lambda key: (say("{kind}", kind=f"{key}-kind"),),
    )
    realm.values[chosen] += 1
    if late:
        s.order.late = (*s.order.late, chosen)
    text = "{seat} upgrades the {building}: each new one brings {n} fame."
    if late:
        text = "{seat} upgrades the {building}: from the next turn on, each new one brings {n} fame."
    s.tell("upgrade", text, seat=seat, building=chosen, n=realm.values[chosen])


def _label_upgrade(realm: Realm, building: str) -> Words:
    n = realm.values[building]
    return say("{building} ({old} → {new} fame for each new one)", building=building, old=n, new=n + 1)
