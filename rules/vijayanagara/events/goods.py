"""Effects on Resources, Cavalry, Influence and eligibility: gain, lose, give, pay, influence, eligible."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from rules.asking import count
from rules.vijayanagara.board import RESOURCES_TOP
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.parts import Count, Number, Scene, Who, does, number, possessive, said
from rules.vijayanagara.influence import can_shift, gain_cavalry, holders, shift_influence
from rules.vijayanagara.state import State

Goods = Literal["Resources", "Cavalry"]


def held(s: State, what: str) -> dict[str, int]:
    """Who holds how much of it."""
    return s.resources if what == "Resources" else s.cavalry


def amount(n: Number, what: str) -> str:
    """So much of it in words: "2 Resources", "1 Cavalry", "1 Resource for each Qasbah on the map (3 at
    most)"."""
    one = f"1 {what.removesuffix('s')}"
    match n:
        case Count():
            return f"{amount(n.base, what)}, and 1 more {n.words()}" if n.base else f"{one} {n.words()}"
        case int():
            return one if n == 1 else f"{n} {what}"
        case "all":
            return f"all {what}"
        case _:
            return f"{one} for each of those pieces"


class Gain(Effect):
    """1.8, 1.10: a faction gains Resources (24 at most) or Cavalry (from the pool, else from a faction it
    chooses)."""

    VERB: ClassVar[str] = "gain"
    of: Who
    what: Goods
    n: Number

    async def run(self, s: State, scene: Scene) -> None:
        faction, n = scene.who(self.of), number(self.n, s, scene)
        if self.what == "Cavalry":
            await gain_cavalry(s, faction, n)
        elif gained := s.gain(faction, n):
            s.tell("{faction} gains {gain}.", faction=faction, gain=count(gained, "resources"))

    def words(self, me: str) -> str:
        return f"{does(self.of, me, 'gain')} {amount(self.n, self.what)}"

    def able(self, s: State, scene: Scene) -> bool:
        faction = scene.who(self.of)
        if not number(self.n, s, scene) and self.n != "done":
            return False
        if self.what == "Resources":
            return s.resources[faction] < RESOURCES_TOP
        return s.pool > 0 or bool(holders(s, faction))


class Lose(Effect):
    """1.8: a faction loses Resources or Cavalry, down to none."""

    VERB: ClassVar[str] = "lose"
    of: Who
    what: Goods
    n: Number

    async def run(self, s: State, scene: Scene) -> None:
        faction = scene.who(self.of)
        lost = min(number(self.n, s, scene), held(s, self.what)[faction])
        held(s, self.what)[faction] -= lost
        s.tell("{faction} loses {loss}.", faction=faction, loss=count(lost, self.what.lower()))

    def words(self, me: str) -> str:
        return f"{does(self.of, me, 'lose')} {amount(self.n, self.what)}"

    def able(self, s: State, scene: Scene) -> bool:
        return min(number(self.n, s, scene), held(s, self.what)[scene.who(self.of)]) > 0


class Give(Effect):
    """A faction gives another Resources or Cavalry, as much as it has and the other can hold."""

    VERB: ClassVar[str] = "give"
    of: Who = Field(alias="from")
    to: Who
    what: Goods
    n: Number

    def _n(self, s: State, scene: Scene) -> int:
        giver, taker = scene.who(self.of), scene.who(self.to)
        room = RESOURCES_TOP - s.resources[taker] if self.what == "Resources" else 99
        return 0 if giver == taker else min(number(self.n, s, scene), held(s, self.what)[giver], room)

    async def run(self, s: State, scene: Scene) -> None:
        give(s, scene.who(self.of), scene.who(self.to), self.what, self._n(s, scene))

    def words(self, me: str) -> str:
        return f"{does(self.of, me, 'give')} {said(self.to)} {amount(self.n, self.what)}"

    def able(self, s: State, scene: Scene) -> bool:
        return self._n(s, scene) > 0


def give(s: State, giver: str, taker: str, what: str, n: int) -> None:
    """Hand over so much of it."""
    if n:
        held(s, what)[giver] -= n
        held(s, what)[taker] += n
        s.tell("{giver} gives {goods} to {taker}.", giver=giver, goods=count(n, what.lower()), taker=taker)


class Pay(Effect):
    """A price, in full or not at all: Resources or Cavalry, to a faction or to nobody, or a level of
    Influence."""

    VERB: ClassVar[str] = "pay"
    of: Who
    what: Literal["Resources", "Cavalry", "Influence"]
    n: int
    to: Who | None = None

    async def run(self, s: State, scene: Scene) -> None:
        faction = scene.who(self.of)
        if self.what == "Influence":
            for _ in range(self.n):
                await shift_influence(s, faction, -1)
        elif self.to is not None:
            give(s, faction, scene.who(self.to), self.what, self.n)
        else:
            held(s, self.what)[faction] -= self.n
            s.tell("{faction} pays {price}.", faction=faction, price=count(self.n, self.what.lower()))

    def words(self, me: str) -> str:
        if self.what == "Influence":
            return f"{does(self.of, me, 'lower')} {possessive(self.of)} Influence by {self.n}"
        price = amount(self.n, self.what)
        return (
            f"{does(self.of, me, 'pay')} {price}"
            if self.to is None
            else f"{does(self.of, me, 'give')} {said(self.to)} {price}"
        )

    def able(self, s: State, scene: Scene) -> bool:
        faction = scene.who(self.of)
        if self.what == "Influence":
            return s.influence.get(faction, 0) >= self.n
        room = (
            self.to is None
            or self.what == "Cavalry"
            or s.resources[scene.who(self.to)] + self.n <= RESOURCES_TOP
        )
        return held(s, self.what)[faction] >= self.n and room

    @property
    def demanding(self) -> bool:
        return True


class Influence(Effect):
    """1.9: a rival's Influence goes up or down by one; off the end is ignored."""

    VERB: ClassVar[str] = "influence"
    of: Who
    shift: Literal[1, -1]

    async def run(self, s: State, scene: Scene) -> None:
        await shift_influence(s, scene.who(self.of), self.shift)

    def words(self, me: str) -> str:
        verb = "raise" if self.shift > 0 else "lower"
        return f"{does(self.of, me, verb)} {possessive(self.of)} Influence by 1"

    def able(self, s: State, scene: Scene) -> bool:
        return can_shift(s, scene.who(self.of), self.shift)


class Eligible(Effect):
    """2.3.7: where a faction's cylinder goes at the end of this card, whatever it did; for the next Event
    card only."""

    VERB: ClassVar[str] = "eligible"
    of: Who
    next: bool

    async def run(self, s: State, scene: Scene) -> None:
        faction = scene.who(self.of)
        (s.stays if self.next else s.barred).add(faction)
        (s.barred if self.next else s.stays).discard(faction)
        text = (
            "{faction} will be Eligible on the next card."
            if self.next
            else "{faction} will be Ineligible on the next card."
        )
        s.tell(text, faction=faction)

    def words(self, me: str) -> str:
        return f"{does(self.of, '', 'are')} {'Eligible' if self.next else 'Ineligible'} on the next card"

    def able(self, s: State, scene: Scene) -> bool:
        return True
