"""Words of the game that are no answer to the question that waits: what they are, and whose."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel import Option
from rules.orders.spelling import WHOLE_WORDS, best
from rules.vijayanagara.board import SPACES
from rules.vijayanagara.commands import COMMANDS
from rules.vijayanagara.decrees import DECREES
from rules.vijayanagara.names import aliases, name
from rules.words import Words, listed, say

KINDS = (
    (COMMANDS, "3.0: {what} is a Command of {whose}.", "3.0: {what} is a Command: first say how you act."),
    (DECREES, "4.0: {what} is a Decree of {whose}.", "4.0: {what} is a Decree, and none is asked for here."),
)


def unknown(seat: str, said: Sequence[str]) -> str:
    """What the first of these words mean elsewhere in the game; "" for words that it doesn't know."""
    for book, others, own in KINDS:
        if found := _named({key for faction in book.values() for key in faction}, said):
            whose = [faction for faction, keys in book.items() if found in keys]
            text = own if seat in whose else others
            return say(text, what=found, whose=listed([_key(faction) for faction in whose])).read(name)
    if found := _named(SPACES, said):
        return say("{what} is none of the spaces that this question offers.", what=found).read(name)
    return ""


def _named(keys: Sequence[str] | set[str], said: Sequence[str]) -> str:
    options = [Option(key, name(key), tuple(aliases(key))) for key in sorted(keys)]
    fit, found = best(options, said)
    return found[0].key if fit is not None and fit.fit >= WHOLE_WORDS and len(found) == 1 else ""


def _key(faction: str) -> Words:
    return say("{faction}", faction=faction)
