"""The secret seed of a game's dice and cards, and what the seats add to it.

The seed's hash stands on the card of the lobby. Who sits down then adds a word: the id of their click, or
one of their own. So neither the operator, who knows the seed, nor a seat chooses the dice alone.
"""

from __future__ import annotations

import secrets

from bot.language.words import say
from bot.people.caller import Caller
from db.records import StoredGame
from rules.chance import make_commitment, unmix
from rules.proof import POSTED

SEED_BYTES = 16
MAX_WORD = 40  # characters of a word that a seat adds


def make_seed() -> str:
    """Return a new seed that nobody can guess, as hex digits."""
    return secrets.token_hex(SEED_BYTES)


def describe_secret(stored: StoredGame) -> list[str]:
    """Return what is told of a lobby's secret: its hash; nothing where an earlier version has made none."""
    return [say("card.seal", seal=make_commitment(unmix(stored.seed)[0])[:POSTED])] if stored.seed else []


def take_word(caller: Caller) -> str:
    """Return the word that somebody adds who gives none: the id of their click, which Discord has chosen."""
    return "" if caller.interaction_id is None else str(caller.interaction_id)


def give_no_word(_: Caller) -> str:
    """Return no word: the dice are to come of the seed alone, as in tests."""
    return ""
