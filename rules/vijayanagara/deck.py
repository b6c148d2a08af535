"""2.1 Deck Construction and 2.3 the cards: the Events from their file, the other cards from the rulebook.

No shuffled deck lies anywhere: each card is drawn by chance when it is revealed, from what its block still
holds.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError, model_validator

from rules.chance import Draw
from rules.vijayanagara.board import FACTIONS, Provenance
from rules.vijayanagara.state import Faction, State
from rules.words import say

BLOCKS = 4
EVENTS_A_BLOCK, MONGOLS_A_BLOCK, TIMURIDS = 6, 2, 2
MONGOL_CARDS = {"mongol-bahmani": 4, "mongol-vijayanagara": 4}
SUCCESSION = ("zenith", "rise", "lords")  # after block 1, 2 and 3
TIMURID = "timurid"

TEXTS = {  # what the other cards do, a line a step
    "mongol": (
        "The named faction executes two Mongol Commands.",
        "Then it may lower its Influence by 1 to gain 2 Resources and 2 Cavalry.",
    ),
    "zenith": (
        "The Tughlaq Dynasty begins: Rebel is possible.",
        "The Sultanate may Campaign in Delhi and Provinces.",
        "The Bahmanis gain Cavalry: Influence + Forts.",
        "Vijayanagara gains Resources: Influence + Temples.",
    ),
    "rise": (
        "The Sultanate may Campaign in Delhi and Provinces.",
        "Each rival: a free Limited Command, then Resources or Cavalry for its Prosperity, 3 at most.",
    ),
    "lords": ("Each faction, up to three times: 3 Resources shift either Influence by 1.",),
    "timurid": (
        "The first: half the Available Mongol Invaders gather in the Mountain Passes.",
        "The second: Timur invades Delhi, and the game ends.",
    ),
}


class Card(BaseModel, frozen=True, extra="forbid"):
    """2.3: an Event card. `order`: who chooses first (2.3.2)."""

    number: Annotated[int, Field(ge=1, le=36)]
    title: Annotated[str, Field(min_length=1, max_length=40)]
    years: str
    order: tuple[Faction, Faction, Faction]
    stay_eligible: bool

    @model_validator(mode="after")
    def _each_once(self) -> Card:
        if set(self.order) != set(FACTIONS):
            raise ValueError(f"card {self.number}: the order must name each faction once")
        return self


class Deck(BaseModel, frozen=True, extra="forbid"):
    """The 36 Events."""

    provenance: Provenance
    title: str
    cards: tuple[Card, ...]

    @model_validator(mode="after")
    def _whole(self) -> Deck:
        if sorted(card.number for card in self.cards) != list(range(1, 37)):
            raise ValueError("1.2: a deck has 36 Events, numbered 1 to 36, each once")
        return self


def read_deck(text: str) -> Deck:
    """The deck of a TOML document. Raises `ValueError` that names the card and the reason."""
    try:
        return Deck.model_validate(tomllib.loads(text))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the deck"
        raise ValueError(f"deck: {place}: {first['msg'].removeprefix('Value error, ')}") from None


DECK = read_deck(files(__package__).joinpath("decks/durbar.toml").read_text(encoding="utf-8"))
EVENTS = {f"event-{card.number}": card for card in DECK.cards}
TITLES = {
    "zenith": "Zenith of the Delhi Sultanate",
    "rise": "Rise of the Rebel Sultans",
    "lords": "Lords of the Deccan",
    "mongol-bahmani": "Mongol Invasion (Bahmani Kingdom)",
    "mongol-vijayanagara": "Mongol Invasion (Vijayanagara Empire)",
    TIMURID: "Timurid Empire",
    **{key: card.title for key, card in EVENTS.items()},
}


def block(number: int) -> dict[str, int]:
    """2.1: what block `number` (1 to 4) of the deck holds: six Events, and two Mongol or both Timurid Empire
    cards."""
    return {
        "event": EVENTS_A_BLOCK,
        **({"mongol": MONGOLS_A_BLOCK} if number < BLOCKS else {"timurid": TIMURIDS}),
    }


def remaining(s: State) -> int:
    """2.3: how many cards are left in the deck."""
    later = sum(sum(block(number).values()) for number in range(s.block + 1, BLOCKS + 1))
    return sum(s.left.values()) + later + (BLOCKS - s.block)


async def draw_card(s: State) -> str:
    """2.2, 2.3.8: reveal the next card: from the open block by chance, or the Succession card that follows
    it."""
    if not any(s.left.values()):
        card = SUCCESSION[s.block - 1]
        s.block += 1
        s.left = block(s.block)
    else:
        sort = await _draw([sort for sort, n in s.left.items() for _ in range(n)])
        s.left[sort] -= 1
        card = sort if sort == TIMURID else await _draw(unseen(s, sort))
    s.played.append(card)
    return card


def unseen(s: State, sort: str) -> list[str]:
    """The cards of a sort that were not played yet: those that lie in the deck and those left out of it
    (2.1)."""
    if sort == "mongol":
        return [card for card, n in MONGOL_CARDS.items() for _ in range(n - s.played.count(card))]
    return [card for card in EVENTS if card not in s.played]


async def _draw(pile: list[str]) -> str:
    return pile[0] if len(set(pile)) == 1 else await Draw(pile, say("the next card"))
