"""The three ways in which an order can be refused. Anything else that is raised is a bug."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.words import Name, Said, Words, told


class Slip(NamedTuple):
    """Words of an order that mean nothing (allowed), from `start` to `end`, and what may be meant."""

    start: int
    end: int
    meant: tuple[str, ...]


class BadRecord(ValueError):
    """A record that can't be read or doesn't fit the rules.

    The text gives the line, or the turn and entry, and the reason.
    """


class InputError(ValueError):
    """An order that can't be carried out; nothing has changed. Its text is meant for the player."""

    reach = 0  # how many words of a typed order were understood before it
    slip: Slip | None = None

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said

    def read(self, name: Name) -> InputError:
        """Return the same as people read it."""
        return type(self)(told(self.said, name)) if isinstance(self.said, Words) else self


class NotUnderstood(InputError):
    """Words that mean nothing at this point."""


class Ambiguous(InputError):
    """Words that mean several things; `candidates` are the keys they could mean."""

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        super().__init__(text)
        self.candidates = tuple(candidates)


class NotAllowed(InputError):
    """Understood, but against the rules; the text names the rule and what is legal instead."""


class NoUndo(NotAllowed):
    """A choice that can't be taken back.

    `since` is what acted after it: chance or a seat; "" if there is no choice to take back.
    """

    def __init__(self, text: str, since: str) -> None:
        super().__init__(text)
        self.since = since
