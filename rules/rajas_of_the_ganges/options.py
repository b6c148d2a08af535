"""What the table agrees on before the game."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class Options(BaseModel, frozen=True, extra="forbid"):
    """How many play."""

    seats: Literal[2, 3, 4] = Field(4, title="Seats", description="how many rajas and ranis play, 2 to 4")
