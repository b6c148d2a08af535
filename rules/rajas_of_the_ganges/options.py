"""Define what the players choose before the game."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.documents import Model


class Options(Model, frozen=True):
    """The number of players."""

    seats: Literal[2, 3, 4] = Field(4, title="Seats", description="how many play, 2 to 4")
