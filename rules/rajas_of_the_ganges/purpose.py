"""Describe the purpose of an order in one clause: what it brings and costs, or what its gains are for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.rajas_of_the_ganges.action_spaces.palace import GIVES
from rules.rajas_of_the_ganges.action_spaces.placing import SWAPS
from rules.rajas_of_the_ganges.board import COLOURS, EARNINGS, HANDS, Gain
from rules.rajas_of_the_ganges.view import View
from rules.rajas_of_the_ganges.wording import MONEY, count_dice
from rules.words import Plural, Said, Words, join_list, say

TOLD = 4  # at most this many gains are named, the most important first


def describe_purpose(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return what the seat gained by the order, and the karma that it paid.

    Dice that are still to be rolled and a white tile that is still to be drawn count as gained.
    """
    if seat in after.winners:
        return say("to win the race")
    was, now = before.realm(seat), after.realm(seat)
    gains = [*_list_gains(before, after, seat, keys)][:TOLD]
    effects = [say("gain {gains}", gains=join_list(gains))] if gains else []
    if len(gains) < TOLD and (n := now.boat - was.boat) > 0:
        effects.append(say(Plural("sail {n} space along the river", "sail {n} spaces along the river"), n=n))
    if n := _count_rerolled(keys):
        effects.append(say(Plural("reroll {n} die", "reroll {n} dice"), n=n))
    if not effects:
        return say("to prepare the next turns")
    purpose = say("to {effects}", effects=join_list(effects))
    if (n := was.karma - now.karma) > 0:
        return say("{purpose}, for {n} karma", purpose=purpose, n=n)
    return purpose


def describe_intent(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return what the gains of an order are for; "" if they need no reason.

    11: fame and money count for the race, so they come before dice, which only pay for later workers.
    """
    was, now = before.realm(seat), after.realm(seat)
    if now.workers > was.workers:
        return say("to place {n} workers in each round", n=now.workers)
    if now.gap > was.gap:
        return "" if after.winners else _describe_race(before, after, seat)
    if new := len(_list_new_dice(before, after, seat, keys)):  # these dice are still to be rolled
        text = Plural("to have {n} die for later workers", "to have {n} dice for later workers")
        return say(text, n=now.held + new)
    if sum(now.values.values()) > sum(was.values.values()):
        return say("to earn more with later tiles")
    if now.karma > was.karma:
        return say("to turn dice with karma later")
    return say("to have better dice") if _count_rerolled(keys) else ""


def _describe_race(before: View, after: View, seat: str) -> Words:
    """11: return what an order does for a seat's place in the race."""
    was, now = (
        {realm.key: realm.gap - view.realm(seat).gap for realm in view.realms if realm.key != seat}
        for view in (before, after)
    )
    leader = max(now, key=lambda key: now[key])
    if now[leader] < 0:
        return say("to stay ahead in the race" if max(was.values()) < 0 else "to take the lead in the race")
    if passed := [key for key, n in now.items() if n < 0 <= was[key]]:
        return say("to overtake {seats} in the race", seats=join_list(passed))
    if not now[leader]:
        return say("to draw level with {leader} in the race", leader=leader)
    text = Plural(
        "to come within {n} step of {leader} in the race", "to come within {n} steps of {leader} in the race"
    )
    return say(text, n=now[leader], leader=leader)


def _list_gains(before: View, after: View, seat: str, keys: Sequence[str]) -> Iterator[Words]:
    """Yield what the seat gained, the most important first."""
    was, now = before.realm(seat), after.realm(seat)
    if now.workers > was.workers:
        yield say("a worker")
    if (n := now.fame - was.fame) > 0:
        yield say("{n} fame", n=n)
    if (n := len(now.province) - len(was.province)) > 0:
        yield say(Plural("a tile for the province", "{n} tiles for the province"), n=n)
    if (n := sum(now.values.values()) - sum(was.values.values())) > 0:
        yield say(Plural("{n} upgrade", "{n} upgrades"), n=n)
    if (n := now.money - was.money) > 0:
        yield say(MONEY, n=n)
    for colour, n in Counter(_list_new_dice(before, after, seat, keys)).items():
        yield count_dice("-".join([colour] * n))
    if Gain("white") in (gain for key in keys for gain in GIVES.get(key, ())):
        yield say("a white tile")
    if (n := now.karma - was.karma) > 0:
        yield say("{n} karma", n=n)


def _list_new_dice(before: View, after: View, seat: str, keys: Sequence[str]) -> list[str]:
    """Return the colours of the dice that the seat takes.

    First come the colours that the player chose, then those that the space gives without a choice.
    """
    was, now = before.realm(seat), after.realm(seat)
    chosen = [colour for key in keys for colour in key.split("-") if {*key.split("-")} <= {*COLOURS}]
    given = list[str]()
    area, _, colour = keys[0].partition("-")
    if area == "terrace":
        given = [colour]
    elif area == "balcony":
        given = [SWAPS[colour]] * 2
    if now.boat > was.boat and (gain := EARNINGS[now.boat - 1]).kind == "dice-per-karma":
        given += [gain.colour] * now.karma
    there: dict[str, int] = {each: after.supply[each] for each in COLOURS}
    free = HANDS - now.held - len(chosen)
    for each in given:
        if there[each] > 0 and free > 0:
            chosen.append(each)
            there[each], free = there[each] - 1, free - 1
    return chosen


def _count_rerolled(keys: Sequence[str]) -> int:
    """5.1: return how many dice an order on the outer terrace rerolls."""
    return sum(key.partition("-")[0] in COLOURS for key in keys) if keys[0] == "outer" else 0
