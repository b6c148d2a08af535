"""Remove secrets from the environment, so that no process started by the bot has them."""

from __future__ import annotations

import os
from typing import Any

SECRET = frozenset({"DURBAR_TOKEN", "DURBAR_DATABASE"})  # the database address may contain a password
_hidden: dict[str, str] = {}


def hide() -> None:
    """Move the secrets out of the environment. Call it before any process is started."""
    for name in [name for name in os.environ if name.upper() in SECRET]:
        _hidden[name.lower().removeprefix("durbar_")] = os.environ.pop(name)


def read_hidden() -> dict[str, Any]:
    """Return the hidden values, with the names of their settings as keys: `{"token": "...", ...}`."""
    return dict(_hidden)
