"""Define what chooses for a seat in a program: a bot player, or a random mover."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from rules.state import Entry, View
from rules.words import Said


class Point(NamedTuple):
    """The point at which a player decides, with all that its seat may know.

    `keys`: the legal answers to the question, whose kind is `kind`. `order`: the keys of the current order
    that this player itself has entered so far. `look()` returns what the seat sees now, `begun()` what it saw
    at the start of the open turn; both are computed only when called. `log`: the entries of the open turn, of
    all seats, with "?" in place of a secret.
    """

    seat: str
    kind: str
    keys: tuple[str, ...]
    order: tuple[str, ...]
    look: Callable[[], View]
    begun: Callable[[], View]
    log: tuple[Entry, ...] = ()


class Player(Protocol):
    """What chooses for a seat: a bot player, or a random mover."""

    def choose(self, point: Point, /) -> str:
        """Return one of the legal keys.

        A player may plan a whole order at its first question and answer the next ones from that plan. Its
        thinking time (see `Maker`) is for the order, not for a question.
        """


@dataclass(frozen=True, slots=True)
class Advice:
    """An order that a player would give, with its reason.

    `keys`: what its seat decides from a point on, up to dice, a card or another seat's decision. The keys may
    be only the beginning of that order (`Adviser.advise`). `reason`: a clause that continues a sentence,
    without a full stop ("to take Control of Andhra"), or "". The reason tells nothing that the seat may not
    know.
    """

    keys: tuple[str, ...]
    reason: Said = ""


@runtime_checkable
class Adviser(Player, Protocol):
    """A player that also returns the other orders it has considered, and its reasons."""

    def advise(self, point: Point, /) -> Sequence[Advice]:
        """Return different orders from this point on, best first.

        `choose` plays the first of them. The others may be only the beginning of an order, which `choose`
        completes.
        """


Number = Callable[[int], int]  # a random number below n
# Makes a bot player from `number(n)` and `stop()`, which returns whether its thinking time is over.
Maker = Callable[[Number, Callable[[], bool]], Player]
