"""What the state and the view of every game have, whatever else a game keeps in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol
from typing import TypeVar as Var

from typing_extensions import TypeVar

from rules.words import Line

Own = Var("Own")


class Entry(NamedTuple):
    """One choice, or one act of chance, as it is kept for ever."""

    seat: str
    key: str


class State(Protocol):
    """The part that every game's state has: the story of the open turn.

    The story starts empty and is never stored.
    """

    story: list[Line]

    def copy(self: Own) -> Own:
        """Return the same state, of which nothing is shared that changes; with an empty story."""


class Stand(tuple[str, ...]):
    """The standing of a seat, in parts of a few words each: "18 VP", "12 Resources".

    Its points come first if it has points.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(self)


class View(Protocol):
    """What every game's view says of itself; the rest is for the game's own picture."""

    @property
    def game(self) -> str:
        """The key of the game."""

    @property
    def standing(self) -> Sequence[tuple[str, Stand]]:
        """For each seat how it stands."""

    @property
    def headline(self) -> str:
        """Where the game is, in one line, or how it ended."""


# A game's own state and view. Code for every game leaves them out: `Rules` is `Rules[State, View]`.
S = TypeVar("S", bound=State, default=State)
V = TypeVar("V", bound=View, default=View)
S_in = TypeVar("S_in", bound=State, default=State, contravariant=True)  # only looked at
V_in = TypeVar("V_in", bound=View, default=View, contravariant=True)
