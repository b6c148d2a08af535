"""Combine consecutive moves of bot players into one post.

Lines of earlier moves wait in notes of the game. The notes are saved with the move, so a crash loses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from db.records import Note

NAME = "moves"
NOTICES = "notices"  # the name of the note with the lines that a summary keeps
BEGAN = "moves_from"  # the name of the note with the place from which the lines tell
CHAPTERS = "chapters"  # the name of the note with the number of chapters that ended meanwhile
NAMES = (NAME, NOTICES, BEGAN, CHAPTERS)


class Waiting(NamedTuple):
    """What waits for a post.

    Attributes:
        lines: the lines about moves
        notices: those of the lines that a summary keeps
        began: the turn and the entry from which the lines tell; None if none wait
        chapters: how many chapters have ended since the last board
    """

    lines: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    began: tuple[int, int] | None = None
    chapters: int = 0


NOTHING = Waiting()


def read_waiting(notes: Sequence[Note]) -> Waiting:
    """Return what waits for a post."""
    turn, _, entry = _read_text(notes, BEGAN).partition(".")
    began = (int(turn), int(entry)) if entry else None
    chapters = int(_read_text(notes, CHAPTERS) or 0)
    return Waiting(_read_lines(notes, NAME), _read_lines(notes, NOTICES), began, chapters)


def write_notes(notes: Sequence[Note], waits: Waiting = NOTHING) -> list[Note]:
    """Return the notes that keep what waits, and those that delete what no longer does."""
    kept = {
        NAME: "\n".join(waits.lines),
        NOTICES: "\n".join(waits.notices),
        BEGAN: "" if waits.began is None else f"{waits.began[0]}.{waits.began[1]}",
        CHAPTERS: str(waits.chapters or ""),
    }
    return [Note("", name, 0, text) for name, text in kept.items() if text or _read_text(notes, name)]


def _read_lines(notes: Sequence[Note], name: str) -> tuple[str, ...]:
    return tuple(line for line in _read_text(notes, name).split("\n") if line)


def _read_text(notes: Sequence[Note], name: str) -> str:
    return next((note.text for note in notes if note.name == name), "")
