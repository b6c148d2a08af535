"""Define the programs that choose for a seat: bot players and random movers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from rules.state import Entry, View
from rules.words import Said


class Point(NamedTuple):
    """The point at which a player decides, with all that its seat may know.

    Attributes:
        kind: the kind of the question
        keys: the legal answers to the question
        order: the keys that this player has entered so far in the current order
        look: `look()` returns what the seat sees now; it is computed only when called
        begun: `begun()` returns what the seat saw at the start of the open turn; it too is computed only
            when called
        log: the entries of all seats in the open turn; "?" replaces a key that the seat may not read
    """

    seat: str
    kind: str
    keys: tuple[str, ...]
    order: tuple[str, ...]
    look: Callable[[], View]
    begun: Callable[[], View]
    log: tuple[Entry, ...] = ()


class Player(Protocol):
    """A program that chooses for a seat: a bot player, or a random mover."""

    def choose(self, point: Point, /) -> str:
        """Return one of the legal keys.

        A player may plan a whole order at its first question and answer the next ones from that plan. Its
        thinking time (see `Maker`) is for the order, not for a question.
        """


@dataclass(frozen=True, slots=True)
class Advice:
    """An order that a player would give, with its reason.

    `keys`: the answers of the seat until dice, a card or another seat must decide. They may be only the first
    answers of the order (`Adviser.advise`). `reason`: a clause without a full stop that continues a sentence
    ("to take Control of Andhra"), or "". The reason reveals nothing that the seat may not know.
    """

    keys: tuple[str, ...]
    reason: Said = ""


@runtime_checkable
class Adviser(Player, Protocol):
    """A player that can also list the orders it has considered, with its reasons."""

    def advise(self, point: Point, /) -> Sequence[Advice]:
        """Return different orders from this point on, best first.

        `choose` plays the first of these orders. Each later order in the list may lack its last answers; call
        `choose` for these answers.
        """


Number = Callable[[int], int]  # a random number below n
# Makes a bot player from `number(n)` and `stop()`, which returns whether its thinking time is over.
Maker = Callable[[Number, Callable[[], bool]], Player]
