"""Define the state of a game, and the methods that change pieces, Control, Resources and Cavalry.

`shift` moves pieces between box and map and ignores Control. So a rule that changes pieces calls
`adjust_control` afterwards, which applies 1.7 and 1.4.5. Pieces are counts by space and kind, never objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from rules.aadu_huli.state import State as Board
from rules.asking import count
from rules.vijayanagara.board import (
    ADJACENT,
    BOX,
    CAVALRY_TOTAL,
    DELHI,
    FACTIONS,
    FLIPPED,
    INFLUENCE_SLOTS,
    KINDS,
    OBEDIENT,
    PIECES,
    PROSPERITY,
    PROVINCES,
    REBELLING,
    RESOURCES_TOP,
    RIVALS,
    SPACES,
    STRUCTURE,
    TOTALS,
    UNIT_BOX,
    UNITS,
    WHOSE,
)
from rules.vijayanagara.cards import Deck
from rules.vijayanagara.sides import Stakes
from rules.words import Line, Text, Words, agreeing

TRIBUTARY, UNCONTROLLED = "tributary", "uncontrolled"
_NONE: Mapping[str, int] = {}
Faction = Literal["sultanate", "bahmani", "vijayanagara"]


class Switches(Protocol):
    """What the players chose, as far as the rules need it (`options.Options`)."""

    @property
    def timurs_shadow(self) -> bool:
        """5.5: whether the variant Timur's Shadow is played."""

    @property
    def plunder(self) -> Literal["per_command", "per_mongol"]:
        """3.5.3: how often Troops are lost to plunder."""

    @property
    def meeting_points(self) -> bool:
        """1.3.5: whether Gondwana and Bengal, and Maharashtra and Orissa, are adjacent."""

    def model_dump(self) -> dict[str, Any]:
        """Return all these choices, as a document."""


class Walk(NamedTuple):
    """Pieces of one kind that went from one space to another. `kind`: their kind before they left."""

    kind: str
    number: int
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Offer:
    """1.5.2: a trade that one faction offers another: amounts of Resources and Cavalry both ways."""

    number: int
    giver: str
    taker: str
    give: dict[str, int]  # "resources", "cavalry"
    get: dict[str, int]


@dataclass(frozen=True, slots=True)
class Round:
    """5.5: a finished round of Aadu-Huli aata: the faction on each side, and which side won."""

    goats: str
    tigers: str
    winner: str  # "goats", "tigers" or "drawn"

    @property
    def loser(self) -> str | None:
        """The faction that is out; None if the round was drawn."""
        return {"goats": self.tigers, "tigers": self.goats}.get(self.winner)


@dataclass(slots=True)
class TieBreak:
    """5.5: a tie for the victory, and how far it has been broken."""

    refused: list[str] = field(default_factory=list)  # the factions that refused to play
    rounds: list[Round] = field(default_factory=list)
    board: Board | None = None  # the current round; its seats are factions

    def copy(self) -> TieBreak:
        """Return a deep copy."""
        board = None if self.board is None else self.board.copy()
        return TieBreak(self.refused[:], self.rounds[:], board)


