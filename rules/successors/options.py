"""Define what the players choose before the game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from rules.documents import Model


def _number(value: Any) -> Any:
    """Return typed digits as a number; any other value unchanged."""
    return int(value) if isinstance(value, str) and value.isdigit() else value


class Options(Model, frozen=True):
    """The number of players."""

    seats: Annotated[Literal[3, 4], BeforeValidator(_number)] = Field(
        default=4, title="Seats", description="number of players"
    )
