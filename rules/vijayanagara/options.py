"""What the table agrees on before the game."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from rules.vijayanagara.events.deckfile import deck_named


def _readable(deck: str) -> str:
    deck_named(deck)
    return deck


class Options(BaseModel, frozen=True, extra="forbid"):
    """The switches of the rulings, the variant of 5.5, and the deck."""

    deck: Annotated[str, AfterValidator(_readable), Field(title="Event deck")] = (
        "durbar"  # a name, or a whole document
    )
    timurs_shadow: bool = False  # 5.5: after the first Timurid card every Command is limited to one space
    plunder: Literal["per_command", "per_mongol"] = (
        "per_command"  # 3.5.3: how often Troops are lost to plunder
    )
    meeting_points: bool = (
        True  # 1.3.5: Gondwana-Bengal and Maharashtra-Orissa are adjacent at their bare points
    )
