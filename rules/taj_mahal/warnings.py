"""Warn a seat of cards that win nothing or change nothing, for the preview of its order."""

from __future__ import annotations

from collections.abc import Iterator

from rules.extras import Warned
from rules.taj_mahal.cards import ANY_COLOUR, COLOUR, SHOWS
from rules.taj_mahal.names import name_with_articles
from rules.taj_mahal.state import State
from rules.words import Plural, say

NOTHING, WASTED, COLOURLESS = "nothing", "wasted", "colour"
WON = "influence", "tiles"  # the fields of `Player` that hold what a seat has won, except the crown


def list_warnings(before: State, after: State, seat: str) -> list[Warned]:
    """Return warnings of cards in an order that win nothing or change nothing, the gravest first."""
    if seat not in before.players or not before.visit:
        return []
    return [*_warn_of_withdrawal(before, after, seat), *_warn_of_cards(before, after, seat)]


def _warn_of_withdrawal(before: State, after: State, seat: str) -> Iterator[Warned]:
    """3.1: warn of a withdrawal that wins nothing although the seat has played cards."""
    n, left = len(before.players[seat].table), not after.players[seat].table
    if (
        n
        and left
        and not any(city not in before.crowns for city in after.crowns)
        and all(getattr(before.players[seat], won) == getattr(after.players[seat], won) for won in WON)
    ):
        text = Plural(
            "You win nothing for the card you played", "You win nothing for the {n} cards you played"
        )
        yield Warned(NOTHING, "3.1", say(text, n=n))


def _warn_of_cards(before: State, after: State, seat: str) -> Iterator[Warned]:
    """2.5, 3.1: warn of a card just played if its symbols can't be won.

    Also warn of a change of colour, if the card played with it already has the colour of the visit.
    """
    then, now = before.players[seat].table, after.players[seat].table
    bound = before.bound(seat)
    for at, card in enumerate(now[len(then) :], len(then)):
        symbols = dict.fromkeys(SHOWS[card])
        if symbols and not any(symbol in before.court for symbol in symbols):
            text = "{card} wins nothing: {symbols} can't be won any more in this visit"
            yield Warned(WASTED, "3.1", say(text, card=card, symbols=name_with_articles(symbols)))
        if card == ANY_COLOUR and at and COLOUR.get(now[at - 1]) == bound:
            text = "{card} changes nothing: your coloured card has this visit's colour already"
            yield Warned(COLOURLESS, "2.5", say(text, card=card))
