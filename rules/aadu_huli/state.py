"""Define the state of a game, and the methods that change it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from rules.aadu_huli.board import GOAT, GOATS, MOVES, POINTS, TIGER, TIGERS
from rules.aadu_huli.options import Options
from rules.words import Line, Words

Side = Literal["goats", "tigers"]
SIDES: tuple[Side, ...] = ("goats", "tigers")
RECENT = 3  # how many of the last moves the ban on repeating compares (5.5.4)


@dataclass(slots=True)
class State:
    """The whole state of a game. `at`: the piece on each point that is not empty."""

    options: Options
    at: dict[str, str]
    waiting: int  # Goats still to be placed
    captured: int
    sides: dict[str, str]  # the seat of each side; {} until decided
    to_move: str = GOATS
    recent: list[str] = field(default_factory=list)  # the keys of the last `RECENT` moves, the latest last
    quiet: int = 0  # turns since a Goat was placed or captured
    story: list[Line] = field(default_factory=list)

    def copy(self) -> State:
        """Return a deep copy with an empty story."""
        return replace(self, at=self.at.copy(), sides=self.sides.copy(), recent=self.recent[:], story=[])

    def pieces(self, kind: str) -> list[str]:
        """Return the points with pieces of this kind."""
        return [point for point in POINTS if self.at.get(point) == kind]

    def play(self, key: str) -> None:
        """Carry out a legal move of the side to move, and pass the turn."""
        start, over, end = MOVES[key]
        if start is None:
            self.waiting -= 1
            self.at[end] = GOAT
        else:
            self.at[end] = self.at.pop(start)
        if over is not None:
            del self.at[over]
            self.captured += 1
        self.quiet = self.quiet + 1 if MOVES[key].is_step else 0
        self.recent = [*self.recent, key][-RECENT:]
        self.to_move = TIGERS if self.to_move == GOATS else GOATS

    def add(self, kind: str, words: Words) -> None:
        """Add a line of this kind to the story of the turn."""
        self.story.append(Line(words, kind=kind, parts=words.args))

    def check(self) -> None:
        """Raise `AssertionError` if an invariant is broken."""
        goats, tigers = len(self.pieces(GOAT)), len(self.pieces(TIGER))
        assert goats + tigers == len(self.at), "a piece stands nowhere"
        assert tigers == self.options.tigers, f"{tigers} Tigers instead of {self.options.tigers}"
        assert min(self.waiting, self.captured, self.quiet) >= 0, "a number below 0"
        total = goats + self.waiting + self.captured
        assert total == self.options.goats, f"{total} Goats instead of {self.options.goats}"
        assert self.captured <= self.options.captures, "captures after the game was won"
        assert len(self.recent) <= RECENT, "more recent moves than are needed"
