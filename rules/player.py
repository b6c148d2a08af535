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
    """An order that a player would give. `keys`: all that its seat decides from a point on, before dice, a
    card or somebody else; `reason`: why, in one clause that goes on a sentence and ends without a full stop
    ("to take Control of Andhra"), where the player can say it; it tells nothing that its seat may not."""

    keys: tuple[str, ...]
    reason: Said = ""


@runtime_checkable
class Adviser(Player, Protocol):
    """A player that also says what else it has weighed, and why."""

    def advise(self, point: Point, /) -> Sequence[Advice]:
        """Orders from this point on, the best first, none twice.

        `choose` goes on with the first of them; of the others it is enough if they begin an order, which
        `choose` then ends.
        """


Number = Callable[[int], int]  # a random number below n
# Makes a bot player of `number(n)`, a random number below n, and `stop()`: it has thought enough.
Maker = Callable[[Number, Callable[[], bool]], Player]
