"""A turn that is played on for the sake of looking, as automatic players do: nothing is recorded, nobody
reads."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from rules.ask import Ask
from rules.chance import Draw, Roll

S = TypeVar("S")


class Walk(Generic[S]):
    """The turn that begins with a state, which changes: what it waits for, None when it is over."""

    __slots__ = ("_steps", "pending", "state")

    def __init__(self, turn: Callable[[S], Coroutine[Any, Any, None]], state: S) -> None:
        self.state = state
        self._steps = turn(state)
        self.pending: Ask[Any] | Roll | Draw | None = None
        self.answer(None)

    def answer(self, given: object) -> None:
        """Go on with a value out of the menu, or with what chance gave."""
        try:
            self.pending = self._steps.send(given)
        except StopIteration:
            self.pending = None

    def enter(self, key: str) -> None:
        """Go on with the key of an answer, or of what chance gave."""
        pending = self.pending
        assert pending is not None, "the turn is over"
        self.answer(pending.menu()[key] if isinstance(pending, Ask) else pending.read(key))
