"""What a question offers, looked up when somebody looks and never frozen when it was asked: a `Menu`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from rules.words import Words

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
WhyNot = Callable[[str], Words | None]  # key to the reason why not; None where there is none


def never(_: str) -> Words | None:
    """Return no reason."""
    return None


class Menu(Protocol[T_co]):
    """What a question offers now: what is legal, what is refused, and what would do nothing."""

    def __call__(self) -> Mapping[str, T_co]:
        """Return what may be chosen now, key to value."""

    def take(self, key: str) -> tuple[T_co] | None:
        """Return in a tuple what an answer stands for, which may be None itself; None if it is not legal."""

    def refused(self) -> Mapping[str, Words]:
        """Return what is shown but may not be chosen, key to reason."""

    def why_idle(self, key: str) -> Words | None:
        """Return why this answer, though legal, would do nothing now."""

    def slots(self) -> Sequence[str]:
        """Return all that it may ever offer, in the rulebook's order; nothing where that is not known."""


@dataclass(slots=True, eq=False)
class Values(Generic[T]):
    """Keys that stand for values of any type."""

    legal: Callable[[], Mapping[str, T]]
    reasons: Callable[[], Mapping[str, Words]] = dict
    idle: WhyNot = never

    def __call__(self) -> Mapping[str, T]:
        """Return what may be chosen now, key to value."""
        return self.legal()

    def take(self, key: str) -> tuple[T] | None:
        """Return in a tuple what an answer stands for."""
        legal = self.legal()
        return (legal[key],) if key in legal else None

    def refused(self) -> Mapping[str, Words]:
        """Return what is shown but may not be chosen, key to reason."""
        return self.reasons()

    def why_idle(self, key: str) -> Words | None:
        """Return why this answer would do nothing now."""
        return self.idle(key)

    def slots(self) -> Sequence[str]:
        """Return nothing: what else it may offer is not known."""
        return ()


@dataclass(slots=True, eq=False)
class Items:
    """Keys of the game, which stand for themselves: one function says whether each is legal, and why not."""

    items: Iterable[str] | Callable[[], Iterable[str]]
    why_not: WhyNot | None = None
    more: Sequence[str] = ()  # always legal, after the items
    idle: WhyNot = never

    def now(self) -> Iterable[str]:
        """Return the items as they are now."""
        return self.items() if callable(self.items) else self.items

    def __call__(self) -> dict[str, str]:
        """Return what may be chosen now, each key to itself."""
        why_not = self.why_not
        legal = self.now() if why_not is None else [item for item in self.now() if why_not(item) is None]
        return {key: key for key in (*legal, *self.more)}

    def take(self, key: str) -> tuple[str] | None:
        """Return the key in a tuple if it is legal; only its own reason is looked for."""
        if key in self.more or (key in self.now() and (self.why_not is None or self.why_not(key) is None)):
            return (key,)
        return None

    def refused(self) -> dict[str, Words]:
        """Return the items that may not be chosen, each with its reason."""
        if self.why_not is None:
            return {}
        return {item: why for item in self.now() if (why := self.why_not(item)) is not None}

    def why_idle(self, key: str) -> Words | None:
        """Return why this answer would do nothing now."""
        return self.idle(key)

    def slots(self) -> list[str]:
        """Return all items, legal or not, in the order in which the rules give them."""
        return [*self.now(), *self.more]
