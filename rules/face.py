"""Define `Rules`, the interface of a game for the kernel, the bot and the tests."""

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
    """The interface of a game. The package of a game implements it (see `rules.loading.games`).

    `seats` and `setup` take the game's own `Options`. Their type is `Any`, because Python has no type for
    "an object of the model that this same game names" once games of several kinds are in one registry.
    """

    @property
    def KEY(self) -> str:
        """The game's name in commands and files."""

    @property
    def TITLE(self) -> str:
        """The game's name for people."""

    @property
    def COMPLETE(self) -> bool:
        """Whether the game is complete.

        If it is, the shared tests demand a ranking, lessons, puzzles, a player aid, chances to win, and every
        text in each language.
        """

    def seats(self, options: Any, /) -> tuple[str, ...]:
        """Return the keys of the seats of a game with these options, in seat order."""

    @property
    def Options(self) -> type[BaseModel]:
        """The model of what the players choose before the game. Every field has a default."""

    @property
    def EXTRAS(self) -> Extras[S, V]:
        """The optional parts of the game."""

    @property
    def BOT_PLAYERS(self) -> Mapping[str, Maker]:
        """The levels of the game's bot players, the easiest first; empty if it has none."""

    def setup(self, options: Any, /) -> S:
        """Return the state before the first turn."""

    def turn(self, state: S, /) -> Turn:
        """Return the next turn as a coroutine. When it ends, no question is open."""

    def over(self, state: S, /) -> bool:
        """Return whether the game is over, so that no turn follows."""

    def check(self, state: S, /) -> None:
        """Raise `AssertionError` if the state breaks an invariant of the game."""

    def view(self, state: S, seat: str | None, /) -> V:
        """Return what this seat (None: a spectator) may see."""

    def dump(self, state: S, /) -> str:
        """Return the state as a document, JSON on one line."""

    def load(self, text: str, /) -> S:
        """Return the state of a document, YAML or JSON.

        Raises `ValueError`, which names the place and the reason.
        """

    def name(self, key: str, /) -> str:
        """Return the name of a key for people: "Rajput Kingdoms" for "rajput-kingdoms"."""

    def aliases(self, key: str, /) -> Sequence[str]:
        """Return what players may type for a key besides its name."""

    def __hash__(self) -> int:
        """Return a hash, because caches use the game as a key."""

    def reference(self) -> Mapping[str, str]:
        """Return the rules in short, by the number of the rule."""


def find_package(rules: Rules[S, V]) -> str:
    """Return the name of the Python package with the texts of a game; "" if the game is not a package."""
    return str(getattr(rules, "__name__", "")) if hasattr(rules, "__path__") else ""
