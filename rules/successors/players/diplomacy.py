"""PA-21: the alliances of the bot players, against the player who leads by far.

As its Movement begins, a seat offers one to the strongest other that it can gain against the leader; it
accepts what those offer, and declines all else. It keeps an alliance as long as another than
these two leads, if only a little: it does not march against allies and joins in their battles (`fair`). In
the last two game turns, or when two seats are left, there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.successors.alliances import apply_side_act
from rules.successors.forces import TURNS
from rules.successors.players.survey import measure_all, measure_might
from rules.successors.state import MOVEMENT, State
from rules.successors.view import View, state_of
from rules.words import Said, say

BY_FAR = 1.3  # a seat this many times as strong as the others' average leads by far
STILL = 1.1  # an alliance is kept while the leader is so many times as strong as the others
UNTIL = TURNS - 2  # the last game turn of alliances


@dataclass(frozen=True, slots=True)
class Talks:
    """The facts for a talk about alliances.

    Attributes:
        mights: how strong the living are, in the order of the seats.
        offers: number, giver and taker of each.
        allies, ending: those of a seat.
    """

    number: int
    mights: Mapping[str, float]
    offers: Sequence[tuple[int, str, str]]
    allies: Callable[[str], Collection[str]]
    ending: Callable[[str], Collection[str]]

    @classmethod
    def seen(cls, view: View) -> Talks:
        """Return what a view shows."""
        mights = {
            each.key: measure_might(each.income, each.talents, each.units)
            for each in view.seats
            if each.alive
        }

        def ending(seat: str) -> Collection[str]:
            return _others(seat, state_of(view, lambda _: 0).ending)

        return cls(view.number, mights, view.offers, lambda seat: view.seat_view(seat).allies, ending)

    @classmethod
    def on(cls, s: State) -> Talks:
        """Return what stands in a state."""
        strong = measure_all(s, s.holders())
        mights = {seat: strong[seat] for seat in s.seats if seat in strong}
        offers = [(each.number, each.giver, each.taker) for each in s.offers]
        return cls(
            s.number,
            mights,
            offers,
            lambda seat: _others(seat, s.allied),
            lambda seat: _others(seat, s.ending),
        )

    def reply(self, seat: str) -> str:
        """Return the side act with which a seat answers an offer; "" for none."""
        for number, giver, taker in self.offers:
            if taker == seat:
                verb = "accept" if self.wanted(seat, giver, BY_FAR) else "decline"
                return f"{verb}_{number}"
        return ""

    def propose(self, seat: str) -> str:
        """Return the side act with which a seat breaks an alliance, withdraws an offer or makes one.

        Return "" for none.
        """
        allies = [other for other in self.mights if other in self.allies(seat)]
        if unwanted := [other for other in allies if not self.wanted(seat, other, STILL)]:
            ending = self.ending(seat)
            if broken := next((other for other in unwanted if other not in ending), ""):
                return f"break_{broken}"
        for number, giver, taker in self.offers:
            if giver == seat and not self.wanted(seat, taker, BY_FAR):
                return f"withdraw_{number}"
        asked = {each for _, *pair in self.offers if seat in pair for each in pair}
        others = [each for each in self.mights if each not in asked and each not in allies]
        fit = [each for each in others if self.wanted(seat, each, BY_FAR)]
        return f"ally_{max(fit, key=self.mights.__getitem__)}" if fit else ""

    def wanted(self, seat: str, other: str, ahead: float) -> bool:
        """Return whether somebody else is so far ahead of the average that these two have to fear them."""
        mights = self.mights
        if other == seat or other not in mights or len(mights) < 3 or self.number > UNTIL:
            return False
        first = max(mights, key=mights.__getitem__)
        rest = (sum(mights.values()) - mights[first]) / (len(mights) - 1)
        return first not in (seat, other) and mights[first] >= ahead * rest


def reply(view: View, seat: str) -> str:
    """Return the side act with which the seat answers an offer; "" for none, as in the middle of a battle."""
    return "" if view.winners or view.busy else Talks.seen(view).reply(seat)


def propose(view: View, seat: str) -> str:
    """Return the side act that the seat begins its Movement with; "" for none.

    It breaks an alliance, withdraws an offer or makes one.
    """
    if view.winners or view.phase != MOVEMENT or view.seat != seat:
        return ""
    return Talks.seen(view).propose(seat)


def explain(view: View, seat: str, act: str) -> Said:
    """Return why the seat declines an alliance; "" for any other act."""
    if not act.startswith("decline"):
        return ""
    if view.number > UNTIL:
        return say("it makes no alliance in the last game turns")
    return say("it makes an alliance only with the strongest other against a seat that leads by far")


def talk_ahead(s: State) -> None:
    """Let the mover propose something as a simulated Movement begins, and let the others answer."""
    talks = Talks.on(s)
    if act := talks.propose(s.seat):
        apply_side_act(s, s.seat, act)
        for offer in s.offers[:]:
            if answer := Talks.on(s).reply(offer.taker):
                apply_side_act(s, offer.taker, answer)


def _others(seat: str, pairs: Collection[tuple[str, str]]) -> Collection[str]:
    return [other for one, other in pairs if one == seat]
