"""What may be seen: everything, for nothing in this game is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.aadu_huli.board import BOARD, GOATS
from rules.aadu_huli.moves import DRAWN, outcome, trapped
from rules.aadu_huli.names import SEATS, name
from rules.aadu_huli.state import SIDES, State
from rules.face import Stand


@dataclass(frozen=True, slots=True)
class View:
    """The board and the Goats beside it, seen from a seat or (None) from the gallery."""

    game: str
    viewer: str | None
    at: Mapping[str, str]  # point to "goat" or "tiger"; empty points are left out
    waiting: int
    captured: int
    needed: int  # so many captures win
    goats: int  # with how many the game began
    tigers: int
    sides: Mapping[str, str]  # side to seat; {} until it is decided
    to_move: str  # a side; "" when the game is over
    recent: tuple[str, ...]  # the keys of the last moves, up to three, the latest last
    trapped: tuple[str, ...]  # the points of Tigers that could not move
    quiet: int  # turns since a Goat was placed or captured
    quiet_most: int  # so many draw the game; 0: none do
    winner: str  # a side, "drawn", or "" while the game goes on
    winners: tuple[str, ...]  # the seats that have won: both where it is drawn, () while the game goes on
    provenance: tuple[str, ...]  # where the board is from, a sentence each
    headline: str
    standing: Sequence[tuple[str, Stand]]
    occasion: str = ""  # what it is played for, where that is not the game alone

    @property
    def last(self) -> str:
        """The key of the last move; "" before the first."""
        return self.recent[-1] if self.recent else ""


def changed(before: View, after: View) -> frozenset[str]:
    """The points where something else stands in the second view."""
    return frozenset(p for p in {*before.at, *after.at} if before.at.get(p) != after.at.get(p))


def view(s: State, seat: str | None) -> View:
    """What the seat may see of the state: all of it."""
    ended = outcome(s) if s.sides else None
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
        trapped=tuple(trapped(s)),
        quiet=s.quiet,
        quiet_most=s.options.quiet,
        winner=ended[0] if ended else "",
        winners=() if ended is None else tuple(s.sides[side] for side in SIDES if ended[0] in (side, DRAWN)),
        provenance=(f"Board: {BOARD.points.note}", *_starts()),
        headline=_result(s, ended[0]) if ended else _headline(s),
        # as the tie-break of another game this one is played between that game's seats
        standing=tuple((each, _standing(s, each)) for each in sorted(s.sides.values()) or SEATS),
    )


def _starts() -> tuple[str, ...]:
    ours = [str(tigers) for tigers, start in BOARD.starts.items() if start.provenance == "ours"]
    return (f"Where {', '.join(ours[:-1])} or {ours[-1]} Tigers start is our own.",)


def _headline(s: State) -> str:
    if not s.sides:
        return "The sides are being decided"
    last = f", {name(s.recent[-1])} was played" if s.recent else ""
    return f"{name(s.to_move)} to move{last}; {_goats(s)}"


def _result(s: State, winner: str) -> str:
    if winner == DRAWN:
        return "The game is drawn."
    return f"{name(s.sides[winner])} (the {name(winner)}) wins."


def _goats(s: State) -> str:
    return f"Goats: {s.waiting} waiting, {s.captured} of {s.options.captures} captured"


def _standing(s: State, seat: str) -> Stand:
    if not s.sides:
        return Stand(("side not decided yet",))
    if s.sides[GOATS] == seat:
        on_board = s.options.goats - s.waiting - s.captured
        return Stand((f"Goats: {on_board} on the board", f"{s.waiting} waiting"))
    caught = f"{s.captured} of {s.options.captures} Goats captured"
    return Stand((f"Tigers: {caught}", f"{len(trapped(s))} of {s.options.tigers} trapped"))
