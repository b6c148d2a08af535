"""What `fair` does in its Movement: who marches where, one march after the other, the one that brings most
first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.asking import DONE
from rules.successors.board import PROVINCES, VALUE
from rules.successors.forces import COST, KIND, OWNER, TURNS, piece
from rules.successors.moving.march import marchers, points_from, reach
from rules.successors.moving.mixing import CHEAPEST, LEADER
from rules.successors.players.survey import CAPTIVE, Survey
from rules.successors.players.weighing import NEAR, enemies, is_free, left, odds, size, worth
from rules.successors.stacks import Stack
from rules.successors.state import State

LIKELY = 0.65  # a battle that is worth a march
ENOUGH = 0.25  # points that a march has to bring
LOST = 0.4  # points that a unit counts that may be lost, for each Revenue that it may still earn
IDLE = 0.1  # points that each unit of a march has to bring: it could do something else
LAST_HOPE = 0.3  # the same in the last game turn, where units are worth nothing afterwards


BEST = CHEAPEST[::-1]


class March(NamedTuple):
    """A march that may be ordered: what it brings in points, where from and to, with whom, as the seat names
    them."""

    brings: float
    origin: str
    to: str
    who: Stack


def spare(s: State, seat: str, origin: str) -> int:
    """How many units can leave a province: all but one that holds it; where enemies are, none, unless the
    battle there is as good as lost."""
    here = s.land(origin, seat)
    against = enemies(s, origin, seat)
    if not against:
        return here - (VALUE[origin] > 0)
    lost = odds(s.land_of(origin, seat), against, led=s.with_leader(origin, seat)) < LAST_HOPE
    return here if lost and s.number < TURNS else 0


def marches(v: Survey, origin: str) -> list[March]:
    """What those who stand in a province may do, and what it brings."""
    s, seat = v.s, v.seat
    ready = marchers(s, seat, origin)
    units = {piece(seat, said): n for said, n in ready.items() if said != LEADER}
    most = min(spare(s, seat, origin), size(units))
    if most <= 0:
        return []
    led = bool(ready.get(LEADER))
    found = []
    for to in reach(s, seat, origin, points_from(s, origin)):
        against = enemies(s, to, seat)
        if against:
            march = _attack(v, origin, to, units, most, against, led=led)
        elif is_free(s, to):
            brings = worth(s, to) * (1 - v.risk(to, 1)) - v.leaving(
                origin, 1, led=s.with_leader(origin, seat)
            )
            march = March(brings, origin, to, _said(_some(units, 1, CHEAPEST)))
        elif s.controller(to) == seat:
            march = _help(v, origin, to, units, most, led=led)
        else:
            continue
        if march is not None:
            found.append(march)
    return found


def _attack(
    v: Survey, origin: str, to: str, units: Stack, most: int, against: Stack, *, led: bool
) -> March | None:
    """As many as bring the most, the best first; the leader goes with the larger part."""
    s, seat = v.s, v.seat
    there = s.land_of(to, seat)
    led_there, led_against = s.with_leader(to, seat), _led(s, to, against)
    least = LAST_HOPE if s.number == TURNS else LIKELY
    before = _battle(v, to, there, against, led=led_there, led_against=led_against) if there else 0.0
    chosen: March | None = None
    for n in range(1, most + 1):
        gone = _some(units, n, BEST)
        goes = led and n > 1 and 2 * n >= size(units)
        own = dict(there)
        for one, number in gone.items():
            own[one] = own.get(one, 0) + number
        likely = odds(own, against, led=goes or led_there, led_against=led_against)
        if likely < least:
            continue
        brings = _battle(v, to, own, against, led=goes or led_there, led_against=led_against) - before
        brings -= v.leaving(origin, n, led=s.with_leader(origin, seat) and not goes) + IDLE * n
        brings -= goes * CAPTIVE * v.risk(to, n)
        if chosen is None or brings > chosen.brings:
            chosen = March(brings, origin, to, {**({LEADER: 1} if goes else {}), **_said(gone)})
        if likely > 0.97:
            break
    return chosen


def _battle(v: Survey, place: str, own: Stack, against: Stack, *, led: bool, led_against: bool) -> float:
    """What a battle there brings in points: the province and the enemies, or the units that are lost."""
    likely = odds(own, against, led=led, led_against=led_against)
    unit = LOST * left(v.s)
    fallen = sum(
        (0.5 * COST[KIND[one][-1]] + unit) * n * v.rivals.get(OWNER[one], 0.0) for one, n in against.items()
    )
    prize = v.taking(place) + fallen + CAPTIVE * led_against
    lost = unit * size(own) + CAPTIVE * led
    return likely * prize - (1 - likely) * lost


def _led(s: State, place: str, against: Stack) -> bool:
    return any(s.with_leader(place, owner) for owner in {OWNER[one] for one in against})


def _some(units: Stack, n: int, kinds: Sequence[str]) -> Stack:
    """So many of these units, those of the kinds named first."""
    found: Stack = {}
    for kind in kinds:
        for one, there in units.items():
            if KIND[one] == kind and n > 0:
                found[one] = min(there, n)
                n -= found[one]
    return found


def _said(units: Stack) -> Stack:
    return {KIND[one]: n for one, n in units.items()}


def _help(v: Survey, origin: str, to: str, units: Stack, most: int, *, led: bool) -> March:
    """To go to a province of one's own: to hold it, or to be nearer to what may be taken."""
    s, seat = v.s, v.seat
    here = s.land(to, seat)
    short = v.threat(to) - here
    n = min(most, short) if short > 0 else most
    held = worth(s, to) * (v.risk(to, here) - v.risk(to, here + n))
    goes = led and here + n > 1 and 2 * n >= size(units)
    held -= v.leaving(origin, n, led=s.with_leader(origin, seat) and not goes)
    held -= goes * CAPTIVE * (v.risk(to, here + n) - v.risk(origin, s.land(origin, seat)))
    whole = held - 0.3 + (0.25 * (_prospect(v, to) - _prospect(v, origin)) if n == most else 0.0)
    who = _said(_some(units, n, BEST))
    return March(whole, origin, to, {**({LEADER: 1} if goes else {}), **who})


