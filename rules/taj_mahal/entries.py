"""Describe answers in a list: the symbols that a card leads in, what a city connects, what a card adds."""

from __future__ import annotations

from rules.ask import Ask
from rules.taj_mahal.board import CITIES
from rules.taj_mahal.cards import COLOUR, CROWN, ELEPHANT, SHOWS, WHITE, count_cards
from rules.taj_mahal.forecasts.trades import forecast_trades
from rules.taj_mahal.forecasts.withdrawal import forecast_withdrawal
from rules.taj_mahal.names import WITHDRAW, name_with_articles
from rules.taj_mahal.points import count_bonus_points, find_connected, find_own_cities
from rules.taj_mahal.sequence.playing import PLAY, WITH, needs_change
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
        n, use = s.supply.get(key, 1), _describe_use(s, key)
        return use if n == 1 else say("{told} ({n} in the supply)", n=n, told=use)
    if ask.kind in (PALACE, CROWN_PALACE) and key in CITIES[s.province]:
        return _describe_city(s, ask.seat, key, ask.kind)
    return None


def _describe_card(s: State, ask: Ask, card: str) -> Words:
    """2.5, 3.1: return what a card leads in, whether it uses the change of colour, and how many there are."""
    n, changes = s.players[ask.seat].hand.get(card, 0), ask.kind == PLAY and needs_change(s, ask.seat, card)
    told = _describe_lead(s, ask.seat, card, brief=changes or n > 1)
    if changes:
        return say("uses your change of colour: {told}", told=told)
    return say("{told} (you have {n})", n=n, told=told) if n > 1 else told


def _describe_lead(s: State, seat: str, card: str, *, brief: bool) -> Words:
    """3.1, 4: return the symbols in which a seat leads after it plays this card, and what that scores.

    `brief`: whether the text leaves out when the seat scores, because an entry has little room.
    """
    twin = s.copy()
    twin.players[seat].table.append(card)
    brings = forecast_withdrawal(twin, seat)
    if not brings.won:
        return say("you lead in nothing yet")
    if brief:
        text = Plural("you lead in {won}: up to 1 point", "you lead in {won}: up to {n} points")
    else:
        text = Plural(
            "you lead in {won}; up to 1 point if you withdraw next",
            "you lead in {won}; up to {n} points if you withdraw next",
        )
    return say(text, won=name_with_articles(brings.won), n=brings.points)


def _describe_withdrawal(s: State, seat: str) -> Words:
    """3.1, 5.2, 5.3: return what a seat wins and scores by withdrawing now, or which cards it gets."""
    if not s.players[seat].table:
        n = min(TAKEN, count_cards(s.supply))
        return say("you draw 1 card and take {n} from the supply", n=n)
    brings = forecast_withdrawal(s, seat)
    if not brings.won:
        return say("you win nothing")
    if trades := forecast_trades(s, seat, brings.won):  # then an entry has no room for all that is won
        text = Plural("up to {n} point; {trades}", "up to {n} points; {trades}")
        return say(text, n=brings.points, trades=in_turn([describe_trade(trade) for trade in trades]))
    text = Plural("you win {won}: up to 1 point", "you win {won}: up to {n} points")
    return say(text, won=name_with_articles(brings.won), n=brings.points)


def describe_trade(trade: Trade) -> Words:
    """6.1: return which special card the second tile of a symbol brings at the end of the visit."""
    text = "second {symbol}: you get the {card}"
    if trade.holder:
        text = "second {symbol}: you get the {card} from {holder}"
    return say(text, symbol=trade.symbol, card=trade.card, holder=trade.holder)


def _describe_use(s: State, card: str) -> Words:
    """3.2 to 3.4, 7.1: return what a card of the supply helps to win, or what it scores at the end.

    Everybody sees the question, so the text says nothing about the hand.
    """
    colour = COLOUR[card]
    if s.visit == max(NUMBERS):
        if colour == WHITE:
            return say("1 point at the end")
        return say("1 point at the end, if {colour} is the colour you hold most of", colour=colour)
    prizes = dict.fromkeys(symbol if symbol in PRIZES else "" for symbol in SHOWS[card])
    wins = join_list([PRIZES.get(symbol, PALACE_WON) for symbol in prizes])
    if colour == WHITE:
        return say("fits any colour; helps to win {wins}", wins=wins)
    return say("fits {colour} and White; helps to win {wins}", wins=wins, colour=colour)


def _describe_city(s: State, seat: str, city: str, kind: str) -> Words:
    """4.1, 4.3: return what the next palace of a seat scores here."""
    player, owned = s.players[seat], find_own_cities(s.palaces, s.crowns, seat)
    found = find_connected({*owned, city}, s.province)
    n = len(found)
    tile = s.bonus.get(city, "") if kind == PALACE else ""
    bonus = count_bonus_points(tile, count_goods(player.tiles, player.goods)) if tile else 0
    connected = say("{n} point for palaces", n=n)
    if n > 1:
        text = "connects {province} with {others}: {n} points"
        others: list[object] = [*found[1 : NAMED + 1]]
        others += [say("{n} more", n=n - 1 - NAMED)] if n - 1 > NAMED else []
        connected = say(text, province=s.province, others=join_list(others), n=n)
    if not bonus:
        return connected
    return say("{connected}, {n} for the tile", connected=connected, n=bonus)
