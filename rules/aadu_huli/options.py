"""What the table agrees on before the game."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from rules.documents import Model


class Options(Model, frozen=True):
    """The handicaps of 5.5, who has which side, and when a game that gets nowhere is drawn."""

    tigers: int = Field(default=3, ge=1, le=5, description="how many Tigers play")
    goats: int = Field(default=15, ge=5, le=25, description="how many Goats play")
    captures: int = Field(default=5, ge=1, le=25, description="so many captured Goats win for the Tigers")
    sides: Literal["drawn", "asked"] = Field(
        default="drawn", description="a die decides who has the Goats, or North is asked"
    )
    quiet: Literal[0, 50, 100, 200] = Field(
        default=100, description="drawn after so many turns in a row without a placing or a capture; 0: never"
    )

    @model_validator(mode="after")
    def _can_be_won(self) -> Options:
        if self.captures > self.goats:
            raise ValueError(f"{self.captures} captures can't be made of {self.goats} Goats")
        return self
