"""What the table agrees on before the game."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.documents import Model


class Options(Model, frozen=True):
    """How many play, who begins, and what is noted of the hands."""

    seats: Literal[3, 4, 5] = Field(default=4, title="Players", description="how many play")
    start: Literal["drawn", "first"] = Field(
        default="drawn", title="Starting player", description="drawn by chance, or the first seat"
    )
    memory: bool = Field(
        default=True,
        title="Memory",
        description="which cards a player took from the open supply and has not played yet can be looked up",
    )
    specials: Literal["printed", "swapped"] = Field(
        default="printed",
        title="Special cards",
        description="two Viziers get the Grand Mogul card and two Monks the change of colour, or swapped",
    )