def _prospect(v: Survey, place: str) -> float:
    """What may be taken from a place by one march more."""
    return max((v.taking(near) for near in NEAR[place] if v.s.controller(near) != v.seat), default=0.0)


def best_march(v: Survey, origin: str) -> March | None:
    """The march from there that brings the most."""
    return max(marches(v, origin), key=lambda march: march.brings, default=None)


# ---------------------------------------------------------------------- the answers


def movement(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Who has the most to win marches first; nobody sails of his own accord; a chit brings a little."""
    v = Survey(s, seat)

    def brings(key: str) -> float:
        verb, _, place = key.partition("-")
        if verb == "march":
            found = best_march(v, place)
            return found.brings if found else -1.0
        return {"chit": ENOUGH + 0.05, "sail": -1.0}.get(verb, ENOUGH)

    return max(keys, key=brings)


def march_to(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Where it brings the most; done where that is too little."""
    found = {
        march.to: march.brings for march in marches(Survey(s, seat), _origin(entered)) if march.to in keys
    }
    if not found:
        return DONE if DONE in keys else max(keys, key=lambda key: -size(enemies(s, key, seat)))
    to = max(found, key=lambda each: found[each])
    return DONE if DONE in keys and found[to] <= ENOUGH else to


def march_with(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Whom the march brings the most with, a kind after the other; all, where another has chosen the way."""
    origin = _origin(entered)
    at = max(at for at, key in enumerate(entered) if key in PROVINCES)
    planned = next((each for each in marches(Survey(s, seat), origin) if each.to == entered[at]), None)
    if planned is None:
        return next(key for key in (DONE, "all", keys[0]) if key in keys)
    if len(entered) == at + 1 and planned.who == marchers(s, seat, origin) and "all" in keys:
        return "all"
    named = {key.partition("-")[2] for key in entered[at + 1 :]}
    for said, n in planned.who.items():
        if said not in named and (key := f"{n}-{said}") in keys:
            return key
    return DONE if DONE in keys else keys[0]


def _origin(entered: Sequence[str]) -> str:
    """Where the march under way began."""
    return next(key.removeprefix("march-") for key in reversed(entered) if key.startswith("march-"))
