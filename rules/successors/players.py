"""The automatic players: `easy` and `fair`, who follow stated rules; what they decide they see in a view.

`fair` in one paragraph: it picks the Home with most value in reach, buys the cheapest unit that what it has
can feed,
keeps three Talents for Events, leaves one unit in each province of its own and sends the rest to the province
that is
worth most for its danger, attacks where it outnumbers, retreats where it is outnumbered by far, ransoms its
leader, joins allies, and in the last game turn grabs whatever is free. It accepts and makes no alliances of
its own
accord; those it has it keeps. `easy` does the same, and every third decision is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.face import Maker, Player, Point
from rules.successors.board import BORDERS, IS_SEA, PROVINCES, VALUE
from rules.successors.forces import IS_LAND, OWNER, TURNS, WHITE
from rules.successors.setting_up import within
from rules.successors.view import View

KEPT = 3  # Talents that are kept for Events
SLIP = 3  # one decision in so many is left to chance by `easy`
ALWAYS: Mapping[str, tuple[str, ...]] = {
    "ransom": ("ransom",),
    "insist": ("no",),
    "join": ("yes",),
    "allies-along": ("done",),
    "allies-along-agree": ("yes",),
    "raid-agree": ("yes",),
    "marriage-agree": ("yes",),
    "shore": (),
    "sea-insist": ("pass",),
    "place-units": ("with-leader", "home"),
    "retreat-with": ("all",),
    "dawn": ("pass",),
}


class Fair:
    """Follows the rules above; of equal answers `number` chooses."""

    def __init__(self, number: Callable[[int], int], stop: Callable[[], bool], slip: int = 0) -> None:
        self.number, self.slip = number, slip

    def choose(self, point: Point, /) -> str:
        """One of the keys."""
        keys = point.keys
        if len(keys) == 1 or (self.slip and self.number(self.slip) == 0 and point.kind != "purchase"):
            return keys[self.number(len(keys))]
        for key in ALWAYS.get(point.kind, ()):
            if key in keys:
                return key
        view: Any = point.look()
        rule = RULES.get(point.kind)
        return self.best(keys, lambda key: rule(view, point, key) if rule else _plain(view, point, key))

    def best(self, keys: tuple[str, ...], worth: Callable[[str], float]) -> str:
        """The key that is worth most."""
        found = {key: worth(key) for key in keys}
        most = max(found.values())
        equal = [key for key in keys if found[key] == most]
        return equal[self.number(len(equal))]


Rule = Callable[[View, Point, str], float]


def _plain(view: View, point: Point, key: str) -> float:
    """Where no rule speaks: rather nothing, and of units the most."""
    if key in ("all", "done", "pass", "no", "hold"):
        return 1.0
    return 0.0


def strength(view: View, place: str, owner: str) -> int:
    """How many land units an owner has in a place."""
    stack = view.stacks.get(place, {})
    return sum(n for one, n in stack.items() if OWNER[one] == owner and IS_LAND[one])


def foes(view: View, place: str, seat: str) -> int:
    """How many land units that are unfriendly to a seat are in a place."""
    friends = {seat, *view.seat_view(seat).allies}
    stack = view.stacks.get(place, {})
    return sum(n for one, n in stack.items() if OWNER[one] not in friends and IS_LAND[one])


def danger(view: View, place: str, seat: str) -> int:
    """How many unfriendly units of players stand next to a place."""
    friends = {seat, WHITE, *view.seat_view(seat).allies}
    return sum(
        n
        for near in BORDERS.get(place, ())
        for one, n in view.stacks.get(near, {}).items()
        if OWNER[one] not in friends and IS_LAND[one]
    )


def appeal(view: View, seat: str, place: str, units: int) -> float:
    """What it is worth to a seat to send so many units to a province: its value where they would hold it."""
    value = VALUE[place] + 0.1
    against, own = foes(view, place, seat), strength(view, place, seat)
    if against:
        return value * 1.3 - 0.6 * against if units + own > 1.4 * against else -2.0 * against
    if own:
        return 0.25 * danger(view, place, seat)
    fear = 0.0 if view.number == view.turns else 0.2 * max(0, danger(view, place, seat) - units)
    return value - fear


def _home(view: View, point: Point, key: str) -> float:
    """The value of a Home and of what is near, less where others are."""
    taken = [seat.home for seat in view.seats if seat.home]
    crowd = sum(within(key, 3) * 0.25 for home in taken if home in (key, *BORDERS[key]))
    return 2 * VALUE[key] + within(key, 3) / 2 - crowd


def _purchase(view: View, point: Point, key: str) -> float:
    """One unit for each point of income, the strong ones first; three Talents stay for Events."""
    me = view.seat_view(point.seat)
    if key == "disband":
        return -9.0
    if key == "done":
        return 0.0
    number, _, kind = key.partition("-")
    n, cost = int(number), {"l": 1, "i": 2, "c": 3, "f": 5}[kind]
    if not view.number:
        return {"i": 3.0, "l": 2.0, "c": 2.5, "f": -5.0}[kind] - abs(n - 1) * 0.1
    room = me.income + 4 - me.upkeep - n
    spare = me.talents - n * cost - KEPT
    if room < 0 or spare < 0 or kind == "f" or view.number == TURNS:
        return -1.0
    return {"i": 2.0, "c": 2.2, "l": 1.4}[kind] + 0.1 * n


def _origin(view: View, point: Point, key: str) -> float:
    """March from where more than one stands, or where something better is near; sail never of one's own
    accord."""
    verb, _, place = key.partition("-")
    if verb == "chit":
        return 0.6
    if key == "done":
        return 0.5
    if verb == "sail":
        return -1.0
    spare = _spare(view, point.seat, place)
    if spare <= 0:
        return -1.0
    return max((appeal(view, point.seat, near, spare) for near in _around(place)), default=-1.0)


def _spare(view: View, seat: str, place: str) -> int:
    """How many units can leave a province: all but one that holds it, and all where it is worth nothing."""
    units = strength(view, place, seat)
    if foes(view, place, seat):
        return 0 if view.number != view.turns else units
    return units - (VALUE[place] > 0 and view.controllers.get(place) == seat)


def _around(place: str) -> list[str]:
    """The provinces within two steps."""
    near = dict.fromkeys(BORDERS[place])
    return [
        *near,
        *dict.fromkeys(far for each in near for far in BORDERS[each] if far != place and far not in near),
    ]


def _to(view: View, point: Point, key: str) -> float:
    """The destination with the greatest appeal."""
    if key == "done":
        return 0.4
    origin = next((each.partition("-")[2] for each in reversed(point.order) if each.startswith("march-")), "")
    spare = _spare(view, point.seat, origin) if origin else 1
    return appeal(view, point.seat, key, max(1, spare)) if spare > 0 else -1.0


def _with(view: View, point: Point, key: str) -> float:
    """One unit to a free province, all that can be spared where it has to be fought for or is in danger."""
    places = [each for each in point.order if each in PROVINCES]
    origins = [each.partition("-")[2] for each in point.order if each.startswith("march-")]
    if not places or not origins:
        return _plain(view, point, key)
    to, origin = places[-1], origins[-1]
    need = 1 if not foes(view, to, point.seat) and not danger(view, to, point.seat) else 99
    keep = strength(view, origin, point.seat) - _spare(view, point.seat, origin)
    if key == "all":
        return 3.0 if need > 1 and keep <= 0 else 0.5
    if key.startswith("all-but"):
        return 2.9 if need > 1 and keep == 1 else 0.4
    if key == "done":
        return 1.0
    if key == "1-leader":
        return 0.2 if need == 1 else 0.8
    number, _, kind = key.partition("-")
    return (2.0 if need == 1 and number == "1" else 1.2 if need > 1 else 0.3) + 0.1 * (
        "ceil".find(kind[-1]) if need == 1 else 0
    )


def _battle(view: View, point: Point, key: str) -> float:
    """Attack where one outnumbers, and seize leaders."""
    verb, _, rest = key.partition("-")
    if not rest:
        return 0.0
    if verb == "seize":
        return 9.0
    place, foe = rest.split("-")
    own, against = strength(view, place, point.seat), strength(view, place, foe)
    return own - 1.2 * against


def _retreat(view: View, point: Point, key: str) -> float:
    """Hold unless there are twice as many against one."""
    if key == "hold":
        return 1.0
    if not view.fights:
        return 0.0
    place, to = view.fights[-1].place, key.partition("-")[2]
    own, against = strength(view, place, point.seat), foes(view, place, point.seat)
    return 2.0 + VALUE[to] / 10 if against >= 2 * own else 0.0


def _lose(view: View, point: Point, key: str) -> float:
    """The cheapest unit, from where it does least."""
    if key == "pay":
        return 99.0
    _, kind, area = key.split("-")
    cheap = {"l": 3.0, "hl": 4.0, "hi": 3.0, "f": 3.5, "i": 2.0, "hc": 2.0, "e": 1.5, "c": 1.0}[kind]
    crowd = strength(view, area, point.seat) if area not in IS_SEA else 2
    return cheap + min(crowd, 4) - (VALUE.get(area, 0) if crowd == 1 else 0)


def _cancel(view: View, point: Point, key: str) -> float:
    """A revolt is cancelled in one's own provinces: who holds it is asked only if it may matter."""
    return 1.0 if key == "pass" else 0.5


RULES: Mapping[str, Rule] = {
    "home": _home,
    "purchase": _purchase,
    "movement": _origin,
    "march-to": _to,
    "march-with": _with,
    "battles": _battle,
    "retreat": _retreat,
    "upkeep": _lose,
    "lose-unit": _lose,
    "disband": _lose,
    "cancel": _cancel,
}


def _fair(number: Callable[[int], int], stop: Callable[[], bool]) -> Player:
    return Fair(number, stop)


def _easy(number: Callable[[int], int], stop: Callable[[], bool]) -> Player:
    return Fair(number, stop, SLIP)


AUTOMATIC: Mapping[str, Maker] = {"easy": _easy, "fair": _fair}
