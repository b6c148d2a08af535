"""Describe a place or unit for a list: whose units are there, and what the place is."""

from __future__ import annotations

from rules.ask import Ask
from rules.successors.board import AREAS, BORDERS, COASTS, IS_SEA, PORTS, PROVINCES, VALUE
from rules.successors.chit_list import explain_chit
from rules.successors.fighting.sides import DIE
from rules.successors.forces import FLEET, FORCES, HITS, IS_LAND, MAINTENANCE, OWNER
from rules.successors.moving.march import find_reach
from rules.successors.moving.movement import CHIT
from rules.successors.stacks import NOTHING, say_amount
from rules.successors.state import State
from rules.successors.tables import CHITS
from rules.words import Plural, Words, in_turn, join_list, say

DISBAND = "disband"
EMPTY = ("march-to",)  # in answers to these kinds of question, "no units" is left out


def describe_entry(s: State, ask: Ask, key: str) -> Words | None:
    """Return which units are in the place that an answer names, and whether the place is a port.

    The units of the asked seat come first. For the answer "disband", a chit, or an answer to a marriage,
    return what it brings. For a purchase, return what a unit of its kind can do.
    """
    if (chit := CHITS.get(key.removeprefix(CHIT))) is not None and key.startswith(CHIT):
        return explain_chit(chit)
    if ask.kind == "marriage-agree":
        text = "no battles between you and {seat} until {seat}'s next turn" if key == "yes" else "no truce"
        return say(text, seat=s.seat)
    if ask.kind == "purchase" and key == DISBAND:
        return say("choose units to give up, for less upkeep")
    if ask.kind == "purchase" and key.partition("-")[0].isdigit():
        return _describe_strength(key.partition("-")[2])
    if ask.kind == "home" and key in PROVINCES:
        return _describe_home(s, ask.seat, key)
    if ask.kind == "insist" and key == "no":
        return say("both stay, so neither scores there")
    place = key if key in AREAS else key.rpartition("-")[2]
    if place not in AREAS:
        return None
    parts = _list_forces(s, ask.seat, place)
    if not parts and ask.kind not in EMPTY:
        parts.append(say("no fleets") if place in IS_SEA else say("no units"))
    there = {OWNER[one] for one in s.stacks.get(place, NOTHING)}
    leaders = [seat for seat, at in s.leaders.items() if at == place and seat not in {*there, ask.seat}]
    parts += [say("the leader of {seat}", seat=seat) for seat in leaders]
    if ask.kind == "retreat":
        parts += _describe_refuge(s, ask.seat, place)
    elif place in PORTS and (parts or ask.kind not in EMPTY):
        parts.append(say("port"))
    return in_turn(parts, "; ") if parts else None


def _describe_strength(kind: str) -> Words:
    """PA-15, PA-25, PA-32: return how far a unit of a kind marches or what it carries, and when it hits."""
    if kind == FLEET:
        return say("carries 1 unit; at sea, hits on {n} or more", n=FORCES.dice.sea)
    text = "marches up to {mp} provinces; in battle, hits on {n} or more"
    if HITS[kind] == DIE:
        text = "marches up to {mp} provinces; in battle, hits on {n}"
    return say(text, mp=FORCES.moves.units, n=HITS[kind])


def _describe_home(s: State, seat: str, place: str) -> Words:
    """PA-3, PA-10, PA-15: return facts about a province that may become the seat's Home.

    They are: which rivals can march here from their Homes, how many borders the province has, and how many
    units its income can maintain.
    """
    rivals = [
        other
        for other, home in s.homes.items()
        if other != seat and place in find_reach(s, other, home, FORCES.moves.leader)
    ]
    parts = [say("{rivals} can march here", rivals=join_list(rivals))] if rivals else []
    borders = Plural("{n} border", "{n} borders")
    if place in PORTS:
        borders = Plural("{n} border and a port", "{n} borders and a port")
    elif COASTS[place]:
        borders = Plural("{n} border and a coast", "{n} borders and a coast")
    parts.append(say(borders, n=len(BORDERS[place])))
    units = VALUE[place] // MAINTENANCE
    return in_turn([*parts, say(Plural("pays for {n} unit", "pays for {n} units"), n=units)], "; ")


def _describe_refuge(s: State, seat: str, place: str) -> list[Words]:
    """PA-29, PA-41: return what a province to which units may retreat is worth, and which enemies are near.

    The enemies of the battle are left out.
    """
    enemies = dict.fromkeys(
        OWNER[one]
        for near in BORDERS[place]
        for one in s.stacks.get(near, NOTHING)
        if near != s.fights[-1].place and IS_LAND[one]
        if OWNER[one] != seat and not s.is_allied(seat, OWNER[one])
    )
    text = "{enemies} near" if enemies else "no other enemy near"
    return [say("worth {n}", n=VALUE[place]), say(text, enemies=join_list([*enemies]))]


def _list_forces(s: State, seat: str, place: str) -> list[Words]:
    stack = s.stacks.get(place, NOTHING)
    own = [say_amount(n, one) for one, n in stack.items() if OWNER[one] == seat]
    totals: dict[str, int] = {}
    for one, n in stack.items():
        if OWNER[one] != seat:
            totals[OWNER[one]] = totals.get(OWNER[one], 0) + n
    if s.leaders.get(seat) == place:
        own.append(say("leader"))
    found = [say("your {units}", units=join_list(own))] if own else []
    for owner, n in totals.items():
        led = s.leaders.get(owner) == place
        found.append(say("{owner} {n} with the leader" if led else "{owner} {n}", owner=owner, n=n))
    return found
