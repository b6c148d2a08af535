"""Define what a seat may answer in advance.

A seat can plan to insist, retreat, join allies, cancel revolts, and choose the leader's type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.extras import Policy
from rules.kernel import Ask
from rules.successors.board import VALUE
from rules.successors.forces import RANKED
from rules.successors.state import State
from rules.successors.tables import list_chits
from rules.words import Words, say

CANCELS = tuple(f"chit-{chit}" for chit in list_chits("cancel"))


def _strength(s: State, place: str, seat: str) -> tuple[int, int]:
    """Return the seat's land units in a place, and the land units that are unfriendly to it."""
    others = [owner for owner in s.owners(place) if not s.is_allied(seat, owner)]
    return s.land(place, seat), sum(s.land(place, other) for other in others)


def _insist(s: State, ask: Ask, value: str) -> str | None:
    """PA-22: return the answer to "do you insist on a battle?"; None for another question."""
    if ask.kind != "insist":
        return None
    key = next(key for key in ask.menu() if key != "no")
    place = key.partition("-")[2]
    if value == "more":
        value = "always" if s.land(place, ask.seat) > s.land(place, s.seat) else "never"
    return key if value == "always" else "no"


def _retreat(s: State, ask: Ask, value: str) -> str | None:
    """PA-29: return the answer to "hold or retreat?"; None for another question.

    If the value is "fewer" and the enemy has more units than the seat, retreat with all units to the most
    valuable refuge.
    """
    if ask.kind == "retreat-with" and value == "fewer":
        menu = ask.menu()
        return "all" if "all" in menu else next(iter(menu))
    if ask.kind != "retreat" or not s.fights:
        return None
    own, against = _strength(s, s.fights[-1].place, ask.seat)
    if value == "fewer" and own < against:
        refuges = [key for key in ask.menu() if key != "hold"]
        return max(refuges, key=lambda key: VALUE[key.partition("-")[2]])
    return "hold"


def _join(s: State, ask: Ask, value: str) -> str | None:
    """PA-21: return the answer to "do you join your ally?"; None for another question."""
    return value if ask.kind == "join" else None


def _cancel(s: State, ask: Ask, value: str) -> str | None:
    """Chits 15 to 17: return the answer to "do you cancel this revolt?"; None for another question."""
    if ask.kind != "cancel":
        return None
    mine = s.controller(ask.about) == ask.seat
    play = value == "always" or (value == "own" and mine)
    return next(key for key in ask.menu() if key in CANCELS) if play else "pass"


def _leader(s: State, ask: Ask, value: str) -> str | None:
    """PA-26: return the planned type or, if it isn't there, the best type; None for another question."""
    if ask.kind != "leader-type":
        return None
    menu = ask.menu()
    return value if value in menu else next(iter(menu))


def _values(words: Mapping[str, Words]) -> Callable[[str], Mapping[str, Words]]:
    """Return a function that gives every seat the same values."""
    return lambda _: words


POLICIES = (
    Policy(
        "insist",
        say("When a player doesn't want to fight me on their turn, I"),
        _values(
            {
                "never": say("accept that"),
                "more": say("insist if I have more units"),
                "always": say("insist"),
            }
        ),
        _insist,
    ),
    Policy(
        "retreat",
        say("After a round of battle, I"),
        _values({"hold": say("hold"), "fewer": say("retreat with everything if I have fewer units")}),
        _retreat,
    ),
    Policy(
        "join",
        say("When an ally fights where I have units, I"),
        _values({"yes": say("join"), "no": say("stay out")}),
        _join,
    ),
    Policy(
        "cancel",
        say("When a revolt is about to break out, I"),
        _values(
            {
                "pass": say("keep my chit"),
                "own": say("cancel it in provinces that I control"),
                "always": say("cancel it"),
            }
        ),
        _cancel,
    ),
    Policy(
        "leader",
        say("In battle, my leader leads"),
        _values({kind: say("{kind}", kind=kind) for kind in RANKED}),
        _leader,
    ),
)
