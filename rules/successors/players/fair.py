"""What `fair` goes by: a rule of thumb for each kind of question.

It makes its Home where most value is in reach. It buys a levy for each free province that its units could
take, then the best units that its income feeds, and keeps a few Talents for Events. One unit holds a
province; who is spare takes the free province that is worth most, or joins a battle that is likely won, the
leader with them. It fights where that is likely won, holds while it may be, ransoms its leader and joins its
allies. All numbers are in `weighing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.asking import DONE
from rules.successors.board import BORDERS, IS_SEA, PROVINCES, VALUE
from rules.successors.forces import COST, KIND, OWNER, TURNS, WHITE, piece
from rules.successors.moving.march import marchers, points_from, reach
from rules.successors.moving.mixing import CHEAPEST, LEADER
from rules.successors.players.weighing import (
    NEAR,
    battle_odds,
    enemies,
    is_free,
    odds,
    size,
    threat,
    worth,
)
from rules.successors.revenue import upkeep
from rules.successors.setting_up import within
from rules.successors.stacks import Stack
from rules.successors.state import State

RESERVE = 2  # Talents that are kept for Events
LIKELY = 0.62  # a battle that is worth a march
HOPELESS = 0.25  # a battle that is left
ENOUGH = 0.25  # points that a march has to bring
ALWAYS: Mapping[str, tuple[str, ...]] = {
    "ransom": ("ransom",),
    "join": ("yes",),
    "allies-along": (DONE,),
    "allies-along-agree": ("yes",),
    "raid-agree": ("yes",),
    "marriage-agree": ("yes",),
    "sea-insist": ("pass",),
    "retreat-with": ("all",),
    "dawn": ("pass",),
}
Rule = Callable[[State, str, Sequence[str], Sequence[str]], str]


def decide(s: State, seat: str, kind: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """The answer of `fair` to a question of this kind; `entered`: what the seat has entered in this turn so
    far, whoever chose it."""
    for key in ALWAYS.get(kind, ()):
        if key in keys:
            return key
    rule = RULES.get(kind)
    if rule is not None:
        return rule(s, seat, keys, entered)
    return next((key for key in (DONE, "pass", "no", "hold", "all") if key in keys), keys[0])


def best(keys: Sequence[str], worth_of: Callable[[str], float]) -> str:
    """The key that is worth most, the first of equals."""
    return max(keys, key=worth_of)


# ---------------------------------------------------------------------- set-up and Revenue


def _home(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """The value of a Home and of what is near, less where others are."""
    return best(keys, lambda key: _settled(s, key))


def _settled(s: State, key: str) -> float:
    crowd = sum(within(key, 3) * 0.25 for home in s.homes.values() if home in (key, *BORDERS[key]))
    return 2 * VALUE[key] + within(key, 3) / 2 - crowd


def _purchase(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """A levy for each province that may be taken; then strong units as far as the income feeds them."""
    if not s.number:
        return next((key for key in ("2-i", "3-l", "1-l") if key in keys), DONE)
    takers = _wanted(s, seat)
    if takers > 0 and "1-l" in keys:
        return next(key for n in range(min(takers, 8), 0, -1) if (key := f"{n}-l") in keys)
    if s.number == TURNS:
        return DONE
    spare = s.talents[seat] - RESERVE
    fed = s.income(seat) + spare - upkeep(s, seat)  # after the next Revenue
    for kind in ("c", "i"):
        n = min(spare // COST[kind], (fed - 1) // (COST[kind] + 1))
        for number in range(n, 0, -1):
            if (key := f"{number}-{kind}") in keys:
                return key
    return DONE


def _wanted(s: State, seat: str) -> int:
    """How many levies more could take a free province from where new units come."""
    room = s.income(seat) + s.talents[seat] - upkeep(s, seat) - 1 if s.number < TURNS else s.talents[seat]
    most = 0
    for origin in _camps(s, seat):
        free = sum(is_free(s, near) and VALUE[near] > 1 for near in NEAR[origin])
        most = max(most, free - _spare(s, seat, origin))
    return min(most, room // 2 if s.number < TURNS else room)


def _camps(s: State, seat: str) -> list[str]:
    leader = s.leaders.get(seat, "")
    return [s.homes[seat], *([leader] if leader and leader not in IS_SEA else [])]


def _place_units(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Where more free provinces are near, or where one's own are in danger."""
    if len(keys) == 1:
        return keys[0]

    def worth_of(key: str) -> float:
        origin = s.homes[seat] if key == "home" else s.leaders[seat]
        free = sum(worth(s, near) for near in NEAR[origin] if is_free(s, near))
        return free + 0.5 * threat(s, origin, seat) + (s.controller(origin) == seat)

    return best(keys, worth_of)


