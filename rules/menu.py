"""Define what a question offers (`Menu`). It is computed at each call, because the state may have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from rules.words import Words

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
WhyNot = Callable[[str], Words | None]  # returns why a key is illegal (or idle); None if it is not


def never(_: str) -> Words | None:
    """Return no reason."""
    return None


class Menu(Protocol[T_co]):
    """What a question offers now: which answers are legal, which are refused, and which would do nothing."""

    def __call__(self) -> Mapping[str, T_co]:
        """Return the legal answers now: each key with its value."""

    def take(self, key: str) -> tuple[T_co] | None:
        """Return a 1-tuple with the value of a legal answer; None if the answer is not legal.

        The 1-tuple is needed because the value itself may be None.
        """

    def list_refused(self) -> Mapping[str, Words]:
        """Return the answers that are shown but illegal: each key with the reason."""

    def why_idle(self, key: str) -> Words | None:
        """Return why this answer, though legal, would do nothing now; None if it would do something."""

    def slots(self) -> Sequence[str]:
        """Return all keys that the menu can ever offer, in the rulebook's order; () if that is unknown."""


@dataclass(slots=True, eq=False)
class Values(Generic[T]):
    """A menu whose keys represent values of any type."""

    legal: Callable[[], Mapping[str, T]]
    reasons: Callable[[], Mapping[str, Words]] = dict
    idle: WhyNot = never

    def __call__(self) -> Mapping[str, T]:
        """Return the legal answers now: each key with its value."""
        return self.legal()

    def take(self, key: str) -> tuple[T] | None:
        """Return a 1-tuple with the value of a legal answer; None if it is not legal."""
        legal = self.legal()
        return (legal[key],) if key in legal else None

    def list_refused(self) -> Mapping[str, Words]:
        """Return the answers that are shown but illegal: each key with the reason."""
        return self.reasons()

    def why_idle(self, key: str) -> Words | None:
        """Return why this answer would do nothing now; None if it would do something."""
        return self.idle(key)

    def slots(self) -> Sequence[str]:
        """Return (), because the menu knows only what it offers now."""
        return ()


@dataclass(slots=True, eq=False)
class Items:
    """A menu in which the value of an answer is its key. `why_not` decides which keys are legal."""

    items: Iterable[str] | Callable[[], Iterable[str]]
    why_not: WhyNot | None = None
    more: Sequence[str] = ()  # further keys, shown after the items; always legal
    idle: WhyNot = never
    barred: Callable[[], Mapping[str, Words]] = dict  # refused keys besides the items, with the reasons

    def now(self) -> Iterable[str]:
        """Return the items at this moment."""
        return self.items() if callable(self.items) else self.items

    def __call__(self) -> dict[str, str]:
        """Return the legal answers now. Each key is its own value: `{"delhi": "delhi"}`."""
        why_not = self.why_not
        legal = self.now() if why_not is None else [item for item in self.now() if why_not(item) is None]
        return {key: key for key in (*legal, *self.more)}

    def take(self, key: str) -> tuple[str] | None:
        """Return a 1-tuple with the key if it is legal, else None. The other keys are not tested."""
        if key in self.more or (key in self.now() and (self.why_not is None or self.why_not(key) is None)):
            return (key,)
        return None

    def list_refused(self) -> dict[str, Words]:
        """Return the items that may not be chosen and the keys in `barred`, each with its reason."""
        found = dict(self.barred())
        if self.why_not is not None:
            found |= {item: why for item in self.now() if (why := self.why_not(item)) is not None}
        return found

    def why_idle(self, key: str) -> Words | None:
        """Return why this answer would do nothing now; None if it would do something."""
        return self.idle(key)

    def slots(self) -> list[str]:
        """Return all items, legal or not, in the order in which the rules give them, then `more`."""
        return [*self.now(), *self.more]
