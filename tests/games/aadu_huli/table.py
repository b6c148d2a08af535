"""Provide positions for tests of the rules, and play orders on them."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from rules import aadu_huli
from rules.aadu_huli.moves import why_not
from rules.aadu_huli.options import Options
from rules.aadu_huli.state import State
from rules.kernel import Ask, Game, Live, NotAllowed, Rules, begin, list_options, submit
from rules.orders.notation import parse

GAME: Rules[Any, Any] = aadu_huli
SIDES = {"goats": "north", "tigers": "south"}


class Refusal(NamedTuple):
    """A refusal as data."""

    rule: str
    slots: dict[str, object]


def place(
    herd: str = "",
    pride: str = "1a 2c 2d",
    to_move: str = "goats",
    captured: int = 0,
    recent: str = "",
    quiet: int = 0,
    **chosen: object,
) -> State:
    """Return a position with Goats on the points of `herd` and Tigers on those of `pride`.

    `chosen`: options.
    """
    document: dict[str, Any] = {
        "sides": SIDES,
        "tigers": pride.split(),
        "goats": herd.split(),
        "to_move": to_move,
        "captured": captured,
        "recent": recent.split(),
        "quiet": quiet,
        "options": {"tigers": len(pride.split()), **chosen},
    }
    return aadu_huli.position.state_of(aadu_huli.position.Position.model_validate(document))


def all_placed(herd: str, **more: Any) -> State:
    """Return a position in which no Goat waits."""
    number = len(herd.split())
    return place(herd, goats=number, captures=min(5, number), **more)


def moves(s: State) -> list[str]:
    """Return the legal moves, as the current question offers them."""
    pending = Live(aadu_huli, s).pending
    return list(pending.menu()) if isinstance(pending, Ask) else []


def barred(s: State) -> dict[str, str]:
    """Return the refused moves, each with the first rule in its refusal."""
    pending = Live(aadu_huli, s).pending
    assert isinstance(pending, Ask)
    refusals = {option.key: option.why_not for option in list_options(GAME, pending)}
    return {key: why.partition(":")[0] for key, why in refusals.items() if why}


def refusal(s: State, key: str) -> Refusal:
    """Return the rule against a move, and the slots of the refusal. Fails if the move is legal."""
    words = why_not(s, key)
    assert words is not None, f"{key} is legal"
    rule = words.read(aadu_huli.name).partition(":")[0]
    return Refusal(rule, {slot: value for slot, value in words.args.items() if slot != "rule"})


def last_line(s: State) -> tuple[str, dict[str, Any]]:
    """Return the kind and the slots of the last story line."""
    line = s.story[-1]
    return line.kind, dict(line.parts)


def after(s: State, *orders: str) -> State:
    """Return the state after these orders, each typed by the side to move."""
    step = begin(aadu_huli, aadu_huli.dump(s), "seed")
    for order in orders:
        pending = step.live.pending
        assert isinstance(pending, Ask), "the game is over"
        step = submit(GAME, step.game, pending.seat, parse(GAME, step.game, pending.seat, order))
    return step.live.state


def refused(s: State, order: str) -> str:
    """Return the refusal of an order."""
    live = Live(aadu_huli, s)
    assert isinstance(live.pending, Ask)
    with pytest.raises(NotAllowed) as answer:
        parse(GAME, Game("seed", 1, aadu_huli.dump(s)), live.pending.seat, order)
    return str(answer.value)


def setup(**chosen: object) -> State:
    """Return the state before the first turn."""
    return aadu_huli.setup(Options.model_validate(chosen))
