"""The public face of a game: what the kernel, the bot and the tests may ask of any of them."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Protocol

from pydantic import BaseModel

from rules.ask import Ask
from rules.chance import Draw, Roll
from rules.extras import Extras
from rules.player import Maker
from rules.state import S, V

Pending = Ask | Roll | Draw  # what a turn waits for
Turn = Coroutine[Pending, object, None]


class Rules(Protocol[S, V]):
    """The public face of a game; the package of a game is one (see `rules.games`)."""

    @property
    def KEY(self) -> str:
        """What the game is called in commands and files."""

    @property
    def TITLE(self) -> str:
        """What people call it."""

    @property
    def COMPLETE(self) -> bool:
        """Whether it has all that a game may have, so that the shared tests ask for it.

        That is lessons, puzzles, a player aid, chances to win, and each sentence in each language.
        """

    def seats(self, options: Any, /) -> tuple[str, ...]:
        """Return the keys of the seats of a game with these options, in their order."""

    @property
    def Options(self) -> type[BaseModel]:
        """What is agreed on before the game; every field has a default."""

    @property
    def EXTRAS(self) -> Extras[S, V]:
        """What it offers beside all this."""

    @property
    def AUTOMATIC(self) -> Mapping[str, Maker]:
        """The levels of the game's bot players, the easiest first; empty if it has none."""

    def setup(self, options: Any, /) -> S:
        """Return the state before the first turn."""

    def turn(self, state: S, /) -> Turn:
        """Return the next turn: the largest unit that ends with nothing pending."""

    def over(self, state: S, /) -> bool:
        """Return whether the last turn is over."""

    def check(self, state: S, /) -> None:
        """Raise `AssertionError` where the state breaks an invariant of the game."""

    def view(self, state: S, seat: str | None, /) -> V:
        """Return what this seat (None: a spectator) may see."""

    def dump(self, state: S, /) -> str:
        """Return the state as a document, JSON on one line."""

    def load(self, text: str, /) -> S:
        """Return the state of a document, YAML or JSON. Raises `ValueError` with the place and the reason."""

    def name(self, key: str, /) -> str:
        """Return what people read for a key: "rajput-kingdoms" is "Rajput Kingdoms"."""

    def aliases(self, key: str, /) -> Sequence[str]:
        """Return what may be typed for a key beside its name."""

    def __hash__(self) -> int:
        """Return what is kept of a game is kept by its face."""

    def reference(self) -> Mapping[str, str]:
        """Return the rules in short, rule number to text."""


def find_package(rules: Rules[S, V]) -> str:
    """Return the name of the package of a game, in whose folder its texts lie; "" where it is no package."""
    return str(getattr(rules, "__name__", "")) if hasattr(rules, "__path__") else ""
