"""Explain typed words that are no answer, because they name a card that the seat can't play now.

The card may be missing from its hand, or the card can't be played in this way.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.orders.tokenizer import normalize, split_words
from rules.taj_mahal.cards import COLOUR, KINDS, SPECIALS, WHITE
from rules.taj_mahal.names import aliases, name
from rules.words import Said, say

CARDS = {
    split_words(text): kind for kind in (*KINDS, *SPECIALS) for text in (kind, name(kind), *aliases(kind))
}
LONGEST = max(map(len, CARDS))


def explain_unknown(seat: str, said: Sequence[str]) -> Said:
    """Return why the card that the first of these words name can't be played; "" if they name no card."""
    typed = tuple(normalize(word) for word in said)
    for n in range(min(LONGEST, len(typed)), 0, -1):
        if (kind := CARDS.get(typed[:n])) is not None:
            if COLOUR.get(kind, WHITE) == WHITE:
                return say(
                    "2.4: you can play {card} only if it is yours, and only together with a coloured card.",
                    card=kind,
                )
            return say("2.2: you cannot play {card} here.", card=kind)
    return ""
