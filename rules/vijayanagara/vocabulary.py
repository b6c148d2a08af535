"""Define the rulebook's words for seats, pieces and places, each once.

Rules, decks, texts and pictures read them here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Seat(NamedTuple):
    """1.5: a faction's names, and the letter by which a deck names it."""

    letter: str
    name: str  # within a sentence: "the Bahmani Kingdom"
    short: str  # on cards: "the Bahmanis"
    formal: str  # outside sentences: "Bahmani Kingdom"
    adjective: str  # "Bahmani Units"
    many: bool = False  # whether its short name takes a plural verb: "the Bahmanis gain"


class Piece(NamedTuple):
    """1.4: a sort of piece, in the singular and the plural."""

    one: str
    many: str


SEATS: Mapping[str, Seat] = {
    "sultanate": Seat("D", "the Sultanate", "the Sultanate", "Delhi Sultanate", "Sultanate"),
    "bahmani": Seat("B", "the Bahmani Kingdom", "the Bahmanis", "Bahmani Kingdom", "Bahmani", many=True),
    "vijayanagara": Seat("V", "Vijayanagara", "Vijayanagara", "Vijayanagara Empire", "Vijayanagara"),
}
PIECES: Mapping[str, Piece] = {
    "troops": Piece("Troop", "Troops"),
    "governors": Piece("Governor", "Governors"),
    "qasbahs": Piece("Qasbah", "Qasbahs"),
    "obedient-amirs": Piece("Obedient Amir", "Obedient Amirs"),
    "rebelling-amirs": Piece("Rebelling Amir", "Rebelling Amirs"),
    "amirs": Piece("Amir", "Amirs"),
    "forts": Piece("Fort", "Forts"),
    "obedient-rajas": Piece("Obedient Raja", "Obedient Rajas"),
    "rebelling-rajas": Piece("Rebelling Raja", "Rebelling Rajas"),
    "rajas": Piece("Raja", "Rajas"),
    "temples": Piece("Temple", "Temples"),
    "mongols": Piece("Mongol Invader", "Mongol Invaders"),
}
GOODS: Mapping[str, Piece] = {  # other things that are counted
    "units": Piece("Unit", "Units"),
    "structures": Piece("Structure", "Structures"),
    "resources": Piece("Resource", "Resources"),
    "cavalry": Piece("Cavalry", "Cavalry"),
    "hits": Piece("hit", "hits"),
    "points": Piece("victory point", "victory points"),
    "available": Piece("Available Unit", "Available Units"),
}
WITH_ARTICLE = ("mountain-passes", "rajput-kingdoms")  # spaces that a sentence calls "the ..."
MANY = ("rajput-kingdoms",)  # Provinces whose name takes a verb in the plural
