"""Define the conditions of plans: what a seat can require of the position when its turn comes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.extras import Conditions
from rules.extras.plans import split_condition
from rules.rajas_of_the_ganges.action_spaces.placing import why_not
from rules.rajas_of_the_ganges.board import COLOURS, SPACES
from rules.rajas_of_the_ganges.names import aliases, name
from rules.rajas_of_the_ganges.state import State
from rules.words import Said, Words, as_is, join_list, say

HOW = say(
    "A condition is “free yogi” (you can take this action space), “have blue” (you hold a blue "
    "die), “have blue 4” (one that shows 4), “money 5” (you have 5 or more), “round 3” (round 3 or "
    "later) or “not ...” (the opposite of a condition). Join several conditions with “and”."
)
_WORD = re.compile(
    rf"(?P<no>not )?(?:free (?P<space>[a-z ]+)|have (?P<colour>{'|'.join(COLOURS)})(?: (?P<face>[1-6]))?"
    r"|money (?P<money>\d+)|round (?P<round>\d+))"
)
_SPACES = {
    said: space
    for space in SPACES
    for said in (space.replace("-", " "), name(space).casefold(), *aliases(space))
}


def why_not_condition(text: str) -> Words | str:
    """Return why a text is no condition; "" if it is one."""
    for part in split_condition(text):
        found = _WORD.fullmatch(part)
        if found is None:
            return HOW
        if found["space"] and found["space"] not in _SPACES:
            text = "There is no action space “{space}”. The spaces are {spaces}."
            return say(text, space=as_is(found["space"]), spaces=join_list(SPACES))
    return ""


def list_conditions(s: State, seat: str) -> Mapping[str, Said]:
    """Return the conditions that a form offers: each action space that can be taken, and amounts of money."""
    return {
        **{f"free {space.replace('-', ' ')}": say("you can take {space}", space=space) for space in SPACES},
        **{f"money {n}": say("you have {n} money or more", n=n) for n in (2, 3, 4)},
    }


def holds(s: State, seat: str, text: str) -> bool:
    """Return whether all parts of the condition hold for this seat."""
    return all(_part_holds(s, seat, part) for part in split_condition(text))


def _part_holds(s: State, seat: str, part: str) -> bool:
    found = _WORD.fullmatch(part)
    if found is None or seat not in s.realms:
        return False
    realm = s.realms[seat]
    if found["space"]:
        space = _SPACES.get(found["space"])
        says = space is not None and why_not(s, seat, space) is None
    elif found["colour"]:
        faces = realm.dice[found["colour"]]
        says = int(found["face"]) in faces if found["face"] else bool(faces)
    elif found["money"]:
        says = realm.money >= int(found["money"])
    else:
        says = s.round >= int(found["round"])
    return says != bool(found["no"])


CONDITIONS = Conditions(why_not=why_not_condition, holds=holds, offered=list_conditions)
