"""Moves of bot players in a row make one post, with the last of them: what the others did waits as a
note of the table, which is saved with the move itself, so that no crash loses it."""

from __future__ import annotations

from collections.abc import Sequence

from db.records import Note

NAME = "moves"


def read_waiting_lines(notes: Sequence[Note]) -> list[str]:
    """Return what bot players did that no post has told yet, line by line: posts end between lines."""
    return [line for note in notes if note.name == NAME for line in note.text.split("\n")]


def write_notes(notes: Sequence[Note], text: str) -> list[Note]:
    """Return the notes that keep these lines for a later post; "" when all were posted."""
    return [Note("", NAME, 0, text)] if text or read_waiting_lines(notes) else []
