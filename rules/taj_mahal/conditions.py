"""Define the conditions of plans: what a seat can require of the position when its turn comes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.extras import Conditions
from rules.extras.plans import split_condition
from rules.taj_mahal.cards import COLOURED, SYMBOLS
from rules.taj_mahal.names import SYMBOL
from rules.taj_mahal.state import State
from rules.taj_mahal.tiles import LAST
from rules.words import Said, say

HOW = (
    "Each symbol has a letter: E is the Elephant, V the Vizier. A condition is “lead E V” (you would win "
    "both symbols now), “behind E” (another player shows more E), “gone E” (E is no longer at court), "
    "“last” (all others have withdrawn), “out 2” (2 or more have withdrawn), “round 2” (your second turn "
    "of the visit), “visit 7” (during the seventh visit) or “not ...” (the opposite of a condition). Join "
    "several conditions with “and”."
)
# a symbol by its letter or by its name; "crown" means the symbol Grand Mogul, which wins the crown
WITH_NAMES = {word: symbol for symbol, name in SYMBOL.items() for word in (symbol.lower(), name.casefold())}
WITH_NAMES["crown"] = "C"
_SYMBOLS = "|".join(sorted((re.escape(word) for word in WITH_NAMES), key=len, reverse=True))
_WORD = re.compile(
    rf"(?P<no>not )?(?:(?P<how>lead|behind|gone) (?P<what>(?:{_SYMBOLS})(?:[ ,]+(?:{_SYMBOLS}))*)"
    r"|(?P<last>last)|(?P<number>out|round|visit) (?P<n>\d+))"
)


def why_not_condition(text: str) -> Said:
    """Return why a text is no condition; "" if it is one."""
    found = [_WORD.fullmatch(part) for part in split_condition(text)]
    if not all(found):
        return say(HOW)
    visits = [int(part["n"]) for part in found if part and part["number"] == "visit"]
    bad = [n for n in visits if not 1 <= n <= LAST]
    return say("There is no visit {n}. Visits go from 1 to {last}.", n=bad[0], last=LAST) if bad else ""


def list_conditions(s: State, seat: str) -> Mapping[str, Said]:
    """Return the conditions that a form offers, each with its text: `{"last": "all other players ..."}`."""
    return {
        "last": say("all other players have withdrawn"),
        **{f"lead {letter}": say("you lead in {symbol}", symbol=letter) for letter in SYMBOLS},
        **{f"behind {letter}": say("you are behind in {symbol}", symbol=letter) for letter in SYMBOLS},
        **{f"gone {letter}": say("{symbol} is no longer at court", symbol=letter) for letter in SYMBOLS},
        "round 2": say("it is your second turn of the visit"),
        "round 3": say("it is your third turn of the visit"),
    }


def holds(s: State, seat: str, text: str) -> bool:
    """Return whether all parts of the condition hold for this seat."""
    return all(_part_holds(s, seat, part) for part in split_condition(text))


def _part_holds(s: State, seat: str, part: str) -> bool:
    found = _WORD.fullmatch(part)
    if found is None or not s.visit:
        return False
    if found["how"]:
        named = [WITH_NAMES[word] for word in re.findall(_SYMBOLS, found["what"])]
        says = all(_symbol_holds(s, seat, found["how"], symbol) for symbol in named)
    elif found["last"]:
        says = s.still_in == [seat]
    else:
        says = _number_holds(s, seat, found["number"], int(found["n"]))
    return says != bool(found["no"])


def _symbol_holds(s: State, seat: str, how: str, symbol: str) -> bool:
    assert symbol in SYMBOLS
    if how == "lead":
        return symbol in s.find_majorities(seat)
    if how == "gone":
        return symbol not in s.court
    mine = s.count_shown(seat)[symbol]
    return symbol in s.court and any(
        s.count_shown(other)[symbol] > mine for other in s.players if other != seat
    )


def _number_holds(s: State, seat: str, what: str, n: int) -> bool:
    if what == "out":
        return len(s.out) >= n
    if what == "visit":
        return s.visit == n
    return sum(card in COLOURED for card in s.players[seat].table) + 1 == n


CONDITIONS = Conditions(why_not=why_not_condition, holds=holds, offered=list_conditions)
