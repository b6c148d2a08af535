"""Read and write positions: states as documents, written by hand or by `dump`, checked by `load`.

If a document leaves out a part, this part is the same as at the set-up (2.1). Control (1.7) and the holding
boxes (1.4.3) are never written. They are computed from the rest, so a document can't contradict itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, field_validator, model_validator

from rules.aadu_huli import position as aadu_huli
from rules.documents import Model, Once, read_position, write_position
from rules.vijayanagara.board import (
    FACTIONS,
    KINDS,
    MAP,
    PROVINCES,
    RIVALS,
    SPACES,
    Kind,
)
from rules.vijayanagara.cards import (
    BLOCKS,
    EVENTS,
    MONGOL_CARDS,
    SUCCESSION,
    TIMURID,
    TIMURIDS,
    TITLES,
    list_block,
)
from rules.vijayanagara.events.deckfile import load_deck
from rules.vijayanagara.options import Options
from rules.vijayanagara.state import (
    TRIBUTARY,
    UNCONTROLLED,
    Faction,
    Offer,
    Round,
    State,
    TieBreak,
    fill_box,
)
from rules.vijayanagara.victory import tie_break

KEY: Literal["vijayanagara"] = "vijayanagara"
MONGOLS = sum(MONGOL_CARDS.values())
WAITING = ("eligible", "ineligible")
CARDS_IN_ALL = len(EVENTS) + MONGOLS + len(SUCCESSION) + TIMURIDS
Count = Annotated[int, Field(ge=0, le=99)]
Number = Annotated[int, Field(ge=0, le=10**9)]  # the number of an offer; each new offer gets a higher number
Goods = Literal["resources", "cavalry"]
Cylinder = Literal["eligible", "ineligible", "command", "event", "limited", "pass"]


class Trade(Model):
    """1.5.2: an open offer."""

    number: Annotated[int, Field(ge=1, le=10**9)]
    giver: Faction
    taker: Faction
    give: dict[Goods, Count] = {}
    get: dict[Goods, Count] = {}


class Played(Model):
    """5.5: a finished round of the tie-break: the faction on each side, and which side won."""

    goats: Faction
    tigers: Faction
    winner: Literal["goats", "tigers", "drawn"]


class Board(aadu_huli.Position):
    """5.5: the current round, a document of Aadu-Huli aata with factions as its seats."""

    seats: ClassVar[Sequence[str]] = FACTIONS

    @model_validator(mode="after")
    def _has_sides(self) -> Board:
        if not self.sides:
            raise ValueError("sides: needed, for instance {goats: bahmani, tigers: sultanate}")
        return self


class Tie(Model):
    """5.5: the tie-break. `{}` means that it has not been offered yet."""

    refused: Annotated[list[Faction], Once] = []
    rounds: list[Played] = []
    board: Board | None = None


class Position(Model):
    """The document. A faction that a mapping leaves out has the value 0, or "eligible" in `places`."""

    game: Literal["vijayanagara"] = KEY
    options: Options = Options()
    dynasty: Literal["khalji", "tughlaq"] | None = None  # 2.7; None: the dynasty of this block
    resources: dict[Faction, Annotated[int, Field(ge=0, le=24)]] = {
        "sultanate": 12,
        "bahmani": 6,
        "vijayanagara": 7,
    }
    cavalry: dict[Faction, Count] = {"sultanate": 2}
    influence: dict[Literal["bahmani", "vijayanagara"], Annotated[int, Field(ge=0, le=4)]] = {}
    spaces: dict[str, dict[Kind, Count]] = MAP.setup.pieces
    independent: Annotated[list[str], Once] = []  # 1.6: the Provinces without a Tributary marker
    card: str | None = None  # 2.3: the open card; if it is no Event, the next turn begins with it
    places: dict[Faction, Cylinder] = {}
    stays: Annotated[list[Faction], Once] = []
    barred: Annotated[list[Faction], Once] = []
    block: Annotated[int, Field(ge=1, le=BLOCKS)] = 1  # 2.1
    left: dict[str, Count] | None = None  # None: all cards of the block except the open one
    played: Annotated[list[str], Field(max_length=CARDS_IN_ALL)] = []
    offers: list[Trade] = []  # 1.5.2
    offered: Number = 0
    over: bool = False
    tie_break: Tie | None = None  # None: no tie, or the seats agreed to share the win

    @field_validator("spaces")
    @classmethod
    def _check_spaces(cls, spaces: dict[str, Any]) -> dict[str, Any]:
        return {_check_known(space, SPACES, "space"): pieces for space, pieces in spaces.items()}

    @field_validator("independent")
    @classmethod
    def _check_provinces(cls, spaces: list[str]) -> list[str]:
        return [_check_known(space, PROVINCES, "Province") for space in spaces]

    @field_validator("card")
    @classmethod
    def _check_card(cls, card: str | None) -> str | None:
        return None if card is None else _check_known(card, (*TITLES, *EVENTS), "card")

    @field_validator("played")
    @classmethod
    def _check_cards(cls, cards: list[str]) -> list[str]:
        return [_check_known(card, (*TITLES, *EVENTS), "card") for card in cards]

    @model_validator(mode="after")
    def _sequence_fits(self) -> Position:
        if self.card not in EVENTS and (acted := [f for f, at in self.places.items() if at not in WAITING]):
            raise ValueError(f"places: {acted[0]} can't have acted, because no Event is open")
        for fork in ("command", "event"):
            if len(takers := [faction for faction, at in self.places.items() if at == fork]) > 1:
                raise ValueError(f"places: {takers[0]} and {takers[1]} can't both be at {fork} (2.3.3)")
        self.offered = max([self.offered, *(offer.number for offer in self.offers)])
        return self

    @model_validator(mode="after")
    def _deck_adds_up(self) -> Position:
        whole = list_block(self.block)
        self._dynasty_fits()
        sort_open = "" if self.card is None else self.card.partition("-")[0]
        if sort_open in SUCCESSION:
            if self.block != (opens := 2 + SUCCESSION.index(sort_open)) or self.left not in (None, whole):
                raise ValueError(f"card: {self.card} comes before all others of block {opens} (2.1)")
        elif sort_open and sort_open not in whole:
            raise ValueError(f"card: block {self.block} holds {_write_counts(whole)}")
        if self.left is None:
            self.left = {sort: n - (sort == sort_open) for sort, n in whole.items()}
        if any(n > whole.get(sort, -1) for sort, n in self.left.items()):
            raise ValueError(f"left: block {self.block} holds {_write_counts(whole)}")
        self.left = {sort: self.left.get(sort, 0) for sort in whole}
        if self.card is not None and self.card not in self.played:
            self.played.append(self.card)
        copies = {**MONGOL_CARDS, TIMURID: TIMURIDS}
        if twice := [card for card in self.played if self.played.count(card) > copies.get(card, 1)]:
            raise ValueError(f"played: {twice[0]} is there more often than in the deck")
        self._deck_goes_on(self.left)
        return self

    def _dynasty_fits(self) -> None:
        """2.7.2: check the dynasty, or set it.

        The Khaljis rule until Zenith of the Delhi Sultanate, the first card of block 2, is carried out.
        """
        khalji = self.block == 1 or self.card == "zenith"
        if self.dynasty is None:
            self.dynasty = "khalji" if khalji else "tughlaq"
        if self.dynasty == "khalji" and not khalji and (self.block > 2 or self.card is not None):
            raise ValueError(f"dynasty: in block {self.block} it is tughlaq (2.7.2)")

    def _deck_goes_on(self, left: dict[str, int]) -> None:
        """2.6: check that there are enough cards for the rest of the deck, the Timurid Empire cards included.

        2.2: if both Timurid Empire cards were played, the game must be over.
        """
        later = [list_block(number) for number in range(self.block + 1, BLOCKS + 1)]
        for sort, cards, total in (("event", EVENTS, len(EVENTS)), ("mongol", MONGOL_CARDS, MONGOLS)):
            needed = sum(part.get(sort, 0) for part in (left, *later))
            if sum(card in cards for card in self.played) > total - needed:
                raise ValueError(f"played: too many, because {needed} of sort {sort} are still to come")
        timurids = TIMURIDS - left.get(TIMURID, TIMURIDS)
        if self.played.count(TIMURID) != timurids:
            raise ValueError(f"played: must name {TIMURID} {timurids} times, as `block` and `left` imply")
        if timurids == TIMURIDS and not self.over:
            raise ValueError("over: must be true, because both Timurid Empire cards were played (2.2)")


def _write_counts(cards: dict[str, int]) -> str:
    return ", ".join(f"{n} {sort}" for sort, n in cards.items())


def _check_known(key: str, keys: tuple[str, ...], what: str) -> str:
    if key not in keys:
        raise ValueError(f"no {what} “{key}”; there are {', '.join(keys)}")
    return key


def setup(options: Options) -> State:
    """2.1 Map Setup: return the state before the first card."""
    return state_of(Position(options=options))


def load(text: str) -> State:
    """Return the state of a document, JSON or YAML.

    Raises `ValueError`, which names the place and the reason.
    """
    return state_of(read_position(Position, text))


def state_of(position: Position) -> State:
    """Return the state that a position describes.

    Raises `ValueError` if the state breaks an invariant (`State.check`).
    """
    board = {space: dict.fromkeys(KINDS, 0) | dict(position.spaces.get(space, {})) for space in SPACES}
    influence = dict.fromkeys(RIVALS, 0) | {str(k): v for k, v in position.influence.items()}
    state = State(
        options=position.options,
        deck=load_deck(position.options.deck),
        board=board,
        status={p: UNCONTROLLED if p in position.independent else TRIBUTARY for p in PROVINCES},
        box=fill_box(board, influence),
        resources=dict.fromkeys(FACTIONS, 0) | {str(k): v for k, v in position.resources.items()},
        cavalry=dict.fromkeys(FACTIONS, 0) | {str(k): v for k, v in position.cavalry.items()},
        influence=influence,
        dynasty=position.dynasty or "khalji",
        block=position.block,
        left=dict(position.left or {}),
        played=list(position.played),
        card=position.card,
        sequence=dict.fromkeys(FACTIONS, "eligible") | {str(k): str(v) for k, v in position.places.items()},
        stays=set(position.stays),
        barred=set(position.barred),
        offers=[_offer(trade) for trade in position.offers],
        offered=position.offered,
        over=position.over,
        tie_break=_make_tie_break(position.tie_break),
    )
    state.adjust_control(*PROVINCES)
    state.story.clear()
    try:
        state.check()
        tie_break.check(state)
    except AssertionError as error:
        raise ValueError(f"position: {error}") from None
    return state


def _offer(trade: Trade) -> Offer:
    give, get = ({str(k): v for k, v in goods.items()} for goods in (trade.give, trade.get))
    return Offer(trade.number, trade.giver, trade.taker, give, get)


def _make_tie_break(tie: Tie | None) -> TieBreak | None:
    if tie is None:
        return None
    rounds = [Round(played.goats, played.tigers, played.winner) for played in tie.rounds]
    board = None if tie.board is None else aadu_huli.state_of(tie.board)
    return TieBreak([str(faction) for faction in tie.refused], rounds, board)


def dump(s: State) -> str:
    """Return the state between turns as a document for `load`, JSON on one line."""
    document = {
        "game": KEY,
        "options": s.options.model_dump(),
        "dynasty": s.dynasty,
        "resources": s.resources,
        "cavalry": s.cavalry,
        "influence": s.influence,
        "spaces": {
            sp: there for sp, spot in s.board.items() if (there := {k: n for k, n in spot.items() if n})
        },
        "independent": [province for province in PROVINCES if s.status[province] != TRIBUTARY],
        "card": s.card,
        "places": s.sequence,
        "stays": sorted(s.stays),
        "barred": sorted(s.barred),
        "block": s.block,
        "left": s.left,
        "played": s.played,
        "offers": [asdict(offer) for offer in s.offers],
        "offered": s.offered,
        "over": s.over,
        **({} if s.tie_break is None else {"tie_break": _write_tie_break(s.tie_break)}),
    }
    return write_position(document)


def _write_tie_break(tie: TieBreak) -> dict[str, Any]:
    """Return the tie-break as data: only the values that have changed since it began."""
    parts: dict[str, Any] = {
        "refused": tie.refused,
        "rounds": [asdict(played) for played in tie.rounds],
        "board": None if tie.board is None else aadu_huli.write_document(tie.board),
    }
    return {key: part for key, part in parts.items() if part}
