"""Define what the players choose before the game."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.documents import Model


class Options(Model, frozen=True):
    """The options of a game.

    They are the number of players, who begins, whether cards taken from the supply stay known, and how
    special cards are earned.
    """

    seats: Literal[3, 4, 5] = Field(default=4, title="Players", description="how many play")
    start: Literal["drawn", "first"] = Field(
        default="drawn",
        title="Starting player",
        description="drawn at random, or the first seat",
        json_schema_extra={"first": "the first seat begins"},
    )
    memory: bool = Field(
        default=True,
        title="Memory",
        json_schema_extra={"False": "nobody is shown which open cards the players took"},
        description="show which cards players took from the open supply and still hold",
    )
    specials: Literal["printed", "swapped"] = Field(
        default="printed",
        title="Special cards",
        description=(
            "2 Viziers earn the Grand Mogul card and 2 Monks the change of colour, or the other way round"
        ),
        json_schema_extra={
            "swapped": "2 Viziers earn the change of colour, and 2 Monks the Grand Mogul card"
        },
    )
