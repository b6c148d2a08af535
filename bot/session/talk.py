"""Remember the thread in which the people of a table talk. This thread is not the channel of the game."""

from __future__ import annotations

from db.records import Note, StoredGame

NOTE = "talk"  # the name of the note with the thread's id


def find_talk(stored: StoredGame) -> int | None:
    """Return the id of the thread for the talk of a table; None if it has none."""
    return next((int(note.text) for note in stored.notes if (note.seat, note.name) == ("", NOTE)), None)


def make_talk_note(thread_id: int) -> Note:
    """Return the note about the thread."""
    return Note("", NOTE, 0, str(thread_id))
