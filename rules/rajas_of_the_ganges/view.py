"""Define the view of a game. It shows everything, because nothing in this game is hidden.

The tiles of a stack have no order until they are turned up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.extras import Captions
from rules.rajas_of_the_ganges.board import BOARD, COLOURS
from rules.rajas_of_the_ganges.names import name
from rules.rajas_of_the_ganges.options import Options
from rules.rajas_of_the_ganges.province import Laid
from rules.rajas_of_the_ganges.state import Order, Realm, State
from rules.rajas_of_the_ganges.tiles import SHEET
from rules.rajas_of_the_ganges.turn import order_from_elephant, rank_seats
from rules.rajas_of_the_ganges.wording import MONEY
from rules.state import Stand
from rules.words import Plural, Words, say


@dataclass(frozen=True, slots=True)
class RealmView:
    """What everybody sees of a seat."""

    key: str
    money: int
    fame: int
    gap: int  # 11: below 0 while the markers have not met
    boat: int  # 0: on the start
    karma: int
    dice: Mapping[str, tuple[int, ...]]
    held: int
    values: Mapping[str, int]
    workers: int
    home: int  # workers that can still be placed in this round
    waiting: tuple[str, ...]
    province: Mapping[str, Laid]
    under: Mapping[str, str]
    yields: tuple[str, ...]
    bonuses: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class OrderView:
    """What the current order has chosen so far; empty between turns."""

    seat: str = ""
    space: str = ""
    tile: str = ""
    square: str = ""
    choices: tuple[str, ...] = ()  # the placements on offer, in the order of the buttons
    money: int = 0  # at the start of the turn
    fame: int = 0
    late: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """The table, seen from a seat, or by a spectator (None)."""

    game: str
    viewer: str | None
    options: Options
    realms: tuple[RealmView, ...]
    display: Mapping[str, str]  # the open tile of each stack that has one
    stacks: Mapping[str, tuple[str, ...]]  # the tiles still under each stack, in no order
    white: tuple[str, ...]
    supply: Mapping[str, int]
    taken: Mapping[str, tuple[str, ...]]
    elephant: str  # "" until the first dice are rolled
    to_act: str  # "" when the game is over
    round: int
    moved: bool
    crossed: tuple[str, ...]
    over: bool
    order: OrderView
    winners: tuple[str, ...]
    headline: str
    standing: Sequence[tuple[str, Stand]]
    provenance: tuple[str, ...] = ()  # the sources of the parts of the board

    def realm(self, seat: str) -> RealmView:
        """Return what this seat has."""
        return next(realm for realm in self.realms if realm.key == seat)

    @property
    def stage(self) -> tuple[str, ...]:
        """The seats in the order of a stage; before the first dice are rolled, in the order of the table."""
        seats = tuple(realm.key for realm in self.realms)
        at = seats.index(self.elephant) if self.elephant else 0
        return seats[at:] + seats[:at]

    @property
    def focus(self) -> str:
        """The seat whose province matters most: the one to act, else the winner, else the first."""
        return self.to_act or (self.winners[0] if self.winners else self.realms[0].key)


PROVENANCE = (  # the sources of the parts of the board, a sentence or two each
    f"Tracks: {BOARD.tracks.note}",
    f"Spaces: {BOARD.sides[4].note}",
    f"Balconies: {BOARD.balconies.note}",
    f"River: {BOARD.river.note}",
    f"Province: {BOARD.province.note}",
    f"Tiles: {SHEET.note}",
)


def find_changed(before: View, after: View) -> frozenset[str]:
    """Return the action spaces and the seats that changed between two views.

    A space counts if it has workers and they changed. A seat counts if its province changed.
    """
    found = {space for space, there in after.taken.items() if there and before.taken.get(space) != there}
    for realm in after.realms:
        old = before.realm(realm.key)
        if old.province != realm.province:
            found.add(realm.key)
    return frozenset(found)


def view(s: State, seat: str | None) -> View:
    """Return what the seat may see of the state: everything."""
    left_out = say(
        "The modules Navaratnas and Ganga are missing, because the rulebook names their pieces "
        "but not their rules."
    )
    return View(
        game="rajas_of_the_ganges",
        viewer=seat,
        options=s.options,
        realms=tuple(_view_realm(s, key, realm) for key, realm in s.realms.items()),
        display=s.display.copy(),
        stacks=s.stacks.copy(),
        white=s.white,
        supply={colour: s.supply(colour) for colour in COLOURS},
        taken=s.taken.copy(),
        elephant=s.elephant,
        to_act=s.to_act,
        round=s.round,
        moved=s.moved,
        crossed=s.crossed,
        over=s.over,
        order=OrderView() if s.order.done else _view_order(s.order),
        provenance=(*PROVENANCE, left_out.read(name)),
        winners=tuple(rank_seats(s)[0]) if s.over else (),
        headline=write_headline(s).read(name),
        standing=tuple(
            (key, Stand(part.within(name) for part in parts)) for key, parts in describe_standing(s)
        ),
    )


def _view_order(order: Order) -> OrderView:
    return OrderView(
        order.seat,
        order.space,
        order.tile,
        order.square,
        order.choices,
        order.money,
        order.fame,
        order.late,
    )


def _view_realm(s: State, key: str, realm: Realm) -> RealmView:
    return RealmView(
        key=key,
        money=realm.money,
        fame=realm.fame,
        gap=realm.gap,
        boat=realm.boat,
        karma=realm.karma,
        dice=realm.dice.copy(),
        held=realm.held,
        values=realm.values.copy(),
        workers=realm.workers,
        home=s.count_at_home(key),
        waiting=realm.waiting,
        province=realm.province.copy(),
        under=realm.under.copy(),
        yields=realm.yields,
        bonuses=realm.bonuses.copy(),
    )


def sample_state(view: View, number: Callable[[int], int]) -> State:
    """Return the state of a view. The view shows all of it."""
    return State(
        options=view.options,
        realms={
            realm.key: Realm(
                realm.money,
                realm.fame,
                realm.boat,
                realm.karma,
                dict(realm.dice),
                dict(realm.values),
                realm.workers,
                realm.waiting,
                dict(realm.province),
                dict(realm.under),
                realm.yields,
                dict(realm.bonuses),
            )
            for realm in view.realms
        },
        display=dict(view.display),
        stacks=dict(view.stacks),
        white=view.white,
        taken=dict(view.taken),
        elephant=view.elephant,
        to_act=view.to_act,
        round=view.round,
        moved=view.moved,
        crossed=view.crossed,
        over=view.over,
        order=Order(
            view.order.seat,
            view.order.space,
            view.order.tile,
            view.order.square,
            view.order.choices,
            view.order.money,
            view.order.fame,
            view.order.late,
        ),
    )


def write_captions(s: State) -> Captions:
    """Return the headline and the standing in words."""
    return Captions(write_headline(s), describe_standing(s))


def write_headline(s: State) -> Words:
    """Return the round and the seat to move, or who won."""
    winner = rank_seats(s)[0][0] if s.over else ""
    order = order_from_elephant(s) if s.elephant else ()
    return describe_moment(winner, order, s.to_act, s.round, last=bool(s.crossed))


def describe_moment(winner: str, order: Sequence[str], mover: str, n: int, *, last: bool) -> Words:
    """Return the round and the mover, or who won.

    `order`: the seats in the order of the stage. `last`: whether this is the last stage.
    """
    if winner:
        return say("{seat} wins in round {n}.", seat=winner, n=n)
    if not order:
        return say("Before the first roll")
    text = "Round {n}: {seat} places a worker (player {at} of {seats})"
    if last:
        text = "Round {n}, last stage: {seat} places a worker (player {at} of {seats})"
    return say(text, n=n, seat=mover, at=order.index(mover) + 1, seats=len(order))


def describe_standing(s: State) -> tuple[tuple[str, tuple[Words, ...]], ...]:
    """Return the standing of each seat."""
    return tuple((seat, _describe_seat(s, seat)) for seat in s.realms)


def _describe_gap(gap: int) -> Words:
    if not gap:
        return say("markers met")
    return say("{n} past", n=gap) if gap > 0 else say("{n} apart", n=-gap)


WORKERS_PLACE = 5  # the index of the phrase about workers in a seat's standing


def _describe_seat(s: State, seat: str) -> tuple[Words, ...]:
    realm = s.realms[seat]
    return (
        _describe_gap(realm.gap),
        say("{n} fame", n=realm.fame),
        say(MONEY, n=realm.money),
        say(Plural("{n} die", "{n} dice"), n=realm.held),
        say("{n} karma", n=realm.karma),
        say(Plural("{n} worker left", "{n} workers left"), n=s.count_at_home(seat)),
    )
