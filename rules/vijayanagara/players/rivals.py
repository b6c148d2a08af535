"""The lines that the sheets of the Bahmani Kingdom and the Vijayanagara Empire share."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asking import count
from rules.vijayanagara.board import INFLUENCE_TOP, PROSPERITY, PROVINCES, STRUCTURE, UNIT_BOX, UNITS
from rules.vijayanagara.commands.rivals import HOME, MIGRANTS, OTHER, can_buy_shift
from rules.vijayanagara.decrees import DECREES
from rules.vijayanagara.players.proposal import Line, Proposal
from rules.vijayanagara.players.survey import (
    NEVER,
    count_needed,
    count_spare,
    estimate_battle,
    list_foes,
    measure_lead,
)
from rules.vijayanagara.state import TRIBUTARY, State
from rules.words import Plural, Words, join_list, say

GOOD_ODDS = 0.6
RIDERS, EACH_RIDER = 3, 0.08  # at most 3 Cavalry tokens count in a battle, and each adds 0.08 to the chance
NEARLY = 3  # pieces; a Rally can secure a lead, or make up a shortage, of at most this many


def rebel(s: State, me: str) -> Iterator[Proposal]:
    """Rebel wherever the faction's pieces outnumber all others, the richest Province first (3.3.3, 3.4.3)."""
    ripe = [p for p in PROVINCES if s.status[p] == TRIBUTARY and count_needed(s, p, me) <= 0]
    if s.dynasty == "khalji" or not ripe:
        return
    ripe.sort(key=lambda p: (-PROSPERITY[p], -measure_lead(s, p, me)))
    own = s.pieces(ripe[0], me)
    others = sum(s.board[ripe[0]].values()) - own
    text = "to take {province}, where it has {own} and all others together have {others}"
    why = say(text, province=ripe[0], own=count(own, "pieces"), others=others)
    yield Proposal("rebel", "rebel", why, tuple(ripe))


def attack(s: State, me: str) -> Iterator[Proposal]:
    """Attack at 60 % or better (3.3.4, 3.4.4).

    The aim is to win or keep Control, to get the majority in a Tributary, or to beat the other rival. The
    odds are 8 points higher for each of the faction's first three Cavalry tokens, and 8 points lower for each
    of the foe's first three.
    """
    found: list[tuple[float, str, str, float]] = []
    for province in PROVINCES:
        for foe in list_foes(s, me, province):
            likely, _, falls = estimate_battle(s, me, foe, province)
            if likely + EACH_RIDER * (_count_riders(s, me) - _count_riders(s, foe)) < GOOD_ODDS:
                continue
            wanting, status = count_needed(s, province, me), s.status[province]
            value = 0.9 if foe == OTHER[me] else 0.0
            if status == me:
                value += 0.3 * PROSPERITY[province]
            elif wanting - falls <= 0:
                value += PROSPERITY[province] * (0.3 if status == TRIBUTARY else 1.0)
            if value > 0.25:
                found.append((value * likely, province, foe, likely))
    best: dict[str, tuple[float, str, float]] = {}
    for value, province, foe, likely in sorted(found, reverse=True):
        best.setdefault(province, (value, foe, likely))
    for many in (NEVER, 1):
        chosen = list(best.items())[:many]
        if not chosen or (many == NEVER and len(chosen) == 1):
            continue
        province, (_, foe, likely) = chosen[0]
        text = "to beat {foe} in {province}, {percent}% likely by the dice"
        if likely < GOOD_ODDS:
            text = (
                "to beat {foe} in {province} ({percent}% likely by dice alone; having more Cavalry "
                "than {foe} helps)"
            )
        why = say(text, foe=foe, province=province, percent=round(100 * likely))
        details = {f"attack-against {p}": (who,) for p, (_, who, _) in chosen}
        yield Proposal("attack", "attack", why, tuple(p for p, _ in chosen), details)


def _count_riders(s: State, faction: str) -> int:
    return min(s.cavalry[faction], RIDERS)


def migrate(s: State, me: str) -> Iterator[Proposal]:
    """Migrate to a Province with a piece of the other rival, and shift the Influence (3.3.2, 3.4.2).

    Also Migrate to a Province where at most three more Units are needed to outnumber all others.
    """
    plans = [(_find_arrival(s, me, to), to) for to in PROVINCES]
    able = [(units, to) for units, to in plans if units]
    shifting = [(u, to) for u, to in able if s.resources[me] > 1 and can_buy_shift(s, me, to)]
    shifting.sort(
        key=lambda each: (max(0, count_needed(s, each[1], me) - _sum(each[0])), -PROSPERITY[each[1]])
    )
    taking = [(u, to) for u, to in able if 0 < count_needed(s, to, me) <= _sum(u)]
    taking.sort(key=lambda each: (s.status[each[1]] == TRIBUTARY, -PROSPERITY[each[1]]))
    for units, to in shifting[:3]:
        why = _shift(s, me)
        more = [each for each in taking if each[1] != to][:1]
        for also in ([], more) if more else ([],):
            yield _propose_migration(s, me, [(units, to), *also], "shift", why, to)
    for units, to in taking[:3]:
        text = Plural(
            "to outnumber all others in {to} ({units} more was needed)",
            "to outnumber all others in {to} ({units} more were needed)",
        )
        wanting = count_needed(s, to, me)
        why = say(text, n=wanting, to=to, units=count(wanting, UNIT_BOX[me]))
        yield _propose_migration(s, me, [(units, to)], "move in", why, to)


