"""The public face of a game: what the kernel, the bot and the tests may ask of any of them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel

from rules.ask import Option
from rules.extras import Extras
from rules.words import Line, Said

C = TypeVar("C")


class Entry(NamedTuple):
    """One choice, or one act of chance, as it is kept for ever."""

    seat: str
    key: str


class State(Protocol):
    """What every game's state has: the story of the turn under way, which starts empty and is never
    stored."""

    story: list[Line]

    def copy(self: C) -> C:
        """The same state, of which nothing is shared that changes; with an empty story."""


class Stand(tuple[str, ...]):
    """How a seat stands, in parts of a few words each, its points first where it has points: "18 VP",
    "12 Resources"."""

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


class Decks(Protocol):
    """The decks of a game that is played with cards out of a file. A deck is given as its whole text, or by
    the name of a built-in one."""

    def check(self, text: str, /) -> list[str]:
        """The mistakes of a deck, a line each; none if it can be played."""

    def show(self, text: str, number: int | None, /) -> str:
        """A deck, or one card of it, as players read it; a wording of its own beside the generated words.
        Raises `ValueError`."""

    def card(self, state: Any, number: int | None, /) -> Said:
        """A card of the game under way in words, with what it would do now if it is open; None: the card
        revealed last, and how many are left. Raises `ValueError`."""

    def report(self, text: str, games: int, number: Callable[[int], int], /) -> Iterator[str]:
        """Lines on what a deck does in so many random games; `number(n)`: a random number below n. Raises
        `ValueError`."""


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
        """One of the legal keys. A player may plan a whole order at its first question and read it back at
        the next ones: its time (`stop`) is for the order."""


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
        """Orders from this point on, the best first, none twice. `choose` goes on with the first of them; of
        the others it is enough if they begin an order, which `choose` then ends."""


# Makes an automatic player of `number(n)`, a random number below n, and `stop()`: it has thought enough.
Maker = Callable[[Callable[[int], int], Callable[[], bool]], Player]
S = TypeVar("S", bound=State)
Turn = Coroutine[Any, Any, None]  # awaits what the kernel calls Pending


class Rules(Protocol[S]):
    """The public face of a game; the package of a game is one (see `rules.games`)."""

    @property
    def KEY(self) -> str:
        """What the game is called in commands and files."""

    @property
    def TITLE(self) -> str:
        """What people call it."""

    def seats(self, options: Any, /) -> tuple[str, ...]:
        """The keys of the seats of a game with these options, in their order."""

    @property
    def SIDE_WORDS(self) -> frozenset[str]:
        """The first words of side acts as they are typed ("offer", "accept")."""

    @property
    def Options(self) -> type[BaseModel]:
        """What is agreed on before the game; every field has a default."""

    @property
    def DECKS(self) -> Decks | None:
        """The decks that can be chosen from, if the game has cards out of a file."""

    @property
    def EXTRAS(self) -> Extras:
        """What it offers beside all this."""

    @property
    def AUTOMATIC(self) -> Mapping[str, Maker]:
        """The levels of the game's automatic players, the easiest first; empty if it has none."""

    def setup(self, options: Any, /) -> S:
        """The state before the first turn."""

    def turn(self, state: S, /) -> Turn:
        """The next turn: the largest unit that ends with nothing pending."""

    def over(self, state: S, /) -> bool:
        """True after the last turn."""

    def side(self, state: S, seat: str, act: str, /) -> None:
        """What may be done at any time, beside the question that waits. Raises `NotAllowed`."""

    def side_acts(self, state: S, seat: str, /) -> Sequence[Option]:
        """The side acts that need only a click of this seat now."""

    def check(self, state: S, /) -> None:
        """Raises `AssertionError` where the state breaks an invariant of the game."""

    def view(self, state: S, seat: str | None, /) -> View:
        """What this seat (None: an onlooker) may see."""

    def dump(self, state: S, /) -> str:
        """The state as a document, JSON on one line."""

    def load(self, text: str, /) -> S:
        """The state of a document, YAML or JSON. Raises `ValueError` with the place and the reason."""

    def name(self, key: str, /) -> str:
        """What people read for a key: "rajput-kingdoms" is "Rajput Kingdoms"."""

    def aliases(self, key: str, /) -> Sequence[str]:
        """What may be typed for a key beside its name."""

    def reference(self) -> Mapping[str, str]:
        """The rules in short, rule number to text."""
