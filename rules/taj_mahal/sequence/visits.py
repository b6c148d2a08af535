"""6 Visit's end: trade special cards, remove unclaimed symbols, begin the next visit. 7 Game end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.taj_mahal.board import CITIES
from rules.taj_mahal.cards import (
    ANY_COLOUR,
    CARDS,
    COLOUR,
    COLOURS,
    INFLUENCE,
    MORE_CROWN,
    MORE_ELEPHANT,
    SPECIALS,
    SYMBOLS,
    TWO_POINTS,
    WHITE,
)
from rules.taj_mahal.sequence.withdrawing import draw_cards
from rules.taj_mahal.state import State
from rules.taj_mahal.tiles import LAST
from rules.words import Line, Text, Words, join_list, say

LAID_OUT, TRADED, VISITS, COUNTED, WON = "laid-out", "traded", "visits", "counted", "won"  # kinds of lines
# what each special card does
EFFECTS: Mapping[str, Text] = {
    MORE_ELEPHANT: "one more Elephant",
    MORE_CROWN: "one more Grand Mogul",
    TWO_POINTS: "2 points at once",
    ANY_COLOUR: "the coloured card played with it may have any colour",
}


class Trade(NamedTuple):
    """A seat returns two influence tiles with the same symbol, and then has the special card.

    `holder`: the seat that has the card before the trade, possibly the same one; "" if nobody has it.
    """

    seat: str
    symbol: str
    card: str
    holder: str


async def lay_out_supply(s: State) -> None:
    """1.2, 6.3: lay out open cards: 1 less than twice the number of players, or all that are left."""
    prompt = say("The supply of visit {n}", n=s.visit)
    drawn = await draw_cards(s, s.supply, 2 * len(s.players) - 1, prompt, "supply")
    if drawn:
        s.tell(LAID_OUT, "The supply is {cards}.", cards=join_list(drawn))


def end_visit(s: State) -> None:
    """6.1 to 6.3: end the visit and begin the next one; 7.1: after the last visit, end the game."""
    trade_tiles(s)
    for city in CITIES[s.province]:  # 6.2
        s.bonus.pop(city, None)
    if s.visit == LAST:
        score_cards(s)
        return
    everybody = list(s.players)
    s.visit += 1
    s.out.clear()
    s.court = list(SYMBOLS)
    s.starter = s.mover = everybody[(everybody.index(s.starter) + 1) % len(everybody)]
    s.tell(VISITS, "Visit {n}: {province}. {seat} begins.", n=s.visit, province=s.province, seat=s.starter)


def trade_tiles(s: State) -> None:
    """6.1: trade two influence tiles of a kind for their special card.

    The card comes from beside the board, or from the player who has it. A player who already has the card
    only returns the tiles.
    """
    for trade, words in list_trades(s):
        del s.players[trade.seat].influence[trade.symbol]
        s.specials[trade.card] = trade.seat
        s.story.append(Line(words, kind=TRADED, parts=words.args))


def list_trades(s: State) -> list[tuple[Trade, Words]]:
    """6.1: return the trades that the seats must make with their tiles, each with a sentence on it."""
    card_of, holders = CARDS.specials[s.options.specials].card, {**s.specials}
    found = list[tuple[Trade, Words]]()
    for seat, player in s.players.items():
        for symbol in INFLUENCE:
            if player.influence.get(symbol, 0) < 2:
                continue
            card = card_of[symbol]
            holder, holders[card] = holders[card], seat
            if holder == seat:
                text = "{seat} returns 2 {symbol} tiles and keeps {card}."
            elif holder:
                text = "{seat} trades 2 {symbol} tiles for {card} and takes it from {holder}."
            else:
                text = "{seat} trades 2 {symbol} tiles for {card}: {does}."
            does = say(EFFECTS[card])
            words = say(text, seat=seat, symbol=symbol, card=card, holder=holder, does=does)
            found.append((Trade(seat, symbol, card, holder), words))
    return found


def score_cards(s: State) -> None:
    """7.1: end the game. Score 1 for each special and white card, and each card of the longest colour.

    All hands are shown. 7.2: write the winners into the story.
    """
    s.over = True
    for seat, player in s.players.items():
        specials = sum(s.specials[card] == seat for card in SPECIALS)
        n = specials + count_hand_points(player.hand)
        s.score(seat, "cards", n)
        s.tell(COUNTED, "{seat} scores {n} for cards.", seat=seat, n=n)
    end = describe_victory(find_winners(s))
    s.story.append(Line(end, kind=WON, parts=end.args))


def describe_victory(seats: Sequence[str]) -> Words:
    """7.2: return how the game ended."""
    return say("{seats} wins." if len(seats) == 1 else "{seats} share the victory.", seats=join_list(seats))


def describe_result(s: State) -> Words | str:
    """7.2: return who won with how many points; "" while the game goes on, or if the victory is shared."""
    won = find_winners(s)
    if len(won) != 1:
        return ""
    most, second, *_ = sorted((player.total for player in s.players.values()), reverse=True)
    return say("{seat} wins with {n} points to {second}.", seat=won[0], n=most, second=second)


class Scored(NamedTuple):
    """The cards of a hand that score at the end: white cards, and those of the longest colour."""

    whites: int
    colour: str
    coloured: int


def find_scored_cards(hand: Mapping[str, int]) -> Scored:
    """7.1: return which cards of a hand score at the end."""
    by_colour = dict.fromkeys((*COLOURS, WHITE), 0)
    for kind, n in hand.items():
        by_colour[COLOUR[kind]] += n
    whites = by_colour.pop(WHITE)
    longest = max(by_colour, key=lambda colour: by_colour[colour])
    return Scored(whites, longest, by_colour[longest])


def count_hand_points(hand: Mapping[str, int]) -> int:
    """7.1: return what white and coloured cards score at the end."""
    scored = find_scored_cards(hand)
    return scored.whites + scored.coloured


def find_winners(s: State) -> list[str]:
    """7.2: return the seats with the most points; [] while the game goes on."""
    if not s.over:
        return []
    most = max(player.total for player in s.players.values())
    return [seat for seat, player in s.players.items() if player.total == most]


def rank_seats(s: State) -> list[list[str]]:
    """7.2: return groups of seats that share a place, best first."""
    totals = sorted({player.total for player in s.players.values()}, reverse=True)
    return [[seat for seat, player in s.players.items() if player.total == total] for total in totals]
