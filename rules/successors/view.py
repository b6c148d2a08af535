"""Define the view of a game. It shows everything, because only the seed of the dice is secret.

Pictures, messages and bot players get a `View`, never a `State`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.extras import Captions
from rules.state import Stand
from rules.successors.board import IS_SEA, MAP
from rules.successors.forces import COLOURS, TURNS
from rules.successors.moving.movement import say_talents
from rules.successors.moving.unit_choice import foresee
from rules.successors.names import name
from rules.successors.position import dump, read_document
from rules.successors.sequence.revenue import count_upkeep
from rules.successors.state import DAWN, SET_UP, Fight, State, Walk
from rules.successors.victory import count_halves, count_held, find_winners, say_points
from rules.words import Words, say


@dataclass(frozen=True, slots=True)
class SeatView:
    """What a view shows of one seat."""

    key: str
    name: str
    alive: bool
    home: str  # "" before it is chosen, and when the seat is out
    leader: str  # where its free leader is; "" for a captive
    captor: str  # who holds its leader captive: a seat or "bank"; "" if free
    talents: int
    income: int
    upkeep: int
    units: int
    score: int  # in half points
    land: int  # PA-41: the total value of the provinces that it holds alone
    chits: tuple[str, ...]  # the numbers of its chits
    allies: tuple[str, ...]
    truces: tuple[str, ...]
    acting: bool


@dataclass(frozen=True, slots=True)
class View:
    """The whole table, seen from a seat, or by a spectator (None)."""

    game: str
    viewer: str | None
    number: int  # the game turn; 0 in the set-up
    turns: int
    phase: str
    seat: str  # the seat to act
    order: tuple[str, ...]  # the living seats, in the order of play of this game turn
    stacks: Mapping[str, Mapping[str, int]]  # place to piece to number; empty places are left out
    controllers: Mapping[str, str]  # province to the seat that controls it
    seats: tuple[SeatView, ...]
    cup: int  # the number of chits in the cup
    offers: tuple[tuple[int, str, str], ...]
    fighting: bool  # during a battle
    afloat: bool  # during a voyage
    walks: tuple[Walk, ...]
    leaving: Walk | None  # units chosen that have not moved yet: `stacks` has them at the end of their way
    fights: tuple[Fight, ...]
    winners: tuple[str, ...]
    document: str  # the position (`position.dump`); all of it is public
    provenance: tuple[str, ...]
    headline: str
    standing: Sequence[tuple[str, Stand]]

    @property
    def busy(self) -> bool:
        """PA-21: whether a battle or voyage goes on. If so, no offer can be accepted now."""
        return self.fighting or self.afloat

    def seat_view(self, key: str) -> SeatView:
        """Return the part of the view that shows this seat."""
        return next(seat for seat in self.seats if seat.key == key)


def state_of(view: View, _: Callable[[int], int]) -> State:
    """Return the state of a view. Nothing is hidden, so there is nothing to guess."""
    s = read_document(view.document)
    s.walks, s.fights, s.leaving = list(view.walks), list(view.fights), view.leaving
    s.fighting, s.afloat = view.fighting, view.afloat
    return s


def find_changed(before: View, after: View) -> frozenset[str]:
    """Return the places where units, leaders or the controller changed."""
    places = {*before.stacks, *after.stacks, *before.controllers, *after.controllers}
    found = {
        place
        for place in places
        if dict(before.stacks.get(place, {})) != dict(after.stacks.get(place, {}))
        or before.controllers.get(place) != after.controllers.get(place)
    }
    for then, now in zip(before.seats, after.seats, strict=True):
        if then.leader != now.leader:
            found |= {then.leader, now.leader} - {""}
    return frozenset(found)


PROVENANCE = (
    f"Map: {' '.join(MAP.note.split())}",
    "Events, chits, the counter mix, the numbers that hit on land and the ten game turns are our own.",
)


def view(s: State, seat: str | None) -> View:
    """Return the view of a seat: the whole state. Units chosen to move are at the end of their way.

    The document has the state itself, in which these units have not moved yet.
    """
    document, leaving, s = dump(s), s.leaving, foresee(s)
    seats = tuple(_view_seat(s, each) for each in s.seats)
    return View(
        game="successors",
        viewer=seat,
        number=s.number,
        turns=TURNS,
        phase=s.phase,
        seat=s.seat,
        order=tuple(s.play_order()),
        stacks={area: stack.copy() for area, stack in s.stacks.items()},
        controllers={area: who for area in s.stacks if area not in IS_SEA and (who := s.controller(area))},
        seats=seats,
        cup=len(s.cup()),
        offers=tuple((each.number, each.giver, each.taker) for each in s.offers),
        fighting=s.fighting,
        afloat=s.afloat,
        walks=tuple(s.walks),
        leaving=leaving,
        fights=tuple(s.fights),
        winners=find_winners(s),
        document=document,
        provenance=PROVENANCE,
        headline=write_headline(s).read(name),
        standing=tuple(
            (each.key, Stand(part.within(name) for part in describe_standing(each))) for each in seats
        ),
    )


def _view_seat(s: State, seat: str) -> SeatView:
    alive = seat in s.order or not s.order
    others = [other for other in COLOURS if other != seat]
    return SeatView(
        key=seat,
        name=name(seat),
        alive=alive,
        home=s.homes.get(seat, ""),
        leader=s.leaders.get(seat, ""),
        captor=s.captors.get(seat, ""),
        talents=s.talents.get(seat, 0),
        income=s.income(seat),
        upkeep=count_upkeep(s, seat),
        units=s.units(seat),
        score=count_halves(s, seat),
        land=count_held(s, seat),
        chits=tuple(s.hand(seat)),
        allies=tuple(other for other in others if (seat, other) in s.allied),
        truces=tuple(other for other in others if (seat, other) in s.truces),
        acting=seat == s.seat and not s.ended,
    )


def write_captions(s: State) -> Captions:
    """Return the headline and each seat's standing in words, as `view` shows them."""
    s = foresee(s)
    return Captions(
        write_headline(s), tuple((seat, describe_standing(_view_seat(s, seat))) for seat in s.seats)
    )


def write_headline(s: State) -> Words:
    """Return the game turn and the step, or how the game ended."""
    winner = find_winners(s)[0] if s.ended else ""
    return say_headline(winner, count_halves(s, winner) if winner else 0, s.phase, s.seat, s.number)


def say_headline(winner: str, score: int, phase: str, seat: str, number: int) -> Words:
    """Return the game turn and the step, or the winner and their score. `score`: in half points."""
    if winner:
        return say("{seat} wins with {points}.", seat=winner, points=say_points(score))
    if phase == SET_UP:
        if seat:
            return say("Set-up: {seat} chooses a Home", seat=seat)
        return say("Set-up: dice for the first choice")
    if phase == DAWN:
        return say("Game turn {n} of {turns} begins", n=number, turns=TURNS)
    text = "Game turn {n} of {turns}: {step} of {seat}"
    return say(text, n=number, turns=TURNS, step=phase, seat=seat)


INCOME, UPKEEP = 2, 3  # the indices of these parts in a standing


def describe_standing(seat: SeatView, *, captive: bool = True) -> tuple[Words, ...]:
    """Return a seat's standing in short phrases. `captive`: mention a captive leader."""
    if not seat.alive:
        return (say("out of the game"),)
    return (
        say_points(seat.score),
        say_talents(seat.talents),
        say("income {n}", n=seat.income),
        say("upkeep {n}", n=seat.upkeep),
        *((say("leader captive"),) if captive and seat.captor else ()),
    )
