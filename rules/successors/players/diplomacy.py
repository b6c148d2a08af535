"""PA-21: decide about the bot players' alliances against a player who leads by far.

At the start of its Movement a seat makes an offer to the strongest seat with which an alliance against the
leading seat makes sense. It accepts an offer if it would have made the same offer, and declines all others.
It keeps an alliance until the ally itself leads at least a little, until the last 2 game turns, or until only
2 seats are left. It doesn't march against allies, and joins their battles (`fair`). Bot players make no
alliances in the last 4 game turns, so that an alliance doesn't end as soon as it is made.
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

BY_FAR = 1.3  # relative strength with which a seat leads by far
A_LITTLE = 1.1  # relative strength with which an ally leads, so that the alliance is broken
UNTIL = TURNS - 2  # the last game turn with alliances
MADE_UNTIL = UNTIL - 2  # the last game turn in which alliances are made


@dataclass(frozen=True, slots=True)
class Talks:
    """The facts from which a seat decides about alliances.

    Attributes:
        mights: by living seat, its strength in points; in the order of the seats.
        offers: for each offer its number, the seat that made it, and the other seat.
        allies: returns the allies of a seat.
        ending: returns the seats whose alliance with a seat is about to end.
    """

    number: int
    mights: Mapping[str, float]
    offers: Sequence[tuple[int, str, str]]
    allies: Callable[[str], Collection[str]]
    ending: Callable[[str], Collection[str]]

    @classmethod
    def read_view(cls, view: View) -> Talks:
        """Return the facts that a view shows."""
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
        """Return the facts of a state."""
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
        """Return the act out of turn with which a seat answers an offer; "" for none."""
        for number, giver, taker in self.offers:
            if taker == seat:
                verb = "accept" if self.is_wanted(seat, giver) else "decline"
                return f"{verb}_{number}"
        return ""

    def propose(self, seat: str) -> str:
        """Return the act with which a seat breaks an alliance, or withdraws or makes an offer.

        Return "" for none.
        """
        allies = [other for other in self.mights if other in self.allies(seat)]
        if unwanted := [other for other in allies if not self.is_kept(other)]:
            ending = self.ending(seat)
            if broken := next((other for other in unwanted if other not in ending), ""):
                return f"break_{broken}"
        for number, giver, taker in self.offers:
            if giver == seat and not self.is_wanted(seat, taker):
                return f"withdraw_{number}"
        asked = {each for _, *pair in self.offers if seat in pair for each in pair}
        others = [each for each in self.mights if each not in asked and each not in allies]
        fit = [each for each in others if self.is_wanted(seat, each)]
        return f"ally_{max(fit, key=self.mights.__getitem__)}" if fit else ""

    def is_wanted(self, seat: str, other: str) -> bool:
        """Return whether these two should ally, because a third seat leads by far.

        Near the end of the game they should not.
        """
        first = self.find_leading(BY_FAR)
        return first not in ("", seat, other) and other != seat and self.number <= MADE_UNTIL

    def is_kept(self, other: str) -> bool:
        """Return whether the alliance with this seat is kept."""
        return len(self.mights) > 2 and self.number <= UNTIL and self.find_leading(A_LITTLE) != other

    def find_leading(self, ahead: float) -> str:
        """Return the strongest seat; "" if it is not `ahead` times as strong as the others on average.

        Return "" if only 2 seats are left.
        """
        mights = self.mights
        if len(mights) < 3:
            return ""
        first = max(mights, key=mights.__getitem__)
        rest = (sum(mights.values()) - mights[first]) / (len(mights) - 1)
        return first if mights[first] >= ahead * rest else ""


def reply(view: View, seat: str) -> str:
    """Return the act that answers an offer; "" without an offer, or during a battle or a voyage."""
    return "" if view.winners or view.busy else Talks.read_view(view).reply(seat)


def propose(view: View, seat: str) -> str:
    """Return the act out of turn that the seat makes as its Movement begins; "" for none.

    The act breaks an alliance, or withdraws or makes an offer.
    """
    if view.winners or view.phase != MOVEMENT or view.seat != seat:
        return ""
    return Talks.read_view(view).propose(seat)


def explain(view: View, seat: str, act: str) -> Said:
    """Return why the seat makes, declines or breaks an alliance; "" for any other act."""
    verb, _, other = act.partition("_")
    if verb not in ("ally", "accept", "decline", "break"):
        return ""
    talks = Talks.read_view(view)
    first = talks.find_leading(BY_FAR)
    if verb in ("ally", "accept"):
        return say(
            "{first} is the strongest now", first=first or max(talks.mights, key=talks.mights.__getitem__)
        )
    if verb == "break":
        if view.number > UNTIL:
            return say("it keeps no alliance in the last game turns")
        if len(talks.mights) < 3:
            return say("only two players are left")
        return say("its ally {first} is the strongest now", first=other)
    if view.number > MADE_UNTIL:
        return say("it makes no alliance in the last {n} game turns", n=TURNS - MADE_UNTIL)
    return say("it makes an alliance only against a third player who is much stronger")


def talk_ahead(s: State) -> None:
    """Let the mover make an offer as a simulated Movement begins, and let the others answer."""
    talks = Talks.on(s)
    if act := talks.propose(s.seat):
        apply_side_act(s, s.seat, act)
        for offer in s.offers[:]:
            if answer := Talks.on(s).reply(offer.taker):
                apply_side_act(s, offer.taker, answer)


def _others(seat: str, pairs: Collection[tuple[str, str]]) -> Collection[str]:
    return [other for one, other in pairs if one == seat]
