"""Make the secret seed of a game's dice and cards, and the words that seats add to it.

The lobby card shows the seed's hash. Each person who takes a seat then adds a word: the id of their click, or
one of their own. So neither the operator, who knows the seed, nor a player alone chooses the dice.
"""

from __future__ import annotations

import secrets

from bot.language.words import say
from bot.people.caller import Caller
from db.records import StoredGame
from rules.chance import make_commitment, unmix
from rules.proof import POSTED

SEED_BYTES = 16
MAX_WORD = 40  # at most this many characters of a word that a seat adds


def make_seed() -> str:
    """Return a new seed that nobody can guess, as hex digits."""
    return secrets.token_hex(SEED_BYTES)


def describe_secret(stored: StoredGame) -> list[str]:
    """Return the line with the hash of a lobby's seed; none if an older version made no seed."""
    return [say("card.seal", seal=make_commitment(unmix(stored.seed)[0])[:POSTED])] if stored.seed else []


def take_word(caller: Caller) -> str:
    """Return the default word of a person: the id of their click, which Discord has chosen."""
    return "" if caller.interaction_id is None else str(caller.interaction_id)


def give_no_word(_: Caller) -> str:
    """Return no word, so that the dice come from the seed alone. Tests use this."""
    return ""
