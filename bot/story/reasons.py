"""Store a bot player's reason for an order. Posts show the reason below the order if settings allow this."""

from __future__ import annotations

from bot.language.words import speak_within
from bot.session.loaded_game import LoadedGame
from bot.settings.game_settings import GameSettings
from db.records import Note
from rules.words import Said, within

NAME = "reason"


def write_reason(at: LoadedGame, reason: Said) -> str:
    """Return a reason as a clause in the game's language; "" if there is none or if settings hide it."""
    settings = GameSettings.of(at.stored)
    if not reason or not settings.reasons:
        return ""
    with speak_within(settings.language):
        return within(reason, at.rules.name)


def find_waiting_reasons(at: LoadedGame, seat: str) -> str:
    """Return the reason for the seat's unfinished order; "" if there is none."""
    return next((note.text for note in at.stored.notes if (note.seat, note.name) == (seat, NAME)), "")


def make_reason_note(seat: str, reason: str, *, told: bool) -> list[Note]:
    """Return a note that stores a reason, or with `told`, a note that deletes it; [] without a reason."""
    return [Note(seat, NAME, 0, "" if told else reason)] if reason else []
