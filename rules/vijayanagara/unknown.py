"""Words of the game that are no answer to the question that waits: what they are, and whose."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel import Option
from rules.orders.spelling import WHOLE_WORDS, best
from rules.vijayanagara.board import SPACES
from rules.vijayanagara.commands import COMMANDS
from rules.vijayanagara.decrees import DECREES
from rules.vijayanagara.names import aliases, name
from rules.words import Said, listed, say


def unknown(seat: str, said: Sequence[str]) -> Said:
    """What the first of these words mean elsewhere in the game; "" for words that it doesn't know."""
    if found := _named({key for faction in COMMANDS.values() for key in faction}, said):
        whose = [faction for faction, keys in COMMANDS.items() if found in keys]
        text = "3.0: {what} is a Command of {whose}."
        own = "3.0: {what} is a Command: first say how you act."
        return say(own if seat in whose else text, what=found, whose=listed(whose))
    if found := _named({key for faction in DECREES.values() for key in faction}, said):
        whose = [faction for faction, keys in DECREES.items() if found in keys]
        text = "4.0: {what} is a Decree of {whose}."
        own = "4.0: {what} is a Decree, and none is asked for here."
        return say(own if seat in whose else text, what=found, whose=listed(whose))
    if found := _named(SPACES, said):
        return say("{what} is none of the spaces that this question offers.", what=found)
    return ""


def _named(keys: Sequence[str] | set[str], said: Sequence[str]) -> str:
    options = [Option(key, name(key), tuple(aliases(key))) for key in sorted(keys)]
    fit, found = best(options, said)
    return found[0].key if fit is not None and fit.fit >= WHOLE_WORDS and len(found) == 1 else ""
