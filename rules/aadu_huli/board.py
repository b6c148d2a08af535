"""5.5: read the 23 points and the lines from `board.toml`, check them, and list all steps and leaps."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from itertools import pairwise
from typing import Annotated, NamedTuple

from pydantic import Field, model_validator

from rules.documents import Model, Once, Provenance, read_toml

GOAT, TIGER = "goat", "tiger"
GOATS, TIGERS = "goats", "tigers"  # the two sides
MOST_TIGERS = 5


class Points(Model, frozen=True):
    """The points, in rows from the apex down. Each letter is a point, from left to right."""

    provenance: Provenance
    note: str
    rows: Annotated[tuple[Annotated[str, Field(pattern="^[A-Z]+$")], ...], Field(min_length=1)]


class Lines(Model, frozen=True):
    """The carved lines. Each lists its points in order."""

    provenance: Provenance
    note: str
    straight: Annotated[tuple[str, ...], Once, Field(min_length=1)]


class Start(Model, frozen=True):
    """The starting points for a number of Tigers."""

    provenance: Provenance
    points: str


class Board(Model, frozen=True):
    """The contents of `board.toml`."""

    points: Points
    lines: Lines
    starts: dict[int, Start]

    @property
    def keys(self) -> tuple[str, ...]:
        """All points, row by row: "1a", "2a", "2b" ..."""
        return tuple(
            f"{row}{letter.lower()}" for row, all_ in enumerate(self.points.rows, 1) for letter in all_
        )

    @property
    def straight(self) -> tuple[tuple[str, ...], ...]:
        """The points of each line."""
        return tuple(tuple(line.lower().split()) for line in self.lines.straight)

    def start(self, tigers: int) -> tuple[str, ...]:
        """Return the starting points for this number of Tigers."""
        return tuple(self.starts[tigers].points.lower().split())

    @model_validator(mode="after")
    def _whole(self) -> Board:
        known = set(self.keys)
        named = [("lines.straight", line) for line in self.straight]
        named += [(f"starts.{tigers}.points", self.start(tigers)) for tigers in self.starts]
        for place, line in named:
            if unknown := [point for point in line if point not in known]:
                raise ValueError(f"{place}: there is no point {unknown[0]}")
            if len(set(line)) != len(line):
                raise ValueError(f"{place}: a point stands twice in {' '.join(line)}")
        steps = [frozenset(step) for line in self.straight for step in pairwise(line)]
        if len(set(steps)) != len(steps):
            raise ValueError("lines.straight: two lines share a step")
        if lonely := known - {point for step in steps for point in step}:
            raise ValueError(f"points.rows: {min(lonely)} is on no line")
        if list(self.starts) != list(range(1, MOST_TIGERS + 1)):
            raise ValueError(f"starts: a start for each number of Tigers from 1 to {MOST_TIGERS} is needed")
        if wrong := [n for n in self.starts if len(self.start(n)) != n]:
            raise ValueError(f"starts.{wrong[0]}.points: {wrong[0]} Tigers need {wrong[0]} points")
        return self


class Leap(NamedTuple):
    """5.5.3: a leap over a Goat to the free point behind it."""

    over: str
    end: str


def read_board(text: str) -> Board:
    """Return the board of a file.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_toml(Board, text, "board")


BOARD = read_board(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))
POINTS = BOARD.keys


def _find_neighbours(point: str) -> tuple[str, ...]:
    near = {b if a == point else a for line in BOARD.straight for a, b in pairwise(line) if point in (a, b)}
    return tuple(sorted(near))


def _find_leaps(point: str) -> tuple[Leap, ...]:
    ways = [way for line in BOARD.straight for way in (line, line[::-1])]
    triples = [way[at : at + 3] for way in ways for at in range(len(way) - 2)]
    return tuple(
        sorted((Leap(over, end) for start, over, end in triples if start == point), key=lambda x: x.end)
    )


NEIGHBOURS: Mapping[str, tuple[str, ...]] = {point: _find_neighbours(point) for point in POINTS}
LEAPS: Mapping[str, tuple[Leap, ...]] = {point: _find_leaps(point) for point in POINTS}

SAFE = frozenset(POINTS) - {
    leap.over for leaps in LEAPS.values() for leap in leaps
}  # the points that no leap passes over


class Move(NamedTuple):
    """A move. A placing has no `start`; only a leap has `over`."""

    start: str | None
    over: str | None
    end: str

    @property
    def is_step(self) -> bool:
        """Whether the move is a step, not a placing or a leap. Only a step can be taken back."""
        return self.start is not None and self.over is None


def step(start: str, end: str) -> str:
    """Return the key of a step: "3b-3c"."""
    return f"{start}-{end}"


def leap(start: str, end: str) -> str:
    """Return the key of a leap: "1ax3b"."""
    return f"{start}x{end}"


STEPS: Mapping[str, tuple[str, ...]] = {
    point: tuple(step(point, end) for end in NEIGHBOURS[point]) for point in POINTS
}
TIGER_MOVES: Mapping[str, tuple[str, ...]] = {  # all steps, then all leaps from a point
    point: (*STEPS[point], *(leap(point, end) for _, end in LEAPS[point])) for point in POINTS
}
WAY_BACK: Mapping[str, str] = {
    step(start, end): step(end, start) for start in POINTS for end in NEIGHBOURS[start]
}
MOVES: Mapping[str, Move] = {
    **{point: Move(None, None, point) for point in POINTS},
    **{step(start, end): Move(start, None, end) for start in POINTS for end in NEIGHBOURS[start]},
    **{leap(start, end): Move(start, over, end) for start in POINTS for over, end in LEAPS[start]},
}