@dataclass(slots=True)
class State:
    """Everything on the table.

    Keys are the rulebook's names in lower case. Numbers count pieces, tokens or Resources.
    """

    options: Switches
    deck: Deck  # 2.3: the Events of this game
    board: dict[str, dict[str, int]]  # number by space and kind
    status: dict[str, str]  # by Province: "tributary", the faction in Control, or "uncontrolled"
    box: dict[str, int]  # 1.4.3: Available pieces by sort
    resources: dict[str, int]
    cavalry: dict[str, int]
    influence: dict[str, int]
    dynasty: str
    block: int  # 2.1: the open block of the deck, 1 to 4
    left: dict[str, int]  # cards of each sort left in the open block
    played: list[str]
    card: str | None
    sequence: dict[str, str]  # 2.3: each faction's box on the sequence of play
    stays: set[str]  # 2.3.4: factions that an Event keeps Eligible after this card, whatever they do
    barred: set[str]  # 2.3.7: factions that an Event makes Ineligible after this card
    offers: list[Offer]
    offered: int  # how many trades were ever offered
    over: bool  # Timur has come and gone; only the tie-break may follow
    tie_break: TieBreak | None = None
    adjacent: dict[str, tuple[str, ...]] = field(init=False)
    used: dict[str, dict[str, int]] = field(init=False)  # 3.1.2: Units already used in the current Command
    owed: dict[str, int] = field(init=False)  # 2.3.5: Resources that a faction must still pay
    acting: str | None = field(init=False)  # 2.3.3: the faction that acts in the open turn
    in_event: bool = field(init=False)  # 2.3.4: whether the open card's Event is being executed
    shown: str | None = field(init=False)  # 2.2: the card that the open turn has revealed or finished
    fight: Stakes | None = field(init=False)  # 3.2.4: the last battle of the open turn
    fights: int = field(init=False)  # how many battles the open turn had
    walks: list[Walk] = field(init=False)  # the moves of pieces in the open turn
    story: list[Line] = field(init=False)

    def __post_init__(self) -> None:
        self.adjacent = ADJACENT[self.options.meeting_points]
        self.used = {}
        self.owed = {}
        self.acting = self.shown = None
        self.in_event = False
        self.fight, self.fights, self.walks = None, 0, []
        self.story = []

    @property
    def duel(self) -> Board | None:
        """5.5: the board of the tie-break's current round of Aadu-Huli aata; None if there is no round."""
        return None if self.tie_break is None else self.tie_break.board

    def copy(self) -> State:
        """Return a deep copy with an empty story."""
        twin = State.__new__(State)  # without __init__, because players that search make thousands of copies
        twin.options, twin.deck, twin.adjacent = self.options, self.deck, self.adjacent
        twin.board = {space: spot.copy() for space, spot in self.board.items()}
        twin.used = {space: units.copy() for space, units in self.used.items()} if self.used else {}
        twin.status, twin.box, twin.sequence = self.status.copy(), self.box.copy(), self.sequence.copy()
        twin.resources, twin.cavalry = self.resources.copy(), self.cavalry.copy()
        twin.influence, twin.left, twin.owed = self.influence.copy(), self.left.copy(), self.owed.copy()
        twin.played, twin.offers, twin.walks = self.played[:], self.offers[:], self.walks[:]
        twin.stays, twin.barred, twin.story = self.stays.copy(), self.barred.copy(), []
        twin.dynasty, twin.block, twin.card = self.dynasty, self.block, self.card
        twin.offered, twin.over, twin.acting, twin.shown = self.offered, self.over, self.acting, self.shown
        twin.in_event = self.in_event
        twin.fight = None if self.fight is None else self.fight.copy()
        twin.fights = self.fights
        twin.tie_break = None if self.tie_break is None else self.tie_break.copy()
        return twin

    def tell(
        self, kind: str, text: Text, /, data: Mapping[str, object] | None = None, **args: object
    ) -> None:
        """Add a line to the story of this turn, which everybody may read.

        `data`: the line's data for code; None: the args of its sentence.
        """
        self.story.append(Line(Words(text, args), kind=kind, parts=args if data is None else data))

    # ------------------------------------------------------------------ pieces (1.4)

    def pieces(self, space: str, faction: str) -> int:
        """Return how many pieces the faction has in the space, Structures included."""
        spot, total = self.board[space], 0
        for kind in PIECES[faction]:  # called very often; a loop is twice as fast as sum() here
            total += spot[kind]
        return total

    def units(self, space: str, faction: str) -> int:
        """1.4.1: return how many Units the faction has in the space, whatever their orientation."""
        spot, total = self.board[space], 0
        for kind in UNITS[faction]:
            total += spot[kind]
        return total

    def list_unused(self, space: str, faction: str) -> dict[str, int]:
        """3.1.2: return the Units in the space that the current Command has not used yet, by kind."""
        spot, used = self.board[space], self.used.get(space, _NONE)
        return {kind: n for kind in UNITS[faction] if (n := spot[kind] - used.get(kind, 0)) > 0}

    def has_unused(self, space: str, faction: str) -> bool:
        """3.1.2: return whether the current Command has unused Units in the space."""
        spot, used = self.board[space], self.used.get(space, _NONE)
        return any(spot[kind] > used.get(kind, 0) for kind in UNITS[faction])

    def use(self, space: str, kind: str, n: int) -> None:
        """3.1.2: mark `n` Units as used in the current Command."""
        here = self.used.setdefault(space, {})
        here[kind] = here.get(kind, 0) + n

    def on_map(self, sort: str) -> int:
        """1.2: return how many pieces of a sort are on the map.

        The others are in the box or wait on the Influence track.
        """
        return TOTALS[sort] - self.box[sort] - self.waiting(sort)

    def waiting(self, sort: str) -> int:
        """1.9: return how many pieces of a sort wait on an Influence track."""
        rival = WHOSE.get(sort)
        return 0 if rival is None else count_waiting(rival, self.influence[rival])

    def shift(self, space: str, kind: str, n: int) -> None:
        """Move `n` pieces from the box to the space; a negative `n` moves them back.

        Call `adjust_control` afterwards.
        """
        self.board[space][kind] += n
        self.box[BOX[kind]] -= n
        if n < 0 and (here := self.used.get(space)):
            here[kind] = min(here.get(kind, 0), self.board[space][kind])

    def place(self, space: str, kind: str, n: int) -> int:
        """1.4.6: place up to `n` Available pieces; return how many were placed. Control follows at once."""
        n = min(n, self.box[BOX[kind]])
        self.shift(space, kind, n)
        self.adjust_control(space)
        return n

    def remove(self, space: str, kind: str, n: int) -> None:
        """1.4.3: put `n` pieces back into their box. Control follows at once."""
        self.shift(space, kind, -n)
        self.adjust_control(space)

    def move(self, kind: str, n: int, origin: str, to: str, arriving: str | None = None) -> None:
        """Move `n` pieces, which turn into the kind `arriving` if it is given. Control follows at once."""
        self.march(kind, n, origin, to, arriving or kind)
        self.adjust_control(origin, to)

    def march(self, kind: str, n: int, origin: str, to: str, arriving: str) -> None:
        """Move `n` pieces, which arrive as the kind `arriving`. Call `adjust_control` afterwards."""
        self.shift(origin, kind, -n)
        self.shift(to, arriving, n)
        self.walks.append(Walk(kind, n, origin, to))

    def flip(self, space: str, kind: str, n: int | None = None) -> None:
        """1.4.5: turn over `n` (None: all) Amirs or Rajas of this kind."""
        n = self.board[space][kind] if n is None else min(n, self.board[space][kind])
        if n:
            self.board[space][kind] -= n
            self.board[space][FLIPPED[kind]] += n
            if (here := self.used.get(space)) and (turned := min(n, here.get(kind, 0))):
                here[kind] -= turned
                here[FLIPPED[kind]] = here.get(FLIPPED[kind], 0) + turned

    def turn_over(self, space: str, kind: str) -> None:
        """1.4.5: turn over all Amirs or Rajas of this kind, and write it into the story."""
        if n := self.board[space][kind]:
            self.flip(space, kind)
            text = "In {space} {pieces} {become} Obedient."
            if kind in OBEDIENT.values():
                text = "In {space} {pieces} {become} Rebelling."
            self.tell("turn", text, space=space, pieces=count(n, kind), become=agreeing(n, "become"))

    # ------------------------------------------------------------------ Control (1.6, 1.7)

    def majority(self, space: str) -> str | None:
        """1.7: return the faction whose pieces here outnumber all others together; else None."""
        total = sum(self.board[space].values())
        return next((faction for faction in FACTIONS if 2 * self.pieces(space, faction) > total), None)

    def adjust_control(self, *spaces: str) -> None:
        """1.7, 1.4.5: set Control by the present pieces, in Independent Provinces only.

        Every Unit of a Controlling rival becomes Rebelling.
        """
        for space in spaces:
            status = self.status.get(space, TRIBUTARY)
            if status == TRIBUTARY:
                continue
            controller = self.majority(space) or UNCONTROLLED
            if controller != status:
                self.status[space] = controller
                if controller == UNCONTROLLED:
                    self.tell("control", "Nobody Controls {space} any longer.", space=space)
                else:
                    self.tell(
                        "control", "{faction} takes Control of {space}.", faction=controller, space=space
                    )
            if controller in OBEDIENT:
                self.turn_over(space, OBEDIENT[controller])

    def make_independent(self, space: str) -> None:
        """1.6: remove the Tributary marker. Control follows at once (1.7)."""
        self.status[space] = UNCONTROLLED
        self.adjust_control(space)

    def make_tributary(self, space: str) -> None:
        """1.6: place a Tributary marker. All Amirs and Rajas in the Province become Obedient."""
        self.status[space] = TRIBUTARY
        for rival in RIVALS:
            self.turn_over(space, REBELLING[rival])

    def list_controlled(self, faction: str) -> list[str]:
        """1.7: return the Provinces that the faction Controls."""
        return [space for space, status in self.status.items() if status == faction]

    def prosperity(self, status: str) -> int:
        """1.3.1: return the total Prosperity of the Provinces with this status.

        If the status is a faction, these are the Provinces under its Control.
        """
        return sum(PROSPERITY[space] for space, now in self.status.items() if now == status)

    def within_reach(self, space: str, holders: Iterable[str]) -> bool:
        """Return whether the space is one of `holders` or adjacent to one."""
        return any(holder == space or holder in self.adjacent[space] for holder in holders)

    # ------------------------------------------------------------------ Resources, Cavalry (1.8, 1.10)

    def pay(self, faction: str, n: int) -> None:
        """1.8: spend Resources. The caller has checked that the faction has them."""
        self.resources[faction] -= n

    def gain(self, faction: str, n: int) -> int:
        """1.8: gain Resources, up to 24 in all; return how many were gained."""
        n = min(n, RESOURCES_TOP - self.resources[faction])
        self.resources[faction] += n
        return n

    @property
    def pool(self) -> int:
        """1.10: Cavalry tokens in the shared pool."""
        return CAVALRY_TOTAL - sum(self.cavalry.values())

    # ------------------------------------------------------------------ what must always hold

    def check(self) -> None:
        """Raise `AssertionError` if an invariant is broken (1.2 to 1.4, 1.7 to 1.10, 3.1.2)."""
        for sort, total in TOTALS.items():
            on_map = sum(spot[kind] for spot in self.board.values() for kind in KINDS if BOX[kind] == sort)
            waiting = self.waiting(sort)
            assert on_map + self.box[sort] + waiting == total, (
                f"1.2: {sort}: {on_map} on the map, {self.box[sort]} in the box"
            )
            assert self.box[sort] >= 0, (
                f"1.2: {on_map} {sort} on the map are too many: there are {total}"
                f"{f', {waiting} of them on the Influence track' if waiting else ''}"
            )
        for space in SPACES:
            spot = self.board[space]
            assert min(spot.values()) >= 0, f"1.4: {space}: {spot}"
            assert all(spot[kind] <= 1 for kind in STRUCTURE.values()), (
                f"1.4.4: two like Structures in {space}"
            )
            if space not in PROVINCES:
                assert not any(spot[k] for rival in RIVALS for k in PIECES[rival]), (
                    f"{'1.3.3' if space == DELHI else '1.3.2'}: no piece of a rival can stand in {space}"
                )
                continue
            assert not spot["mongols"], f"1.3.2: no Mongol Invader can stand in {space}"
            status = self.status[space]
            assert status == TRIBUTARY or status == (self.majority(space) or UNCONTROLLED), (
                f"1.7: {space} is {status}"
            )
            assert status not in OBEDIENT or not spot[OBEDIENT[status]], (
                f"1.4.5: Obedient Units of {status} in {space}"
            )
        assert all(0 <= n <= RESOURCES_TOP for n in self.resources.values()), f"1.8: {self.resources}"
        assert min(self.pool, *self.cavalry.values()) >= 0, f"1.10: {self.cavalry}"
        assert all(0 <= n <= len(INFLUENCE_SLOTS["vijayanagara"]) for n in self.influence.values()), (
            f"1.9: {self.influence}"
        )
        for space, used in self.used.items():
            assert all(n <= self.board[space][kind] for kind, n in used.items()), f"3.1.2: {space}: {used}"


def count_waiting(rival: str, influence: int) -> int:
    """1.9: return how many Units wait on the rival's Influence track at this level."""
    return 2 * sum(level > influence for level in INFLUENCE_SLOTS[rival])


def fill_box(board: Mapping[str, Mapping[str, int]], influence: Mapping[str, int]) -> dict[str, int]:
    """1.4.3: return the pieces that are neither on the map nor on a track (1.9)."""
    box = dict(TOTALS)
    for spot in board.values():
        for kind, n in spot.items():
            box[BOX[kind]] -= n
    for rival in RIVALS:
        box[UNIT_BOX[rival]] -= count_waiting(rival, influence[rival])
    return box
