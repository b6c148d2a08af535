"""Define what the state and the view of every game have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol
from typing import TypeVar as Var

from typing_extensions import TypeVar

from rules.words import Line

Own = Var("Own")


class Entry(NamedTuple):
    """One choice, or one result of chance, as it is stored."""

    seat: str
    key: str


class State(Protocol):
    """The part that every game's state has: `story`, the lines of the open turn.

    The story starts empty and is never stored.
    """

    story: list[Line]

    def copy(self: Own) -> Own:
        """Return a deep copy of the state, with an empty story."""


class Stand(tuple[str, ...]):
    """The standing of a seat, in parts of a few words each: "18 VP", "12 Resources".

    If a seat has points, they come first. Parts that are sometimes missing come last.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(self)


class NoStand(Stand):
    """What a seat's line says before the seat has a standing, such as "side not decided yet"."""

    __slots__ = ()


class View(Protocol):
    """The part that every game's view has. The rest is for the game's own code, such as its painter."""

    @property
    def game(self) -> str:
        """The key of the game."""

    @property
    def standing(self) -> Sequence[tuple[str, Stand]]:
        """Each seat with its standing."""

    @property
    def headline(self) -> str:
        """The state of the game in one line, or how it ended."""


# A game's own types of state and view. Code for all games writes `Rules`, which means `Rules[State, View]`.
S = TypeVar("S", bound=State, default=State)
V = TypeVar("V", bound=View, default=View)
S_in = TypeVar("S_in", bound=State, default=State, contravariant=True)  # for code that only reads the state
V_in = TypeVar("V_in", bound=View, default=View, contravariant=True)
V_out = TypeVar("V_out", bound=View, default=View, covariant=True)  # for records that only hold views
