"""PA-21: the alliances of the automatic players, which are against whoever leads by far.

As its Movement begins, a seat offers one to the strongest other that it can gain against him; it accepts what
those offer, and declines all else. It keeps an alliance as long as another than these two leads, if only a
little: it does not march against allies and joins in their battles (`fair`). In the last two game turns, or
when two seats are left, there are none.
"""

from __future__ import annotations

from rules.successors.forces import TURNS
from rules.successors.players.survey import might
from rules.successors.state import MOVEMENT
from rules.successors.view import SeatView, View, state_of

BY_FAR = 1.3  # who is so many times as strong as the others are on average leads by far
STILL = 1.1  # and as long as he is so many times as strong, an alliance against him is kept
UNTIL = TURNS - 2  # the last game turn of alliances


def reply(view: View, seat: str) -> str:
    """The side act with which the seat answers an offer; "" for none, as in the middle of a battle."""
    if not view.winners and not view.busy:
        for number, giver, taker in view.offers:
            if taker == seat:
                verb = "accept" if _wanted(view, seat, giver, BY_FAR) else "decline"
                return f"{verb}_{number}"
    return ""


def propose(view: View, seat: str) -> str:
    """The side act with which the seat breaks an alliance, withdraws an offer or makes one as its Movement
    begins; "" for none."""
    if view.winners or view.phase != MOVEMENT or view.seat != seat:
        return ""
    allies = view.seat_view(seat).allies
    if unwanted := [other for other in allies if not _wanted(view, seat, other, STILL)]:
        ending = state_of(view, lambda _: 0).ending
        if broken := next((other for other in unwanted if (seat, other) not in ending), ""):
            return f"break_{broken}"
    for number, giver, taker in view.offers:
        if giver == seat and not _wanted(view, seat, taker, BY_FAR):
            return f"withdraw_{number}"
    asked = {each for _, *pair in view.offers if seat in pair for each in pair}
    others = [each for each in view.seats if each.key not in asked and each.key not in allies]
    fit = [each for each in others if _wanted(view, seat, each.key, BY_FAR)]
    return f"ally_{max(fit, key=_might).key}" if fit else ""


def _wanted(view: View, seat: str, other: str, ahead: float) -> bool:
    """True where somebody else is so far ahead of all others, on average, that these two have to fear him."""
    if other == seat or other not in view.order or len(view.order) < 3 or view.number > UNTIL:
        return False
    mights = {each.key: _might(each) for each in view.seats if each.alive}
    first = max(mights, key=lambda each: mights[each])
    rest = (sum(mights.values()) - mights[first]) / (len(mights) - 1)
    return first not in (seat, other) and mights[first] >= ahead * rest


def _might(seat: SeatView) -> float:
    return might(seat.income, seat.talents, seat.units)
