"""Explain why typed words that name a card are no answer.

The seat doesn't have the card, or can't play or take it at this point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.orders.matching import find_closest
from rules.orders.tokenizer import normalize, split_words
from rules.taj_mahal.cards import COLOUR, KINDS, SPECIALS, WHITE, sort_cards
from rules.taj_mahal.names import SEATS, aliases, name
from rules.taj_mahal.sequence.playing import PLAY, WITH
from rules.taj_mahal.sequence.withdrawing import CROWN_PALACE, PALACE, TAKE
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
                return _say_none(topic, said[:n])
            (kind,) = kinds
            return _explain_card(s, seat, topic, kind, said[:n])
    return ""


def explain_unread(s: State, topic: tuple[str, str], said: Sequence[str]) -> Said:
    """Return why the cards that these words name can't be chosen; "" if one of them can be, or none is named.

    If the question is about the hand of the seat on turn, the text can also name cards of this hand. Words
    may be misspelled. The name of a seat gets a text too, because it may be meant as a colour of cards.
    """
    typed = tuple(_respell(normalize(word)) for word in said[:LONGEST])
    if typed[:1] and typed[0] in SEATS and topic[0] in (PLAY, WITH, TAKE):
        return say("{seat} is a player. Cards are red, yellow, green, violet or white.", seat=typed[0])
    hand = s.players[s.mover].hand if s.mover else {}
    for n in range(min(LONGEST, len(typed)), 0, -1):
        kinds = {kind for words, named in CARDS.items() if words[:n] == typed[:n] for kind in named}
        colours = {COLOUR.get(kind, "") for kind in kinds}
        if not kinds or (n == 1 and typed[0] not in COLOUR.values()):
            continue
        if topic[0] == WITH and len(colours) == 1 and not colours & {"", WHITE}:
            return say("2.2: you play one coloured card per turn. You have already chosen it.")
        if topic[0] in (PLAY, WITH, TAKE) and kinds & {*(s.supply if topic[0] == TAKE else hand)}:
            return ""
        if topic[0] not in (PLAY, WITH):
            return _say_none(topic, said[:n])
        if colours == {""}:
            return _explain_card(s, s.mover, topic, kinds.pop(), said[:n]) if len(kinds) == 1 else ""
        return (
            _say_missing(hand, colours.pop(), said[:n]) if len(colours) == 1 else _say_none(topic, said[:n])
        )
    return ""


def _explain_card(s: State, seat: str, topic: tuple[str, str], card: str, said: Sequence[str]) -> Words:
    """2.2, 2.4: return why the seat can't choose this card."""
    own = seat in s.players and (card in s.players[seat].hand or s.specials.get(card) == seat)
    if topic[0] not in (PLAY, WITH):
        return _say_none(topic, said)
    if not own:
        return say("2.2: you don't have {card}.", card=card)
    if topic[0] == PLAY and COLOUR.get(card, WHITE) == WHITE:
        return say("2.4: type the coloured card first, then {card} to play with it.", card=card)
    if topic[0] == WITH and card in s.players[seat].table:
        return say("2.4: you have played {card} in this visit already.", card=card)
    return say("2.2: you cannot play {card} here.", card=card)


@lru_cache(maxsize=256)
def _respell(word: str) -> str:
    """Return the word of a card's name that is clearly meant; the word itself if none is."""
    meant = [] if word in WORDS else find_closest(word, WORDS)
    return meant[0] if len(meant) == 1 else word


def _say_missing(hand: Mapping[str, int], colour: str, said: Sequence[str]) -> Words:
    """2.2: return that the hand has no such card, and which cards of this colour it has."""
    own = [kind for kind in sort_cards(hand) if COLOUR[kind] == colour]
    if not own:
        return say("You have no {colour} card.", colour=colour)
    text = "You have no “{said}” card. Your cards of this colour: {cards}."
    return say(text, said=as_is(" ".join(said)), cards=join_list(own))


def _say_none(topic: tuple[str, str], said: Sequence[str]) -> Words:
    """Return that there is no such card to choose, or that the question is about no card."""
    text = "2.2: there is no “{said}” card to choose here."
    if topic[0] == TAKE:
        text = "5.3: the supply has no “{said}” card."
    elif topic[0] in (PALACE, CROWN_PALACE):
        text = "You choose a city now, not a card."
    return say(text, said=as_is(" ".join(said)))
