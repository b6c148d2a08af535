"""Define the state of a game, and the methods that change it.

The state doesn't store what can be computed. The supply of dice is computed from the dice in hand, the
workers at home from the taken spaces, and the next starting player from the worker at the Great Mogul.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.rajas_of_the_ganges.board import (
    BOARD,
    BONUSES,
    BUILDINGS,
    COLOURS,
    DICE,
    END,
    HANDS,
    LEAST_VALUE,
    MOST_KARMA,
    MOST_VALUE,
    PRICES,
    RIVER,
    ROOM,
    START,
    Gain,
    Side,
)
from rules.rajas_of_the_ganges.names import SEATS
from rules.rajas_of_the_ganges.options import Options
from rules.rajas_of_the_ganges.province import Laid, is_linked
from rules.rajas_of_the_ganges.tiles import PILES, STACKS, TILES, Market
from rules.words import Line, Text, Words

PLACES = ("money", "fame", "river")  # 8: where an inactive worker of each seat waits
EXTRA = 2  # 8: extra workers that can become active


@dataclass(slots=True)
class Realm:
    """A seat's possessions.

    Attributes:
        dice: the faces of each colour in hand, in ascending order
        values: what a building of each kind now scores
        under: the covered tiles
    """

    money: int = 0
    fame: int = 0
    boat: int = START
    karma: int = BOARD.begin.karma
    dice: dict[str, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys(COLOURS, ()))
    values: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BUILDINGS, LEAST_VALUE))
    workers: int = BOARD.begin.workers
    waiting: tuple[str, ...] = PLACES
    province: dict[str, Laid] = field(default_factory=dict)
    under: dict[str, str] = field(default_factory=dict)
    yields: tuple[str, ...] = ()  # the edges that have given their yield
    # by track, how many of its bonuses the seat has got
    bonuses: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BONUSES, 0))

    def copy(self) -> Realm:
        """Return a deep copy."""
        return Realm(
            self.money,
            self.fame,
            self.boat,
            self.karma,
            self.dice.copy(),
            self.values.copy(),
            self.workers,
            self.waiting,
            self.province.copy(),
            self.under.copy(),
            self.yields,
            self.bonuses.copy(),
        )

    @property
    def gap(self) -> int:
        """11: by how many fame spaces the markers have passed each other; below 0 if they have not met."""
        return measure_gap(self.money, self.fame)

    @property
    def held(self) -> int:
        """How many dice the statue holds."""
        return sum(map(len, self.dice.values()))

    @property
    def upgrades(self) -> int:
        """3.3: how many upgrades the seat has made."""
        return sum(self.values.values()) - LEAST_VALUE * len(self.values)

    def markets(self) -> Iterator[Market]:
        """4: yield the markets of the province. Covered ones don't count."""
        for laid in self.province.values():
            yield from TILES[laid.tile].markets

    def give(self, colour: str, face: int) -> None:
        """Put a die of this colour and face back into the supply."""
        faces = list(self.dice[colour])
        faces.remove(face)
        self.dice[colour] = tuple(faces)

    def take(self, colour: str, face: int) -> None:
        """Put a die of this colour and face on the statue."""
        self.dice[colour] = tuple(sorted((*self.dice[colour], face)))


def measure_gap(money: int, fame: int) -> int:
    """11: return the gap of two markers.

    Two money spaces lie beside one fame space. The markers meet when fame and half of the money are 61.
    """
    return fame + (money + 1) // 2 - BOARD.tracks.fame - 1


@dataclass(slots=True)
class Order:
    """The choices of the open turn.

    A document never contains them, because a turn is replayed from its start. `tile`: the tile to be laid.
    `square`: where it is to be laid. The Master builder lays it on another tile.
    """

    seat: str = ""
    space: str = ""
    tile: str = ""
    square: str = ""
    choices: tuple[str, ...] = ()  # the placements on offer, in the order of the buttons
    money: int = 0  # at the start of the turn
    fame: int = 0
    late: tuple[str, ...] = ()  # 3.3: buildings upgraded in this turn that score the higher value only later
    done: bool = False  # whether the whole order has been carried out
    coming: tuple[Gain, ...] = ()  # the gains that follow the one that is being carried out

    def copy(self) -> Order:
        """Return a copy."""
        return Order(
            self.seat,
            self.space,
            self.tile,
            self.square,
            self.choices,
            self.money,
            self.fame,
            self.late,
            self.done,
            self.coming,
        )