def _lose(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """The cheapest unit, from where it does least."""

    def worth_of(key: str) -> float:
        if key == "pay":
            return 99.0
        _, kind, area = key.split("-")
        alone = area not in IS_SEA and s.land(area, seat) == 1
        return -(COST.get(kind[-1], 4) if kind != "f" else 2) - (worth(s, area) if alone else 0)

    return best(keys, worth_of)


# ---------------------------------------------------------------------- Movement


def _spare(s: State, seat: str, origin: str) -> int:
    """How many units can leave a province: all but one that holds it."""
    return s.land(origin, seat) - (VALUE[origin] > 0 and not enemies(s, origin, seat))


class March:
    """A march that may be ordered: where from and to, with whom, and what it brings in points."""

    __slots__ = ("brings", "origin", "to", "way")

    def __init__(self, brings: float, origin: str, to: str, way: str) -> None:
        self.brings, self.origin, self.to, self.way = brings, origin, to, way


ONE, MANY = "one", "many"  # who goes: the cheapest, or all who can be spared


def marches(s: State, seat: str, origin: str) -> list[March]:
    """What those who stand in a province may do, and what it brings."""
    ready = marchers(s, seat, origin)
    units = {piece(seat, said): n for said, n in ready.items() if said != LEADER}
    spare = min(_spare(s, seat, origin), size(units))
    if enemies(s, origin, seat) and s.number < TURNS:
        spare = 0
    if spare <= 0:
        return []
    led = bool(ready.get(LEADER))
    gone = _some(units, spare)
    found = []
    coming = threat(s, origin, seat)
    for to in reach(s, seat, origin, points_from(s, origin)):
        against = enemies(s, to, seat)
        if against:
            likely = odds(gone, against, led=led, led_against=_led(s, to, against))
            if likely < LIKELY:
                continue
            loss = sum(COST[KIND[one][-1]] * n for one, n in against.items())
            brings = likely * (1.4 * worth(s, to) + 0.5 * loss) - 0.8 * (1 - likely) * size(gone)
            brings -= 0.5 * worth(s, origin) * (coming > s.land(origin, seat) - spare)
            found.append(March(brings, origin, to, MANY))
        elif is_free(s, to):
            risk = 0.35 if threat(s, to, seat) > 1 and s.number < TURNS else 0.0
            found.append(March(worth(s, to) * (1 - risk), origin, to, ONE))
        elif s.controller(to) == seat:
            found.append(March(_help(s, seat, origin, to, spare), origin, to, MANY))
    return found


def _led(s: State, place: str, against: Stack) -> bool:
    return any(s.with_leader(place, owner) for owner in {OWNER[one] for one in against})


def _some(units: Stack, n: int) -> Stack:
    """So many of these units, the best first."""
    found: Stack = {}
    for kind in reversed(CHEAPEST):
        for one, there in units.items():
            if KIND[one] == kind and n > 0:
                found[one] = min(there, n)
                n -= found[one]
    return found


def _help(s: State, seat: str, origin: str, to: str, spare: int) -> float:
    """What it brings to go to a province of one's own: to hold it, or to be nearer to what may be taken."""
    short = threat(s, to, seat) - s.land(to, seat)
    held = 0.4 * worth(s, to) if 0 < short <= spare else 0.0
    return held + 0.25 * (_prospect(s, seat, to) - _prospect(s, seat, origin)) - 0.3


def _prospect(s: State, seat: str, place: str) -> float:
    """What may be taken from a place by one march more."""
    return max((worth(s, near) for near in NEAR[place] if s.controller(near) != seat), default=0.0)


def _best_march(s: State, seat: str, origin: str) -> March | None:
    return max(marches(s, seat, origin), key=lambda march: march.brings, default=None)


def _brings(s: State, seat: str, key: str) -> float:
    """What the best march that begins so brings; a chit a little, and to sail nothing."""
    verb, _, place = key.partition("-")
    if verb == "march":
        found = _best_march(s, seat, place)
        return found.brings if found else -1.0
    return {"chit": ENOUGH + 0.05, "sail": -1.0}.get(verb, ENOUGH)


def _movement(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Who has the most to win marches first; nobody sails of his own accord."""
    return best(keys, lambda key: _brings(s, seat, key))


def _march_to(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    origin = _origin(entered)
    found = {march.to: march.brings for march in marches(s, seat, origin) if march.to in keys}
    if not found:
        return DONE if DONE in keys else best(keys, lambda key: -size(enemies(s, key, seat)))
    to = max(found, key=lambda each: found[each])
    return DONE if DONE in keys and found[to] <= ENOUGH else to


def _origin(entered: Sequence[str]) -> str:
    """Where the march under way began."""
    return next(key.removeprefix("march-") for key in reversed(entered) if key.startswith("march-"))


def _march_with(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """One unit to a free province, else all but the one that holds the origin; the leader with the many."""
    origin = _origin(entered)
    to = next(key for key in reversed(entered) if key in PROVINCES)
    if entered[-1] != to:  # somebody is chosen already
        return DONE if DONE in keys else keys[0]
    if is_free(s, to) and not enemies(s, to, seat):
        for kind in CHEAPEST:
            if (key := f"1-{kind}") in keys:
                return key
    stays = s.land(origin, seat) - _spare(s, seat, origin)
    if stays:
        found = next((key for key in keys if key.startswith("all-but-1-")), "")
        if found:
            return found
    return "all" if "all" in keys else keys[0]


# ---------------------------------------------------------------------- Combat


def _battles(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """What is likely won, and leaders to be seized."""

    def worth_of(key: str) -> float:
        if key == DONE:
            return 0.0
        verb, place, foe = key.split("-")
        if verb == "seize":
            return 9.0
        need = 0.5 if foe == WHITE else 0.55
        return (battle_odds(s, place, seat, foe) - need) * (1 + worth(s, place))

    return best(keys, worth_of)


def _insist(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    key = next(key for key in keys if key != "no")
    place = key.partition("-")[2]
    return key if battle_odds(s, place, seat, s.seat) > LIKELY else "no"


def _retreat(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Hold, unless the battle is all but lost: then to the province that is worth most."""
    if not s.fights:
        return "hold"
    place = s.fights[-1].place
    likely = odds(s.land_of(place, seat), enemies(s, place, seat), led=s.with_leader(place, seat))
    if likely > HOPELESS:
        return "hold"
    away = [key for key in keys if key != "hold"]
    return best(
        away,
        lambda key: (
            worth(s, key.removeprefix("retreat-")) - 0.3 * threat(s, key.removeprefix("retreat-"), seat)
        ),
    )


RULES: Mapping[str, Rule] = {
    "home": _home,
    "purchase": _purchase,
    "place-units": _place_units,
    "upkeep": _lose,
    "lose-unit": _lose,
    "disband": _lose,
    "movement": _movement,
    "march-to": _march_to,
    "march-with": _march_with,
    "battles": _battles,
    "insist": _insist,
    "retreat": _retreat,
}
