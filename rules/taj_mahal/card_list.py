"""List the cards for `/card`: each card's effect and holder."""

from __future__ import annotations

from rules.taj_mahal.cards import COLOURED_EACH, COLOURS, WHITES
from rules.taj_mahal.description import list_cards, list_names
from rules.taj_mahal.sequence.visits import EFFECTS
from rules.taj_mahal.view import View
from rules.words import Words, say


def list_all_cards(view: View, seat: str | None) -> list[Words]:
    """Return a line for each kind of card in the game, and the cards that a seat holds."""
    coloured = (
        "There are {n} coloured cards in each of {colours} colours, with two symbols each. "
        "You play one per turn. In a visit, all your coloured cards have the same colour."
    )
    white = "There are {n} white cards, with one symbol each. You may add one white card to a coloured card."
    symbols = "An Elephant wins the province tile, a Grand Mogul the crown, any other symbol a palace."
    lines = [
        say(coloured, n=COLOURED_EACH, colours=len(COLOURS)),
        say(white, n=WHITES),
        say(symbols),
        *(_describe_special(view, symbol, card) for symbol, card in view.trades.items()),
    ]
    if seat is None:
        return lines
    own = view.player(seat)
    held = list_cards(own.hand) if own.hand else say("only special cards")
    hand = [say("Your hand: {cards}.", cards=held)]
    if own.specials:
        hand.append(say("Special cards: {cards}.", cards=list_names(own.specials)))
    return [*lines, *hand]


def _describe_special(view: View, symbol: str, card: str) -> Words:
    """Return a special card's effect, what it is traded for, and who has it."""
    does, holder = say(EFFECTS[card]), view.specials[card]
    if not holder:
        text = "{card}: {does}. You get it for 2 {symbol} tiles. It lies beside the board."
        return say(text, card=card, does=does, symbol=symbol)
    text = "{card}: {does}. You get it for 2 {symbol} tiles. {holder} has it."
    return say(text, card=card, does=does, symbol=symbol, holder=holder)
