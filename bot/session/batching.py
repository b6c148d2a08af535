"""Combine consecutive moves of bot players into one post.

The lines of earlier moves wait in a note of the game. A second note has the lines that a shortened post must
still contain. Both are saved together with the move, so a crash loses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from db.records import Note

NAME = "moves"
NOTICES = "notices"  # the name of the second note
NAMES = (NAME, NOTICES)


def read_waiting_lines(notes: Sequence[Note]) -> list[str]:
    """Return the lines about bot players' moves that wait for a post."""
    return _read_lines(notes, NAME)


def read_waiting_notices(notes: Sequence[Note]) -> list[str]:
    """Return the waiting lines that a shortened post must still contain."""
    return _read_lines(notes, NOTICES)


def write_notes(notes: Sequence[Note], text: str, notices: Sequence[str] = ()) -> list[Note]:
    """Return the notes that store these lines for a later post. An empty text deletes the stored lines."""
    kept = {NAME: text, NOTICES: "\n".join(notices)}
    return [Note("", name, 0, lines) for name, lines in kept.items() if lines or _read_lines(notes, name)]


def _read_lines(notes: Sequence[Note], name: str) -> list[str]:
    return [line for note in notes if note.name == name for line in note.text.split("\n") if line]
