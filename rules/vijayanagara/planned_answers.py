"""Define standing answers: a faction answers a kind of question in advance, so that the others needn't wait.

If the plan has no answer to a question, the player is asked. A plan never does more than its words say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from rules.extras import Policy
from rules.kernel import Ask
from rules.vijayanagara.board import PIECES, PROVINCES, RIVALS
from rules.vijayanagara.state import State
from rules.words import Words, say

NEVER, SAVE = "never", "save"
MOST, FEWEST = "most", "fewest"
YES, NO = "yes", "no"


def _cavalry_values(_: str) -> Mapping[str, Words]:
    save = say("a Screen against each hit that would cost a piece")
    return {NEVER: say("no Cavalry"), SAVE: save}


def _cavalry(s: State, ask: Ask, value: str) -> str | None:
    """1.10: return the answer on Cavalry in defence.

    With the value `SAVE`, the plan spends a Screen on each hit that would cost a piece. With any other value,
    it spends no token.
    """
    fight = s.fight
    if ask.kind != "spend" or fight is None or ask.seat != fight.defender.faction:
        return None
    foe = fight.attacker
    if value == SAVE and foe.hits <= s.pieces(fight.space, ask.seat):
        faces = [int(key.removeprefix("screen-")) for key in ask.menu() if key.startswith("screen-")]
        if hitting := [face for face in faces if face <= foe.reach]:
            return f"screen-{max(hitting)}"
    return "done"


def _casualties_values(seat: str) -> Mapping[str, Words]:
    return {">".join(order): _in_order(order) for order in permutations(PIECES[seat])}


def _in_order(kinds: Sequence[str]) -> Words:
    """Return kinds in order: "Troops, then Governors"."""
    words = say("{kind}", kind=kinds[0])
    for kind in kinds[1:]:
        words = say("{before}, then {kind}", before=words, kind=kind)
    return words


def _casualties(s: State, ask: Ask, value: str) -> str | None:
    """3.2.4: return which pieces to lose: those of the first kind in `value`, then those of the next kind.

    Of one kind, pieces in the space itself go before those from adjacent spaces.
    """
    if ask.kind != "lose":
        return None
    order = value.split(">")

    def place(key: str) -> tuple[int, str, int]:
        number, _, what = key.partition("-")
        kind, _, source = what.partition("-in-")
        return order.index(kind), source, -int(number)

    return min(ask.menu(), key=place)


def _plunder_values(seat: str) -> Mapping[str, Words]:
    if seat != "sultanate":
        return {}
    first = {province: say("from {province} first", province=province) for province in PROVINCES}
    most, fewest = say("where I have the most"), say("where I have the fewest")
    return {MOST: most, FEWEST: fewest, **first}


def _plunder(s: State, ask: Ask, value: str) -> str | None:
    """3.5.3: return the Province that loses a Troop: the one in `value`, or that with fewest or most Troops.

    If the Province in `value` has no Troops, return the Province with the most. Of equal Provinces, return
    the first on the map.
    """
    if ask.kind != "plunder":
        return None
    menu = list(ask.menu())
    if value in menu:
        return value
    sign = -1 if value == FEWEST else 1
    return max(menu, key=lambda province: sign * s.board[province]["troops"])


def _gifts_values(seat: str) -> Mapping[str, Words]:
    return {NO: say("decline"), YES: say("accept")} if seat in RIVALS else {}


def _gifts(s: State, ask: Ask, value: str) -> str | None:
    """2.4.2: return the planned answer to Compromising Gifts; None for another question."""
    return value if ask.kind == "gifts" else None


POLICIES = (
    Policy("cavalry", say("When I am attacked, I spend"), _cavalry_values, _cavalry),
    Policy("casualties", say("When I take hits, I lose"), _casualties_values, _casualties),
    Policy("plunder", say("When the Mongol Invaders plunder, I lose Troops"), _plunder_values, _plunder),
    Policy("gifts", say("When I am offered Compromising Gifts, I"), _gifts_values, _gifts),
)
