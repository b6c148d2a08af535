"""Say in one clause what an order is for, by comparing what everybody sees before and after it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.asking import DONE
from rules.taj_mahal.cards import SHOWS, SYMBOLS
from rules.taj_mahal.names import WITHDRAW, name_with_articles
from rules.taj_mahal.tiles import LAST
from rules.taj_mahal.view import View
from rules.words import Plural, Said, Words, say


def describe_purpose(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return what the seat wins, leads in or saves by the order. The text reveals no card of a hand."""
    was, now = before.player(seat), after.player(seat)
    points = now.points - now.parts["cards"] - was.points  # 7.1: every seat scores its cards at the end
    if seat in after.winners:
        return say("to win the game with {n} points", n=now.points)
    built = len(after.find_cities(seat) - before.find_cities(seat))
    if WITHDRAW not in keys and before.supply != after.supply:
        shown = {symbol for kind in keys if kind in before.supply for symbol in SHOWS[kind]}
        if before.visit == LAST:
            if built:
                return say(Plural("to place {n} palace", "to place {n} palaces"), n=built)
            return say("to have more cards that score at the end")
        better = name_with_articles([symbol for symbol in SYMBOLS if symbol in shown])
        if not shown:
            return say("to go on with the turn")
        if not built:
            return say("to bid for {symbols} in later visits", symbols=better)
        return say(
            Plural(
                "to have {n} more palace, and cards for {symbols}",
                "to have {n} more palaces, and cards for {symbols}",
            ),
            n=built,
            symbols=better,
        )
    if before.visit == after.visit and not now.is_out and WITHDRAW not in keys:
        led = [symbol for symbol in after.court if before.leads.get(symbol) == seat]
        leads = [symbol for symbol in after.court if after.leads.get(symbol) == seat]
        if new := [symbol for symbol in leads if symbol not in led]:
            return say("to lead in {symbols}", symbols=name_with_articles(new))
        if points > 0:
            return say(Plural("to score {n} point at once", "to score {n} points at once"), n=points)
        if len(now.table) > len(was.table):
            shown = {symbol for card in now.table[len(was.table) :] for symbol in SHOWS[card]}
            if wider := [symbol for symbol in leads if symbol in shown]:
                return say("to lead by more in {symbols}", symbols=name_with_articles(wider))
            return _describe_chase(after, seat, shown)
        return say("to keep the other cards") if {*keys} <= {DONE} else say("to go on with the turn")
    led = [symbol for symbol in before.court if before.leads.get(symbol) == seat]
    # The points are a hope: what follows the order can bring more or fewer.
    if points > 0 and led:
        return say("to win {symbols}, hoping to score {n}", n=points, symbols=name_with_articles(led))
    if points > 0:
        return say("hoping to score {n}", n=points)
    if led:
        return say("to win {symbols}", symbols=name_with_articles(led))
    if built:
        return say(Plural("to place {n} palace", "to place {n} palaces"), n=built)
    if len(now.tiles) > len(was.tiles):
        return say("to take the province tile")
    return _describe_saving(before, seat)


def _describe_saving(before: View, seat: str) -> Words:
    """Return that a seat that withdraws keeps its cards, and what for."""
    if not before.player(seat).cards:
        return say("to finish the visit")
    if before.visit == LAST:
        return say("to keep cards for the points at the end")
    text = Plural("to save {n} card for later visits", "to save {n} cards for later visits")
    return say(text, n=before.player(seat).cards)


def describe_intent(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return what the seat aims at beyond what it won, scored and took; "" if nothing is left to say."""
    if before.visit == after.visit and not after.player(seat).is_out and WITHDRAW not in keys:
        # Taking cards ends a withdrawal, whose reason was given when the seat withdrew.
        return describe_purpose(before, after, seat, keys) if before.supply == after.supply else ""
    return "" if WITHDRAW not in keys or after.winners else _describe_saving(before, seat)


def _describe_chase(view: View, seat: str, shown: Collection[str]) -> Said:
    """Return in which symbols of its new cards a seat draws level, or where it is nearest to the lead."""
    best = {
        symbol: max((each.shows[symbol] for each in view.players if not each.is_out), default=0)
        for symbol in view.court
    }
    own = view.player(seat).shows
    behind = {symbol: n - own[symbol] for symbol, n in best.items() if symbol in shown}
    if not behind:
        return say("to stay in the visit")
    if level := [symbol for symbol, n in behind.items() if not n]:
        return say("to draw level in {symbols}", symbols=name_with_articles(level))
    nearest = min(behind, key=lambda symbol: behind[symbol])
    return say(
        "to be only {n} behind the leader in {symbols}",
        n=behind[nearest],
        symbols=name_with_articles([nearest]),
    )
