"""Define the Delhi Sultanate's sheet: first the Mongols, then lost Provinces, then threatened ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rules.asking import count
from rules.vijayanagara.board import (
    DELHI,
    MONGOL_ROAD,
    MONGOLS,
    OBEDIENT,
    PROSPERITY,
    PROVINCES,
    RIVALS,
    SPACES,
    UNIT_BOX,
    UNITS,
)
from rules.vijayanagara.players.proposal import Proposal, Sheet, Wanted
from rules.vijayanagara.players.rivals import GOOD_ODDS, explain_income
from rules.vijayanagara.players.survey import (
    count_guard,
    count_needed,
    count_spare,
    estimate_battle,
    find_ripest,
    list_foes,
)
from rules.vijayanagara.state import TRIBUTARY, State
from rules.words import Plural, Words, join_list, say

D = "sultanate"
BESIDE_QASBAH = 2  # Troops that a Conscript places beside a Qasbah (3.2.1)
CLOSE = 2  # pieces that a rival can bring before the next turn


def attack_mongols(s: State, me: str) -> Iterator[Proposal]:
    """Attack Mongol Invaders at 60 % or better: first in Delhi, then where most of them are (3.2.4)."""
    there = [
        p for p in MONGOL_ROAD if s.board[p][MONGOLS] and estimate_battle(s, D, MONGOLS, p)[0] >= GOOD_ODDS
    ]
    there.sort(key=lambda p: (p != DELHI, -s.board[p][MONGOLS]))
    if not there:
        return
    first = there[0]
    odds = round(100 * estimate_battle(s, D, MONGOLS, first)[0])
    foes = count(s.board[first][MONGOLS], MONGOLS)
    why = say("to beat {n} in {space}, {percent}% likely by the dice", n=foes, space=first, percent=odds)
    details = {f"attack-against {p}": (MONGOLS,) for p in there}
    yield Proposal("attack the Mongols", "attack", why, tuple(there), details)


def attack_rebels(s: State, me: str) -> Iterator[Proposal]:
    """Attack Rebelling Units at 60 % or better, in the richest Province first (3.2.4)."""
    found: list[tuple[int, float, str, str]] = []
    for province in PROVINCES:
        for foe in list_foes(s, D, province):
            likely = estimate_battle(s, D, foe, province)[0]
            if likely >= GOOD_ODDS and foe != MONGOLS:
                found.append((PROSPERITY[province], likely, province, foe))
    if not found:
        return
    found.sort(reverse=True)
    _, likely, province, foe = found[0]
    text = "to beat {foe} in {province}, {percent}% likely by the dice"
    why = say(text, foe=foe, province=province, percent=round(100 * likely))
    chosen: dict[str, str] = {}
    for _, _, place, who in found:
        chosen.setdefault(place, who)
    details = {f"attack-against {p}": (who,) for p, who in chosen.items()}
    yield Proposal("attack rebels", "attack", why, tuple(chosen), details)


def march_back(s: State, me: str) -> Iterator[Proposal]:
    """March to a Province where Units from its neighbours would outnumber all others (3.2.2).

    Each neighbour sends only Units that it can spare. A Governor goes along if the Province has none.
    """
    lost = [p for p in PROVINCES if s.status[p] not in (TRIBUTARY, D)]
    lost.sort(key=lambda p: -PROSPERITY[p])
    for to in lost:
        units = _arrival(s, to)
        if count_needed(s, to, D) <= sum(units.values()):
            yield Proposal("march back", "march", _taking_back(s, to), (to,), _marching(s, units, to))


def conscript_back(s: State, me: str) -> Iterator[Proposal]:
    """Conscript at a Qasbah where at most two more Troops would outnumber all others (3.2.1).

    Then Conscript where a rival is close to Control.
    """
    back = [p for p in PROVINCES if s.status[p] not in (TRIBUTARY, D) and s.board[p]["qasbahs"]]
    back = [p for p in back if count_needed(s, p, D) <= min(BESIDE_QASBAH, s.box["troops"])]
    if not back:
        return
    back.sort(key=lambda p: (not s.board[p]["governors"], -PROSPERITY[p]))
    why = _taking_back(s, back[0])
    yield Proposal("conscript back", "conscript", why, (*back, *_list_threatened(s, CLOSE)))


def _taking_back(s: State, to: str) -> Words:
    wanting = count_needed(s, to, D)
    text = Plural(
        "to Control {to} again ({units} more was needed)",
        "to Control {to} again ({units} more were needed)",
    )
    return say(text, n=wanting, to=to, units=count(wanting, "troops"))


def _arrival(s: State, to: str) -> dict[str, int]:
    return {near: n for near in s.adjacent[to] if (n := count_spare(s, near, D))}


def _marching(s: State, units: dict[str, int], to: str) -> dict[str, tuple[str, ...]]:
    details: dict[str, tuple[str, ...]] = {f"march-from {to}": tuple(units)}
    governed = s.board[to]["governors"] > 0
    for origin, n in units.items():
        keys = [f"{k}-troops" for k in range(n, 0, -1)]
        if not governed and to in PROVINCES and s.board[origin]["governors"]:
            keys = ["1-governors", *keys[1:]]
            governed = True
        details[f"march-units {origin} {to}"] = tuple(keys)
    return details


def march_home(s: State, me: str) -> Iterator[Proposal]:
    """March spare Units to Delhi while its guard is too small (3.2.2)."""
    short = count_guard(s) - s.units(DELHI, D)
    units = _arrival(s, DELHI)
    if short > 0 and units:
        why = _guarding(s)
        yield Proposal("march home", "march", why, (DELHI,), _marching(s, units, DELHI))


def _guarding(s: State) -> Words:
    text = "to guard Delhi ({units} there, {mongols} on the map)"
    units, mongols = count(s.units(DELHI, D), "units"), count(s.on_map(MONGOLS), MONGOLS)
    return say(text, units=units, mongols=mongols)


def _keeping(s: State, province: str) -> Words:
    rival, wanting = find_ripest(s, province)
    if wanting <= 0:
        if s.dynasty == "khalji":  # 2.7.1: nobody can Rebel yet
            text = (
                "to be ready in {province}, where {rival} has more pieces than all others and can Rebel "
                "after the Khalji Dynasty"
            )
        else:
            text = "to stop {rival} from Rebelling in {province} with more pieces than all others"
        return say(text, rival=rival, province=province)
    text = "to keep {province}, because {rival} needs only {units} more to outnumber all others there"
    return say(text, province=province, rival=rival, units=count(wanting, UNIT_BOX[rival]))


def _list_threatened(s: State, most: int) -> list[str]:
    """Return the Tributaries where a rival lacks at most `most` pieces for Control, the richest first."""
    found = [p for p in PROVINCES if s.status[p] == TRIBUTARY and find_ripest(s, p)[1] <= most]
    return sorted(found, key=lambda p: (-PROSPERITY[p], find_ripest(s, p)[1]))


def conscript(s: State, me: str) -> Iterator[Proposal]:
    """Conscript where a rival is close to Control, and in Delhi while its guard is too small (3.2.1)."""
    short = count_guard(s) - s.units(DELHI, D)
    near = _list_threatened(s, CLOSE)
    if s.box["troops"] and near:
        why = _keeping(s, near[0])
        spaces = (*near, DELHI) if short > 0 else tuple(near)
        yield Proposal("conscript", "conscript", why, spaces)
    if s.box["troops"] and short > 0:
        why = _guarding(s)
        yield Proposal("guard Delhi", "conscript", why, (DELHI, *near))


def govern(s: State, me: str) -> Iterator[Proposal]:
    """Govern where a Governor is with Obedient Units (3.2.3).

    Provinces where a rival lacks at most three pieces for Control come first, then the richest. Also place a
    Governor in a Province under Control. If every Province under Control has a Governor, place one in a
    Tributary where a rival lacks at most three pieces.
    """
    acting = [
        p
        for p in PROVINCES
        if s.board[p]["governors"]
        and s.status[p] in (TRIBUTARY, D)
        and any(s.board[p][OBEDIENT[r]] for r in RIVALS)
    ]
    acting.sort(key=lambda p: (find_ripest(s, p)[1] > NEAR, -PROSPERITY[p], find_ripest(s, p)[1]))
    placing = (
        [p for p in _list_threatened(s, NEAR) if not s.board[p]["governors"]] if s.box["governors"] else []
    )
    lost = [p for p in PROVINCES if s.status[p] == D and not s.board[p]["governors"] and s.box["governors"]]
    if acting:
        why = _keeping(s, acting[0])
        yield Proposal("govern", "govern", why, (*acting, *lost, *placing), GOVERNING)
    if lost:
        why = say("to demand obedience in {province} with a Governor", province=lost[0])
        yield Proposal("place a Governor", "govern", why, (*lost, *acting), GOVERNING)
    elif placing:
        why = _keeping(s, placing[0])
        yield Proposal("place a Governor", "govern", why, (*placing, *acting), GOVERNING)


NEAR = 3
GOVERNING: Wanted = {"govern": ("remove", "qasbah", "governor")}


def demand(s: State, me: str) -> Iterator[Proposal]:
    """Demand Obedience in each Province that the faction Controls with a Governor (4.2.3)."""
    ready = [p for p in PROVINCES if s.status[p] == D and s.board[p]["governors"]]
    if ready:
        n = sum(PROSPERITY[p] for p in ready)
        text = "to gain {vp} VP by the tribute of {province}"
        why = say(text, province=join_list(ready), vp=n)
        yield Proposal("demand", "demand", why, details={"demand-in": tuple(ready)})


def collect(s: State, me: str) -> Iterator[Proposal]:
    """Collect Tribute: half the Tributary Prosperity and 2 Cavalry (4.2.1)."""
    yield Proposal("collect", "collect", explain_income(s, me, "collect"))


def campaign(s: State, me: str) -> Iterator[Proposal]:
    """Campaign with Units that can be spared, three steps at most (4.2.2).

    The Units go to Delhi while its guard is too small, to a Province that they would Control, or to a
    Tributary where a rival is close to Control.
    """
    stacks = {p: n for p in SPACES if (n := count_spare(s, p, D))}
    targets: list[tuple[str, int]] = []
    short = count_guard(s) - s.units(DELHI, D)
    if short > 0:
        targets.append((DELHI, 1))
    targets += [(p, count_needed(s, p, D)) for p in PROVINCES if s.status[p] not in (TRIBUTARY, D)]
    targets += [(p, 1) for p in _list_threatened(s, CLOSE)]
    for to, wanting in targets[:6]:
        routes = [(n, origin, route) for origin, n in stacks.items() if (route := _route(s, origin, to))]
        if not routes or (best := max(routes, key=lambda each: each[0]))[0] < wanting:
            continue
        n, origin, route = best
        units = tuple(f"{k}-{kind}" for kind in UNITS[D] for k in range(n, 0, -1))
        if to in PROVINCES and s.status[to] != TRIBUTARY and s.board[origin]["governors"]:
            units = ("1-governors", *units)
        details: dict[str, tuple[str, ...]] = {"campaign-from": (origin,), f"campaign-units {origin}": units}
        for here, onward in pairwise(route):
            details[f"campaign-to {here}"] = (onward,)
        details[f"campaign-to {to}"] = ()
        why = say("to bring {n} to {to}", n=count(n, "units"), to=to)
        yield Proposal("campaign", "campaign", why, details=details)


def _route(s: State, origin: str, to: str) -> tuple[str, ...]:
    """Return the shortest way from one space to another, in at most three steps; () if there is none."""
    routes: list[tuple[str, ...]] = [(origin,)]
    for _ in range(3):
        routes = [(*route, near) for route in routes for near in s.adjacent[route[-1]] if near not in route]
        if found := [route for route in routes if route[-1] == to]:
            return found[0]
    return ()


SHEET = Sheet(
    commands=(
        ("attack", attack_mongols),
        ("march", march_back),
        ("conscript", conscript_back),
        ("attack", attack_rebels),
        ("conscript", conscript),
        ("govern", govern),
        ("march", march_home),
    ),
    decrees=(("demand", demand), ("collect", collect), ("campaign", campaign)),
)
