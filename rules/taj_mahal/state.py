"""Define the state of a game, and the methods that change it: cards, palaces, tiles, points."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field

from rules.taj_mahal.board import CITIES, FORTRESSES, PROVINCES, TAJ_MAHAL
from rules.taj_mahal.cards import (
    ANY_COLOUR,
    COLOUR,
    CROWN,
    DECK,
    ELEPHANT,
    INFLUENCE,
    SPECIALS,
    SYMBOLS,
    WHITE,
    Heap,
    add_cards,
    count_cards,
    count_symbols,
)
from rules.taj_mahal.names import seats
from rules.taj_mahal.options import Options
from rules.taj_mahal.tiles import LAST, TAJ
from rules.words import Line, Text, Words

PARTS = ("bonus", "provinces", "palaces", "special", "cards")  # what points are for, in the order of rule 4


@dataclass(slots=True)
class Player:
    """What one seat has."""

    hand: Heap = field(default_factory=dict)  # without the special cards
    known: Heap = field(default_factory=dict)  # the cards in hand that it took from the open supply (5.3)
    table: list[str] = field(default_factory=list)  # the cards played in this visit, in order
    influence: dict[str, int] = field(default_factory=dict)  # 3.2: the influence tiles
    tiles: list[int] = field(default_factory=list)  # 3.4: the province tiles by their numbers
    goods: dict[str, int] = field(default_factory=dict)  # 4.1: the kept bonus tiles
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PARTS, 0))

    def copy(self) -> Player:
        """Return a deep copy."""
        return Player(
            self.hand.copy(),
            self.known.copy(),
            self.table[:],
            self.influence.copy(),
            self.tiles[:],
            self.goods.copy(),
            self.points.copy(),
        )

    @property
    def total(self) -> int:
        """The sum of the influence points."""
        return sum(self.points.values())


@dataclass(slots=True)
class State:
    """Everything that the next turn needs. The deck holds all cards that are nowhere else."""

    options: Options
    players: dict[str, Player]  # clockwise
    specials: dict[str, str]  # 6.1: the seat with each special card; "": it is next to the board
    tiles: dict[str, int] = field(default_factory=dict)  # 1.1: the number of each province's tile
    bonus: dict[str, str] = field(default_factory=dict)  # 1.1: the bonus tile on each fortress that has one
    palaces: dict[str, str] = field(default_factory=dict)  # the owner of the palace in each city that has one
    crowns: dict[str, str] = field(default_factory=dict)  # the owner of each crown palace, by city
    deck: Heap = field(default_factory=lambda: dict(DECK))
    discards: Heap = field(default_factory=dict)
    supply: Heap = field(default_factory=dict)
    court: list[str] = field(default_factory=lambda: list(SYMBOLS))  # what can still be won in this visit
    visit: int = 0  # 0 before the preparation
    starter: str = ""
    mover: str = ""  # the seat that plays next
    out: list[str] = field(default_factory=list)  # the seats that have withdrawn from this visit, in order
    over: bool = False
    story: list[Line] = field(default_factory=list)

    def copy(self) -> State:
        """Return a deep copy with an empty story."""
        twin = copy(self)
        twin.players = {seat: player.copy() for seat, player in self.players.items()}
        twin.specials, twin.bonus = self.specials.copy(), self.bonus.copy()
        twin.palaces, twin.crowns = self.palaces.copy(), self.crowns.copy()
        twin.deck, twin.discards, twin.supply = self.deck.copy(), self.discards.copy(), self.supply.copy()
        twin.court, twin.out, twin.story = self.court[:], self.out[:], []
        return twin

    def tell(self, kind: str, text: Text, /, **args: object) -> None:
        """Add to the story of this turn a line that everybody may read."""
        self.story.append(Line(Words(text, args), kind=kind, parts=args))

    def whisper(self, seat: str, kind: str, text: Text, /, **args: object) -> None:
        """Add to the story of this turn a line that only one seat may read."""
        self.story.append(Line(Words(text, args), frozenset((seat,)), kind, args))

    # ------------------------------------------------------------------ seats and places

    @property
    def province(self) -> str:
        """The current province (6.3)."""
        return next(province for province, number in self.tiles.items() if number == self.visit)

    @property
    def still_in(self) -> list[str]:
        """The seats that have not withdrawn from this visit."""
        return [seat for seat in self.players if seat not in self.out]

    @property
    def is_opening(self) -> bool:
        """1.2, 6.3: whether nobody has moved in this visit yet. If so, the supply must be laid out."""
        return not self.out and not any(player.table for player in self.players.values())

    def find_open_cities(self) -> list[str]:
        """3.2: return the cities of the current province without a normal palace."""
        return [city for city in CITIES[self.province] if city not in self.palaces]

    # ------------------------------------------------------------------ cards

    def bound(self, seat: str) -> str:
        """2.3, 2.5: return the colour that a seat must play in this visit; "" if it may choose."""
        table = self.players[seat].table
        for at, card in enumerate(table):
            colour = COLOUR.get(card, WHITE)
            if colour != WHITE and table[at + 1 : at + 2] != [ANY_COLOUR]:
                return colour
        return ""

    def find_free_specials(self, seat: str) -> list[str]:
        """2.4: return the special cards that a seat has and has not yet played in this visit."""
        table = self.players[seat].table
        return [card for card in SPECIALS if self.specials[card] == seat and card not in table]

    def play(self, seat: str, card: str) -> None:
        """Put a card on the table."""
        player = self.players[seat]
        player.table.append(card)
        if card not in self.specials:
            add_cards(player.hand, card, -1)
            if card in player.known:
                add_cards(player.known, card, -1)

    def count_shown(self, seat: str) -> dict[str, int]:
        """3.1: return how many of each symbol a seat shows. A seat that has withdrawn shows none."""
        return count_symbols(self.players[seat].table)

    def count_to_beat(self, seat: str) -> dict[str, int]:
        """3.1: return the highest number of each symbol at court that any other seat shows."""
        others = [other for key, other in self.players.items() if key != seat]
        tables = [count_symbols(other.table) for other in others if other.table]
        return {
            symbol: max((each[symbol] for each in tables), default=0)
            for symbol in SYMBOLS
            if symbol in self.court
        }

    def find_ties(self, seat: str) -> list[str]:
        """3.1: return each symbol at court of which a seat shows as many as the best other seat."""
        most, own = self.count_to_beat(seat), self.count_shown(seat)
        return [symbol for symbol, n in most.items() if own[symbol] and own[symbol] == n]

    def find_majorities(self, seat: str) -> list[str]:
        """3.1: return what a seat would win now.

        It wins each symbol at court of which it shows more than each other seat.
        """
        mine = self.count_shown(seat)
        return [symbol for symbol, most in self.count_to_beat(seat).items() if mine[symbol] > most]

    def score(self, seat: str, part: str, n: int) -> None:
        """4: add `n` influence points. `part`: what they are for, one of `PARTS`."""
        self.players[seat].points[part] += n

    # ------------------------------------------------------------------ the books

    def check(self) -> None:
        """Raise `AssertionError` if an invariant is broken."""
        assert tuple(self.players) == seats(self.options), "other seats than the options say"
        self._check_cards()
        if not self.visit:
            return
        assert sorted(self.tiles.values()) == list(range(1, LAST + 1)), "a province tile is missing"
        self._check_tables()
        self._check_board()

    def _check_cards(self) -> None:
        everybody = self.players.values()
        heaps = (self.deck, self.discards, self.supply, *(player.hand for player in everybody))
        assert all(n > 0 for heap in heaps for n in heap.values()), "a heap lists a kind of which it has none"
        found = dict.fromkeys(DECK, 0)
        for heap in heaps:
            for kind, n in heap.items():
                found[kind] += n
        for card in (card for player in everybody for card in player.table if card in DECK):
            found[card] += 1
        wrong = [kind for kind in DECK if found[kind] != DECK[kind]]
        assert not wrong, f"{found[wrong[0]]} {wrong[0]} instead of {DECK[wrong[0]]}"
        for seat, player in self.players.items():
            gone = [kind for kind, n in player.known.items() if n > player.hand.get(kind, 0)]
            assert not gone, f"{seat} does not have the {gone[0]} that it took"
        assert set(self.specials) == set(SPECIALS), "a special card is missing"
        assert count_cards(self.supply) <= 2 * len(self.players) - 1, "the supply is too large"

    def _check_tables(self) -> None:
        for seat, player in self.players.items():
            table = player.table
            assert not (table and seat in self.out), f"{seat} is out with cards on the table"
            colours = [at for at, card in enumerate(table) if COLOUR.get(card, WHITE) != WHITE]
            assert colours[:1] == [0][: len(table)], f"{seat} began with a card without colour"
            ends = [*colours[1:], len(table)][: len(colours)]
            gaps = [end - at for at, end in zip(colours, ends, strict=True)]
            assert all(gap <= 2 for gap in gaps), f"{seat} played more than one card with a coloured one"
            loose = {COLOUR[table[at]] for at in colours if table[at + 1 : at + 2] != [ANY_COLOUR]}
            # In the middle of a turn, the last card may have another colour, if the seat can still play the
            # card that allows this.
            if ANY_COLOUR in self.find_free_specials(seat):
                loose.discard(COLOUR.get(table[-1], WHITE) if table else "")
            assert len(loose) <= 1, f"{seat} plays two colours"
            assert all(self.specials[card] == seat for card in table if card in SPECIALS)
            assert all(0 < n <= 2 for n in player.influence.values()), "influence tiles not traded"

    def _check_board(self) -> None:
        here = self.province
        visited = [province for province, number in self.tiles.items() if number < self.visit]
        for province, cities in CITIES.items():
            normal = [city for city in cities if city in self.palaces]
            crowned = [city for city in cities if city in self.crowns]
            assert len(crowned) <= 1, f"two crown palaces in {province}"
            assert len(normal) <= len(INFLUENCE), f"more palaces in {province} than influence tiles"
            if province in visited:
                assert not any(city in self.bonus for city in cities), f"a bonus tile is left in {province}"
            elif province != here:
                assert not normal + crowned, f"a palace in {province} before its visit"
        assert set(self.bonus) <= FORTRESSES, "a bonus tile that lies on no fortress"
        assert self.bonus.get(TAJ_MAHAL, TAJ) == TAJ, "the Taj Mahal lies elsewhere"
        placed = sum(city in self.palaces for city in CITIES[here])
        won = sum(symbol not in self.court for symbol in INFLUENCE)
        assert placed == won, f"{placed} palaces for {won} influence tiles"
        crowned = [city for city in CITIES[here] if city in self.crowns]
        assert bool(crowned) == (CROWN not in self.court), "the crown is neither at court nor on a palace"
        taken = [number for player in self.players.values() for number in player.tiles]
        assert len(set(taken)) == len(taken), "a province tile was won twice"
        assert (self.visit in taken) <= (ELEPHANT not in self.court), "a province tile won and at court"
        assert set(self.tiles) == set(PROVINCES), "a province without a tile"
