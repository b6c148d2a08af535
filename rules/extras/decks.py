"""Define the decks of a game that is played with cards from a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from rules.state import S_in
from rules.words import Said

MAX_LENGTH = 100_000  # characters of a deck


class Decks(Protocol[S_in]):
    """The decks of a game that takes its cards from a file.

    A deck is given as its whole text, or by the name of a built-in deck.
    """

    def check(self, text: str, /) -> list[str]:
        """Return the mistakes in a deck, one line each; none if it can be played."""

    def show(self, text: str, number: int | None, /) -> str:
        """Return a deck, or one card of it, as players read it.

        If the deck has its own text for a card, that text is shown with the generated words. Raises
        `ValueError`.
        """

    def card(self, state: S_in, number: int | None, /) -> Said:
        """Return a card of the current game in words. For an open card, add what it would do at this moment.

        `number`: the card's number; None: the latest revealed card, with the number of cards left. Raises
        `ValueError`.
        """

    def report(self, text: str, games: int, number: Callable[[int], int], /) -> Iterator[str]:
        """Play `games` random games with a deck. Yield the lines of a report on them.

        `number(n)` returns a random number below n. Raises `ValueError`.
        """
