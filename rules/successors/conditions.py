"""Read the conditions of plans: facts that must hold when the seat is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.extras import Conditions
from rules.extras.plans import split_condition
from rules.successors.board import CODE, PROVINCES
from rules.successors.state import COMBAT, MOVEMENT, REVENUE, State
from rules.words import Said, as_is, say

HOW = (
    "A condition is a game turn (“turn 5”), a step (“revenue”, “movement” or “combat”), “talents 6” (you "
    "have at least 6), “rebels HLA” (Rebels are in HLA), “hold SYR” (you control SYR) or “not ...” (the "
    "opposite of a condition). Join several conditions with “and”."
)
_WORD = re.compile(
    r"(?P<no>not )?(?:turn (?P<turn>\d+)|(?P<step>revenue|movement|combat)|talents (?P<talents>\d+)"
    r"|rebels (?P<rebels>[a-z]{3})|hold (?P<hold>[a-z]{3}))"
)


def why_not_condition(text: str) -> Said:
    """Return why the text isn't a condition; "" if it is one."""
    found = [_WORD.fullmatch(part) for part in split_condition(text)]
    if not all(found):
        return say(HOW)
    named = [part["rebels"] or part["hold"] for part in found if part]
    unknown = [code.upper() for code in named if code and _find_province(code) not in PROVINCES]
    return say("There is no province {code}.", code=as_is(unknown[0])) if unknown else ""


def _find_province(typed: str) -> str:
    """Return the code of a province. `typed`: the code, or the letters on its coin."""
    return CODE.get(typed.upper(), typed.upper())


MOST = 8  # a form offers at most this many conditions on control, and as many on Rebels


def list_conditions(s: State, seat: str) -> Mapping[str, Said]:
    """Return the conditions that a form offers.

    They are about the step, the seat's Talents, the provinces that it controls, and where Rebels are.
    """
    rebels = [area for area in PROVINCES if s.rebels(area)]
    return {
        "revenue": say("it is your Revenue"),
        "movement": say("it is your Movement"),
        "combat": say("it is your Combat"),
        **{f"talents {n}": say("you have {n} Talents or more", n=n) for n in (3, 5, 8)},
        **{
            f"hold {each}": say("you still control {place}", place=each)
            for each in s.list_controlled(seat)[:MOST]
        },
        **{f"rebels {each}": say("Rebels are in {place}", place=each) for each in rebels[:MOST]},
    }


def holds(s: State, seat: str, text: str) -> bool:
    """Return whether every part of the condition holds for the seat."""
    return all(_part_holds(s, seat, part) for part in split_condition(text))


def _part_holds(s: State, seat: str, part: str) -> bool:
    found = _WORD.fullmatch(part)
    if found is None:
        return False
    if found["turn"]:
        says = s.number == int(found["turn"])
    elif found["step"]:
        says = s.phase == {"revenue": REVENUE, "movement": MOVEMENT, "combat": COMBAT}[found["step"]]
    elif found["talents"]:
        says = s.talents[seat] >= int(found["talents"])
    elif found["rebels"]:
        says = s.rebels(_find_province(found["rebels"]))
    else:
        says = s.controller(_find_province(found["hold"])) == seat
    return says != bool(found["no"])


CONDITIONS = Conditions(why_not=why_not_condition, holds=holds, offered=list_conditions)
