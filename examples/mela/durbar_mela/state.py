"""Define the stored parts of a game of Mela: its options and its state."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from rules.documents import Model, read_position
from rules.words import Line, Words

KEY = "mela"
SEATS = ("north", "east", "south", "west")
GOODS = ("salt", "rice", "cloth", "pepper", "silk", "pearls")  # each worth 1 coin more than the one before
COPIES = 4  # of each good in the deck
HAND = 4  # goods dealt to each player
RICHEST = 36  # coins for four pearls, each with the most that haggling adds


def value(good: str) -> int:
    """Return the value of a good, from 1 to 6 coins."""
    return GOODS.index(good) + 1


class Options(Model, frozen=True):
    """What the players choose before the game."""

    seats: int = Field(default=3, ge=2, le=4, description="how many play")


@dataclass(slots=True)
class State:
    """The whole state of a game. The story of the current turn is not stored."""

    hands: dict[str, list[str]]  # the goods of each seat, sorted by value
    coins: dict[str, int]
    sold: list[str] = field(default_factory=list)
    mover: str = SEATS[0]
    dealt: bool = False
    story: list[Line] = field(default_factory=list)

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.hands)

    @property
    def pile(self) -> tuple[str, ...]:
        """The goods that have not been dealt."""
        gone = [*self.sold, *(good for hand in self.hands.values() for good in hand)]
        return tuple(good for good in GOODS for _ in range(COPIES - gone.count(good)))

    def copy(self) -> State:
        hands = {seat: hand[:] for seat, hand in self.hands.items()}
        return State(hands, self.coins.copy(), self.sold[:], self.mover, self.dealt)

    def tell(self, words: Words, kind: str) -> None:
        """Add a line to the story of this turn."""
        self.story.append(Line(words, kind=kind))

    def check(self) -> None:
        """Raise `AssertionError` if a good is lost or duplicated."""
        goods = [*self.sold, *(good for hand in self.hands.values() for good in hand)]
        assert not self.dealt or len(goods) == HAND * len(self.hands), "a good is lost or there twice"
        assert all(goods.count(good) <= COPIES for good in GOODS), "there are too many of a good"


def setup(options: Options) -> State:
    """1: return the state before the first turn. That turn deals the goods."""
    seats = SEATS[: options.seats]
    return State({seat: [] for seat in seats}, dict.fromkeys(seats, 0))


class Document(Model):
    """A state as a document."""

    game: str = KEY
    hands: dict[str, list[str]]
    coins: dict[str, Annotated[int, Field(ge=0, le=RICHEST)]]
    sold: list[str]
    mover: str
    dealt: bool


def dump(state: State) -> str:
    """Return a state as a document, JSON on one line."""
    document: dict[str, Any] = {
        "game": KEY,
        "hands": state.hands,
        "coins": state.coins,
        "sold": state.sold,
        "mover": state.mover,
        "dealt": state.dealt,
    }
    return json.dumps(document, separators=(",", ":"))


def load(text: str) -> State:
    """Return the state of a document, YAML or JSON.

    Raises `ValueError`, which names the place and the reason.
    """
    found = read_position(Document, text)
    if found.game != KEY:
        raise ValueError(f"game: this is a position of {found.game}")
    seats = SEATS[: len(found.hands)]
    if len(seats) < 2 or tuple(found.hands) != seats or tuple(found.coins) != seats:
        raise ValueError(
            f"hands: two to four of {', '.join(SEATS)} are needed, in this order, and their coins"
        )
    for place, goods in (("sold", found.sold), *((f"hands.{seat}", found.hands[seat]) for seat in seats)):
        if unknown := sorted(set(goods) - set(GOODS)):
            raise ValueError(f"{place}: {unknown[0]} is none of {', '.join(GOODS)}")
    for good in GOODS:
        n = sum(pile.count(good) for pile in (found.sold, *found.hands.values()))
        if n > COPIES:
            raise ValueError(f"hands, sold: {good} is there {n} times, which is more than {COPIES}")
    n = len(found.sold)
    if n and not found.dealt:
        raise ValueError("sold: nothing can be sold before the goods are dealt")
    if found.mover != seats[n % len(seats)]:
        raise ValueError(f"mover: {seats[n % len(seats)]} is next when {n} goods are in sold")
    for number, seat in enumerate(seats):
        left = HAND - (n + len(seats) - 1 - number) // len(seats) if found.dealt else 0
        if len(found.hands[seat]) != left:
            raise ValueError(f"hands.{seat}: {left} goods are left when {n} are in sold")
    hands = {seat: sorted(goods, key=GOODS.index) for seat, goods in found.hands.items()}
    return State(hands, found.coins, found.sold, found.mover, found.dealt)
