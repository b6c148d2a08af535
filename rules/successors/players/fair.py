"""Play `fair`: a rule of thumb for each kind of question.

- It chooses a Home near which there is much value that no other seat wants. The Home must have enough income
  for the first units. Among Homes that are nearly as good as the best, it picks at random.
- It first buys levies. Later it buys a levy for each free province in reach for which it has no unit, and
  then the best units that its income can pay for. It keeps a few Talents for Events.
- `marches` chooses its marches. The further a player leads, the more it attacks that player (`survey`).
- It fights if it is likely to win, and holds in a battle unless that is hopeless.
- It ransoms its leader if the Home is safe and it can pay the upkeep. It joins the battles of its allies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.asking import DONE
from rules.successors.board import IS_SEA, VALUE
from rules.successors.forces import COST, FORCES, RANSOM, TURNS, WHITE
from rules.successors.players import marches
from rules.successors.players.evaluation import (
    NEAR,
    compute_worth,
    count_enemies,
    estimate_battle,
    estimate_odds,
    is_free,
)
from rules.successors.players.survey import Survey
from rules.successors.sequence.revenue import count_upkeep
from rules.successors.state import State

RESERVE = 2  # Talents kept for Events
LIKELY = 0.62  # chance to win above which it insists on a battle
HOPELESS = 0.25  # chance to win below which it retreats
# the upkeep of the first units: a Home's `sum_value_beside` must be at least this
FIRST_UPKEEP = FORCES.setup.talents
BESIDE = 8  # points that a Home loses for each Home of another seat in reach
GOOD = 0.8  # a Home may be chosen if it has at least this part of the best Home's worth
ALWAYS: Mapping[str, tuple[str, ...]] = {
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
    """Return the answer of `fair` to a question of this kind.

    `entered`: all keys that the seat has entered in this turn so far, whether `fair` chose them or not.
    """
    for key in ALWAYS.get(kind, ()):
        if key in keys:
            return key
    rule = RULES.get(kind)
    if rule is not None:
        return rule(s, seat, keys, entered)
    return next((key for key in (DONE, "pass", "no", "hold", "all") if key in keys), keys[0])


def choose_best(keys: Sequence[str], worth_of: Callable[[str], float]) -> str:
    """Return the key with the highest worth; the first of equals."""
    return max(keys, key=worth_of)


# ---------------------------------------------------------------------- set-up and Revenue


def find_good_homes(s: State, keys: Sequence[str]) -> Sequence[str]:
    """Return the Homes that are nearly as good as the best one. The caller picks one at random."""
    worths = {key: sum_value_near(s, key) for key in find_feeding_homes(keys)}
    best_of = max(worths.values())
    return [key for key in worths if worths[key] >= GOOD * best_of]


def find_feeding_homes(keys: Sequence[str]) -> Sequence[str]:
    """Return the Homes that can pay for the first units with the income from nearby; all if none can.

    Provinces within 1 movement point are nearby. With any other Home, the seat lives on provinces far away.
    If the seat loses a single battle there, it has no income. Then it can't keep its other units either.
    """
    return [key for key in keys if sum_value_beside(key) >= FIRST_UPKEEP] or keys


def sum_value_beside(key: str) -> int:
    """Return the value of a Home and of the provinces within 1 movement point.

    The Home counts twice, because it is held for sure.
    """
    return 2 * VALUE[key] + sum(VALUE[place] for place, cost in NEAR[key].items() if cost == 1)


def sum_value_near(s: State, key: str) -> float:
    """Return the value of a Home and of the provinces in reach. Other seats' Homes nearby lower it."""
    found = 0.0
    for place in (key, *NEAR[key]):
        wanted = sum(place == home or place in NEAR[home] for home in s.homes.values())
        found += VALUE[place] / (1 + wanted)
    beside = sum(home in NEAR[key] for home in s.homes.values())
    return found + VALUE[key] - BESIDE * beside


