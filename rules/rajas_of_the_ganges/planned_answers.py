"""Define standing answers to kinds of question, so that nobody must wait while a seat chooses its gains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from rules.extras import Policy
from rules.kernel import Ask
from rules.rajas_of_the_ganges.board import BUILDINGS, COLOURS
from rules.rajas_of_the_ganges.state import State
from rules.words import Words, in_turn, say

THEN = ">"  # joins the parts of an order of preference


def _list_orders(parts: Sequence[str]) -> Mapping[str, Words]:
    return {THEN.join(order): in_turn(order, ", ") for order in permutations(parts)}


def _sail_values(_: str) -> Mapping[str, Words]:
    return {"sail": say("move it"), "stay": say("leave it where it is")}


def _sail(_: State, ask: Ask, value: str) -> str | None:
    """6.1, 9: return the planned answer to the question whether the boat sails; None for other questions."""
    return value if ask.kind == "sail" and value in ask.menu() else None


def _colour_values(_: str) -> Mapping[str, Words]:
    return _list_orders(COLOURS)


def _colours(_: State, ask: Ask, value: str) -> str | None:
    """2: return the dice to take: of different colours if possible, and of the first colours in `value`."""
    if ask.kind != "colours":
        return None
    order = value.split(THEN)

    def place(key: str) -> tuple[int, list[int]]:
        ranks = [order.index(colour) for colour in key.split("-")]
        return len(ranks) - len(set(ranks)), sorted(ranks)

    return min(ask.menu(), key=place)


def _upgrade_values(_: str) -> Mapping[str, Words]:
    return _list_orders(BUILDINGS)


def _upgrades(_: State, ask: Ask, value: str) -> str | None:
    """3.3: return the first building in `value` that can still be upgraded; None for other questions."""
    if ask.kind != "upgrade":
        return None
    return min(ask.menu(), key=value.split(THEN).index)


POLICIES = (
    Policy("sail", say("When a bonus may move my boat, I"), _sail_values, _sail),
    Policy(
        "colours",
        say("When I choose dice, I take one of each colour, in this order:"),
        _colour_values,
        _colours,
    ),
    Policy("upgrades", say("When I upgrade, I choose in this order:"), _upgrade_values, _upgrades),
)
CAUTIOUS = (  # the answers of a caretaker, the most cautious first
    "done",
    *(f"terrace-{colour}" for colour in COLOURS),
    "outer",
    "sail",
)
