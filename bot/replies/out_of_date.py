"""Refuse buttons that are out of date."""

from __future__ import annotations

from bot.language.words import say
from bot.replies.panel import Panel
from bot.replies.reply import Refused


def refuse_unknown() -> Refused:
    """Return the refusal of a button that no game knows any more, or that is not one of ours."""
    return Refused(say("too_late"))


def refuse_moved(panel: Panel | None = None) -> Refused:
    """Return the refusal of a button whose turn has moved on. `panel` is the present question."""
    return Refused(say("stale"), panel)
