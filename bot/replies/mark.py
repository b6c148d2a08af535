"""Define marks. A mark is a place in a game, such as "turn 7, after 3 entries". Buttons' ids carry marks."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from rules.kernel import SIDE, Game

NUMBER = "[0-9]{1,9}"  # 9 digits fit into an integer column of every database
PATTERN = rf"{NUMBER}:{NUMBER}:{NUMBER}\.[0-9a-f]{{4}}"
KEY_LENGTH = 40  # the longest key in an id; Discord allows 100 characters for the whole id


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a game: the game's id, its turn, and the number of entries in the turn.

    After an undo, the same number can stand for other entries. So a mark also has `check`, a hash of the
    entries. A side act (such as a trade) does not change the mark, but it changes `Draft.signature`.
    """

    game: int
    turn: int
    entry: int
    check: str

    @classmethod
    def of(cls, game_id: int, game: Game) -> Mark:
        """Return the mark of a game's present place.

        The check includes the secret seed. Otherwise a reader could guess hidden entries and test each guess
        against the check in a public button.
        """
        text, entries = cls._text(game)
        check = hmac.digest(game.seed.encode(), text.encode(), "sha256").hex()[:4]
        return cls(game_id, game.turn, entries, check)

    @classmethod
    def make_unkeyed(cls, game_id: int, game: Game) -> Mark:
        """Return the mark in its old form (before November 2026), which left the seed out of the check.

        Stored drafts can still have such marks.
        """
        text, entries = cls._text(game)
        return cls(game_id, game.turn, entries, hashlib.sha256(text.encode()).hexdigest()[:4])

    def __str__(self) -> str:
        """Return the mark as text, as ids carry it."""
        return f"{self.game}:{self.turn}:{self.entry}.{self.check}"

    @staticmethod
    def _text(game: Game) -> tuple[str, int]:
        """Return the entries of the open turn as text, and the number of these entries, without side acts."""
        entries = [entry for entry in game.log if not entry.key.startswith(SIDE)]
        return "\n".join(f"{seat} {key}" for seat, key in entries), len(entries)


def read_mark(text: str) -> Mark:
    """Return the mark in a text that fits `PATTERN`."""
    place, _, check = text.partition(".")
    game, turn, entry = map(int, place.split(":"))
    return Mark(game, turn, entry, check)


def shorten_key(key: str) -> str:
    """Return a key as a button carries it: the key, or its hash if it is too long."""
    if len(key) <= KEY_LENGTH:
        return key
    return f"{SIDE if key.startswith(SIDE) else ''}#{hashlib.sha256(key.encode()).hexdigest()[:16]}"
