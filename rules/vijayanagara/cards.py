"""2.1 to 2.6: the cards, and what the deck consists of.

`Event` in this module has only what the sequence of play must know of a card. The package `events` reads and
executes a card's effects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

CARDS, BLOCKS = 36, 4
EVENTS_A_BLOCK, MONGOLS_A_BLOCK, TIMURIDS = 6, 2, 2
MONGOL_CARDS = {"mongol-bahmani": 4, "mongol-vijayanagara": 4}
ZENITH = "zenith"  # 2.7.2: the card that begins the Tughlaq Dynasty
SUCCESSION = (ZENITH, "rise", "lords")  # the Succession cards that follow block 1, 2 and 3
TIMURID = "timurid"
# kinds of story lines on a revealed card; a lasting card changes the rest of the game, so every post tells it
NEW_CARD, LASTING_CARD = "card", "lasting-card"

TEXTS = {  # the texts of all cards except Events, one line per step
    "mongol": (
        "The rival on the card executes 2 Mongol Commands.",
        "Then that rival may lower its Influence by 1 to gain 2 Resources and 2 Cavalry.",
    ),
    "zenith": (
        "The Tughlaq Dynasty begins: Rebel is now possible.",
        "The Sultanate may Campaign, but not in the Mountain Passes or Punjab.",
        "The Bahmanis gain as much Cavalry as their Influence + Forts.",
        "Vijayanagara gains as many Resources as its Influence + Temples.",
    ),
    "rise": (
        "The Sultanate may Campaign, but not in the Mountain Passes or Punjab.",
        "Each rival may execute a free Limited Command.",
        "Then each rival gains 1 Resource or Cavalry per Prosperity it Controls, 3 at most.",
    ),
    "lords": (
        (
            "Each faction may shift Influence up to 3 times. "
            "Each shift costs 3 Resources and moves one rival's Influence by 1."
        ),
    ),
    "timurid": (
        "On the first Timurid card, half the Available Mongol Invaders gather in the Mountain Passes.",
        "On the second Timurid card, Timur invades Delhi, and the game ends.",
    ),
}


EVENTS = tuple(f"event-{number}" for number in range(1, CARDS + 1))
TITLES = {
    "zenith": "Zenith of the Delhi Sultanate",
    "rise": "Rise of the Rebel Sultans",
    "lords": "Lords of the Deccan",
    "mongol-bahmani": "Mongol Invasion (Bahmani Kingdom)",
    "mongol-vijayanagara": "Mongol Invasion (Vijayanagara Empire)",
    TIMURID: "Timurid Empire",
}


def list_block(number: int) -> dict[str, int]:
    """2.1: return the number of cards of each sort in block `number` (1 to 4) of the deck.

    Each block has six Events and two other cards: Mongol cards, or in the last block the Timurid Empire.
    """
    return {
        "event": EVENTS_A_BLOCK,
        **({"mongol": MONGOLS_A_BLOCK} if number < BLOCKS else {"timurid": TIMURIDS}),
    }


class Event(Protocol):
    """2.3: an Event card, as far as the sequence of play needs it."""

    @property
    def number(self) -> int:
        """1 to 36."""

    @property
    def title(self) -> str:
        """The title of the card."""

    @property
    def years(self) -> str:
        """The years of the historical event; "" if the deck doesn't say."""

    @property
    def note(self) -> str:
        """The deck's note on the card, for people who look it up."""

    @property
    def order(self) -> tuple[str, str, str]:
        """2.3.2: the factions in the order in which they choose."""

    @property
    def stay_eligible(self) -> bool:
        """2.3.7: whether the faction that executes the Event stays Eligible."""

    @property
    def written(self) -> bool:
        """Whether at least one side has effects."""

    def side(self, side: str) -> Sequence[Any]:
        """Return the effects of a side: "unshaded" or "shaded"."""

    def text(self, side: str) -> str:
        """Return the text of a side for players."""


class Deck(Protocol):
    """2.3: the Events of a game."""

    @property
    def events(self) -> Mapping[str, Event]:
        """All 36 Events by their keys, such as "event-17"."""
