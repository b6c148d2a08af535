"""Say in one clause what an order is for, by what everybody sees before and after it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.asking import DONE
from rules.taj_mahal.names import WITHDRAW, name_with_articles
from rules.taj_mahal.view import View
from rules.words import Plural, Said, say


def describe_purpose(before: View, after: View, seat: str, keys: Sequence[str]) -> Said:
    """Return what the seat wins, leads in or saves by the order. It reveals no card of a hand."""
    was, now = before.player(seat), after.player(seat)
    points = now.points - was.points
    if seat in after.winners:
        return say("to win the game")
    built = len(after.find_cities(seat) - before.find_cities(seat))
    if WITHDRAW not in keys and before.supply != after.supply:
        if not built:
            return say("to have better cards later")
        return say(
            Plural(
                "to have {n} more palace and better cards later",
                "to have {n} more palaces and better cards later",
            ),
            n=built,
        )
    if before.visit == after.visit and not now.is_out and WITHDRAW not in keys:
        led = [symbol for symbol in after.court if before.leads.get(symbol) == seat]
        leads = [symbol for symbol in after.court if after.leads.get(symbol) == seat]
        if new := [symbol for symbol in leads if symbol not in led]:
            return say("to lead in {symbols}", symbols=name_with_articles(new))
        if leads and len(now.table) > len(was.table):
            return say("to stay ahead in {symbols}", symbols=name_with_articles(leads))
        if len(now.table) > len(was.table):
            return say("to stay in the visit and catch up")
        return say("to keep its other cards") if {*keys} <= {DONE} else say("to go on with its turn")
    if points > 0:
        return say("to score {n}", n=points)
    if seat in before.leads.values() or len(now.tiles) > len(was.tiles) or built:
        return say("to take what it leads in")
    return say("to save cards for later visits")
