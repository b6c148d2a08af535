"""Make the secret seed of a game's dice and cards, and the words that players add to the seed.

The lobby card shows the seed's hash. After that, each person who takes a seat adds a word: the id of their
click or command, or a word of their own. If the person who starts the game has added no word, the id of the
click or command that starts the game is added. A word makes the dice fair: the operator knows the seed but
not the later words, and a player knows their word but not the seed. So nobody alone can choose the dice.

Some people get a seat before the hash is shown. These are the person who asks for a rematch, and all people
of a party, cup or league. Taking the seat adds no word for them. The id of their click is known before the
seed is made, so the operator could choose a seed that fits the id.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from bot.people.caller import Caller
from bot.settings.game_settings import GameSettings

SEED_BYTES = 16
MAX_WORD = 40  # the most characters of a player's word


def make_seed() -> str:
    """Return a new random seed of `SEED_BYTES` bytes, as hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def add_word(settings: GameSettings, seats: Iterable[str], word: str) -> GameSettings:
    """Return the settings with this word for these seats. If the word is "", change nothing."""
    return settings.with_(words={**settings.words, **dict.fromkeys(seats, word)}) if word else settings


def take_word(caller: Caller) -> str:
    """Return a person's default word: the id of their interaction, which Discord chooses; "" without one."""
    return "" if caller.interaction_id is None else str(caller.interaction_id)


def give_no_word(_: Caller) -> str:
    """Return no word, so that the dice come from the seed alone. Tests use this."""
    return ""
