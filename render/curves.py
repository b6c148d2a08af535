"""What a picture of chances over a game shows; `review.py` draws it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

THEMES = ("day", "night", "contrast", "print")


@dataclass(frozen=True, slots=True)
class Curves:
    """The content of a picture of chances, in the words of the person who reads it.

    Attributes:
        chances: at each point, turn by turn, each seat's.
        turns: the numbers of the turns.
        chapters: the points where one begins, with its title.
        swings: the turns that moved the chances most, by the points where they begin, and the seats that did
            it, in the order of their numbers.
        sayings: "chance to win" and "turn".
    """

    title: str
    seats: tuple[str, ...]
    turns: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    chapters: tuple[tuple[int, str], ...] = ()
    swings: tuple[tuple[int, int], ...] = ()
    sayings: tuple[str, str] = ("chance to win", "turn")
    theme: str = "day"
    alt: str = ""  # what it shows in words
    game: str = ""  # whose board marks the seats
    keys: tuple[str, ...] = ()  # of the seats

    def key(self) -> bytes:
        """Return a key that is equal for equal pictures, and practically for no others."""
        return blake2b(repr(self).encode(), digest_size=16).digest()
