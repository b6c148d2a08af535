"""Play a few effects, as the unshaded side of the open card, to test the deck vocabulary."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from textwrap import indent

from rules.vijayanagara.board import FACTIONS
from tests import documents
from tests.games.vijayanagara.table import Table

D, B, V = FACTIONS
ODD = Path(__file__).with_name("odd.yaml").read_text(encoding="utf-8")


def deck_of(effects: str) -> str:
    """Return a deck whose card 1 has these effects, a YAML list, unshaded. They begin on line 7."""
    card = "title: Trial\ncards:\n  - number: 1\n    title: Trial\n    order: D B V\n    unshaded:\n"
    return card + indent(effects.strip("\n"), "      ") + "\n"


def tried(effects: str, seat: str, position: str = "") -> Table:
    """Return the table after this faction has chosen to execute the effects. The other two have Passed."""
    document = documents.read(position) or {}
    document |= {"card": "event-1", "options": {"deck": deck_of(effects)}}
    document |= {"places": {other: "pass" for other in FACTIONS if other != seat}}
    return Table(documents.write(document)).answer(seat, "event unshaded")


def everywhere(text: str) -> str:
    """Return the deck with its cards repeated on all 36 numbers, so that each is drawn often."""
    deck = documents.read(text)
    cards = [deepcopy(deck["cards"][n % len(deck["cards"])]) | {"number": n + 1} for n in range(36)]
    return documents.write(deck | {"cards": cards}, sort_keys=False, allow_unicode=True)