@dataclass(slots=True)
class State:
    """Everything on the table. `taken`: the workers on each action space, from the left."""

    options: Options
    realms: dict[str, Realm]  # in the order of the table
    display: dict[str, str]  # the open tile of each stack that has one
    stacks: dict[str, tuple[str, ...]]  # the tiles still under each stack, in no order
    white: tuple[str, ...]  # 5.4: the white tiles that have not been drawn, in no order
    taken: dict[str, tuple[str, ...]] = field(default_factory=dict)
    elephant: str = ""  # the starting player; "" until the dice are rolled
    to_act: str = ""
    round: int = 1
    moved: bool = False  # 2: whether a worker has been placed in this stage
    crossed: tuple[str, ...] = ()  # 11: the seats whose markers have met, in order
    over: bool = False
    order: Order = field(default_factory=Order)
    story: list[Line] = field(default_factory=list)

    def copy(self) -> State:
        """Return a deep copy with an empty story."""
        return State(
            self.options,
            {seat: realm.copy() for seat, realm in self.realms.items()},
            self.display.copy(),
            self.stacks.copy(),
            self.white,
            self.taken.copy(),
            self.elephant,
            self.to_act,
            self.round,
            self.moved,
            self.crossed,
            self.over,
            self.order.copy(),
            [],
        )

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the order of the table."""
        return tuple(self.realms)

    @property
    def side(self) -> Side:
        """The side of the board for this number of players."""
        return BOARD.sides[self.options.seats]

    def tell(self, kind: str, text: Text, /, **args: object) -> None:
        """Add a line to the story of this turn. Code recognizes a line by its `kind`, never by its words."""
        self.story.append(Line(Words(text, args), kind=kind, parts=args))

    def supply(self, colour: str) -> int:
        """Return how many dice of this colour are in the supply."""
        return DICE - sum(len(realm.dice[colour]) for realm in self.realms.values())

    def count_at_home(self, seat: str) -> int:
        """2: return how many workers the seat can still place in this round."""
        return self.realms[seat].workers - [at for row in self.taken.values() for at in row].count(seat)

    def free(self, space: str) -> int:
        """Return how many more workers this action space takes."""
        return ROOM[self.options.seats][space] - len(self.taken.get(space, ()))

    def price(self, space: str) -> int:
        """2: return the price of the next free space of a row, in money."""
        row = PRICES[self.options.seats].get(space)
        return row[len(self.taken.get(space, ()))] if row else 0

    def occupy(self, space: str, seat: str) -> None:
        """2: place a worker."""
        self.taken[space] = (*self.taken.get(space, ()), seat)

    def find_other_boats(self, seat: str) -> set[int]:
        """6: return the river spaces that the boat of this seat skips, because another boat is there.

        The start and the final space hold any number of boats.
        """
        return {realm.boat for other, realm in self.realms.items() if other != seat} - {START, END}

    def check(self) -> None:
        """Raise `AssertionError` if an invariant is broken."""
        assert self.seats == SEATS[: self.options.seats], "the seats do not fit the options"
        for colour in COLOURS:
            assert self.supply(colour) >= 0, f"more than {DICE} {colour} dice"
        for seat, realm in self.realms.items():
            self._check(seat, realm)
        boats = [realm.boat for realm in self.realms.values() if realm.boat not in (START, END)]
        assert len(set(boats)) == len(boats), "two boats on a river space"
        seen = [tile for stack in STACKS for tile in self.stacks[stack]] + list(self.display.values())
        for realm in self.realms.values():
            seen += [laid.tile for laid in realm.province.values()] + list(realm.under.values())
        assert sorted(seen) == sorted(TILES), "a tile is missing, or in two places"
        assert all(TILES[tile].stack == stack for stack, tile in self.display.items()), "a tile strayed"
        for space in self.taken:
            assert self.free(space) >= 0, f"too many workers at {space}"

    def _check(self, seat: str, realm: Realm) -> None:
        assert realm.held <= HANDS, f"{seat} holds {realm.held} dice"
        assert all(list(faces) == sorted(faces) for faces in realm.dice.values()), "dice out of order"
        assert 0 <= realm.karma <= MOST_KARMA, f"{seat} has karma {realm.karma}"
        assert min(realm.money, realm.fame) >= 0, f"{seat} is below 0"
        assert START <= realm.boat <= END, f"the boat of {seat} has left the river"
        assert all(LEAST_VALUE <= value <= MOST_VALUE for value in realm.values.values()), (
            f"a building of {seat} has an impossible value"
        )
        assert realm.workers == BOARD.begin.workers + min(EXTRA, len(PLACES) - len(realm.waiting)), (
            f"{seat} has {realm.workers} workers"
        )
        assert len(realm.waiting) != len(PLACES) - EXTRA, f"the last worker of {seat} is still on the board"
        assert realm.waiting in ((), *((place,) for place in PLACES)) or len(realm.waiting) > 1
        assert self.count_at_home(seat) >= 0, f"{seat} has placed more workers than it has"
        assert is_linked(realm.province), f"a tile of {seat} is cut off"
        assert set(realm.under) <= set(realm.province), f"{seat} covers an empty square"
        assert len(set(realm.yields)) == len(realm.yields), "a yield was taken twice"
        assert all(0 <= n <= len(BONUSES[track]) for track, n in realm.bonuses.items()), (
            f"{seat} has more bonuses than a track has"
        )
        for place, there in (("fame", realm.fame), ("river", realm.boat > RIVER.bridge)):
            reached = there >= BOARD.tracks.worker["fame"] if place == "fame" else there
            assert not reached or place not in realm.waiting, f"{seat} has not taken a worker that it reached"


def make_start(options: Options) -> State:
    """1: return the table before the first dice are rolled."""
    return State(
        options=options,
        realms={seat: Realm() for seat in SEATS[: options.seats]},
        display={},
        stacks=dict(PILES),
        white=BOARD.white.pile,
    )


def find_scored_values(s: State, seat: str) -> Mapping[str, int]:
    """3, 3.3: return what a building of each kind scores if it is laid now.

    An upgrade from the fame bonus counts only from the next turn on.
    """
    values = s.realms[seat].values
    if not s.order.late or seat != s.order.seat:
        return values
    return {building: value - s.order.late.count(building) for building, value in values.items()}
