"""Describe the rank of a seat that is asked which card to play.

The symbols in which it leads are left out, because the picture shows them.
"""

from __future__ import annotations

from rules.extras.scores import place_of
from rules.taj_mahal.sequence.playing import PLAY
from rules.taj_mahal.view import View
from rules.words import Said, say


def describe_aim(view: View, seat: str, kind: str) -> Said:
    """Return a seat's rank; "" unless the question is which card to play."""
    if kind != PLAY:
        return ""
    place = place_of(seat, {each.key: each.points for each in view.players})
    return say("{place}.", place=place)
