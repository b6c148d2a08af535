"""Define the state of a game, and the methods that change it: units, leaders, Talents, chits, alliances.

`stacks` counts the units of each place by piece ("red-i"). A fleet in a province is in its port. A land unit
in a sea is aboard a fleet. Units are numbers per place and piece, never objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rules.successors.board import AREAS, PROVINCES, VALUE
from rules.successors.forces import (
    BANK,
    FLEETS,
    FORCES,
    HIRED,
    HITS,
    IS_LAND,
    KIND,
    LAND,
    MIX,
    OWNER,
    TURNS,
    WHITE,
    find_stock,
)
from rules.successors.stacks import NOTHING, Marks, Stack, copy_marks, lower, say_amount
from rules.successors.tables import CHITS
from rules.words import Line, Plural, Text, Words

if TYPE_CHECKING:
    from rules.successors.options import Options

CAPTURED_IN_PORT = 2  # in a captured port, a fleet is captured if its die shows at most this
SUNK_IN_PORT = 4  # if its die shows at most this, the fleet is captured or destroyed
SET_UP, DAWN, EVENTS, REVENUE, MOVEMENT, COMBAT = PHASES = (
    "set-up",
    "dawn",
    "events",
    "revenue",
    "movement",
    "combat",
)
Pair = tuple[str, str]


@dataclass(slots=True)
class Offer:
    """An alliance that one seat has offered to another."""

    number: int
    giver: str
    taker: str


class Walk(NamedTuple):
    """A movement of units in the current turn.

    Attributes:
        how: "march", "voyage", "retreat" or "home".
        way: the places, with the first and the last.
        who: the units, as the seat names them, and their numbers; "leader" is a key if the leader went along.
    """

    how: str
    seat: str
    way: tuple[str, ...]
    who: tuple[tuple[str, int], ...]


class Fight(NamedTuple):
    """A throw of the current turn, as pictures show it.

    `how`: "skirmish", "round", "sea" or "port". `sides`, `dice`, `hits` and `lifted` have one entry for each
    side. `lifted`: the indexes of the dice that hit only with a leader's +1.
    """

    place: str
    how: str
    sides: tuple[str, str]
    dice: tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]
    hits: tuple[int, int]
    lifted: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    def list_hits(self, which: int) -> tuple[bool, ...]:
        """PA-24 to PA-26, PA-32, PA-34: return for each die of a side whether it hits."""
        return tuple(
            at in self.lifted[which] or self._hits(kind, face)
            for at, (kind, face) in enumerate(self.dice[which])
        )

    def _hits(self, kind: str, face: int) -> bool:
        if self.how == "port":
            return face <= SUNK_IN_PORT
        if self.how == "round":
            return face >= HITS[kind]
        return face >= (FORCES.dice.skirmish if self.how == "skirmish" else FORCES.dice.sea)


@dataclass(slots=True)
class State:
    """The whole state of a game. Seats are colours."""

    options: Options
    seats: tuple[str, ...]
    number: int = 0  # the game turn; 0 is the set-up
    phase: str = SET_UP
    seat: str = ""  # the seat to act; "" at dawn and before the set-up dice
    order: list[str] = field(
        default_factory=list
    )  # living seats in the order of play; in the set-up, in the order of choosing
    first: str = ""  # the seat that a chit lets move first in this game turn
    stacks: dict[str, Stack] = field(default_factory=dict)
    box: Stack = field(default_factory=lambda: dict(MIX))  # counters off the map
    talents: dict[str, int] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    leaders: dict[str, str] = field(default_factory=dict)  # where each free leader is
    captors: dict[str, str] = field(default_factory=dict)  # who holds each captive leader
    chits: dict[str, str] = field(default_factory=dict)  # the holder of each chit not in the cup
    allied: set[Pair] = field(default_factory=set)  # each alliance is here twice: (a, b) and (b, a)
    ending: set[Pair] = field(default_factory=set)  # alliances that end when the next player's turn begins
    truces: dict[Pair, str] = field(default_factory=dict)  # the seat whose next turn ends the truce; "": dawn
    offers: list[Offer] = field(default_factory=list)
    offered: int = 0
    landed: Marks = field(default_factory=dict)  # PA-37: units that came ashore in this Movement
    resting: Marks = field(default_factory=dict)  # PA-21: units that an ally has moved
    sailed: Marks = field(default_factory=dict)  # the fleets that sailed in their owner's latest Movement
    ranked: list[str] = field(default_factory=list)  # the order of play of the latest game turn, for ties
    ended: bool = False
    # the rest is only for the current turn
    ready: Marks = field(init=False)  # units that have not marched or sailed yet
    swift: str = field(init=False)  # PA-17: where the mover's leader began the step
    haste: int = field(init=False)  # movement points that a chit adds to the leader's
    rider: str = field(init=False)  # the mover's leader: "fresh", "marched" or "ashore"
    afloat: bool = field(init=False)  # during a voyage (allies' units may be aboard)
    fair_winds: bool = field(init=False)
    fighting: bool = field(init=False)  # during a battle
    leaving: Walk | None = field(init=False)  # the units that are chosen but have not moved yet
    walks: list[Walk] = field(init=False)
    fights: list[Fight] = field(init=False)
    story: list[Line] = field(init=False)

    def __post_init__(self) -> None:
        self.ready, self.walks, self.fights, self.story = {}, [], [], []
        self.swift, self.haste, self.rider, self.afloat = "", 0, "", False
        self.fair_winds, self.fighting, self.leaving = False, False, None

    def copy(self) -> State:
        """Return a deep copy with an empty story."""
        twin = copy(self)
        twin.stacks = {area: stack.copy() for area, stack in self.stacks.items()}
        twin.order, twin.offers, twin.ranked = self.order[:], self.offers[:], self.ranked[:]
        twin.box, twin.talents, twin.homes = self.box.copy(), self.talents.copy(), self.homes.copy()
        twin.leaders, twin.captors, twin.chits = self.leaders.copy(), self.captors.copy(), self.chits.copy()
        twin.allied, twin.ending, twin.truces = self.allied.copy(), self.ending.copy(), self.truces.copy()
        twin.landed, twin.resting = copy_marks(self.landed), copy_marks(self.resting)
        twin.sailed, twin.ready = copy_marks(self.sailed), copy_marks(self.ready)
        twin.walks, twin.fights, twin.story = self.walks[:], self.fights[:], []
        return twin

    def tell(self, kind: str, text: Text, /, **args: object) -> None:
        """Add a line for everybody to the story of this turn."""
        self.story.append(Line(Words(text, args), None, kind, args))

    # ------------------------------------------------------------------ units

    def count(self, area: str, one: str) -> int:
        """Return how many of a piece are in a place."""
        return self.stacks.get(area, NOTHING).get(one, 0)

    def land(self, area: str, owner: str) -> int:
        """Return how many land units an owner has in a place, with hired ones."""
        stack, total = self.stacks.get(area), 0
        if stack:
            for one, n in stack.items():
                if OWNER[one] == owner and IS_LAND[one]:
                    total += n
        return total

    def land_of(self, area: str, owner: str) -> Stack:
        """Return the number of each piece of an owner's land units in a place.

        The best come first, the hired ones last.
        """
        stack = self.stacks.get(area, NOTHING)
        return {one: stack[one] for one in LAND[owner] if one in stack}

    def fleets(self, area: str, owner: str) -> int:
        """Return how many fleets of an owner are in a sea or port."""
        return self.count(area, FLEETS[owner])

    def units(self, owner: str) -> int:
        """Return how many units an owner has on the map, with fleets and hired units."""
        return sum(n for stack in self.stacks.values() for one, n in stack.items() if OWNER[one] == owner)

    def owners(self, area: str) -> list[str]:
        """Return the owners of land units in a place, in the order of the seats, the Rebels last."""
        stack = self.stacks.get(area)
        if not stack:
            return []
        here = {OWNER[one] for one in stack if IS_LAND[one]}
        if len(here) < 2:
            return list(here)
        return [owner for owner in (*self.seats, WHITE) if owner in here]

    def place(self, area: str, one: str, n: int) -> int:
        """Place up to `n` of a piece from the box; return how many were placed."""
        stock = find_stock(one)
        n = min(n, self.box[stock])
        if n:
            self.box[stock] -= n
            self.put(area, one, n)
        return n

    def remove(self, area: str, one: str, n: int) -> None:
        """Put `n` of a piece from a place back into the box."""
        self.take(area, one, n)
        self.box[find_stock(one)] += n

    def put(self, area: str, one: str, n: int) -> None:
        """Put `n` of a piece in a place.

        The caller takes them from another place or from the box.
        """
        if n:
            stack = self.stacks.setdefault(area, {})
            stack[one] = stack.get(one, 0) + n

    def take(self, area: str, one: str, n: int) -> None:
        """Take `n` of a piece away from a place.

        If fewer pieces are left than are marked, marks are removed too.
        """
        if not n:
            return
        stack = self.stacks[area]
        left = stack[one] - n
        assert left >= 0, f"{n} {one} are not in {area}"
        if left:
            stack[one] = left
        else:
            del stack[one]
            if not stack:
                del self.stacks[area]
        for marks in (self.landed, self.resting, self.sailed, self.ready):
            if marks and area in marks:
                lower(marks, area, one, left)

    def shift(self, area: str, to: str, one: str, n: int) -> None:
        """Move `n` of a piece from one place to another."""
        self.take(area, one, n)
        self.put(to, one, n)

    def with_leader(self, area: str, seat: str) -> bool:
        """Return whether the seat's leader is free and in this place."""
        return self.leaders.get(seat) == area

    def places_of(self, owner: str) -> Iterator[tuple[str, str, int]]:
        """Yield each place, piece and number of an owner's units, in the order of the map."""
        for area in AREAS:
            for one, n in self.stacks.get(area, NOTHING).items():
                if OWNER[one] == owner:
                    yield area, one, n

    def keep_company(self) -> None:
        """Remove hired units from places where their owner has no leader and no coloured units."""
        lost = []
        for area, stack in self.stacks.items():
            for one, n in stack.items():
                if KIND[one] in HIRED:
                    owner = OWNER[one]
                    if self.with_leader(area, owner):
                        continue
                    if not any(OWNER[other] == owner and KIND[other] not in HIRED for other in stack):
                        lost.append((area, one, n))
        for area, one, n in lost:
            self.remove(area, one, n)
            text = Plural(
                "{pieces} in {area} leaves the game: no leader or coloured unit of {owner} is with it.",
                "{pieces} in {area} leave the game: no leader or coloured unit of {owner} is with them.",
            )
            told = {"pieces": say_amount(n, one), "owner": OWNER[one], "area": area}
            self.tell("deserted", text, n=n, **told)

    # ------------------------------------------------------------------ relations and control

    def is_allied(self, one: str, other: str) -> bool:
        """Return whether two seats are the same or allied."""
        return one == other or (one, other) in self.allied

    def at_truce(self, one: str, other: str) -> bool:
        """Return whether two seats have a truce: they may not fight, though they are unfriendly."""
        return (one, other) in self.truces

    def may_fight(self, one: str, other: str) -> bool:
        """Return whether two owners are unfriendly and have no truce."""
        return not self.is_allied(one, other) and (one, other) not in self.truces

    def hostile_land(self, area: str, seat: str) -> bool:
        """PA-16: return whether unfriendly land units are in this place."""
        stack = self.stacks.get(area)
        if stack:
            for one in stack:
                if IS_LAND[one]:
                    owner = OWNER[one]
                    if owner != seat and (owner, seat) not in self.allied:
                        return True
        return False

    def hostile_fleets(self, area: str, seat: str) -> list[str]:
        """PA-18: return the owners of unfriendly fleets in this sea."""
        stack = self.stacks.get(area)
        if not stack:
            return []
        return [
            other
            for other in self.seats
            if other != seat and FLEETS[other] in stack and (other, seat) not in self.allied
        ]

    def rebels(self, area: str) -> bool:
        """Return whether Rebels are in a place. If so, nobody controls it (PA-42)."""
        stack = self.stacks.get(area)
        return stack is not None and any(OWNER[one] == WHITE for one in stack)

    def controller(self, province: str) -> str:
        """PA-6: return the seat with strictly more land units in the province than each other seat.

        Return "" if no seat has more, or if Rebels are there.
        """
        stack = self.stacks.get(province)
        if not stack:
            return ""
        if len(stack) == 1:
            (one,) = stack
            return OWNER[one] if IS_LAND[one] and OWNER[one] != WHITE else ""
        totals: dict[str, int] = {}
        for one, n in stack.items():
            if IS_LAND[one]:
                owner = OWNER[one]
                if owner == WHITE:
                    return ""
                totals[owner] = totals.get(owner, 0) + n
        if len(totals) == 1:
            return next(iter(totals))
        if not totals:
            return ""
        most = max(totals.values())
        best = [owner for owner, n in totals.items() if n == most]
        return best[0] if len(best) == 1 else ""

    def holders(self) -> dict[str, str]:
        """PA-6: return the seat that controls each province. Leave out provinces that no seat controls."""
        return {area: who for area in self.stacks if area in VALUE and (who := self.controller(area))}

    def list_controlled(self, seat: str) -> list[str]:
        """PA-6: return the provinces that a seat controls."""
        stacks = self.stacks
        return [area for area in PROVINCES if area in stacks and self.controller(area) == seat]

    def income(self, seat: str) -> int:
        """PA-3: return the sum of the values of the provinces that a seat controls."""
        return sum(VALUE[area] for area in self.stacks if area in VALUE and self.controller(area) == seat)

    def sole(self, province: str) -> str:
        """PA-41: return the seat whose land units are the only ones in a province; "" for none."""
        owners = self.owners(province)
        return owners[0] if len(owners) == 1 and owners[0] != WHITE else ""

    # ------------------------------------------------------------------ leaders, Talents, order

    def catch(self, seat: str, captor: str) -> None:
        """PA-9: make the seat's leader a captive."""
        del self.leaders[seat]
        self.captors[seat] = BANK if captor == WHITE else captor

    def send_home(self, seat: str) -> str:
        """Put the seat's leader into its Home; return the Home."""
        self.captors.pop(seat, None)
        home = self.leaders[seat] = self.homes[seat]
        return home

    def pay(self, seat: str, n: int) -> None:
        """Spend Talents. The caller makes sure that the seat has them."""
        self.talents[seat] -= n

    def gain(self, seat: str, n: int) -> None:
        """Give Talents to a seat."""
        self.talents[seat] += n

    def play_order(self) -> list[str]:
        """Return the seats in the order of play of this game turn. A chit may have put one of them first."""
        if self.first and self.first in self.order:
            return [self.first, *(seat for seat in self.order if seat != self.first)]
        return self.order

    def hand(self, seat: str) -> list[str]:
        """Return the chits that a seat holds."""
        return [chit for chit in CHITS if self.chits.get(chit) == seat]

    def cup(self) -> list[str]:
        """Return the chits that nobody holds."""
        return [chit for chit in CHITS if chit not in self.chits]


def is_over(s: State) -> bool:
    """Return whether the game has ended, or its last game turn is over."""
    return s.ended or s.number > TURNS
