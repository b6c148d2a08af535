"""Read and write positions: states as documents, written by hand or by `dump`, checked by `load`.

The deck is never written. It has all cards that are nowhere else, so a document can't contradict itself.
Cards may be written as a list (`["red-ev", "red-ev"]`) or as kinds with numbers (`{"red-ev": 2}`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from rules.documents import Model, Once, read_position, write_position
from rules.taj_mahal.board import ALL_CITIES, FORTRESSES, PROVINCES
from rules.taj_mahal.cards import DECK, INFLUENCE, KINDS, SPECIALS, SYMBOLS, Heap, make_heap, sort_cards
from rules.taj_mahal.names import seats
from rules.taj_mahal.options import Options
from rules.taj_mahal.state import PARTS, Player, State
from rules.taj_mahal.tiles import GOODS, LAST, NUMBERS

KEY: Literal["taj_mahal"] = "taj_mahal"


def _one_of(what: str, known: tuple[str, ...]) -> Any:
    def check(key: str) -> str:
        if key not in known:
            raise ValueError(f"no {what} “{key}”; there are {', '.join(known)}")
        return key

    return BeforeValidator(check)


def _as_heap(value: Any) -> Any:
    """Return a list of cards as a heap. Any other value is returned unchanged."""
    listed = isinstance(value, list) and all(isinstance(card, str) for card in value)
    return make_heap(value) if listed else value


Kind = Annotated[str, _one_of("card", KINDS)]
AnyCard = Annotated[str, _one_of("card", (*KINDS, *SPECIALS))]
City = Annotated[str, _one_of("city", ALL_CITIES)]
Cards = Annotated[dict[Kind, Annotated[int, Field(ge=1, le=max(DECK.values()))]], BeforeValidator(_as_heap)]
Symbol = Literal["E", "V", "G", "M", "P", "C"]
Seat = Literal["maroon", "blue", "brown", "gray", "tan"]
Tile = Literal["two", "card", "rice", "tea", "spices", "jewels", "taj"]


class PlayerPosition(Model):
    """What one seat has."""

    hand: Cards = {}
    known: Cards = {}
    table: list[AnyCard] = []
    influence: dict[Literal["V", "G", "M", "P"], Annotated[int, Field(ge=1, le=2)]] = {}
    tiles: Annotated[list[Annotated[int, Field(ge=1, le=LAST)]], Once] = []
    goods: dict[Literal["rice", "tea", "spices", "jewels"], Annotated[int, Field(ge=1, le=99)]] = {}
    points: dict[Annotated[str, _one_of("part", PARTS)], Annotated[int, Field(ge=0, le=9_999)]] = {}

    def player(self) -> Player:
        """Return the `Player` that this part of the document describes."""
        return Player(
            sort_cards(self.hand),
            sort_cards(self.known),
            list(self.table),
            {symbol: self.influence[symbol] for symbol in INFLUENCE if symbol in self.influence},
            list(self.tiles),
            {good: self.goods[good] for good in GOODS if good in self.goods},
            {part: self.points.get(part, 0) for part in PARTS},
        )


class Position(Model):
    """The document. Its defaults describe the table before the preparation.

    `visit`: the number of the visit; 0 until the table is prepared.
    """

    game: Literal["taj_mahal"] = KEY
    options: Options = Options()
    visit: Annotated[int, Field(ge=0, le=LAST)] = 0
    starter: Seat | Literal[""] = ""
    mover: Seat | Literal[""] = ""
    out: Annotated[list[Seat], Once] = []
    over: bool = False
    tiles: dict[str, Annotated[int, Field(ge=1, le=LAST)]] = {}
    bonus: dict[City, Tile] = {}
    palaces: dict[City, Seat] = {}
    crowns: dict[City, Seat] = {}
    court: Annotated[list[Symbol], Once] = ["E", "V", "G", "M", "P", "C"]
    supply: Cards = {}
    discards: Cards = {}
    specials: dict[str, Seat | Literal[""]] = {}
    players: dict[Seat, PlayerPosition] = {}

    @field_validator("tiles")
    @classmethod
    def _each_province(cls, tiles: dict[str, int]) -> dict[str, int]:
        if tiles and (set(tiles) != set(PROVINCES) or sorted(tiles.values()) != list(NUMBERS)):
            raise ValueError(f"each of the provinces {', '.join(PROVINCES)} needs a number of its own")
        return tiles

    @field_validator("bonus")
    @classmethod
    def _on_fortresses(cls, bonus: dict[str, str]) -> dict[str, str]:
        if wrong := [city for city in bonus if city not in FORTRESSES]:
            raise ValueError(f"{wrong[0]} is no fortress")
        return bonus

    @field_validator("specials")
    @classmethod
    def _check_specials(cls, specials: dict[str, str]) -> dict[str, str]:
        if wrong := [card for card in specials if card not in SPECIALS]:
            raise ValueError(f"no special card “{wrong[0]}”; there are {', '.join(SPECIALS)}")
        return specials

    @model_validator(mode="after")
    def _fits(self) -> Position:
        there = seats(self.options)
        named: set[str] = {*self.players, *self.out, *self.palaces.values(), *self.crowns.values()}
        named |= {self.starter, self.mover, *self.specials.values()}
        if strangers := named - {"", *there}:
            raise ValueError(f"no seat “{min(strangers)}”; there are {', '.join(there)}")
        if self.visit and not (self.tiles and self.starter and self.mover):
            raise ValueError("visit: tiles, starter and mover are needed once the table is prepared")
        if self.visit and not self.over and self.mover in self.out:
            raise ValueError(f"mover: {self.mover} has withdrawn")
        found = self.list_dealt()
        if wrong := [kind for kind, n in DECK.items() if found.get(kind, 0) > n]:
            raise ValueError(f"{found[wrong[0]]} of {wrong[0]}; there are {DECK[wrong[0]]}")
        try:
            self.state().check()
        except AssertionError as error:
            raise ValueError(str(error)) from None
        return self

    def list_dealt(self) -> Heap:
        """Return the cards that are not in the deck."""
        found = make_heap(card for player in self.players.values() for card in player.table)
        for heap in (self.supply, self.discards, *(player.hand for player in self.players.values())):
            for kind, n in heap.items():
                found[kind] = found.get(kind, 0) + n
        return found

    def state(self) -> State:
        """Return the state that the document describes."""
        found = self.list_dealt()
        players = {
            seat: (self.players.get(seat) or PlayerPosition()).player()  # type: ignore[call-overload]
            for seat in seats(self.options)
        }
        return State(
            options=self.options,
            players=players,
            specials={card: self.specials.get(card, "") for card in SPECIALS},
            tiles={province: self.tiles[province] for province in PROVINCES} if self.tiles else {},
            bonus={city: self.bonus[city] for city in ALL_CITIES if city in self.bonus},
            palaces={city: self.palaces[city] for city in ALL_CITIES if city in self.palaces},
            crowns={city: self.crowns[city] for city in ALL_CITIES if city in self.crowns},
            deck={kind: left for kind, n in DECK.items() if (left := n - found.get(kind, 0))},
            discards=sort_cards(self.discards),
            supply=sort_cards(self.supply),
            court=[symbol for symbol in SYMBOLS if symbol in self.court],
            visit=self.visit,
            starter=self.starter,
            mover=self.mover,
            out=list(self.out),
            over=self.over,
        )


def load(text: str) -> State:
    """Return the state of a document, JSON or YAML.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_position(Position, text).state()


