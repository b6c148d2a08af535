"""Read and write positions: states as documents, written by hand or by `dump`, checked by `load`.

The number of waiting Goats is computed and never written, so a document can't contradict itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from rules.aadu_huli.board import BOARD, GOAT, GOATS, MOVES, POINTS, TIGER
from rules.aadu_huli.names import SEATS
from rules.aadu_huli.options import Options
from rules.aadu_huli.state import RECENT, SIDES, Side, State
from rules.documents import Model, Once, read_position, write_position

KEY: Literal["aadu_huli"] = "aadu_huli"


def _point(value: Any) -> Any:
    """Return a point in lower case, its row first. A value that is no point is returned in lower case."""
    text = value.lower() if isinstance(value, str) else value
    return text[::-1] if isinstance(text, str) and text[::-1] in POINTS else text


Point = Annotated[str, BeforeValidator(_point)]


class Position(Model):
    """The document. `sides`: the seat of each side; empty until the sides are decided."""

    seats: ClassVar[Sequence[str]] = SEATS  # overridden by a game that breaks its ties with this game
    game: Literal["aadu_huli"] = KEY
    options: Options = Options()
    sides: dict[Side, str] = {}
    to_move: Side = "goats"
    tigers: Annotated[list[Point], Field(max_length=len(POINTS)), Once] | None = (
        None  # None: the starting points
    )
    goats: Annotated[list[Point], Field(max_length=len(POINTS)), Once] = []
    captured: Annotated[int, Field(ge=0, le=99)] = 0
    recent: Annotated[list[str], Field(max_length=RECENT)] = []
    quiet: Annotated[int, Field(ge=0, le=9_999)] = 0

    @field_validator("tigers", "goats")
    @classmethod
    def _check_points(cls, points: list[str] | None) -> list[str] | None:
        if unknown := [point for point in points or () if point not in POINTS]:
            raise ValueError(f"no point “{unknown[0]}”; there are {', '.join(POINTS)}")
        return points

    @field_validator("recent")
    @classmethod
    def _check_moves(cls, moves: list[str]) -> list[str]:
        if unknown := [move for move in moves if move not in MOVES]:
            raise ValueError(f"no move “{unknown[0]}”; write 3b, 3b-3c or 1ax3b")
        return moves

    @field_validator("sides")
    @classmethod
    def _both_sides(cls, sides: dict[Side, str]) -> dict[Side, str]:
        if strangers := [seat for seat in sides.values() if seat not in cls.seats]:
            raise ValueError(f"no seat “{strangers[0]}”; there are {', '.join(cls.seats)}")
        if sides and (len(sides) != len(SIDES) or len(set(sides.values())) != len(SIDES)):
            raise ValueError("each side needs a seat of its own")
        return sides

    @model_validator(mode="after")
    def _pieces_fit(self) -> Position:
        if self.tigers is None:
            self.tigers = list(BOARD.start(self.options.tigers))
        stones = [*self.tigers, *self.goats]
        if twice := [point for point in stones if stones.count(point) > 1]:
            raise ValueError(f"two pieces on {twice[0]}")
        if len(self.tigers) != self.options.tigers:
            raise ValueError(f"tigers: {len(self.tigers)} points for {self.options.tigers} Tigers")
        if len(self.goats) + self.captured > self.options.goats:
            raise ValueError(f"goats: more than {self.options.goats} on the board and captured")
        if self.captured > self.options.captures:
            raise ValueError(f"captured: {self.options.captures} captures end the game")
        if not self.sides and (self.goats or self.captured or self.recent or self.to_move != GOATS):
            raise ValueError("sides: must be decided before the first move")
        return self


def setup(options: Options) -> State:
    """5.5.1 Setup: return the start, with the Tigers on their points and all Goats next to the board."""
    return state_of(Position(options=options))


def load(text: str) -> State:
    """Return the state of a document, JSON or YAML.

    Raises `ValueError`, which names the place and the reason.
    """
    return state_of(read_position(Position, text))


def state_of(position: Position) -> State:
    """Return the state that a position describes."""
    tigers = position.tigers or []
    return State(
        options=position.options,
        at=dict.fromkeys(tigers, TIGER) | dict.fromkeys(position.goats, GOAT),
        waiting=position.options.goats - len(position.goats) - position.captured,
        captured=position.captured,
        sides={side: position.sides[side] for side in SIDES} if position.sides else {},
        to_move=position.to_move,
        recent=list(position.recent),
        quiet=position.quiet,
    )


def dump(s: State) -> str:
    """Return the state between turns as a document for `load`, JSON on one line."""
    return write_position(write_document(s))


def write_document(s: State) -> dict[str, Any]:
    """Return the document of a state as a mapping, before it is written as JSON."""
    return {
        "game": KEY,
        "options": s.options.model_dump(),
        "sides": s.sides,
        "to_move": s.to_move,
        "tigers": s.pieces(TIGER),
        "goats": s.pieces(GOAT),
        "captured": s.captured,
        "recent": s.recent,
        "quiet": s.quiet,
    }
