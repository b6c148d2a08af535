"""Turns that are played on for the sake of looking, on copies of the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.ask import Ask
from rules.chance import Draw, Roll, by_numbers
from rules.face import Entry
from rules.kernel import CHANCE, SIDE
from rules.vijayanagara.sequence.turn import turn
from rules.vijayanagara.state import State
from rules.vijayanagara.trade import side

Number = Callable[[int], int]
Answer = Callable[[State, Ask[Any], tuple[str, ...]], str]  # one of the keys


class Trial:
    """A turn under way on a state of its own, and what it waits for."""

    __slots__ = ("_steps", "pending", "state")

    def __init__(self, state: State, log: Sequence[Entry] = ()) -> None:
        self.state = state
        self._steps = turn(state)
        self.pending: Ask[Any] | Roll | Draw | None = None
        self.answer(None)
        for seat, key in log:
            self.enter(seat, key)

    def answer(self, given: object) -> None:
        """Go on with a value out of the pending menu, or what chance gave."""
        try:
            self.pending = self._steps.send(given)
        except StopIteration:
            self.pending = None

    def enter(self, seat: str, key: str) -> None:
        """Go on with an entry."""
        pending = self.pending
        if key.startswith(SIDE) and seat != CHANCE:
            side(self.state, seat, key.removeprefix(SIDE))
        elif isinstance(pending, Ask):
            self.answer(pending.menu()[key])
        elif pending is not None:
            self.answer(pending.read(key))


class Played(NamedTuple):
    """A turn that was played to its end. `keys`: what the seat that began it entered before chance or another
    seat; `rolled`: whether chance had a part in it."""

    state: State
    keys: tuple[str, ...]
    rolled: bool


def keys_of(ask: Ask[Any]) -> tuple[str, ...]:
    """What may be answered, but for what is only typed."""
    return _untyped(ask, ask.menu())


def _untyped(ask: Ask[Any], menu: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(key for key in menu if key not in ask.typed) if ask.typed else tuple(menu)


def play_on(trial: Trial, answer: Answer, luck: Number) -> Played:
    """Play the turn to its end: `answer` for all seats, `luck` for chance."""
    keys, rolled, first = list[str](), False, True
    asked = trial.pending.seat if isinstance(trial.pending, Ask) else ""
    while (pending := trial.pending) is not None:
        if isinstance(pending, Ask):
            first = first and pending.seat == asked
            menu = pending.menu()
            offered = _untyped(pending, menu)
            key = offered[0] if len(offered) == 1 else answer(trial.state, pending, offered)
            if first:
                keys.append(key)
            trial.answer(menu[key])
        else:
            first, rolled = False, True
            trial.enter(CHANCE, by_numbers(luck, pending))
    return Played(trial.state, tuple(keys), rolled)


def lot(seed: int) -> Number:
    """Random numbers of a seed: a linear congruence, of which the upper bits are taken."""
    at = seed * 2 + 1

    def number(n: int) -> int:
        nonlocal at
        at = (at * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
        return (at >> 33) % n

    for _ in range(3):
        number(2)
    return number
