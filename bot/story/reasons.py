"""Store a bot player's reason for an order. Posts show the reason below the order if settings allow this.

A reason is stored in parts, so that each reader gets it in their own language. Earlier versions stored it as
a clause in the game's language.
"""

from __future__ import annotations

from bot.language.stored_words import read_stored, write_stored
from bot.language.words import speak_within
from bot.session.loaded_game import LoadedGame
from bot.settings.game_settings import GameSettings
from db.records import Note
from rules.kernel import Rules
from rules.words import Said, within

NAME = "reason"


def store_reason(at: LoadedGame, reason: Said) -> str:
    """Return a reason as it is stored; "" if there is none or if settings hide it.

    If a part of the reason can't be stored, return it as a clause in the game's language.
    """
    settings = GameSettings.of(at.stored)
    if not reason or not settings.reasons:
        return ""
    try:
        return write_stored(reason)
    except TypeError:
        with speak_within(settings.language):
            return within(reason, at.rules.name)


def read_reason(rules: Rules, stored: str) -> str:
    """Return a stored reason as a clause in the reader's language."""
    return within(read_stored(stored), rules.name)


def find_waiting_reasons(at: LoadedGame, seat: str) -> str:
    """Return the stored reason for the seat's unfinished order; "" if there is none."""
    return next((note.text for note in at.stored.notes if (note.seat, note.name) == (seat, NAME)), "")


def make_reason_note(seat: str, reason: str, *, told: bool) -> list[Note]:
    """Return a note that stores a reason, or with `told`, a note that deletes it; [] without a reason."""
    return [Note(seat, NAME, 0, "" if told else reason)] if reason else []
