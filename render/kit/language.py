"""Set the language of the words in pictures. It is English, unless the caller sets another language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from rules.words import Name, Text, Tongue, Words, inside, language, put_together, say

Names = Callable[[str], Name]  # takes the key of a game; returns the function that gives the game's names
_names: ContextVar[Names | None] = ContextVar("names", default=None)


@contextmanager
def use_names(names: Names) -> Iterator[None]:
    """Use these names for all pictures and alt texts that are made inside the `with` block."""
    before = _names.set(names)
    try:
        yield
    finally:
        _names.reset(before)


class GameNames(Tongue):
    """The names and sentences of a game, in the language of the picture that is being drawn."""

    def __init__(self, game: str, english: Name) -> None:
        self._game, self._english = game, english

    def _now(self) -> Name:
        names = _names.get()
        return self._english if names is None else names(self._game)

    @property
    def language(self) -> str:
        return language(self._now())

    @property
    def english(self) -> Name:
        return self._english

    def __call__(self, key: str) -> str:
        return self._now()(key)

    def says(self, words: Words) -> str:
        now = self._now()
        return now.says(words) if isinstance(now, Tongue) else put_together(words, now)

    def say(self, text: Text, /, **args: object) -> str:
        """Return a sentence or a word in the picture's language.

        It begins with a capital letter if the English text does.
        """
        words = say(text, **args)
        said = self.says(words)
        return f"{said[:1].upper()}{said[1:]}" if words.english[:1].isupper() else said

    def inside(self, label: str) -> str:
        return inside(label, self._now())
