"""The secret seed of a game's dice and cards. Its hash is posted before the first roll."""

from __future__ import annotations

import secrets

SEED_BYTES = 16


def make_seed() -> str:
    """Return a new seed that nobody can guess, as hex digits."""
    return secrets.token_hex(SEED_BYTES)
