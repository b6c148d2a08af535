"""What a picture of chances over a game shows; `review.py` draws it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

THEMES = ("day", "night", "contrast", "print")


@dataclass(frozen=True, slots=True)
class Curves:
    """What a picture of chances shows, in the words of whoever reads it. `chances`: at each point, turn by
    turn, each seat's; `turns`: their numbers; `chapters`: the points where one begins, with its title;
    `swings`: the turns that moved it most, by the points where they begin, and the seats that did it, in
    the order of their numbers; `sayings`: "chance to win" and "turn"."""

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
        """Equal for equal pictures, and, as far as anybody can tell, for no others."""
        return blake2b(repr(self).encode(), digest_size=16).digest()