def dump(s: State) -> str:
    """Return the state between turns as a document for `load`, JSON on one line."""
    return write_position(write_document(s))


def write_document(s: State) -> dict[str, Any]:
    """Return the state as data for a document."""
    return {
        "game": KEY,
        "options": s.options.model_dump(),
        "visit": s.visit,
        "starter": s.starter,
        "mover": s.mover,
        "out": s.out,
        "over": s.over,
        "tiles": s.tiles,
        "bonus": _sort_cities(s.bonus),
        "palaces": _sort_cities(s.palaces),
        "crowns": _sort_cities(s.crowns),
        "court": s.court,
        "supply": sort_cards(s.supply),
        "discards": sort_cards(s.discards),
        "specials": s.specials,
        "players": {seat: _write_player(player) for seat, player in s.players.items()},
    }


def _sort_cities(cities: dict[str, str]) -> dict[str, str]:
    return {city: cities[city] for city in ALL_CITIES if city in cities}


def _write_player(player: Player) -> dict[str, Any]:
    return {
        "hand": sort_cards(player.hand),
        "known": sort_cards(player.known),
        "table": player.table,
        "influence": {symbol: player.influence[symbol] for symbol in INFLUENCE if symbol in player.influence},
        "tiles": player.tiles,
        "goods": {good: player.goods[good] for good in GOODS if good in player.goods},
        "points": player.points,
    }
