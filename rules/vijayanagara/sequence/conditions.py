"""2.3: define the conditions of plans. They are about the card, the dynasty, and the faction."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.extras import Conditions
from rules.extras.plans import split_condition
from rules.vijayanagara.board import FACTIONS, RESOURCES_TOP
from rules.vijayanagara.cards import CARDS
from rules.vijayanagara.sequence.turn import why_not_choose
from rules.vijayanagara.state import State
from rules.words import Said, say

HOW = (
    "Write one of these, or several with “and” between them: “first” or “second” (you act first or "
    "second), “card 3 5 12” (the card is one of these), “not card 3”, “command”, “event” or "
    "“limited” (that choice is still open), “khalji”, “tughlaq”, “resources 3” (you have at least "
    "3)."
)
_WORD = re.compile(
    r"(?P<no>not )?(?:(?P<place>1st|first|2nd|second)(?: eligible)?|cards? (?P<cards>\d+(?:[ ,]+\d+)*)"
    r"|(?P<fork>command|event|limited)|(?P<dynasty>khalji|tughlaq)|resources (?P<n>\d+))"
)


def why_not_condition(text: str) -> Said:
    """Return why a text is no condition; "" if it is one."""
    found = [_WORD.fullmatch(part) for part in split_condition(text)]
    if not all(found):
        return say(HOW)
    numbers = [int(n) for part in found if part for n in re.findall(r"\d+", part["cards"] or "")]
    bad = [n for n in numbers if not 1 <= n <= CARDS]
    return say("There is no card {n}. Cards go from 1 to {last}.", n=bad[0], last=CARDS) if bad else ""


def list_conditions(s: State, seat: str) -> Mapping[str, Said]:
    """Return the conditions that a form offers: those that can change before the faction is asked."""
    rising = range(3, RESOURCES_TOP + 1, 3)
    return {
        "event": say("the Event is still open to you"),
        "command": say("a Command with a Decree is still open to you"),
        "limited": say("a Limited Command is open to you"),
        "first": say("you are the first to act on the card"),
        "second": say("one faction has acted before you"),
        **{f"resources {n}": say("you have {n} Resources or more", n=n) for n in rising},
        **{f"not resources {n}": say("you have fewer than {n} Resources", n=n) for n in rising},
    }


def holds(s: State, seat: str, text: str) -> bool:
    """Return whether all parts of the condition hold for the faction that is asked."""
    return all(_holds(s, seat, part) for part in split_condition(text))


def _holds(s: State, seat: str, part: str) -> bool:
    found = _WORD.fullmatch(part)
    if found is None or s.card is None:
        return False
    if found["place"]:
        acted = sum(s.sequence[faction] not in ("eligible", "ineligible") for faction in FACTIONS)
        says = acted == (0 if found["place"] in ("1st", "first") else 1)
    elif found["cards"]:
        says = s.deck.events[s.card].number in [int(n) for n in re.findall(r"\d+", found["cards"])]
    elif found["fork"]:
        says = why_not_choose(s, found["fork"]) is None
    elif found["dynasty"]:
        says = s.dynasty == found["dynasty"]
    else:
        says = s.resources[seat] >= int(found["n"])
    return says != bool(found["no"])


CONDITIONS = Conditions(why_not=why_not_condition, holds=holds, offered=list_conditions)
