"""Split a line that a player typed into words, once for all that read it."""

from __future__ import annotations

from typing import NamedTuple

from bot.language.words import say, speak_within
from rules.orders.tokenizer import asks, normalize, split_tokens
from rules.words import ENGLISH


class TypedLine(NamedTuple):
    """A line that a player typed.

    Attributes:
        text: the line without "!" at its end
        words: its words and punctuation marks, as `split_tokens` returns them
        hurries: whether it had a "!" (to skip the preview)
        asks: whether it has a "?" (to ask what is legal); such a line is never entered as an order
    """

    text: str
    words: tuple[str, ...]
    hurries: bool = False
    asks: bool = False

    @property
    def first(self) -> str:
        """The first word; "" if there is none."""
        return next(iter(self.words), "")

    def is_button(self, *labels: str) -> bool:
        """Return whether the line is one of these button labels, in English or in the reader's language."""
        said = normalize(self.text).strip(" \t\n.")
        with speak_within(ENGLISH):
            english = [say(label) for label in labels]
        return said in {normalize(label) for label in (*english, *map(say, labels))}


def split_line(typed: str) -> TypedLine:
    """Return a typed text as a line."""
    bare = typed.rstrip().rstrip("!")
    words = tuple(token.word for token in split_tokens(bare))
    return TypedLine(bare, words, bare != typed.rstrip(), asks(bare))
