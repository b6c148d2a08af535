"""Calculate the chances of a land battle, and the mean losses of a sea battle, before the dice are rolled.

On land both sides are assumed to fight to the end. The chances are exact if no side has more than one leader,
because only the first leader of a side counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod

from rules.chance import SLIGHT, round_percents
from rules.kernel import Pending
from rules.successors.fighting.sea_battle import SeaStakes
from rules.successors.fighting.sides import (
    Side,
    Stakes,
    count_skirmishers,
    find_bonus_types,
    find_class_hit,
    has_any_landed,
    have_all_landed,
    list_army,
)
from rules.successors.forces import FORCES, HITS, RANKED
from rules.successors.stacks import Stack, count_by_class
from rules.successors.state import State
from rules.words import Plural, Words, as_is, say

Force = tuple[int, int, int, int]  # units by class, C I E L
Chances = tuple[float, float, float]
# A battle is calculated only if at most this many different forces can be left. This covers battles of 14
# units of all classes, and of 24 units of two classes. The calculation takes up to about 0.2 s.
MOST_LEFT = 3_000
NEED = tuple(HITS[kind] for kind in RANKED)
NO_BONUS = -1


def forecast(s: State, seat: str, pending: Pending | None) -> Sequence[Words]:
    """Return the chances in a battle on land, or the mean losses at sea, if dice of the battle come next."""
    stakes = getattr(pending, "stakes", None)
    if isinstance(stakes, Stakes):
        one, other = (side.principal for side in stakes.sides)
        chances = calculate_chances(
            s, stakes.place, *stakes.sides, stakes.double[1], skirmish=stakes.skirmish
        )
        if chances is None:
            return [say("Too many units to calculate the chances.")]
        if seat == other:
            one, other, chances = other, one, (chances[1], chances[0], chances[2])
        return [_say_chances(seat, one, other, chances)]
    if isinstance(stakes, SeaStakes):
        text = "On average {one} sinks {hits} Fleets and {other} sinks {lost}."
        fleets = stakes.own, stakes.theirs
        hits, lost = (min(n / 3, most) for n, most in (fleets, fleets[::-1]))
        return [say(text, one=stakes.seat, other=stakes.foe, hits=float(hits), lost=float(lost))]
    return []


def _say_chances(seat: str, one: str, other: str, chances: Chances) -> Words:
    """Return the chances of two sides and of a battle without a winner. Chances below `SLIGHT` are left out.

    If `seat` is the side `one`, the text calls it "you".
    """
    for likely, winner, loser in ((chances[0], one, other), (chances[1], other, one)):
        if likely >= 1 - SLIGHT:
            text = (
                "If nobody retreats, {winner} would beat {loser} nearly always (more than 99 of 100 times)."
            )
            if seat == winner:
                text = "If nobody retreats, you would win nearly always (more than 99 of 100 such battles)."
            elif seat == loser:
                text = "If nobody retreats, you would lose nearly always (more than 99 of 100 such battles)."
            return say(text, winner=winner, loser=loser)
    text = "If nobody retreats, {one} would win {win} of 100 such battles and {other} would win {lose}."
    if seat == one:
        text = "If nobody retreats, you would win {win} of 100 such battles and {other} would win {lose}."
    percents = round_percents(chances)
    win, lose = map(say_of_hundred, chances[:2], percents)
    told = say(text, one=one, other=other, win=win, lose=lose)
    if chances[2] < SLIGHT:
        return told
    rest = Plural(
        "{told} In the other one, both sides would lose all their units.",
        "{told} In the other {n}, both sides would lose all their units.",
    )
    return say(rest, told=told, n=percents[2])


def say_of_hundred(likely: float, percent: int) -> Words:
    """Return a chance as a number out of 100, never as 0 or 100 unless it is exactly that.

    `percent`: the chance in whole percents.
    """
    if 0 < likely < SLIGHT:
        return say("fewer than 1")
    return say("more than 99") if percent == 100 and likely < 1 else as_is(str(percent))


def say_percent(likely: float) -> Words:
    """Return a chance as text: "64%"."""
    if 0 < likely < SLIGHT:
        return say("under 1%")
    return say("over 99%") if 1 - SLIGHT <= likely < 1 else say("{n}%", n=round(100 * likely))


def add_chance(label: Words, chances: Chances | None, *, attacked: bool = False) -> Words:
    """Return a label with the chance to win: "Infantry (64% to win)". `attacked`: the defender's chance.

    `chances`: what `calculate_chances` returns. If it is None, return the label alone.
    """
    if chances is None:
        return label
    return say("{answer} ({win} to win)", answer=label, win=say_percent(chances[attacked]))


def is_losing(chances: Chances | None, *, attacked: bool = False) -> bool:
    """Return whether a side loses more often than it wins, or nobody knows the chances (None).

    `attacked`: whether the side is the defender.
    """
    return chances is None or chances[attacked] < chances[not attacked]


def calculate_chances(
    s: State, place: str, attacker: Side, defender: Side, double: bool, *, skirmish: bool
) -> Chances | None:
    """Return the chances that the attacker wins, that the defender wins, and that no unit is left.

    Return None if more than `MOST_LEFT` different forces can be left.
    """
    one, other = count_force(list_army(s, place, attacker)), count_force(list_army(s, place, defender))
    if prod(n + 1 for n in (*one, *other)) > MOST_LEFT:
        return None
    bonus = tuple(_find_bonus(s, place, side) for side in (attacker, defender))
    if not skirmish:
        return fight_out(one, other, bonus[0], bonus[1], double)
    own, theirs = (
        count_skirmishers(s, place, attacker, defender),
        count_skirmishers(s, place, defender, attacker),
    )
    return _fight_out_skirmish(one, other, own, theirs, bonus[0], bonus[1], double)


def calculate_battle(s: State, place: str, attacker: Side, defender: Side) -> Chances | None:
    """Return the chances before a battle begins. They include the pre-battle if there is one."""
    fresh, double = not has_any_landed(s, place, attacker), have_all_landed(s, place, attacker)
    return calculate_chances(s, place, attacker, defender, double, skirmish=fresh)


def count_force(stack: Stack) -> Force:
    """Return the number of units of a stack in each class, in the order C I E L."""
    found = count_by_class(stack)
    c, i, e, n = (found.get(kind, 0) for kind in RANKED)
    return c, i, e, n


def _find_bonus(s: State, place: str, side: Side) -> int:
    types = find_bonus_types(s, place, side)
    return RANKED.index(types[0]) if types else NO_BONUS


@lru_cache(maxsize=50_000)
def fight_out(one: Force, other: Force, bonus: int, against: int, double: bool) -> Chances:
    """Return the chances of two forces that fight round by round.

    `double`: each unit of `other` rolls 2 dice.
    """
    if not any(one) or not any(other):
        return float(any(one)), float(any(other)), float(not any(one) and not any(other))
    fallen = calculate_throw(one, other, bonus, 1)
    lost = calculate_throw(other, one, against, 1 + double)
    same = fallen.get(other, 0.0) * lost.get(one, 0.0)
    win = lose = none = 0.0
    for (left, likely), (right, also) in product(lost.items(), fallen.items()):
        if left == one and right == other:
            continue
        won, beaten, empty = fight_out(left, right, bonus, against, double)
        win, lose, none = (
            win + likely * also * won,
            lose + likely * also * beaten,
            none + likely * also * empty,
        )
    rest = 1 - same
    return win / rest, lose / rest, none / rest


def _fight_out_skirmish(
    one: Force, other: Force, own: int, theirs: int, bonus: int, against: int, double: bool
) -> Chances:
    """PA-24: return the chances of a battle that begins with a pre-battle."""
    need = FORCES.dice.skirmish
    win = lose = none = 0.0
    for hits, likely in _distribute_hits(own, need, bonus=False).items():
        for against_hits, also in _distribute_hits(theirs, need, bonus=False).items():
            left = _subtract_hits(one, (against_hits, 0, 0, 0))
            right = _subtract_hits(other, (hits, 0, 0, 0))
            won, beaten, empty = fight_out(left, right, bonus, against, double)
            win += likely * also * won
            lose += likely * also * beaten
            none += likely * also * empty
    return win, lose, none


@lru_cache(maxsize=20_000)
def calculate_throw(shooting: Force, hit: Force, bonus: int, dice: int) -> Mapping[Force, float]:
    """Return what may be left of the force `hit` after one throw of the force `shooting`.

    The result maps each force that may be left to its chance. `bonus`: the class that gets the +1. `dice`:
    how many dice each unit rolls.
    """
    if bonus != NO_BONUS and not shooting[bonus]:
        bonus = next(at for at, n in enumerate(shooting) if n)
    parts = [_distribute_hits(n * dice, NEED[at], bonus=at == bonus) for at, n in enumerate(shooting)]
    found: dict[Force, float] = {}
    for (c, pc), (i, pi), (e, pe), (n, pn) in product(*(part.items() for part in parts)):
        left = _subtract_hits(hit, (c, i, e, n))
        found[left] = found.get(left, 0.0) + pc * pi * pe * pn
    return found


@lru_cache(maxsize=1_000)
def _distribute_hits(dice: int, need: int, *, bonus: bool) -> Mapping[int, float]:
    """Return the chance of each possible number of hits of `dice` dice.

    `bonus`: whether a leader's +1 turns one die that is 1 short into a hit.
    """
    hit, near = (7 - need) / 6, 1 / 6
    found: dict[int, float] = {}
    for hits in range(dice + 1):
        likely = comb(dice, hits) * hit**hits
        missed = dice - hits
        short = (1 - hit) ** missed - (1 - hit - near) ** missed if bonus else 0.0
        found[hits] = found.get(hits, 0.0) + likely * ((1 - hit) ** missed - short)
        if short:
            found[hits + 1] = found.get(hits + 1, 0.0) + likely * short
    return found


@lru_cache(maxsize=50_000)
def _subtract_hits(there: Force, hits: Force) -> Force:
    """PA-27: return the part of a force that survives these hits."""
    left = dict(zip(RANKED, there, strict=True))
    for kind, n in zip(RANKED, hits, strict=True):
        for _ in range(n):
            if not any(left.values()):
                return 0, 0, 0, 0
            left[find_class_hit(kind, left)] -= 1
    return left["c"], left["i"], left["e"], left["l"]
