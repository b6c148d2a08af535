"""Describe a place or unit for a list: whose units are there, and what the place is."""

from __future__ import annotations

from rules.ask import Ask
from rules.successors.board import AREAS, BORDERS, IS_SEA, PORTS
from rules.successors.forces import OWNER
from rules.successors.stacks import NOTHING, say_amount
from rules.successors.state import State
from rules.words import Plural, Words, in_turn, say

DISBAND = "disband"
EMPTY = ("march-to", "home")  # kinds of question whose answers don't say that no units are there


def describe_entry(s: State, ask: Ask, key: str) -> Words | None:
    """Return whose units are in the place of an answer, the asked seat's own first, and what the place is.

    For the answer to disband, return what it brings.
    """
    if ask.kind == "purchase" and key == DISBAND:
        return say("choose units to give up, for less upkeep")
    place = key if key in AREAS else key.rpartition("-")[2]
    if place not in AREAS:
        return None
    parts = _list_forces(s, ask.seat, place)
    if not parts and ask.kind not in EMPTY:
        parts.append(say("no fleets") if place in IS_SEA else say("no units"))
    parts += [say("the leader of {seat}", seat=seat) for seat, at in s.leaders.items() if at == place]
    if place in PORTS:
        parts.append(say("port"))
    if ask.kind == "home":
        n = len(BORDERS[place])
        parts.append(say(Plural("{n} border", "{n} borders"), n=n))
    return in_turn(parts, "; ") if parts else None


def _list_forces(s: State, seat: str, place: str) -> list[Words]:
    stack = s.stacks.get(place, NOTHING)
    own = [say_amount(n, one) for one, n in stack.items() if OWNER[one] == seat]
    totals: dict[str, int] = {}
    for one, n in stack.items():
        if OWNER[one] != seat:
            totals[OWNER[one]] = totals.get(OWNER[one], 0) + n
    found = [say("yours: {units}", units=in_turn(own, ", "))] if own else []
    return found + [say("{owner} {n}", owner=owner, n=n) for owner, n in totals.items()]
