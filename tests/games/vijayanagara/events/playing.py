"""Play a card of the Durbar Deck: one faction executes one side, the other two have Passed."""

from __future__ import annotations

from rules.chance import Draw
from rules.vijayanagara.board import FACTIONS
from tests import documents
from tests.games.vijayanagara.table import Table


def played(number: int, seat: str, side: str, position: str = "") -> Table:
    """Return the table after this faction has chosen this side of this card. The side's questions come next.

    Without `spaces:` the pieces are as in the set-up, and the factions' Resources are 12, 6 and 7.
    """
    document = documents.read(position) or {}
    document |= {"card": f"event-{number}"}
    document |= {"places": {other: "pass" for other in FACTIONS if other != seat}}
    return Table(documents.write(document)).answer(seat, f"event {side}")


def is_over(table: Table) -> bool:
    """Return whether the side is carried out: the card is closed, and the next one is to be drawn."""
    return table.state.card is None and isinstance(table.due, Draw)


def resources(table: Table) -> tuple[int, int, int]:
    """Return the Resources of the Sultanate, the Bahmanis and Vijayanagara."""
    held = table.state.resources
    return held["sultanate"], held["bahmani"], held["vijayanagara"]


def cavalry(table: Table) -> tuple[int, int, int]:
    """Return the Cavalry of the Sultanate, the Bahmanis and Vijayanagara."""
    held = table.state.cavalry
    return held["sultanate"], held["bahmani"], held["vijayanagara"]


def is_eligible(table: Table, faction: str) -> bool:
    """Return whether the faction is Eligible for the next card."""
    return table.state.sequence[faction] == "eligible"
