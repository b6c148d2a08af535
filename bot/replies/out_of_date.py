"""Refuse buttons that are out of date."""

from __future__ import annotations

from bot.language.words import say
from bot.replies.panel import Panel
from bot.replies.reply import Refused


def refuse_unknown() -> Refused:
    """Return the refusal of a button that no game can answer any more, or that the bot never made."""
    return Refused(say("too_late"))


def refuse_moved(panel: Panel | None = None) -> Refused:
    """Return the refusal of a button that was made before the game went on. `panel` is the open question."""
    return Refused(say("stale"), panel)
