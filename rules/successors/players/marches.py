"""Choose the Movement of `fair`: one march after the other, the most profitable first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.asking import DONE
from rules.successors.board import PROVINCES, VALUE
from rules.successors.forces import COST, KIND, OWNER, TURNS, make_piece_key
from rules.successors.moving.march import find_marchers
from rules.successors.moving.unit_choice import CHEAPEST, LEADER
from rules.successors.players.evaluation import (
    NEAR,
    compute_worth,
    count_enemies,
    count_revenues_left,
    count_size,
    estimate_odds,
    is_free,
)
from rules.successors.players.styles import SLACK, find_mark
from rules.successors.players.survey import CAPTIVE, STRAIGHT, Bent, Survey
from rules.successors.stacks import Stack
from rules.successors.state import State

# In the last game turn, this chance to win is enough for a battle, because units are worth nothing
# afterwards. In earlier game turns, a battle with a lower chance counts as almost lost.
LAST_HOPE = 0.3
SURE = 0.97  # with this chance to win, an attack needs no more units
ENOUGH = 0.25  # fewest points for which a march is worthwhile
EACH = 0.1  # points that each attacking unit costs, because it could do something else
TROUBLE = 0.3  # points that a march to one of the seat's own provinces costs
NEARER = 0.25  # being near provinces that can be taken is worth this fraction of their worth
LOST = 0.4  # points of a lost unit, for each Revenue that is still to come
# with at least RICH Talents a lost unit costs at most BOUGHT points, because it can be replaced
RICH, BOUGHT = 12, 1.0
JOINED = 0.6  # factor on the worth of a battle that others must join
# the rank of each piece: the lowest number is that of the cheapest piece in `CHEAP`, of the best in `BEST`
CHEAP: Mapping[str, int] = {one: CHEAPEST.index(kind) for one, kind in KIND.items()}
BEST: Mapping[str, int] = {one: -rank for one, rank in CHEAP.items()}


class March(NamedTuple):
    """A possible march.

    Attributes:
        brings: its worth in points.
        origin, to: the provinces.
        who: the units, as the seat names them.
    """

    brings: float
    origin: str
    to: str
    who: Stack


def _brings(march: March) -> float:
    return march.brings


class Camp(NamedTuple):
    """The units that can march from a province.

    Attributes:
        units: the number of each piece.
        most: how many of them may leave.
        led: whether the leader is there.
        rides: whether the leader can go with them.
    """

    origin: str
    units: Stack
    most: int
    led: bool
    rides: bool


def count_spare(s: State, seat: str, origin: str, against: Stack | None = None) -> int:
    """Return how many units can leave a province: all but one, or all if the province has no value.

    If enemies are there, no unit can leave. The exception is a battle that is almost lost: before the last
    game turn, all units can leave it. `against`: the enemies there, if the caller has counted them.
    """
    here = s.land(origin, seat)
    against = count_enemies(s, origin, seat) if against is None else against
    if not against:
        return here - (VALUE[origin] > 0)
    lost = estimate_odds(s.land_of(origin, seat), against, led=s.with_leader(origin, seat)) < LAST_HOPE
    return here if lost and s.number < TURNS else 0


def read_camp(v: Survey, origin: str) -> Camp:
    """Return the units that can march from a province."""
    s, seat, against = v.s, v.seat, v.enemies(origin)
    ready = find_marchers(s, seat, origin)
    units = {make_piece_key(seat, said): n for said, n in ready.items() if said != LEADER}
    most = count_size(units)
    if against:
        most = min(most, count_spare(s, seat, origin, against))
    return Camp(origin, units, most, s.with_leader(origin, seat), LEADER in ready)


def find_marches(v: Survey, origin: str) -> list[March]:
    """Return the possible marches out of a province, with their worth.

    Return [] if only one unit may leave, and leaving costs more than the best province in reach is worth.
    """
    s, seat = v.s, v.seat
    here = read_camp(v, origin)
    if here.most <= 0 or (here.most == 1 and v.prospect(origin) < v.leaving(origin, 1)):
        return []
    found = []
    for to in v.reach(origin):
        if against := v.enemies(to):
            march = _attack(v, here, to, against) or _join(v, here, to, against)
        elif is_free(s, to):
            march = _settle(v, here, to)
        elif v.holders.get(to) == seat:
            march = _help(v, here, to)
        else:
            march = None
        if march is not None:
            found.append(march)
    return found


def _march(brings: float, here: Camp, to: str, units: Stack, *, goes: bool = False) -> March:
    who = {KIND[one]: n for one, n in units.items()}
    return March(brings, here.origin, to, {LEADER: 1, **who} if goes else who)


def _goes(here: Camp, n: int) -> bool:
    """Return whether the leader goes along with `n` units: at least 2, and at least half of those there."""
    return here.rides and n > 1 and 2 * n >= count_size(here.units)


def _settle(v: Survey, here: Camp, to: str) -> March:
    """Return a march of the cheapest unit to a free province."""
    brings = compute_worth(v.s, to) * (1 - v.risk(to, 1)) - v.leaving(here.origin, 1, led=here.led)
    return _march(brings, here, to, _some(here.units, 1, CHEAP))


def _help(v: Survey, here: Camp, to: str) -> March:
    """Return a march to a province of the seat: to defend it, or to come nearer to provinces to take."""
    s, there = v.s, v.s.land(to, v.seat)
    short = v.threat(to) - there
    n = min(here.most, short) if short > 0 else here.most
    goes = here.rides and there + n > 1 and 2 * n >= count_size(here.units)
    brings = compute_worth(s, to) * (v.risk(to, there) - v.risk(to, there + n)) - TROUBLE
    brings -= v.leaving(here.origin, n, led=here.led and not goes)
    if goes:
        brings -= CAPTIVE * (v.risk(to, there + n) - v.risk(here.origin, s.land(here.origin, v.seat)))
    if n == here.most:
        brings += NEARER * (v.prospect(to) - v.prospect(here.origin))
    return _march(brings, here, to, _some(here.units, n, BEST), goes=goes)


# ---------------------------------------------------------------------- battles


def _attack(v: Survey, here: Camp, to: str, against: Stack) -> March | None:
    """Return an attack with the most profitable number of units; the best units are taken first.

    Return None if no number of units is likely to win.
    """
    s = v.s
    there, led = s.land_of(to, v.seat), s.with_leader(to, v.seat)
    every = _sum(there, _some(here.units, here.most, BEST))
    if _odds(v, to, every, against, led=led or here.rides) < _least(v):
        return None
    before = _battle(v, to, there, against, led=led) if there else 0.0
    chosen: March | None = None
    for n in range(1, here.most + 1):
        gone, goes = _some(here.units, n, BEST), _goes(here, n)
        own = _sum(there, gone)
        likely = _odds(v, to, own, against, led=led or goes)
        if likely < _least(v):
            continue
        brings = _battle(v, to, own, against, led=led or goes) - before - EACH * n
        brings -= v.leaving(here.origin, n, led=here.led and not goes) + CAPTIVE * goes * v.risk(to, n)
        if chosen is None or brings > chosen.brings:
            chosen = _march(brings, here, to, gone, goes=goes)
        if likely > SURE:
            break
    return chosen


def _join(v: Survey, here: Camp, to: str, against: Stack) -> March | None:
    """Return an attack of all spare units, if the seat will probably win with help from elsewhere."""
    free = count_spare(v.s, v.seat, here.origin, v.enemies(here.origin))
    gone = _some(here.units, min(here.most, free), BEST)
    if not gone:
        return None
    own = _sum(v.s.land_of(to, v.seat), gone, _helpers(v, here.origin, to))
    if _odds(v, to, own, against, led=False) < _least(v):
        return None
    brings = JOINED * _battle(v, to, own, against, led=False) - EACH * count_size(gone)
    return _march(brings - v.leaving(here.origin, count_size(gone), led=here.led), here, to, gone)


def _helpers(v: Survey, origin: str, to: str) -> Stack:
    """Return the units in other provinces that could join an attack without giving up their province."""
    found: Stack = {}
    for other in v.s.ready:
        if other != origin and to in NEAR.get(other, ()):
            there = read_camp(v, other)
            if there.most > 1:
                found = _sum(
                    found, _some(there.units, count_spare(v.s, v.seat, other, v.enemies(other)), BEST)
                )
    return found


def _least(v: Survey) -> float:
    return LAST_HOPE if v.s.number == TURNS else v.bent.likely


def _odds(v: Survey, place: str, own: Stack, against: Stack, *, led: bool) -> float:
    return estimate_odds(own, against, led=led, led_against=_has_leader(v.s, place, against))


def _battle(v: Survey, place: str, own: Stack, against: Stack, *, led: bool) -> float:
    """Return the worth of a battle in points: the province and the enemies, minus the units lost."""
    likely = _odds(v, place, own, against, led=led)
    unit = LOST * count_revenues_left(v.s)
    prize = v.taking(place) + CAPTIVE * _has_leader(v.s, place, against)
    for one, n in against.items():
        prize += n * (unit + COST[KIND[one][-1]] / 2) * v.rivals.get(OWNER[one], 0.0)
    if v.s.talents[v.seat] >= RICH:
        unit = min(unit, BOUGHT)
    return likely * prize - (1 - likely) * (unit * count_size(own) + CAPTIVE * led)


def _has_leader(s: State, place: str, against: Stack) -> bool:
    return any(s.with_leader(place, owner) for owner in {OWNER[one] for one in against})


def _some(units: Stack, n: int, rank: Mapping[str, int]) -> Stack:
    """Return `n` of these units. Those with the lowest `rank` are taken first."""
    found: Stack = {}
    for one in units if len(units) == 1 else sorted(units, key=rank.__getitem__):
        if n <= 0:
            break
        found[one] = min(units[one], n)
        n -= found[one]
    return found


def _sum(*stacks: Stack) -> Stack:
    found: Stack = {}
    for stack in stacks:
        for one, n in stack.items():
            found[one] = found.get(one, 0) + n
    return found


# ---------------------------------------------------------------------- the answers


class Marcher:
    """A player that answers the questions of one Movement.

    It keeps its results for later questions about the same march. It computes threats once a step,
    because during the step only the seat's own units move.
    """

    __slots__ = ("_found", "_v", "_walks", "s", "seat")

    def __init__(self, s: State, seat: str, bent: Bent = STRAIGHT) -> None:
        self.s, self.seat = s, seat
        self._v = Survey(s, seat, bent)
        self._found: dict[str, list[March]] = {}
        self._walks = len(s.walks)

    def look(self) -> None:
        """Compute again the marches that may have changed.

        A province is changed if a march began or ended there. Compute the marches out of changed provinces,
        and out of provinces whose best march led to a changed province. The strength of each seat is computed
        once a step.
        """
        new = self.s.walks[self._walks :]
        self._walks += len(new)
        if any(walk.how != "march" for walk in new):
            self._v, self._found = Survey(self.s, self.seat, self._v.bent), {}
            return
        for walk in new:
            changed = walk.way[0], walk.way[-1]
            self._v.look_at(changed)
            for origin, found in [*self._found.items()]:
                best = max(found, key=_brings, default=None)
                if origin in changed or (best is not None and best.to in changed):
                    del self._found[origin]

    def marches(self, origin: str) -> list[March]:
        """Return the possible marches out of a province, as of the last `look`."""
        found = self._found.get(origin)
        if found is None:
            found = find_marches(self._v, origin)
            avoid, liked = self._v.bent.avoid, self._v.bent.liked
            if avoid:
                found = [each for each in found if (origin, each.to) not in avoid]
            if liked:
                found = [each._replace(brings=each.brings + liked.get(each.to, 0.0)) for each in found]
            if taste := self._v.bent.taste:
                found = [
                    each._replace(
                        brings=each.brings + SLACK * taste.likes.get(find_mark(self._v, each.to), 0.0)
                    )
                    for each in found
                ]
            self._found[origin] = found
        return found

    def choose(self, kind: str, keys: Sequence[str], entered: Sequence[str]) -> str:
        """Return the answer to one of the three kinds of question of a Movement.

        `entered`: all that the seat has entered in this turn so far.
        """
        if kind == "movement":
            return self.movement(keys)
        return self.march_to(keys, entered) if kind == "march-to" else self.march_with(keys, entered)

    def movement(self, keys: Sequence[str]) -> str:
        """Choose the most profitable march. Play a chit rather than end the Movement. Never sail."""
        self.look()

        def brings(key: str) -> float:
            verb, _, place = key.partition("-")
            if verb == "march":
                return max(map(_brings, self.marches(place)), default=-1.0)
            return {"chit": ENOUGH + 0.05, "sail": -1.0}.get(verb, ENOUGH)

        return max(keys, key=brings)

    def march_to(self, keys: Sequence[str], entered: Sequence[str]) -> str:
        """Choose the most profitable destination, or end the march if none is worth enough."""
        if not entered[-1].startswith("march-"):
            self.look()
        found = [march for march in self.marches(_origin(entered)) if march.to in keys]
        if not found:
            if DONE in keys:
                return DONE
            return max(keys, key=lambda key: -count_size(count_enemies(self.s, key, self.seat)))
        best = max(found, key=lambda march: march.brings)
        return DONE if DONE in keys and best.brings <= ENOUGH else best.to

    def march_with(self, keys: Sequence[str], entered: Sequence[str]) -> str:
        """Return the units of the most profitable march, one kind at a time.

        If this player would not have chosen the destination, return all units.
        """
        origin = _origin(entered)
        at = max(at for at, key in enumerate(entered) if key in PROVINCES)
        planned = next((each for each in self.marches(origin) if each.to == entered[at]), None)
        if planned is None:
            return next(key for key in (DONE, "all", keys[0]) if key in keys)
        ready = find_marchers(self.s, self.seat, origin)
        if len(entered) == at + 1 and planned.who == ready and "all" in keys:
            return "all"
        named = {key.partition("-")[2] for key in entered[at + 1 :]}
        for said, n in planned.who.items():
            if said not in named and (key := f"{n}-{said}") in keys:
                return key
        return DONE if DONE in keys else keys[0]


def choose_movement(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Return the next march, chit, or the end of the Movement."""
    return Marcher(s, seat).movement(keys)


def choose_march_to(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Return the destination of the current march."""
    return Marcher(s, seat).march_to(keys, entered)


def choose_march_with(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Return the units that take part in the current march."""
    return Marcher(s, seat).march_with(keys, entered)


def _origin(entered: Sequence[str]) -> str:
    """Return the province where the current march began."""
    return next(key.removeprefix("march-") for key in reversed(entered) if key.startswith("march-"))
