"""Define the view: it shows everything, because there is no shuffled deck.

Pictures, messages and bot players get a `View`, never a `State`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rules.extras import Captions
from rules.state import Stand
from rules.vijayanagara import cards
from rules.vijayanagara.board import BOX, FACTIONS, INFLUENCE_SLOTS, MAP, PIECES, RIVALS, SPACES
from rules.vijayanagara.names import FORMAL, name
from rules.vijayanagara.sequence import deck
from rules.vijayanagara.sequence.turn import find_next_eligible
from rules.vijayanagara.state import Offer, State, Switches, Walk
from rules.vijayanagara.victory import count_points, find_winners
from rules.vijayanagara.victory.tie_view import (
    TieBreakView,
    describe_standing,
    view_tie_break,
    write_headline,
)
from rules.words import Plural, Words, of_kind, say

CAVALRY_PLACE = 2  # the position of Cavalry in a faction's standing


@dataclass(frozen=True, slots=True)
class SpaceView:
    """1.3: one space.

    `status`: "tributary", the faction that Controls it, "uncontrolled", or "" outside Provinces.
    """

    key: str
    name: str
    code: str
    type: str  # "province", "region" or "delhi"
    prosperity: int
    status: str
    pieces: Mapping[str, int]  # number by kind (board.KINDS), without zeros


@dataclass(frozen=True, slots=True)
class FactionView:
    """1.5: what one faction has off the map, its points, and its place on the sequence of play."""

    key: str
    name: str
    vp: int
    resources: int
    cavalry: int
    influence: int | None  # None: the Sultanate has no track
    box: Mapping[str, int]  # 1.4.3: Available pieces by sort ("troops", "amirs", "forts"), 0 included
    track: Mapping[int, int]  # 1.9: Units waiting on each level of the Influence track, 0 included
    place: str  # 2.3: "eligible", "ineligible", "command", "event", "limited" or "pass"
    acting: bool


@dataclass(frozen=True, slots=True)
class CardView:
    """2.3: the open card, or else the card played last. `order` is empty unless the card is an Event."""

    key: str
    number: int | None
    title: str
    kind: str  # "event", "mongol", "succession" or "timurid"
    order: tuple[str, ...]
    stay_eligible: bool
    text: tuple[
        str, ...
    ]  # the paragraphs; of an Event: the unshaded text, then the shaded text; () without a text
    years: str = ""  # when the Event happened, if the deck says so


@dataclass(frozen=True, slots=True)
class DiceView:
    """1.10, 3.2.4: the dice of one side in a battle."""

    faction: str
    faces: tuple[int, ...]  # the faces as rolled
    now: tuple[int | None, ...]  # the present faces; None: out of the battle
    reach: int  # the highest face that hits
    spent: int  # Cavalry tokens spent


@dataclass(frozen=True, slots=True)
class FightView:
    """3.2.4: the last battle of the open turn. It may still be going on."""

    number: int  # counted from 1 in each turn
    space: str
    dice: tuple[DiceView, DiceView]  # the attacker's first
    # by space and kind, the pieces that the attacker gives up; they leave when the defender has chosen too
    losing: Mapping[tuple[str, str], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DeckView:
    """2.1: what everybody knows of the deck.

    `left`: the cards left in the open block by sort; their order is unknown.
    """

    block: int  # 1 to 4
    left: Mapping[str, int]  # "event", "mongol", "timurid"
    remaining: int  # cards in the whole deck
    played: tuple[str, ...]  # titles of the played cards, oldest first
    keys: tuple[str, ...] = ()  # the same cards by their keys


@dataclass(frozen=True, slots=True)
class View:
    """The whole table, seen from a seat, or by a spectator (None)."""

    game: str
    viewer: str | None
    spaces: tuple[SpaceView, ...]
    factions: tuple[FactionView, ...]
    cavalry_pool: int
    mongol_box: int
    dynasty: str  # "khalji" or "tughlaq"
    card: CardView | None
    deck: DeckView
    winners: tuple[str, ...]  # () while the game goes on
    provenance: tuple[str, ...]  # which parts of map and deck are our own, a sentence each
    headline: str
    standing: Sequence[tuple[str, Stand]]
    meeting_points: bool = True  # 1.3.5: whether the pairs in `BARE_POINTS` are adjacent
    fight: FightView | None = None
    walks: tuple[Walk, ...] = ()  # the moves of pieces in the open turn, in order
    tie_break: TieBreakView | None = None
    options: Switches | None = None  # what the players chose
    over: bool = False  # Timur has come and gone
    card_open: bool = False  # the card is an Event that factions still act on
    shown: str | None = None  # 2.2: the card that the open turn has revealed or finished
    stays: frozenset[str] = frozenset()  # 2.3.4: factions that stay Eligible after this card
    barred: frozenset[str] = frozenset()  # 2.3.7: the factions that will be Ineligible after this card
    offers: tuple[Offer, ...] = ()  # 1.5.2
    offered: int = 0  # how many trades were ever offered
    caption: Words | None = None  # the headline, for any language

    def space(self, key: str) -> SpaceView:
        """Return the space of that key."""
        return next(space for space in self.spaces if space.key == key)

    def faction(self, key: str) -> FactionView:
        """Return the faction of that key."""
        return next(faction for faction in self.factions if faction.key == key)


def find_changed(before: View, after: View) -> frozenset[str]:
    """Return the spaces whose pieces or status differ between two views, for pictures to highlight."""
    return frozenset(
        now.key
        for then, now in zip(before.spaces, after.spaces, strict=True)
        if dict(then.pieces) != dict(now.pieces) or then.status != now.status
    )


def view(s: State, seat: str | None) -> View:
    """Return what the seat may see of the state: everything."""
    acting, tie = s.acting or find_next_eligible(s), view_tie_break(s, seat)
    if tie is not None and tie.board is not None:
        acting = tie.board.sides[tie.board.to_move]
    factions = tuple(_view_faction(s, faction, acting) for faction in FACTIONS)
    caption = _write_caption(s, tie)
    return View(
        game="vijayanagara",
        viewer=seat,
        spaces=tuple(_view_space(s, space) for space in SPACES),
        factions=factions,
        cavalry_pool=s.pool,
        mongol_box=s.box["mongols"],
        dynasty=s.dynasty,
        card=_view_card(s),
        deck=DeckView(
            s.block,
            dict(s.left),
            deck.count_remaining(s),
            tuple(deck.get_plain_title(s, card) for card in s.played),
            tuple(s.played),
        ),
        winners=find_winners(s),
        provenance=(
            f"Map: {' '.join(MAP.note.split())}",
            "Event deck: titles, orders and effects are our own.",
        ),
        headline=caption.read(name),
        standing=tuple((f.key, _read_standing(s, f, tie)) for f in factions),
        meeting_points=s.options.meeting_points,
        fight=_view_fight(s),
        walks=tuple(s.walks),
        tie_break=tie,
        options=s.options,
        over=s.over,
        card_open=s.card is not None,
        shown=s.shown,
        stays=frozenset(s.stays),
        barred=frozenset(s.barred),
        offers=tuple(s.offers),
        offered=s.offered,
        caption=caption,
    )


def write_captions(s: State) -> Captions:
    """Return the headline and the standing in words."""
    tie = view_tie_break(s, None)
    stands = tuple((faction, _describe_standing(s, faction, tie)) for faction in FACTIONS)
    return Captions(_write_caption(s, tie), stands)


def _describe_standing(s: State, faction: str, tie: TieBreakView | None) -> tuple[Words, ...]:
    held = _describe_held(count_points(s, faction), s.resources[faction], s.cavalry[faction])
    return *held, *describe_standing(s, faction, tie)


def _read_standing(s: State, of: FactionView, tie: TieBreakView | None) -> Stand:
    """Return the standing of a faction in English."""
    left = (part.within(name) for part in describe_standing(s, of.key, tie))
    return Stand((*_read_held(of.vp, of.resources, of.cavalry), *left))


def _describe_held(points: int, resources: int, cavalry: int) -> tuple[Words, ...]:
    """Return what a faction has, in words."""
    return (
        say(Plural("{n} victory point", "{n} victory points"), n=points),
        say("{n} {kind}", n=resources, kind=of_kind(resources, "resources")),
        say("{n} {kind}", n=cavalry, kind=of_kind(cavalry, "cavalry")),
    )


@lru_cache
def _read_held(points: int, resources: int, cavalry: int) -> tuple[str, ...]:
    """Return what a faction has, in English.

    It is cached, because reading these words costs more than the rest of a view.
    """
    return tuple(part.within(name) for part in _describe_held(points, resources, cavalry))


def _view_fight(s: State) -> FightView | None:
    if s.fight is None:
        return None
    sides = s.fight.attacker, s.fight.defender
    first, second = (
        DiceView(side.faction, side.faces, tuple(side.now), side.reach, side.spent) for side in sides
    )
    return FightView(s.fights, s.fight.space, (first, second), s.fight.attacker.losing)


def _view_space(s: State, key: str) -> SpaceView:
    space = MAP.spaces[key]
    pieces = {kind: n for kind, n in s.board[key].items() if n}
    return SpaceView(key, space.name, space.code, space.type, space.prosperity, s.status.get(key, ""), pieces)


def _view_faction(s: State, faction: str, acting: str | None) -> FactionView:
    rival = faction in RIVALS
    sorts = dict.fromkeys(BOX[kind] for kind in PIECES[faction])
    levels = INFLUENCE_SLOTS[faction] if rival else ()
    return FactionView(
        key=faction,
        name=FORMAL[faction],
        vp=count_points(s, faction),
        resources=s.resources[faction],
        cavalry=s.cavalry[faction],
        influence=s.influence[faction] if rival else None,
        box={sort: s.box[sort] for sort in sorts},
        track={level: 2 if level > s.influence[faction] else 0 for level in levels},
        place=s.sequence[faction],
        acting=faction == acting,
    )


def _view_card(s: State) -> CardView | None:
    """Return the open card; if none is open, the card played last."""
    key = s.card or (s.played[-1] if s.played else None)
    if key is None:
        return None
    event = s.deck.events.get(key)
    if event is None:
        kind = "timurid" if key == cards.TIMURID else "succession" if key in cards.SUCCESSION else "mongol"
        return CardView(
            key, None, cards.TITLES[key], kind, (), False, cards.TEXTS[kind if kind != "succession" else key]
        )
    text = (event.text("unshaded"), event.text("shaded")) if event.written else ()
    return CardView(
        key, event.number, event.title, "event", event.order, event.stay_eligible, text, event.years
    )


def _write_caption(s: State, tie: TieBreakView | None) -> Words:
    return write_headline(s, tie) if s.over else _write_headline(s)


def _write_headline(s: State) -> Words:
    key = s.card or s.shown  # a Mongol card is carried out at once, so it is never `s.card`
    card = deck.get_title(s, key) if key else say("the next card")
    text = "Block {block} of {blocks}, {dynasty} Dynasty: {card}"
    if s.block == cards.BLOCKS:
        text = "Block {block} of {blocks}, {dynasty} Dynasty: {card}. Timur's second card ends the game"
        if cards.TIMURID in s.played:
            text = "Block {block} of {blocks}, {dynasty} Dynasty: {card}. Timur's next card ends the game"
    return say(text, block=s.block, blocks=cards.BLOCKS, dynasty=s.dynasty, card=card)