def _shift(s: State, me: str) -> Words:
    rival = OTHER[me]
    own, other = s.influence[me], s.influence[rival]
    if not other:
        return say("to raise its Influence to {own}", own=own + 1)
    if own == INFLUENCE_TOP:
        return say("to lower the Influence of {rival} to {other}", rival=rival, other=other - 1)
    text = "to raise its Influence to {own} and lower the Influence of {rival} to {other}"
    return say(text, own=own + 1, rival=rival, other=other - 1)


def _sum(units: dict[str, int]) -> int:
    return sum(units.values())


def _find_arrival(s: State, me: str, to: str) -> dict[str, int]:
    """Return how many Units each neighbour can spare for a move to `to`, at most three in all."""
    left, found = MIGRANTS, dict[str, int]()
    origins = [near for near in s.adjacent[to] if near in s.status]
    for near in sorted(origins, key=lambda near: -count_spare(s, near, me)):
        if n := min(left, count_spare(s, near, me)):
            found[near] = n
            left -= n
    return found


def _propose_migration(
    s: State, me: str, moves: list[tuple[dict[str, int], str]], line: str, why: Words, shift: str
) -> Proposal:
    details: dict[str, tuple[str, ...]] = {f"buy-shift {shift}": ("shift",)}
    for units, to in moves:
        details[f"migrate-from {to}"] = tuple(units)
        for origin, n in units.items():
            details[f"migrate-units {origin} {to}"] = tuple(
                f"{k}-{kind}" for kind in UNITS[me] for k in range(n, 0, -1)
            )
    return Proposal(line, "migrate", why, tuple(to for _, to in moves), details)


def rally(s: State, me: str) -> Iterator[Proposal]:
    """Rally at home, under Control, at Temples, and where few pieces are needed (3.3.1, 3.4.1)."""
    left = s.box[UNIT_BOX[me]]
    if not left:
        return

    def brings(p: str) -> int:
        return 1 + (p == HOME[me]) + (s.status[p] == me) + (me == "vijayanagara" and s.board[p]["temples"])

    def urgency(p: str) -> float:
        wanting, value = count_needed(s, p, me), PROSPERITY[p]
        if s.status[p] == me:
            return value * (1.2 if measure_lead(s, p, me) <= NEARLY else 0.3) + 0.2 * brings(p)
        if wanting <= 0:
            return 0.3 * value + 0.2 * brings(p)
        return 0.2 * brings(p) + (value * (0.9 if wanting <= brings(p) else 0.5) if wanting <= NEARLY else 0)

    open_to = [p for p in PROVINCES if p == HOME[me] or s.pieces(p, me)]
    open_to.sort(key=lambda p: -urgency(p))
    first = open_to[0]
    if s.status[first] == me:
        lead = Plural(
            "to hold {province} (with {n} piece more than all others together)",
            "to hold {province} (with {n} pieces more than all others together)",
        )
        why = say(lead, province=first, n=measure_lead(s, first, me))
    elif (wanting := count_needed(s, first, me)) > 0:
        text = "to gather in {province}, where it takes {units} more to outnumber all others"
        why = say(text, province=first, units=count(wanting, UNIT_BOX[me]))
    else:
        why = say("to bring {n} to {province}", n=count(brings(first), UNIT_BOX[me]), province=first)
    yield Proposal("rally", "rally", why, tuple(open_to))


def explain_income(s: State, me: str, decree: str) -> Words:
    """4.2.1, 4.3.1, 4.4.1: return the reason for a Decree that only brings an income: what it gains now."""
    gains = [count(n, kind) for kind, n in DECREES[me][decree].gains(s, me).items() if n]
    return (
        say("to gain {gain}", gain=join_list(gains)) if gains else say("because a Decree has to be executed")
    )


def build(s: State, me: str) -> Iterator[Proposal]:
    """Build where it is safest (4.3.2, 4.4.2).

    Provinces under Control come first, then those where the faction is furthest ahead, then the richest.
    """
    kind = STRUCTURE[me]
    sites = [p for p in PROVINCES if s.units(p, me) and not s.board[p][kind]]
    if not s.box[kind] or not sites:
        return
    sites.sort(key=lambda p: (s.status[p] != me, -measure_lead(s, p, me), -PROSPERITY[p]))
    why = say("to gain 1 VP by building in {province}", province=sites[0])
    yield Proposal("build", "build", why, details={"build-in": tuple(sites[:1])})


COMMANDS: tuple[tuple[str, Line], ...] = (
    ("rebel", rebel),
    ("attack", attack),
    ("migrate", migrate),
    ("rally", rally),
)
