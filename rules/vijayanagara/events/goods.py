"""Effects on Resources, Cavalry, Influence and eligibility: gain, lose, give, pay, influence, eligible."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from rules.asking import count
from rules.vijayanagara.board import RESOURCES_TOP, RIVALS
from rules.vijayanagara.events.effect import Effect, describe_part
from rules.vijayanagara.events.parts import (
    YOU,
    Scene,
    Who,
    does,
    find_possessive,
    make_short_key,
    name_faction,
)
from rules.vijayanagara.events.where import Count, Number, Positive, read_number
from rules.vijayanagara.influence import can_shift, gain_cavalry, list_holders, shift_influence, tell_unmoved
from rules.vijayanagara.state import State
from rules.words import Words, as_is, of_kind, say

Goods = Literal["Resources", "Cavalry"]


def get_holdings(s: State, what: str) -> dict[str, int]:
    """Return how much of `what` each faction has."""
    return s.resources if what == "Resources" else s.cavalry


def spell_amount(n: Number, what: str, me: str = "") -> str:
    """Return an amount of goods in words.

    Examples: "2 Resources", "1 Cavalry", "1 Resource for each Qasbah on the map (3 at most)".
    """
    one = f"1 {what.removesuffix('s')}"
    match n:
        case Count():
            return (
                f"{spell_amount(n.base, what)}, and 1 more {n.words(me)}"
                if n.base
                else f"{one} {n.words(me)}"
            )
        case int():
            return one if n == 1 else f"{n} {what}"
        case "all":
            return f"all {what}"
        case _:
            return f"the same number of {what}"


def describe_amount(sign: str, n: int, asked: Number, what: str, s: State, scene: Scene) -> Words:
    """Return an amount for a forecast: "+2 Resources", "−1 of 3 Cavalry", "no Resources"."""
    wanted = n if asked == "all" else read_number(asked, s, scene)
    kind = of_kind(wanted, what.lower())
    if not n:
        return say("no {kind}", kind=kind)
    return say("{sign}{many} {kind}", sign=as_is(sign), many=describe_part(n, wanted), kind=kind)


def falls_short(n: int, asked: Number, s: State, scene: Scene) -> bool:
    """Return whether `n` is less than the card asks. If the card asks for "all", any number is enough."""
    return asked != "all" and n < read_number(asked, s, scene)


class Gain(Effect):
    """1.8, 1.10: a faction gains Resources or Cavalry.

    A faction holds at most 24 Resources. Cavalry comes from the pool. If the pool is empty, the gaining
    faction may take Cavalry from another faction of its choice.
    """

    VERB: ClassVar[str] = "gain"
    of: Who
    what: Goods
    n: Number

    async def run(self, s: State, scene: Scene) -> None:
        faction, n = scene.who(self.of), read_number(self.n, s, scene)
        if self.what == "Cavalry":
            gained = await gain_cavalry(s, faction, n)
        else:
            gained = s.gain(faction, n)
            s.tell("gain", "{faction} gains {gain}.", faction=faction, gain=count(gained, "resources"))
        if falls_short(gained, self.n, s, scene):
            scene.short.append(self.VERB)

    def words(self, me: str) -> str:
        return f"{does(self.of, me, 'gain')} {spell_amount(self.n, self.what, me)}"

    def able(self, s: State, scene: Scene) -> bool:
        return self._n(s, scene) > 0

    def calls_for(self, s: State, scene: Scene) -> bool:
        return read_number(self.n, s, scene) > 0

    def now(self, s: State, scene: Scene) -> Words | None:
        return scene.of(self.of, describe_amount("+", self._n(s, scene), self.n, self.what, s, scene))

    def _n(self, s: State, scene: Scene) -> int:
        faction = scene.who(self.of)
        if self.what == "Resources":
            there = RESOURCES_TOP - s.resources[faction]
        else:
            there = s.pool + sum(s.cavalry[other] for other in list_holders(s, faction))
        return min(read_number(self.n, s, scene), there)


class Lose(Effect):
    """1.8: a faction loses Resources or Cavalry, as far as it has any."""

    VERB: ClassVar[str] = "lose"
    of: Who
    what: Goods
    n: Number

    async def run(self, s: State, scene: Scene) -> None:
        faction, lost = scene.who(self.of), self._n(s, scene)
        get_holdings(s, self.what)[faction] -= lost
        if falls_short(lost, self.n, s, scene):
            scene.short.append(self.VERB)
        data = {"faction": faction, "lost": {self.what.lower(): lost}}
        loss = count(lost, self.what.lower())
        s.tell("lose", "{faction} loses {loss}.", data, faction=faction, loss=loss)

    def words(self, me: str) -> str:
        return f"{does(self.of, me, 'lose')} {spell_amount(self.n, self.what, me)}"

    def able(self, s: State, scene: Scene) -> bool:
        return self._n(s, scene) > 0

    def calls_for(self, s: State, scene: Scene) -> bool:
        return read_number(self.n, s, scene) > 0

    def now(self, s: State, scene: Scene) -> Words | None:
        lost = self._n(s, scene)
        none = say("no {kind} to lose", kind=self.what.lower())
        return scene.of(self.of, describe_amount("−", lost, self.n, self.what, s, scene) if lost else none)

    def _n(self, s: State, scene: Scene) -> int:
        return min(read_number(self.n, s, scene), get_holdings(s, self.what)[scene.who(self.of)])


class Give(Effect):
    """A faction gives another Resources or Cavalry, as far as it has them and the other can hold them."""

    VERB: ClassVar[str] = "give"
    of: Who = Field(alias="from")
    to: Who
    what: Goods
    n: Number

    def _n(self, s: State, scene: Scene) -> int:
        giver, taker = scene.who(self.of), scene.who(self.to)
        room = RESOURCES_TOP - s.resources[taker] if self.what == "Resources" else 99
        return (
            0
            if giver == taker
            else min(read_number(self.n, s, scene), get_holdings(s, self.what)[giver], room)
        )

    async def run(self, s: State, scene: Scene) -> None:
        n = self._n(s, scene)
        give(s, scene.who(self.of), scene.who(self.to), self.what, n)
        if falls_short(n, self.n, s, scene):
            scene.short.append(self.VERB)

    def words(self, me: str) -> str:
        to = "yourself" if self.of == self.to == YOU else name_faction(self.to)
        return f"{does(self.of, me, 'give')} {to} {spell_amount(self.n, self.what, me)}"

    def able(self, s: State, scene: Scene) -> bool:
        return self._n(s, scene) > 0

    def calls_for(self, s: State, scene: Scene) -> bool:
        return read_number(self.n, s, scene) > 0 and scene.who(self.of) != scene.who(self.to)

    def now(self, s: State, scene: Scene) -> Words | None:
        giver, taker = scene.who(self.of), scene.who(self.to)
        if giver == taker:
            return None
        taking = taker == scene.reader
        goods = describe_amount("+" if taking else "−", self._n(s, scene), self.n, self.what, s, scene)
        if taking:
            return say("{goods} from {giver}", goods=goods, giver=make_short_key(giver))
        return scene.of(self.of, say("{goods} to {taker}", goods=goods, taker=make_short_key(taker)))


def give(s: State, giver: str, taker: str, what: str, n: int) -> None:
    """Hand over `n` Resources or Cavalry."""
    get_holdings(s, what)[giver] -= n
    get_holdings(s, what)[taker] += n
    data, goods = {"giver": giver, "lost": {what.lower(): n}}, count(n, what.lower())
    s.tell("give", "{giver} gives {goods} to {taker}.", data, giver=giver, goods=goods, taker=taker)


class Pay(Effect):
    """A price, paid in full or not at all.

    The price is Resources or Cavalry, paid to a faction or to the supply, or levels of Influence.
    """

    VERB: ClassVar[str] = "pay"
    of: Who
    what: Literal["Resources", "Cavalry", "Influence"]
    n: Positive
    to: Who | None = None

    async def run(self, s: State, scene: Scene) -> None:
        faction = scene.who(self.of)
        if self.what == "Influence":
            for _ in range(self.n):
                await shift_influence(s, faction, -1, scene.event)
        elif self.to is not None:
            give(s, faction, scene.who(self.to), self.what, self.n)
        else:
            get_holdings(s, self.what)[faction] -= self.n
            s.tell("pay", "{faction} pays {price}.", faction=faction, price=count(self.n, self.what.lower()))

    def words(self, me: str) -> str:
        if self.what == "Influence":
            return f"{does(self.of, me, 'lower')} {find_possessive(self.of)} Influence by {self.n}"
        price = spell_amount(self.n, self.what)
        return (
            f"{does(self.of, me, 'pay')} {price}"
            if self.to is None
            else f"{does(self.of, me, 'give')} {name_faction(self.to)} {price}"
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
        return get_holdings(s, self.what)[faction] >= self.n and room

    def now(self, s: State, scene: Scene) -> Words | None:
        if not self.able(s, scene):
            return None
        if self.what == "Influence":
            return scene.of(self.of, say("−{n} Influence", n=self.n))
        kind = of_kind(self.n, self.what.lower())
        return scene.of(self.of, say("−{n} {kind}", n=self.n, kind=kind))

    @property
    def demanding(self) -> bool:
        return True


class Influence(Effect):
    """1.9: a rival's Influence goes up or down by 1. A shift off the track is ignored."""

    VERB: ClassVar[str] = "influence"
    of: Who
    shift: Literal[1, -1]

    async def run(self, s: State, scene: Scene) -> None:
        await shift_influence(s, scene.who(self.of), self.shift, scene.event)

    def tell_nothing(self, s: State, scene: Scene) -> None:
        if (rival := scene.who(self.of)) in RIVALS:
            tell_unmoved(s, rival)

    def words(self, me: str) -> str:
        verb = "raise" if self.shift > 0 else "lower"
        return f"{does(self.of, me, verb)} {find_possessive(self.of)} Influence by 1"

    def able(self, s: State, scene: Scene) -> bool:
        return scene.who(self.of) in RIVALS and can_shift(s, scene.who(self.of), self.shift)

    def now(self, s: State, scene: Scene) -> Words | None:
        faction = scene.who(self.of)
        level = s.influence.get(faction, 0)
        if not self.able(s, scene):
            return scene.of(self.of, say("Influence stays at {level}", level=level))
        return scene.of(self.of, say("Influence {level} to {to}", level=level, to=level + self.shift))


class Eligible(Effect):
    """2.3.7: a faction is Eligible or Ineligible after this card, whatever that faction did.

    The effect counts only for the next Event card.
    """

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
        data = {"faction": faction, "next": self.next}
        s.tell("eligibility", text, data, faction=faction)

    def words(self, me: str) -> str:
        return f"{does(self.of, '', 'are')} {'Eligible' if self.next else 'Ineligible'} on the next card"

    def able(self, s: State, scene: Scene) -> bool:
        return True

    def now(self, s: State, scene: Scene) -> Words | None:
        text = "{who}: Eligible on the next card" if self.next else ("{who}: Ineligible on the next card")
        return say(text, who=make_short_key(scene.who(self.of)))
