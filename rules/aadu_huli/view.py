"""Define the view of a game. It shows everything, because nothing in this game is hidden."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.aadu_huli.board import BOARD, GOATS
from rules.aadu_huli.moves import DRAWN, find_outcome, find_trapped
from rules.aadu_huli.names import SEATS, name
from rules.aadu_huli.options import Options
from rules.aadu_huli.state import SIDES, State
from rules.extras import Captions
from rules.state import NoStand, Stand
from rules.words import Plural, Words, say


@dataclass(frozen=True, slots=True)
class View:
    """The board and the Goats next to it, seen from a seat, or by a spectator (None)."""

    game: str
    viewer: str | None
    at: Mapping[str, str]  # "goat" or "tiger" on each point that is not empty
    waiting: int
    captured: int
    needed: int  # captures that win
    goats: int  # Goats at the start of the game
    tigers: int
    sides: Mapping[str, str]  # the seat of each side; {} until decided
    to_move: str  # a side; "" when the game is over
    recent: tuple[str, ...]  # the keys of the last moves, up to three, the latest last
    trapped: tuple[str, ...]  # the points of Tigers that could not move
    quiet: int  # turns since a Goat was placed or captured
    quiet_most: int  # quiet turns after which the game is drawn; 0: never
    winner: str  # a side, "drawn", or "" while the game goes on
    winners: tuple[str, ...]  # the winner's seat, or both seats in a draw; () while the game goes on
    provenance: tuple[str, ...]  # sources of the board, one sentence each
    headline: str
    standing: Sequence[tuple[str, Stand]]
    on_move: str = GOATS  # the side to move; after the end, the side that would be next
    options: Options = field(default_factory=Options)
    occasion: str = ""  # why another game is played on this board, such as to break a tie; "": none

    @property
    def last(self) -> str:
        """The key of the last move; "" before the first."""
        return self.recent[-1] if self.recent else ""


def find_changed(before: View, after: View) -> frozenset[str]:
    """Return the points whose contents differ between two views."""
    return frozenset(p for p in {*before.at, *after.at} if before.at.get(p) != after.at.get(p))


def view(s: State, seat: str | None) -> View:
    """Return the view of a seat: the whole state."""
    ended = find_outcome(s) if s.sides else None
    return View(
        game="aadu_huli",
        viewer=seat,
        at=dict(s.at),
        waiting=s.waiting,
        captured=s.captured,
        needed=s.options.captures,
        goats=s.options.goats,
        tigers=s.options.tigers,
        sides=dict(s.sides),
        to_move="" if ended else s.to_move,
        recent=tuple(s.recent),
        trapped=tuple(find_trapped(s)),
        quiet=s.quiet,
        quiet_most=s.options.quiet,
        winner=ended[0] if ended else "",
        winners=() if ended is None else tuple(s.sides[side] for side in SIDES if ended[0] in (side, DRAWN)),
        provenance=(f"Board: {BOARD.points.note}", *_describe_starts()),
        headline=write_headline(s).read(name),
        on_move=s.to_move,
        options=s.options,
        standing=tuple(
            (each, (Stand if s.sides else NoStand)(part.within(name) for part in parts))
            for each, parts in describe_standing(s)
        ),
    )


def write_captions(s: State) -> Captions:
    """Return the headline and each seat's standing in words."""
    return Captions(write_headline(s), describe_standing(s))


def name_side(s: State, seat: str) -> Words | None:
    """Return the side of a seat in words; None if it is not decided."""
    return next((say("{side}", side=side) for side, holder in s.sides.items() if holder == seat), None)


def write_headline(s: State) -> Words:
    """Return whose turn it is, or how the game ended.

    The captured Goats are left out: the board shows their number, and so does the Tigers' standing beside
    the headline.
    """
    ended = find_outcome(s) if s.sides else None
    return _describe_result(s, ended[0]) if ended else _describe_headline(s)


def describe_standing(s: State) -> tuple[tuple[str, tuple[Words, ...]], ...]:
    """Return each seat's standing.

    If this game breaks a tie in another game, the seats are those of the other game.
    """
    return tuple((each, _describe_standing(s, each)) for each in sorted(s.sides.values()) or SEATS)


def state_of(view: View, number: Callable[[int], int] | None = None) -> State:
    """Return the state that a view shows. Nothing is hidden, so `number` isn't needed to guess anything."""
    return State(
        options=view.options,
        at=dict(view.at),
        waiting=view.waiting,
        captured=view.captured,
        sides=dict(view.sides),
        to_move=view.on_move,
        recent=list(view.recent),
        quiet=view.quiet,
    )


def _describe_starts() -> tuple[str, ...]:
    ours = [str(tigers) for tigers, start in BOARD.starts.items() if start.provenance == "ours"]
    return (f"The starting points of {', '.join(ours[:-1])} or {ours[-1]} Tigers are our own.",)


def _describe_headline(s: State) -> Words:
    if not s.sides:
        return say("The sides are being decided")
    if not s.recent:
        return say("{side} to move", side=s.to_move)
    return say("{side} to move (last move: {last})", side=s.to_move, last=s.recent[-1])


def _describe_result(s: State, winner: str) -> Words:
    if winner == DRAWN:
        return say("The game is a draw.")
    return say("{seat} (the {side}) wins.", seat=s.sides[winner], side=winner)


def _describe_standing(s: State, seat: str) -> tuple[Words, ...]:
    if not s.sides:
        return (say("side not decided yet"),)
    if s.sides[GOATS] == seat:
        on_board = s.options.goats - s.waiting - s.captured
        text = Plural("{n} Goat on the board", "{n} Goats on the board")
        return say(text, n=on_board), say("{n} waiting", n=s.waiting)
    text = Plural("{caught} of {n} Goat captured", "{caught} of {n} Goats captured")
    caught = say(text, n=s.options.captures, caught=s.captured)
    trapped = Plural("{caught} of {n} Tiger trapped", "{caught} of {n} Tigers trapped")
    return caught, say(trapped, n=s.options.tigers, caught=len(find_trapped(s)))
