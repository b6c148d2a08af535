"""Describe the purpose of an order in one clause, by its immediate effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.asking import DONE
from rules.vijayanagara.board import FACTIONS, MONGOLS, OWNER, PIECES, SPACES, STRUCTURE, UNITS
from rules.vijayanagara.names import name_actor
from rules.vijayanagara.view import SpaceView, View
from rules.words import Plural, Said, Words, join_list, of_kind, say

TOLD = 2  # at most this many effects are named, the most important first
PLACES = 3  # at most this many spaces are named
TRIBUTARY = "tributary"
SPENT = ("charge-", "screen-")  # the prefixes of answers that spend Cavalry in a battle
DECLINED = frozenset((DONE, "no", "decline"))
EVENT = frozenset(("event", "unshaded", "shaded"))
STAYS = "to stay Eligible for the next card"
VICTORY_POINTS = Plural("{n} victory point", "{n} victory points")


def describe_purpose(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return what the order changes at once: first what its faction gains, then what others lose.

    While dice or other factions have yet to decide a battle or a Mongol Command, say where it takes place.
    """
    if seat in after.winners:
        return say("to win the game")
    if keys[0] == "pass":
        gain = after.faction(seat).resources - before.faction(seat).resources
        if not gain:  # 1.8: the faction already has as many Resources as it can hold
            return say(STAYS)
        return say("to gain {goods} and stay Eligible", goods=_count(gain, "resources"))
    effects = [*_list_gains(before, after, seat), *_list_losses_of_others(before, after, seat)]
    if effects:
        return say("to {effects}", effects=join_list(effects[:TOLD]))
    return _describe_other(before, after, seat, keys)


def _list_gains(before: View, after: View, seat: str) -> Iterator[Words]:
    """Yield what the faction gains: points, Provinces, Units, Structures, Influence, Resources, Cavalry."""
    was, now = before.faction(seat), after.faction(seat)
    spaces = [*zip(before.spaces, after.spaces, strict=True)]
    if (n := now.vp - was.vp) > 0:
        yield say("gain {points}", points=say(VICTORY_POINTS, n=n))
    statuses = {seat, TRIBUTARY} if seat == FACTIONS[0] else {seat}
    taken = [new.key for old, new in spaces if new.status in statuses and old.status not in statuses]
    if taken:
        yield say("take {places}", places=join_list(taken))
    if (n := sum(_count_rebelling(new, seat) - _count_rebelling(old, seat) for old, new in spaces)) > 0:
        yield say(Plural("have {n} more Unit Rebelling", "have {n} more Units Rebelling"), n=n)
    have = [_count_pieces(view)[seat] for view in (before, after)]
    if (n := have[1][STRUCTURE[seat]] - have[0][STRUCTURE[seat]]) > 0:
        yield say("build {structures}", structures=_count(n, STRUCTURE[seat]))
    units = [sum(each[kind] for kind in UNITS[seat]) for each in have]
    if (n := units[1] - units[0]) > 0:
        yield say(Plural("have {n} more Unit on the map", "have {n} more Units on the map"), n=n)
    if was.influence is not None and now.influence is not None and now.influence > was.influence:
        yield say("gain {n} Influence", n=now.influence - was.influence)
    changes = {"resources": now.resources - was.resources, "cavalry": now.cavalry - was.cavalry}
    if gained := [_count(n, kind) for kind, n in changes.items() if n > 0]:
        yield say("gain {goods}", goods=join_list(gained))


def _list_losses_of_others(before: View, after: View, seat: str) -> Iterator[Words]:
    """Yield what the order takes from the other sides."""
    then, now = _count_pieces(before), _count_pieces(after)
    for other in then:
        if other != seat and (n := sum(then[other].values()) - sum(now[other].values())) > 0:
            yield say(
                Plural("take {n} piece of {side} off the map", "take {n} pieces of {side} off the map"),
                n=n,
                side=name_actor(other),
            )
    for other in FACTIONS:
        was, is_now = before.faction(other), after.faction(other)
        if other != seat and (n := was.vp - is_now.vp) > 0:
            yield say("cost {faction} {points}", faction=other, points=say(VICTORY_POINTS, n=n))
        lowered = was.influence is not None and is_now.influence is not None
        if other != seat and lowered and (n := (was.influence or 0) - (is_now.influence or 0)) > 0:
            yield say("cost {faction} {n} Influence", faction=other, n=n)
        if other != seat and (n := was.resources - is_now.resources) > 0:
            yield say("cost {faction} {goods}", faction=other, goods=_count(n, "resources"))


def _describe_other(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return the purpose of an order that gains nothing and takes nothing from others at once.

    Return "" for an order that changes nothing.
    """
    was, now = before.faction(seat), after.faction(seat)
    then, there = _count_pieces(before), _count_pieces(after)
    if after.fight is not None and keys[0].startswith(SPENT) and now.cavalry < was.cavalry:
        return say("to win in {place}", place=after.fight.space)
    if before.fight is None and after.fight is not None:
        return say("to fight in {place}", place=after.fight.space)
    if "attack" in keys and (place := _find_place(keys[keys.index("attack") :])):
        return say("to fight in {place}", place=place)
    if "plunder" in keys and (place := _find_place(keys[keys.index("plunder") :])):
        return say("to have the Mongol Invaders attack and plunder in {place}", place=place)
    if (n := sum(then[seat].values()) - sum(there[seat].values())) > 0:
        return say(Plural("to give up only {n} piece", "to give up only {n} pieces"), n=n)
    for side, words in (
        (seat, "to be stronger in {places}"),
        (MONGOLS, "to have more Mongol Invaders in {places}"),
    ):
        if moved := _find_stronger(before, after, side):
            return say(words, places=join_list(moved[:PLACES]))
    if seat in after.stays - before.stays:
        return say(STAYS)
    if {*keys} <= DECLINED:
        if after.fight is not None and now.cavalry:
            return say("to keep {goods}", goods=_count(now.cavalry, "cavalry"))
        return say("to spend nothing more")
    if place := _find_place(keys):
        return say("to act in {place}", place=place)
    return say("to use the Event") if EVENT & {*keys} else ""


def _find_place(keys: Sequence[str]) -> str:
    """Return the first of these answers that is a space; "" if none is."""
    return next((key for key in keys if key in SPACES), "")


def _find_stronger(before: View, after: View, side: str) -> list[str]:
    """Return the spaces where a side has more Units than before."""
    stood = {each.key: _count_units(each, side) for each in before.spaces}
    return [each.key for each in after.spaces if _count_units(each, side) > stood[each.key]]


def _count(n: int, kind: str) -> Words:
    """Return a number with the name of a kind."""
    return say("{n} {kind}", n=n, kind=of_kind(n, kind))


def _count_pieces(view: View) -> dict[str, Counter[str]]:
    """Return the pieces of each side on the map by kind."""
    found = {side: Counter[str]() for side in dict.fromkeys(OWNER.values())}
    for space in view.spaces:
        for kind, n in space.pieces.items():
            found[OWNER[kind]][kind] += n
    return found


def _count_units(space: SpaceView, seat: str) -> int:
    """Return the number of Units of a faction, or of Mongol Invaders, in a space."""
    return sum(space.pieces.get(kind, 0) for kind in UNITS.get(seat, PIECES[seat]))


def _count_rebelling(space: SpaceView, seat: str) -> int:
    """Return the number of a faction's Rebelling Units in a space."""
    return sum(n for kind, n in space.pieces.items() if OWNER[kind] == seat and kind.startswith("rebelling"))
