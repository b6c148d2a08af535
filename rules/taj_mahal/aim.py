"""Describe what a seat plays for when it is to move in a visit: the symbols that can still be won."""

from __future__ import annotations

from rules.extras.scores import place_of
from rules.taj_mahal.sequence.playing import PLAY
from rules.taj_mahal.view import View
from rules.words import Said, listed, say


def describe_aim(view: View, seat: str, kind: str) -> Said:
    """Return a seat's rank, the symbols in which it leads, and the other symbols at court.

    Return "" unless the question is which card to play.
    """
    if kind != PLAY:
        return ""
    place = place_of(seat, {each.key: each.points for each in view.players})
    leads = [symbol for symbol in view.court if view.leads.get(symbol) == seat]
    others = [symbol for symbol in view.court if symbol not in leads]
    if not leads:
        return say("{place}. Leads in nothing. Still to win: {court}.", place=place, court=listed(others))
    if not others:
        return say("{place}. Leads in all that is left: {leads}.", place=place, leads=listed(leads))
    text = "{place}. Leads in {leads}. Still to win: {court}."
    return say(text, place=place, leads=listed(leads), court=listed(others))
