"""1.2, 2.4, 2.5: read the cards and their symbols from `cards.toml`, and check them.

The key of a card is its kind: "red-ev" is any red card with an Elephant and a Vizier. Cards of a kind are
alike. A heap says how many cards of each kind it has, without zeros: `{"red-ev": 2, "white-m": 1}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field, model_validator

from rules.documents import Model, read_toml
from rules.taj_mahal.board import Part

ELEPHANT, CROWN = "E", "C"
INFLUENCE = ("V", "G", "M", "P")  # Vizier, General, Monk, Princess: the symbols with influence tiles
SYMBOLS = (ELEPHANT, *INFLUENCE, CROWN)
COLOURS = ("red", "yellow", "green", "violet")
WHITE = "white"
COLOURED_EACH, WHITES, PER_CARD = 21, 12, 2
SPECIALS = ("special-e", "special-c", "special-2", "special-any")
MORE_ELEPHANT, MORE_CROWN, TWO_POINTS, ANY_COLOUR = SPECIALS

Heap = dict[str, int]  # the number of cards of each kind, without zeros
Effect = Literal["e", "c", "2", "any"]


class Suit(Part):
    """The cards of one colour: for each pair of symbols, how many cards there are."""

    cards: dict[Annotated[str, Field(pattern="^E{0,2}V?G?M?P?C?$")], Annotated[int, Field(ge=1)]]


class SpecialCards(Part):
    """For each kind of influence tile, the special card that a player gets for two of them."""

    V: Effect
    G: Effect
    M: Effect
    P: Effect

    @property
    def card(self) -> Mapping[str, str]:
        """The key of the special card, by the symbol of the influence tiles."""
        return {symbol: f"special-{getattr(self, symbol)}" for symbol in INFLUENCE}

    @model_validator(mode="after")
    def _all_four(self) -> SpecialCards:
        if set(self.card.values()) != set(SPECIALS):
            raise ValueError("each of the four special cards is needed once")
        return self


class Cards(Model, frozen=True):
    """The whole file."""

    red: Suit
    yellow: Suit
    green: Suit
    violet: Suit
    white: Suit
    specials: dict[Literal["printed", "swapped"], SpecialCards]

    @property
    def heap(self) -> Heap:
        """All cards except the special ones, in the order in which hands are sorted."""
        suits = {name: getattr(self, name).cards for name in (*COLOURS, WHITE)}
        return {f"{suit}-{kind.lower()}": n for suit, cards in suits.items() for kind, n in cards.items()}

    @model_validator(mode="after")
    def _counts(self) -> Cards:
        for name in COLOURS:
            suit: Suit = getattr(self, name)
            if wrong := [kind for kind in suit.cards if len(kind) != PER_CARD]:
                raise ValueError(f"{name}: {wrong[0]}: a coloured card has {PER_CARD} symbols")
            if (found := sum(suit.cards.values())) != COLOURED_EACH:
                raise ValueError(f"{name}: {found} cards, not {COLOURED_EACH}")
        if wrong := [kind for kind in self.white.cards if len(kind) != 1]:
            raise ValueError(f"white: {wrong[0]}: a white card has 1 symbol")
        if (found := sum(self.white.cards.values())) != WHITES:
            raise ValueError(f"white: {found} cards, not {WHITES}")
        if len(self.specials) != 2:
            raise ValueError("specials: both printed and swapped are needed")
        return self


def read_cards(text: str) -> Cards:
    """Return the cards of a file.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_toml(Cards, text, "cards")


CARDS = read_cards(files(__package__).joinpath("cards.toml").read_text(encoding="utf-8"))
DECK: Mapping[str, int] = CARDS.heap
KINDS = tuple(DECK)
COLOUR: Mapping[str, str] = {kind: kind.partition("-")[0] for kind in KINDS}
COLOURED = tuple(kind for kind in KINDS if COLOUR[kind] != WHITE)
WHITE_KINDS = tuple(kind for kind in KINDS if COLOUR[kind] == WHITE)
PLACE: Mapping[str, int] = {kind: at for at, kind in enumerate((*KINDS, *SPECIALS))}
# the symbols that a card adds while it is on the table
SHOWS: Mapping[str, tuple[str, ...]] = {
    **{kind: tuple(kind.partition("-")[2].upper()) for kind in KINDS},
    MORE_ELEPHANT: (ELEPHANT,),
    MORE_CROWN: (CROWN,),
    TWO_POINTS: (),
    ANY_COLOUR: (),
}


def add_cards(heap: Heap, kind: str, n: int = 1) -> None:
    """Add cards of a kind; a negative `n` removes them. A kind without cards leaves the heap."""
    left = heap.get(kind, 0) + n
    if left:
        heap[kind] = left
    else:
        del heap[kind]


def count_cards(heap: Mapping[str, int]) -> int:
    """Return how many cards the heap has."""
    return sum(heap.values())


def list_cards(heap: Mapping[str, int]) -> tuple[str, ...]:
    """Return the cards one by one, in their order."""
    return tuple(kind for kind in KINDS for _ in range(heap.get(kind, 0)))


def sort_cards(heap: Mapping[str, int]) -> Heap:
    """Return the same heap with its kinds in order, so that equal heaps are written alike."""
    return {kind: heap[kind] for kind in KINDS if kind in heap}


def make_heap(cards: Iterable[str]) -> Heap:
    """Return these cards as a heap."""
    found: Heap = {}
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found


def count_symbols(table: Iterable[str]) -> dict[str, int]:
    """Return the number of each symbol on these cards."""
    found = dict.fromkeys(SYMBOLS, 0)
    for card in table:
        for symbol in SHOWS[card]:
            found[symbol] += 1
    return found