def _choose_home(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    return choose_best(find_feeding_homes(keys), lambda key: sum_value_near(s, key))


def _choose_purchase(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Return the next purchase: levies for the free provinces in reach, then strong units, or `DONE`.

    Strong units are bought only if the next income can pay for them.
    """
    if not s.number:
        return next((key for key in ("5-l", "3-l", "1-l") if key in keys), DONE)
    takers = _count_wanted(s, seat)
    if takers > 0 and "1-l" in keys:
        return next(key for n in range(min(takers, 8), 0, -1) if (key := f"{n}-l") in keys)
    if s.number == TURNS:
        return DONE
    spare = s.talents[seat] - RESERVE
    fed = s.income(seat) + spare - count_upkeep(s, seat)  # Talents left after the next Revenue
    for kind in ("c", "i", "l"):
        n = min(spare // COST[kind], (fed - 1) // (COST[kind] + 1))
        for number in range(n, 0, -1):
            if (key := f"{number}-{kind}") in keys:
                return key
    return DONE


def _choose_ransom(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Return "ransom" if enough is left for upkeep and no enemy is at Home; else "no"."""
    fed = s.talents[seat] - RANSOM >= count_upkeep(s, seat)
    safe = not s.hostile_land(s.homes[seat], seat)
    return "ransom" if fed and safe and "ransom" in keys else "no"


def _count_wanted(s: State, seat: str) -> int:
    """Return how many more levies to buy for the free provinces near the Home or the leader."""
    room = (
        s.income(seat) + s.talents[seat] - count_upkeep(s, seat) - 1 if s.number < TURNS else s.talents[seat]
    )
    most = 0
    for origin in _camps(s, seat):
        free = sum(is_free(s, near) and VALUE[near] > 1 for near in NEAR[origin])
        most = max(most, free - marches.count_spare(s, seat, origin))
    return min(most, room // 2 if s.number < TURNS else room)


def _camps(s: State, seat: str) -> list[str]:
    leader = s.leaders.get(seat, "")
    return [s.homes[seat], *([leader] if leader and leader not in IS_SEA else [])]


def _place_units(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Choose the place with the most valuable free provinces and the most enemies nearby."""
    if len(keys) == 1:
        return keys[0]

    v = Survey(s, seat)

    def worth_of(key: str) -> float:
        origin = s.homes[seat] if key == "home" else s.leaders[seat]
        free = sum(compute_worth(s, near) for near in NEAR[origin] if is_free(s, near))
        return free + 0.5 * v.threat(origin) + (s.controller(origin) == seat)

    return choose_best(keys, worth_of)


def _choose_loss(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Return "pay" if it is legal now; else the cheapest unit, if possible not the last in its province."""

    def worth_of(key: str) -> float:
        if key == "pay":
            return 99.0
        _, kind, area = key.split("-")
        alone = area not in IS_SEA and s.land(area, seat) == 1
        return -(COST.get(kind[-1], 4) if kind != "f" else 2) - (compute_worth(s, area) if alone else 0)

    return choose_best(keys, worth_of)


# ---------------------------------------------------------------------- Combat


def _choose_battle(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Return a leader to seize; else the battle that promises most, or `DONE` if none is likely to be won."""

    def worth_of(key: str) -> float:
        if key == DONE:
            return 0.0
        verb, place, foe = key.split("-")
        if verb == "seize":
            return 9.0
        need = 0.5 if foe == WHITE else 0.55
        return (estimate_battle(s, place, seat, foe) - need) * (1 + compute_worth(s, place))

    return choose_best(keys, worth_of)


def _choose_insist(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    key = next(key for key in keys if key != "no")
    place = key.partition("-")[2]
    return key if estimate_battle(s, place, seat, s.seat) > LIKELY else "no"


def _choose_retreat(s: State, seat: str, keys: Sequence[str], entered: Sequence[str]) -> str:
    """Hold, unless the battle is almost lost; then retreat to a valuable province under little threat."""
    if not s.fights:
        return "hold"
    place = s.fights[-1].place
    likely = estimate_odds(
        s.land_of(place, seat), count_enemies(s, place, seat), led=s.with_leader(place, seat)
    )
    if likely > HOPELESS:
        return "hold"
    v = Survey(s, seat)
    away = [key for key in keys if key != "hold"]
    return choose_best(
        away,
        lambda key: (
            compute_worth(s, key.removeprefix("retreat-")) - 0.3 * v.threat(key.removeprefix("retreat-"))
        ),
    )


RULES: Mapping[str, Rule] = {
    "home": _choose_home,
    "ransom": _choose_ransom,
    "purchase": _choose_purchase,
    "place-units": _place_units,
    "upkeep": _choose_loss,
    "lose-unit": _choose_loss,
    "disband": _choose_loss,
    "movement": marches.choose_movement,
    "march-to": marches.choose_march_to,
    "march-with": marches.choose_march_with,
    "battles": _choose_battle,
    "insist": _choose_insist,
    "retreat": _choose_retreat,
}
