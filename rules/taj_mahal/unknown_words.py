"""Explain typed words that are no answer, because they name a card that the seat can't play now.

The card may be missing from its hand, or the card can't be played in this way.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.orders.tokenizer import normalize, split_words
from rules.taj_mahal.cards import COLOUR, KINDS, SPECIALS, WHITE
from rules.taj_mahal.names import aliases, name
from rules.taj_mahal.state import State
from rules.words import Said, Words, as_is, say

CARDS: dict[tuple[str, ...], set[str]] = {}  # the words for a card, and the cards that they can mean
for each in (*KINDS, *SPECIALS):
    for text in (each, name(each), *aliases(each)):
        CARDS.setdefault(split_words(text), set()).add(each)
LONGEST = max(map(len, CARDS))


def explain_unknown(seat: str, said: Sequence[str]) -> Said:
    """Return why a card can't be played which the first words name; "" if they name no card."""
    typed = tuple(normalize(word) for word in said)
    for n in range(min(LONGEST, len(typed)), 0, -1):
        if kinds := CARDS.get(typed[:n]):
            if len(kinds) > 1:
                return _say_none(said[:n])
            (kind,) = kinds
            if COLOUR.get(kind, WHITE) == WHITE:
                return say(
                    "2.4: you can play {card} only if it is yours, and only together with a coloured card.",
                    card=kind,
                )
            return say("2.2: you cannot play {card} here.", card=kind)
    return ""


def explain_unread(s: State, said: Sequence[str]) -> Said:
    """Return why the card that these words name can't be played or taken; "" if they name none.

    The words must name a colour and a symbol or more, as in "red crown", and no card of the seat on turn.
    """
    typed = tuple(normalize(word) for word in said)
    hand = s.players[s.mover].hand if s.mover else {}
    for n in range(min(LONGEST, len(typed)), 1, -1):
        if kinds := {kind for words, named in CARDS.items() if words[:n] == typed[:n] for kind in named}:
            return "" if kinds & {*hand} else _say_none(said[:n])
    return ""


def _say_none(said: Sequence[str]) -> Words:
    return say("2.2: there is no “{said}” card to choose here.", said=as_is(" ".join(said)))
