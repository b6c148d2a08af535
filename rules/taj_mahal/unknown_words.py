"""Explain why typed words that name a card are no answer.

The seat doesn't have the card, or can't play or take it at this point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.orders.matching import find_closest
from rules.orders.tokenizer import normalize, split_words
from rules.taj_mahal.cards import COLOUR, KINDS, SPECIALS, WHITE, sort_cards
from rules.taj_mahal.names import aliases, name
from rules.taj_mahal.sequence.playing import PLAY, WITH
from rules.taj_mahal.sequence.withdrawing import TAKE
from rules.taj_mahal.state import State
from rules.words import Said, Words, as_is, join_list, say


def _list_card_words() -> Mapping[tuple[str, ...], set[str]]:
    """Return the words for a card, with the cards that they can mean."""
    found: dict[tuple[str, ...], set[str]] = {}
    for card in (*KINDS, *SPECIALS):
        for text in (card, name(card), *aliases(card)):
            found.setdefault(split_words(text), set()).add(card)
    return found


CARDS = _list_card_words()
LONGEST = max(map(len, CARDS))
WORDS = {word for words in CARDS for word in words}


def explain_unknown(s: State, seat: str, topic: tuple[str, str], said: Sequence[str]) -> Said:
    """Return why the card at the beginning of `said` can't be played; "" if `said` begins with no card.

    If the order has already ended, return "" too.
    """
    if not topic[0]:
        return ""
    typed = tuple(normalize(word) for word in said)
    for n in range(min(LONGEST, len(typed)), 0, -1):
        if kinds := CARDS.get(typed[:n]):
            if len(kinds) > 1:
                return _say_none(said[:n])
            (kind,) = kinds
            own = seat in s.players and (kind in s.players[seat].hand or s.specials.get(kind) == seat)
            if topic[0] in (PLAY, WITH) and not own:
                return say("2.2: you don't have {card}.", card=kind)
            if topic[0] == PLAY and COLOUR.get(kind, WHITE) == WHITE:
                text = "2.4: type the coloured card first, then {card} to play with it."
                return say(text, card=kind)
            if topic[0] == WITH and own and kind in s.players[seat].table:
                return say("2.4: you have played {card} in this visit already.", card=kind)
            return say("2.2: you cannot play {card} here.", card=kind)
    return ""


def explain_unread(s: State, topic: tuple[str, str], said: Sequence[str]) -> Said:
    """Return why the card in these words can't be played or taken; "" if the words name no missing card.

    The words must name a colour and at least one symbol, as in "red crown". If the question is about the hand
    of the seat on turn, the text also names the cards of this colour in that hand. Words may be misspelled.
    """
    typed = tuple(_respell(normalize(word)) for word in said[:LONGEST])
    hand = s.players[s.mover].hand if s.mover else {}
    for n in range(min(LONGEST, len(typed)), 1, -1):
        if kinds := {kind for words, named in CARDS.items() if words[:n] == typed[:n] for kind in named}:
            if kinds & {*(s.supply if topic[0] == TAKE else hand)}:
                return ""
            asks_hand, colours = topic[0] in (PLAY, WITH), {COLOUR.get(kind, "") for kind in kinds}
            if asks_hand and len(colours) == 1 and "" not in colours:
                return _say_missing(hand, colours.pop(), said[:n])
            return _say_none(said[:n])
    return ""


@lru_cache(maxsize=256)
def _respell(word: str) -> str:
    """Return the word of a card's name that is clearly meant; the word itself if none is."""
    meant = [] if word in WORDS else find_closest(word, WORDS)
    return meant[0] if len(meant) == 1 else word


def _say_missing(hand: Mapping[str, int], colour: str, said: Sequence[str]) -> Words:
    """2.2: return that the hand has no such card, and which cards of this colour it has."""
    own, card = [kind for kind in sort_cards(hand) if COLOUR[kind] == colour], as_is(" ".join(said))
    if not own:
        return say("You have no “{said}” card: you have no card of this colour.", said=card)
    text = "You have no “{said}” card. Your cards of this colour: {cards}."
    return say(text, said=card, cards=join_list(own))


def _say_none(said: Sequence[str]) -> Words:
    return say("2.2: there is no “{said}” card to choose here.", said=as_is(" ".join(said)))
