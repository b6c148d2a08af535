"""Define a small invented game with everything that can be hidden, for 2 to 5 seats.

It has hands, gems laid face down, sealed bids, a window to interrupt, draws for one seat's eyes or for
nobody's. Four functions decide who may see a thing (`menu_for`, `face_for`, `drawn_for`, `told_to`). A test
can disable one of them, and check that this is noticed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from rules.ask import Ask, Eyes, Seal, only_for
from rules.asking import ask, deal, pick, pick_or_done, together, window
from rules.documents import make_first_mistake
from rules.extras import Analysis, Extras, Plans, Policy
from rules.kernel import Maker
from rules.state import Stand
from rules.words import Line, Words, say

KEY = "toy_hands"
TITLE = "Gem Court"
COMPLETE = False
SEATS = ("north", "east", "south", "west", "centre")
BOT_PLAYERS: Mapping[str, Maker] = {}
GEMS = (
    *("agate", "beryl", "coral", "diamond", "emerald", "fluorite", "garnet", "howlite", "iolite", "jasper"),
    *("kyanite", "lapis", "malachite", "nacre", "onyx", "pearl", "quartz", "ruby", "spinel", "topaz"),
    *("unakite", "variscite", "wulfenite", "zircon", "amber", "bronzite", "citrine", "dumortierite"),
    *("epidote", "feldspar", "goshenite", "heliodor", "jade", "kunzite", "larimar", "moonstone"),
)
HAND = 3  # gems in each first hand
NOTHING = "nothing"  # the answer for an empty hand


def menu_for(seat: str) -> Eyes:
    """Return who may see the possible answers of this seat."""
    return only_for(seat)


def face_for(seat: str) -> Eyes | Seal:
    """Return who may read which gem this seat lays face down."""
    return only_for(seat)


def drawn_for(seat: str) -> Eyes:
    """Return who may see the gems that this seat draws."""
    return only_for(seat)


def told_to(seat: str) -> Eyes:
    """Return who may read the private story of this seat."""
    return only_for(seat)


class Options(BaseModel, frozen=True, extra="forbid"):
    """What the players choose before the game."""

    seats: int = Field(default=3, ge=2, le=5, description="how many play")
    rounds: int = Field(default=2, ge=1, le=3)


@dataclass(slots=True)
class Court:
    """The whole state. The story is never stored."""

    seats: list[str]
    rounds: int
    deck: list[str]
    hands: dict[str, list[str]]
    buried: dict[str, list[str]]  # face down; only their owners know them
    table: dict[str, list[str]]
    points: dict[str, int]
    trove: list[str] = field(default_factory=list)  # gems that nobody knows
    mover: int = 0
    round: int = 0
    story: list[Line] = field(default_factory=list)

    def copy(self) -> Court:
        def each(piles: dict[str, list[str]]) -> dict[str, list[str]]:
            return {seat: pile[:] for seat, pile in piles.items()}

        return Court(
            self.seats[:],
            self.rounds,
            self.deck[:],
            each(self.hands),
            each(self.buried),
            each(self.table),
            self.points.copy(),
            self.trove[:],
            self.mover,
            self.round,
        )

    def tell(self, words: Words, readers: Eyes = None) -> None:
        self.story.append(Line(words, readers))


_STORED = TypeAdapter(Court)


@dataclass(frozen=True, slots=True)
class CourtView:
    """What a seat, or a spectator, sees."""

    game: str
    standing: tuple[tuple[str, Stand], ...]
    headline: str
    seat: str | None
    rounds: int
    round: int
    mover: int
    deck: int
    trove: int
    hands: tuple[int, ...]
    buried: tuple[int, ...]
    table: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    own_hand: tuple[str, ...]
    own_buried: tuple[str, ...]
    shown: tuple[tuple[str, ...], ...]  # all hands, after the game


def seats(options: Options) -> tuple[str, ...]:
    return SEATS[: options.seats]


def setup(options: Options) -> Court:
    players = list(seats(options))
    hands, buried, table = ({seat: list[str]() for seat in players} for _ in range(3))
    return Court(players, options.rounds, list(GEMS), hands, buried, table, dict.fromkeys(players, 0))


def over(state: Court) -> bool:
    return state.round >= state.rounds


async def turn(s: Court) -> None:
    if not s.trove:
        await deal_hands(s)
    if s.round and not s.mover:
        await auction(s)
    await go(s, s.seats[s.mover])
    s.mover = (s.mover + 1) % len(s.seats)
    s.round += not s.mover


async def deal_hands(s: Court) -> None:
    for seat in s.seats:
        dealt = await deal(tuple(s.deck), HAND, say("the hand of {seat}", seat=seat), eyes=drawn_for(seat))
        take(s, s.hands[seat], *dealt)
        s.tell(say("{seat} takes {n} gems.", seat=seat, n=HAND))
    take(s, s.trove, *await deal(tuple(s.deck), 1, say("the trove"), eyes=frozenset()))


def take(s: Court, pile: list[str], *gems: str) -> None:
    for gem in gems:
        s.deck.remove(gem)
        pile.append(gem)
    pile.sort()


async def auction(s: Court) -> None:
    """Let all bid at once and stake a gem, then open the bids."""
    asks: list[Ask[str]] = []
    for seat in s.seats:
        bid = ask(
            seat,
            say("What do you bid for the trove?"),
            ("0", "1", "2"),
            kind="bid",
            lead="bid",
            picture="court",
        )
        asks.append(bid)
        staked = s.hands[seat] or [NOTHING]
        stake = ask(
            seat, say("Which gem do you stake?"), staked, eyes=menu_for(seat), kind="stake", lead="stake"
        )
        asks.append(stake)
    given = await together(asks)
    bids = dict(zip(s.seats, zip(given[::2], given[1::2], strict=True), strict=True))
    for seat, (n, gem) in bids.items():
        s.tell(say("{seat} bids {bid} and stakes {gem}.", seat=seat, bid=n, gem=gem))
        if gem != NOTHING:
            s.hands[seat].remove(gem)
            s.table[seat].append(gem)
    winner = max(s.seats, key=lambda seat: int(bids[seat][0]))
    s.points[winner] += 3 - int(bids[winner][0])


async def go(s: Court, seat: str) -> None:
    hand, others = s.hands[seat], [other for other in s.seats if other != seat]
    if await pick(seat, say("Your go"), ("play", "rest"), kind="go") == "rest":
        greeted = await pick_or_done(seat, say("Greet whom?"), others, lead="greet", kind="greet")
        if greeted:
            s.points[greeted] += 1
        return
    menu = menu_for(seat)
    gem = await pick(
        seat,
        say("Play which gem?"),
        hand or [NOTHING],
        eyes=menu,
        final=True,
        kind="play",
        lead="gem",
        picture="hand",
    )
    rest = [other for other in hand if other != gem]
    more = await pick_or_done(
        seat, say("With which other?"), rest, eyes=menu, final=True, kind="with", lead="with"
    )
    played = [each for each in (gem, more) if each not in (None, NOTHING)]

    def bars(other: str) -> list[str]:
        return [each for each in s.hands[other] if played and GEMS.index(each) > GEMS.index(played[0] or "")]

    barred = await window(others, say("{seat} plays. Do you bar it?", seat=seat), bars, kind="bar")
    for each in played:
        hand.remove(each)
        s.table[seat].append(each)
    s.points[seat] += len(played) * (not barred)
    for other, bar in barred.items():
        s.hands[other].remove(bar)
        s.table[other].append(bar)
        s.tell(say("{other} bars it with {bar}.", other=other, bar=bar))
    laid = await pick(
        seat, say("Lay which gem face down?"), hand or [NOTHING], eyes=menu, face=face_for(seat), kind="bury"
    )
    if laid != NOTHING:
        hand.remove(laid)
        s.buried[seat].append(laid)
    s.tell(say("{seat} has laid a gem face down, if there was one.", seat=seat))
    for drawn in await deal(tuple(s.deck), 2, say("gems for {seat}", seat=seat), eyes=drawn_for(seat)):
        take(s, hand, drawn)
        s.tell(say("{seat} draws {gem}.", seat=seat, gem=drawn), told_to(seat))


def check(state: Court) -> None:
    piles = [state.deck, state.trove]
    piles += [*state.hands.values(), *state.buried.values(), *state.table.values()]
    gems = [gem for pile in piles for gem in pile]
    assert sorted(gems) == sorted(GEMS), "a gem is lost"


def view(state: Court, seat: str | None) -> CourtView:
    def standing(each: str) -> Stand:
        laid = len(state.buried[each])
        return Stand(
            (f"{state.points[each]} points", f"{len(state.hands[each])} gems in hand", f"{laid} face down")
        )

    def sizes(piles: dict[str, list[str]]) -> tuple[int, ...]:
        return tuple(len(piles[each]) for each in state.seats)

    return CourtView(
        KEY,
        tuple((each, standing(each)) for each in state.seats),
        "The court has risen" if over(state) else f"Round {state.round + 1}",
        seat,
        state.rounds,
        state.round,
        state.mover,
        len(state.deck),
        len(state.trove),
        sizes(state.hands),
        sizes(state.buried),
        tuple(tuple(state.table[each]) for each in state.seats),
        tuple(state.points[each] for each in state.seats),
        tuple(state.hands[seat]) if seat else (),
        tuple(state.buried[seat]) if seat else (),
        tuple(tuple(state.hands[each]) for each in state.seats) if over(state) else (),
    )


def state_of(seen: CourtView, number: Callable[[int], int]) -> Court:
    """Return a state that fits what this view's seat knows. The rest is dealt at random."""
    players = list(SEATS[: len(seen.points)])
    own = (*seen.own_hand, *seen.own_buried, *(gem for pile in seen.table for gem in pile))
    unseen = [gem for gem in GEMS if gem not in own]

    def dealt(sizes: Sequence[int], kept: tuple[str, ...]) -> dict[str, list[str]]:
        return {
            seat: list(kept)
            if seat == seen.seat
            else sorted(unseen.pop(number(len(unseen))) for _ in range(size))
            for seat, size in zip(players, sizes, strict=True)
        }

    hands = dealt(seen.hands, seen.own_hand)
    buried = dealt(seen.buried, seen.own_buried)
    trove = [unseen.pop(number(len(unseen))) for _ in range(seen.trove)]
    table = {seat: list(pile) for seat, pile in zip(players, seen.table, strict=True)}
    points = dict(zip(players, seen.points, strict=True))
    return Court(players, seen.rounds, unseen, hands, buried, table, points, trove, seen.mover, seen.round)


def dump(state: Court) -> str:
    document = _STORED.dump_python(state, exclude={"story"})
    return json.dumps({"game": KEY, **document}, separators=(",", ":"))


def load(text: str) -> Court:
    document = json.loads(text)
    if not isinstance(document, dict) or document.pop("game", KEY) != KEY:
        raise ValueError("game: this is no position of toy_hands")
    try:
        state = _STORED.validate_python(document)
    except ValidationError as error:
        raise make_first_mistake("position", error) from None
    check(state)
    return state


def name(key: str) -> str:
    return f"The {key.capitalize()}" if key in SEATS else key.capitalize()


def aliases(key: str) -> Sequence[str]:
    return ()


def _bar(state: Court, asked: Ask, value: str) -> str | None:
    return "pass" if asked.kind == "bar" else None


EXTRAS: Extras[Court, CourtView] = Extras(
    scores=None,
    hidden=True,
    plans=Plans(
        policies=(Policy("bar", "When somebody plays, I", lambda _: {"never": "let it pass"}, _bar),)
    ),
    analysis=Analysis(sample_state=state_of),
)


def reference() -> Mapping[str, str]:
    return {"1": "Gems: play them, lay them face down, bid for the trove."}
