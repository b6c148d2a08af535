"""Prepare a process for drawing. After that, its first picture takes no longer than later pictures."""

from __future__ import annotations

from bot.engine.packages import drop_bad_packages
from render.worker import warm
from rules.loading.games import GAMES


def warm_up() -> None:
    """Draw the first board of each game that can be used."""
    drop_bad_packages()
    warm(*(rules.view(rules.setup(rules.Options()), None) for rules in GAMES.values()))
