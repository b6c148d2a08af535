"""What holds a seat: a person, or a bot player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from rules.state import Entry, View
from rules.words import Said


class Point(NamedTuple):
    """Where a player decides, with all that its seat may know, and nothing else.

    `keys`: the legal answers to a question of this `kind`; `order`: what this player has entered of the order
    so far: nothing where it takes over an order that another began. `look()` gives what the seat sees now,
    `begun()` what it saw when the open turn began; both cost nothing where they aren't called. `log`: the
    turn's entries since then, whoever chose them, "?" where a secret stands.
    """

    seat: str
    kind: str
    keys: tuple[str, ...]
    order: tuple[str, ...]
    look: Callable[[], View]
    begun: Callable[[], View]
    log: tuple[Entry, ...] = ()


class Player(Protocol):
    """Who holds a seat: a person, a random mover, an automatic opponent."""

    def choose(self, point: Point, /) -> str:
        """Return one of the legal keys.

        A player may plan a whole order at its first question and read it back at the next ones: its time
        (`stop`) is for the order.
        """


@dataclass(frozen=True, slots=True)
class Advice:
    """An order that a player would give, with its reason.

    `keys` are all that its seat decides from a point on, before dice, a card or another seat's decision.
    `reason` is one clause that continues a sentence, without a full stop ("to take Control of Andhra"); "" if
    the player gives none. It tells nothing that the seat may not know.
    """

    keys: tuple[str, ...]
    reason: Said = ""


@runtime_checkable
class Adviser(Player, Protocol):
    """A player that also says what else it has weighed, and why."""

    def advise(self, point: Point, /) -> Sequence[Advice]:
        """Return orders from this point on, the best first, none twice.

        `choose` plays the first of them. The others may be the beginning of an order, which `choose`
        completes.
        """


Number = Callable[[int], int]  # a random number below n
# Makes a bot player of `number(n)`, a random number below n, and `stop()`: it has thought enough.
Maker = Callable[[Number, Callable[[], bool]], Player]
