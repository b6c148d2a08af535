"""Hold the content of pictures of curves: the chances over a game, and the ratings over many games.

`review.py` and `rating_history.py` draw them.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

THEMES = ("day", "night", "contrast", "print")


@dataclass(frozen=True, slots=True)
class Curves:
    """The content of a picture of chances, in the words of the person who reads it.

    Attributes:
        chances: for each point of `turns`, each seat's chance to win
        turns: the names of the points: the numbers of the turns, and a word for the end
        chapters: the point where each chapter begins, and its title
        swings: the turns that changed the chances most, each as (the point where the turn begins, seat). The
            picture numbers them 1, 2, 3 ... in this order
        sayings: the words for "chance to win" and "turn"
        numbers: short texts, one for each chapter, written where the title has no room. "" writes nothing.
            If `numbers` is empty, the texts are 1, 2, 3 ...
    """

    title: str
    seats: tuple[str, ...]
    turns: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    chapters: tuple[tuple[int, str], ...] = ()
    swings: tuple[tuple[int, int], ...] = ()
    sayings: tuple[str, str] = ("chance to win", "turn")
    theme: str = "day"
    alt: str = ""  # the alt text
    game: str = ""  # the game whose badges mark the seats; "": letters and colours of our own
    keys: tuple[str, ...] = ()  # the keys of the seats
    numbers: tuple[str, ...] = ()

    def key(self) -> bytes:
        """Return the picture's key.

        Equal pictures have equal keys. Different pictures practically always have different keys.
        """
        return blake2b(repr(self).encode(), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class RatingCurves:
    """The content of a picture of ratings, in the words of the person who reads it.

    Attributes:
        names: two lines for each curve, such as a person and their seat
        curves: the points of each curve: the number of the game, counted from 0, and the rating after it
        dates: the dates that stand below some games: the number of the game, and the text
        sayings: the words for "rating" and "date"
    """

    title: str
    names: tuple[tuple[str, str], ...]
    curves: tuple[tuple[tuple[int, int], ...], ...]
    dates: tuple[tuple[int, str], ...]
    sayings: tuple[str, str] = ("rating", "date")
    theme: str = "day"
    alt: str = ""  # the alt text

    def key(self) -> bytes:
        """Return the picture's key.

        Equal pictures have equal keys. Different pictures practically always have different keys.
        """
        return blake2b(repr(self).encode(), digest_size=16).digest()


Plot = Curves | RatingCurves
