"""Places in a game, as the ids of buttons carry them."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from rules.kernel import SIDE, Game

NUMBER = "[0-9]{1,9}"  # as much as any database takes
PATTERN = rf"{NUMBER}:{NUMBER}:{NUMBER}\.[0-9a-f]{{4}}"
KEY_LENGTH = 40  # of a key in a button; Discord gives the whole id 100 characters


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a game, as buttons carry it. `check` tells two ways to the same entry apart, after an undo.

    Side acts do not count: a trade elsewhere at the table puts nobody's buttons out of date.
    """

    game: int
    turn: int
    entry: int
    check: str

    @classmethod
    def of(cls, game_id: int, game: Game) -> Mark:
        """Return where this game stands.

        The ids of public buttons carry it: without the game's secret seed nobody can try out which hidden
        entries have this check.
        """
        text, entries = cls._text(game)
        check = hmac.digest(game.seed.encode(), text.encode(), "sha256").hex()[:4]
        return cls(game_id, game.turn, entries, check)

    @classmethod
    def unkeyed(cls, game_id: int, game: Game) -> Mark:
        """Return the same place as marks had it before November 2026, without the seed.

        Stored drafts still have such marks.
        """
        text, entries = cls._text(game)
        return cls(game_id, game.turn, entries, hashlib.sha256(text.encode()).hexdigest()[:4])

    def __str__(self) -> str:
        """As ids carry it."""
        return f"{self.game}:{self.turn}:{self.entry}.{self.check}"

    @staticmethod
    def _text(game: Game) -> tuple[str, int]:
        entries = [entry for entry in game.log if not entry.key.startswith(SIDE)]
        return "\n".join(f"{seat} {key}" for seat, key in entries), len(entries)


def read_mark(text: str) -> Mark:
    """Return the mark that an id carries, of the form `PATTERN`."""
    place, _, check = text.partition(".")
    game, turn, entry = map(int, place.split(":"))
    return Mark(game, turn, entry, check)


def shorten_key(key: str) -> str:
    """Return a key as a button carries it: itself, or a hash where it is too long."""
    if len(key) <= KEY_LENGTH:
        return key
    return f"{SIDE if key.startswith(SIDE) else ''}#{hashlib.sha256(key.encode()).hexdigest()[:16]}"
