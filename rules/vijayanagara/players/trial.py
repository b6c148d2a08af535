"""Play a turn to its end in a simulation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.ask import Ask
from rules.chance import draw_by_numbers
from rules.kernel import CHANCE
from rules.players.simulate import Number, Walk
from rules.state import Entry
from rules.vijayanagara.sequence.turn import turn
from rules.vijayanagara.state import State
from rules.vijayanagara.trade import apply_side_act

Answer = Callable[[State, Ask], str]  # chooses one of the keys on offer


def make_trial(state: State, log: Sequence[Entry] = ()) -> Walk[State]:
    """Begin a turn in this state, follow these entries, and return the turn. The state is changed."""
    walk = Walk(turn, state, apply_side_act)
    walk.follow(log)
    return walk


class Played(NamedTuple):
    """A turn that was played to its end.

    `keys`: the answers of the seat that was asked at the start, up to where chance or another seat acted.
    `rolled`: whether chance acted.
    """

    state: State
    keys: tuple[str, ...]
    rolled: bool


def list_keys(ask: Ask) -> tuple[str, ...]:
    """Return the legal answers, except those that are only typed."""
    menu, typed = ask.menu(), ask.presentation.typed
    return tuple(key for key in menu if key not in typed) if typed else tuple(menu)


def play_on(walk: Walk[State], answer: Answer, luck: Number) -> Played:
    """Play the turn to its end, with `answer` for all seats and `luck` for chance."""
    keys, rolled, first = list[str](), False, True
    asked = walk.pending.seat if isinstance(walk.pending, Ask) else ""
    while (pending := walk.pending) is not None:
        if isinstance(pending, Ask):
            first = first and pending.seat == asked
            key = answer(walk.state, pending)
            if first:
                keys.append(key)
            walk.enter(key, pending.seat)
        else:
            first, rolled = False, True
            walk.enter(draw_by_numbers(luck, pending), CHANCE)
    return Played(walk.state, tuple(keys), rolled)
