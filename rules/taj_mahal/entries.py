"""Describe answers in a list: the symbols that a card leads in, what a city connects, what a card adds."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask import Ask
from rules.taj_mahal.board import CITIES, NEIGHBOURS, PROVINCE_OF
from rules.taj_mahal.cards import (
    ANY_COLOUR,
    CARDS,
    COLOUR,
    CROWN,
    ELEPHANT,
    INFLUENCE,
    SHOWS,
    SPECIALS,
    TWO_POINTS,
    WHITE,
    count_cards,
)
from rules.taj_mahal.forecasts.trades import forecast_trades
from rules.taj_mahal.forecasts.withdrawal import forecast_withdrawal
from rules.taj_mahal.names import WITHDRAW, name_with_articles
from rules.taj_mahal.points import count_bonus_points, find_connected, find_own_cities
from rules.taj_mahal.sequence.playing import PLAY, SPECIAL_POINTS, WITH, needs_change
from rules.taj_mahal.sequence.visits import Trade
from rules.taj_mahal.sequence.withdrawing import CROWN_PALACE, PALACE, TAKE, TAKEN
from rules.taj_mahal.state import State
from rules.taj_mahal.tiles import NUMBERS, count_goods
from rules.words import Plural, Words, in_turn, join_list, say

PRIZES = {ELEPHANT: say("the province tile"), CROWN: say("the crown palace")}
PALACE_WON = say("a palace")
NAMED = 3  # at most this many connected provinces are named


def describe_entry(s: State, ask: Ask, key: str) -> Words | None:
    """Return a text on what an answer would bring now; None if there is nothing to tell.

    If everybody may see the question, the text contains nothing secret.
    """
    if ask.kind in (PLAY, WITH) and key in SHOWS:
        return _describe_card(s, ask, key)
    if key == WITHDRAW:
        return _describe_withdrawal(s, ask.seat)
    if ask.kind == TAKE:
        return _describe_supplied(s, ask.seat, key)
    if ask.kind in (PALACE, CROWN_PALACE) and key in CITIES[s.province]:
        return _describe_city(s, ask.seat, key, ask.kind)
    return None


def _describe_card(s: State, ask: Ask, card: str) -> Words:
    """2.5, 3.1: return what a card leads in, whether it uses the change of colour, and how many there are."""
    if card in SPECIALS:
        return _describe_special(s, ask.seat, card)
    n, changes = s.players[ask.seat].hand.get(card, 0), ask.kind == PLAY and needs_change(s, ask.seat, card)
    told = _describe_lead(s, ask.seat, card, brief=changes or n > 1)
    if changes:
        return say("uses your change of colour: {told}", told=told)
    return say("{told} (you have {n})", n=n, told=told) if n > 1 else told


def _describe_special(s: State, seat: str, card: str) -> Words:
    """2.5: return what a special card does with the coloured card that the seat has just played."""
    if card == TWO_POINTS:
        return say("{n} points at once", n=SPECIAL_POINTS)
    if card != ANY_COLOUR:
        told = _describe_lead(s, seat, card, brief=True)
        return say("adds 1 {symbol}; {told}", symbol=SHOWS[card][0], told=told)
    twin = s.copy()
    table = twin.players[seat].table
    table.append(card)
    bound = twin.bound(seat)
    if not bound:
        return say("your next coloured card may have any colour")
    if COLOUR[table[-2]] == bound:
        return say("changes nothing: {card} has your colour already", card=table[-2])
    return say("needed for {card}; your colour stays {colour}", card=table[-2], colour=bound)


def _describe_lead(s: State, seat: str, card: str, *, brief: bool) -> Words:
    """3.1, 4: return the symbols in which a seat leads after it plays this card, and what that scores.

    Of the symbols in which the seat is tied, the text names those of this card. The points come before the
    first ";", because a question with many buttons shows only this part.

    `brief`: whether the text leaves out when the seat scores, because an entry has little room.
    """
    twin = s.copy()
    twin.players[seat].table.append(card)
    brings = forecast_withdrawal(twin, seat)
    won = name_with_articles(brings.won)
    if ties := [symbol for symbol in twin.find_ties(seat) if symbol in SHOWS[card]]:
        tied = name_with_articles(ties)
        if not brings.won:
            return say("you are only tied in {tied}", tied=tied)
        text = Plural(
            "you lead in {won}, tied in {tied}: up to 1 point",
            "you lead in {won}, tied in {tied}: up to {n} points",
        )
        return say(text, won=won, tied=tied, n=brings.points)
    if not brings.won:
        return say("you lead in nothing yet")
    text = Plural("you lead in {won}: up to 1 point", "you lead in {won}: up to {n} points")
    told = say(text, won=won, n=brings.points)
    return told if brief or len(brings.won) > 2 else say("{told}; withdraw next to score", told=told)


def _describe_withdrawal(s: State, seat: str) -> Words:
    """3.1, 5.2, 5.3: return what a seat wins and scores by withdrawing now, or which cards it gets."""
    if not s.players[seat].table:
        n = min(TAKEN, count_cards(s.supply))
        return say("you draw 1 card and take {n} from the supply", n=n)
    brings = forecast_withdrawal(s, seat)
    if not brings.won:
        return say("you win nothing")
    text = Plural("you win {won}: up to 1 point", "you win {won}: up to {n} points")
    told = say(text, won=name_with_articles(brings.won), n=brings.points)
    if trades := forecast_trades(s, seat, brings.won):
        return say("{told}; {trades}", told=told, trades=in_turn([*map(describe_trade, trades)]))
    return told


def describe_trade(trade: Trade) -> Words:
    """6.1: return which special card the second tile of a symbol brings at the end of the visit."""
    text = "second {symbol}: you get the {card}"
    if trade.holder:
        text = "second {symbol}: you get the {card} from {holder}"
    return say(text, symbol=trade.symbol, card=trade.card, holder=trade.holder)


def _describe_supplied(s: State, seat: str, card: str) -> Words | None:
    """3.2 to 3.4, 6.1, 7.1: return what sets a card of the supply apart from the others; None: nothing does.

    Everybody sees the question, so the text says nothing about the hand.
    """
    n, told = s.supply.get(card, 1), _list_uses(s, seat, card)
    if not told:
        return say("{n} in the supply", n=n) if n > 1 else None
    use = in_turn(told)
    return use if n == 1 else say("{told} ({n} in the supply)", n=n, told=use)


def _list_uses(s: State, seat: str, card: str) -> list[Words]:
    """Return what a card of the supply is for, without what all cards of the supply are for."""
    colour = COLOUR[card]
    if s.visit == max(NUMBERS):
        if colour == WHITE:
            return [say("1 point at the end")]
        return [say("1 point at the end, if {colour} is the colour you hold most of", colour=colour)]
    told = list[Words]()
    if colour == WHITE and any(COLOUR[other] != WHITE for other in s.supply):
        told.append(say("fits any colour"))
    specials = _list_specials(s, seat, card)
    common = set.intersection(*(_find_prizes(other) for other in s.supply))
    common |= {""} if specials else set()  # there is no room for both
    told += specials  # in a short text the last uses are left out, and a special card matters most
    prizes = [symbol for symbol in (ELEPHANT, "", CROWN) if symbol in _find_prizes(card) - common]
    if prizes:
        wins = join_list([PRIZES.get(symbol, PALACE_WON) for symbol in prizes])
        told.append(say("helps to win {wins}", wins=wins))
    return told


def _list_specials(s: State, seat: str, card: str) -> list[Words]:
    """6.1: return which special cards a seat would get for a second tile of a symbol on this card."""
    card_of = CARDS.specials[s.options.specials].card
    found = [
        (symbol, card_of[symbol])
        for symbol in dict.fromkeys(SHOWS[card])
        if symbol in INFLUENCE and s.players[seat].influence.get(symbol) == 1
    ]
    return [
        say("second {symbol}: {card}", symbol=symbol, card=special)
        for symbol, special in found
        if s.specials[special] != seat
    ]


def _find_prizes(card: str) -> set[str]:
    """Return the prizes that a card helps to win: the symbols in `PRIZES`, and "" for a palace."""
    return {symbol if symbol in PRIZES else "" for symbol in SHOWS[card]}


def _describe_city(s: State, seat: str, city: str, kind: str) -> Words:
    """4.1, 4.3: return what the next palace of a seat scores here, and where its roads lead.

    The palaces of a withdrawal score together, so a later one scores only for the provinces that it adds.
    """
    player, owned = s.players[seat], find_own_cities(s.palaces, s.crowns, seat)
    before = find_connected(owned, s.province)
    found = [each for each in find_connected({*owned, city}, s.province) if each not in before]
    tile = s.bonus.get(city, "") if kind == PALACE else ""
    bonus = count_bonus_points(tile, count_goods(player.tiles, player.goods)) if tile else 0
    told = _describe_connected(s.province, found, bool(before))
    if bonus:
        told = say("{connected}, {n} for the tile", connected=told, n=bonus)
    if city in owned:
        return say("{told}; no new road, because you have a palace here", told=told)
    return _add_roads(s, city, told)


def _describe_connected(province: str, found: Sequence[str], further: bool) -> Words:
    """4.3: return what a palace in a province scores for the provinces that it connects.

    `found`: these provinces, with `province` first if it scores too. `further`: whether an earlier palace of
    this withdrawal scores for `province` already.
    """
    others: list[object] = [each for each in found if each != province]
    if not others:
        return say("no further point for palaces") if further else say("{n} point for palaces", n=len(found))
    if len(others) > NAMED:
        others[NAMED:] = [say("{n} more", n=len(others) - NAMED)]
    text: str | Plural = "connects {province} with {others}: {n} points"
    if further:
        text = Plural(
            "connects {province} with {others}: 1 more point",
            "connects {province} with {others}: {n} more points",
        )
    return say(text, province=province, others=join_list(others), n=len(found))


def _add_roads(s: State, city: str, told: Words) -> Words:
    """4.3: add to the text on a city where its roads lead, of provinces still to come."""
    roads = find_roads_ahead(s, city)
    if roads:
        text = Plural("{told}; road to {cities}", "{told}; roads to {cities}")
        return say(text, n=len(roads), told=told, cities=join_list(roads))
    if any(find_roads_ahead(s, other) for other in CITIES[s.province]):
        return say("{told}; no road to a later province", told=told)
    return told


def find_roads_ahead(s: State, city: str) -> list[str]:
    """4.3: return the cities of provinces still to come to which a road leads from a city."""
    return [near for near in NEIGHBOURS[city] if s.tiles[PROVINCE_OF[near]] > s.visit]
