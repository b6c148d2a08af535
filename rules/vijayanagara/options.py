"""Define what the players choose before the game."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from rules.documents import Model
from rules.vijayanagara.events.deckfile import load_deck


def _check_deck(deck: str) -> str:
    load_deck(deck)
    return deck


class Options(Model, frozen=True):
    """The deck, the variant of 5.5, and switches between rulings."""

    deck: Annotated[str, AfterValidator(_check_deck)] = Field(
        "durbar",
        title="Deck",
        description=("which Events are in the game; to use your own, give a file to `/game new deck:`"),
    )
    timurs_shadow: bool = Field(
        False,
        title="Timur's Shadow",
        json_schema_extra={"True": "after the first Timurid card, a Command may use only 1 space"},
        description="5.5: after the first Timurid card each Command may use only 1 space",
    )
    plunder: Literal["per_command", "per_mongol"] = Field(
        "per_command",
        title="Plunder",
        json_schema_extra={"per_mongol": "plunder costs the Sultanate Troops once per Mongol Invader"},
        description=(
            "3.5.3: by plunder the Sultanate loses Troops once per Command, or once per remaining "
            "Mongol Invader"
        ),
    )
    meeting_points: bool = Field(
        True,
        title="Meeting points",
        json_schema_extra={
            "False": "Gondwana is not adjacent to Bengal, nor Maharashtra to Orissa",
        },
        description="1.3.5: Gondwana is adjacent to Bengal, and Maharashtra to Orissa",
    )
