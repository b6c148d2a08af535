"""Define what the players choose before the game."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from rules.documents import Model


class Options(Model, frozen=True):
    """The handicaps of 5.5, who decides the sides, and after how many quiet turns the game is a draw."""

    tigers: int = Field(default=3, ge=1, le=5, description="number of Tigers")
    goats: int = Field(default=15, ge=5, le=25, description="number of Goats")
    captures: int = Field(default=5, ge=1, le=25, description="how many Goats the Tigers must capture to win")
    sides: Literal["drawn", "asked"] = Field(
        default="drawn",
        description="which player has the Goats: a die decides (drawn) or North decides (asked)",
        json_schema_extra={
            "drawn": "a die decides who has the Tigers and who the Goats",
            "asked": "North chooses who has the Tigers and who the Goats",
        },
    )
    quiet: Literal[0, 50, 100, 200] = Field(
        default=100,
        description=("how many turns without a new or captured Goat make the game a draw (0: never)"),
    )

    @model_validator(mode="after")
    def _can_be_won(self) -> Options:
        if self.captures > self.goats:
            raise ValueError(f"{self.captures} captures can't be made of {self.goats} Goats")
        return self
