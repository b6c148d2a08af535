"""Combine consecutive moves of bot players into one post.

Lines of earlier moves wait in a note of the game. The note is saved with the move, so a crash loses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from db.records import Note

NAME = "moves"


def read_waiting_lines(notes: Sequence[Note]) -> list[str]:
    """Return the lines about bot players' moves that wait for a post."""
    return [line for note in notes if note.name == NAME for line in note.text.split("\n")]


def write_notes(notes: Sequence[Note], text: str) -> list[Note]:
    """Return the notes that keep these lines for a later post; "" deletes them."""
    return [Note("", NAME, 0, text)] if text or read_waiting_lines(notes) else []
