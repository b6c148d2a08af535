"""Secrets that are taken out of the environment, so that no process that the bot begins has them."""

from __future__ import annotations

import os
from typing import Any

SECRET = frozenset({"DURBAR_TOKEN", "DURBAR_DATABASE"})  # an address may have a password
_taken: dict[str, str] = {}


def hide() -> None:
    """Take them out of the environment; before any process is begun."""
    for name in [name for name in os.environ if name.upper() in SECRET]:
        _taken[name.lower().removeprefix("durbar_")] = os.environ.pop(name)


def taken() -> dict[str, Any]:
    """Return what was taken, by the name of the setting."""
    return dict(_taken)
