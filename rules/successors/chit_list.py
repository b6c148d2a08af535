"""List the chits, what each does and who has it, as `/card` shows them."""

from __future__ import annotations

from collections.abc import Mapping

from rules.successors.forces import LETTER
from rules.successors.moving.movement import say_talents
from rules.successors.stacks import say_amount
from rules.successors.tables import CHITS, Chit
from rules.successors.view import View
from rules.words import Plural, Text, Words, join_list, say

WHEN: Mapping[str, Text] = {
    "drawn": "when drawn",
    "any": "at any time",
    "movement": "in your Movement",
    "dawn": "at the start of a game turn",
    "revolt": "before Rebels rise",
    "skirmish": "before the pre-battle dice",
}
EFFECTS: Mapping[str, Text] = {
    "nothing": "nothing happens",
    "join": "your leader gets {units}",
    "gain": "you gain {talents}",
    "forced-march": Plural("your leader marches 1 point farther", "your leader marches {n} points farther"),
    "fair-winds": "unfriendly Fleets don't stop yours",
    "spy": "you take a chit of another player",
    "bribe": "a white unit leaves the map",
    "truce": "you and a player of your choice don't fight each other in this game turn",
    "first": "you play first in this game turn",
    "cancel": "you cancel the revolt",
    "camp": "the enemy rolls no pre-battle dice against you",
    "raid": (
        "your Cavalry robs a neighbour: roll a die and take that many Talents; on a {n} the Cavalry is lost"
    ),
}


def list_all_chits(view: View, _: str | None) -> list[Words]:
    """Return the chits of the game, a line for each effect, and those that each seat holds."""
    text = "Some Events give a chit from the cup, which holds {n} now. Played chits go back into the cup."
    alike: dict[object, list[str]] = {}
    for key, chit in CHITS.items():
        how = (chit.when, chit.effect, tuple(chit.units.items()), chit.talents, chit.mp, chit.lost)
        alike.setdefault(how, []).append(key)
    rows = [
        say(
            "{chits}: {does}.",
            chits=join_list([f"chit-{key}" for key in keys]),
            does=_describe(CHITS[keys[0]]),
        )
        for keys in alike.values()
    ]
    held = [
        say("{seat} holds {chits}.", seat=seat.key, chits=join_list([f"chit-{key}" for key in seat.chits]))
        for seat in view.seats
        if seat.chits
    ]
    return [say(text, n=view.cup), *rows, *(held or [say("No player holds a chit.")])]


def _describe(chit: Chit) -> Words:
    """Return when a chit is played and what it does then."""
    return say("{when}, {does}", when=say(WHEN[chit.when]), does=explain_chit(chit))


def explain_chit(chit: Chit) -> Words:
    """Return what a chit does when it is played."""
    units = join_list([say_amount(n, LETTER[sort]) for sort, n in chit.units.items()])
    n = chit.mp if chit.effect == "forced-march" else chit.lost
    return say(EFFECTS[chit.effect], units=units, talents=say_talents(chit.talents), n=n)
