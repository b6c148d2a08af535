"""Combine moves of bot players, and the move of a person just before them, into one post.

Until the post is made, its lines are stored in notes of the game. A move and its notes are saved in one
transaction, so a crash loses nothing. If the post is too long, a summary replaces its lines. Some lines, the
notices, stay in the post beside the summary.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from db.records import Note

# The names of the notes. Each note stores a field of `Waiting`.
NAME = "moves"  # stores `lines`
NOTICES = "notices"  # stores `notices`
BEGAN = "moves_from"  # stores `began`
TRIFLES = "moves_trifles"  # stores `trifles`
CHAPTERS = "chapters"  # stores `chapters`
NAMES = (NAME, NOTICES, BEGAN, TRIFLES, CHAPTERS)


class Waiting(NamedTuple):
    """The lines that wait for the next post of a game.

    Attributes:
        lines: lines about moves
        notices: those of `lines` that the post shows even if a summary replaces the other lines
        began: the turn and the entry at which the lines begin; None if no lines wait
        chapters: how many chapters have ended since the last board
        trifles: those of `lines` that are about trifling acts, such as a pass
    """

    lines: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    began: tuple[int, int] | None = None
    chapters: int = 0
    trifles: tuple[str, ...] = ()


NOTHING = Waiting()


def read_waiting(notes: Sequence[Note]) -> Waiting:
    """Return the lines that wait for the next post, from the notes of a game."""
    turn, _, entry = _read_text(notes, BEGAN).partition(".")
    began = (int(turn), int(entry)) if entry else None
    chapters = int(_read_text(notes, CHAPTERS) or 0)
    lines, notices, trifles = (_read_lines(notes, name) for name in (NAME, NOTICES, TRIFLES))
    return Waiting(lines, notices, began, chapters, trifles)


def write_notes(notes: Sequence[Note], waits: Waiting = NOTHING) -> list[Note]:
    """Return the notes that store `waits`. An empty note deletes the stored note of the same name."""
    kept = {
        NAME: "\n".join(waits.lines),
        NOTICES: "\n".join(waits.notices),
        BEGAN: "" if waits.began is None else f"{waits.began[0]}.{waits.began[1]}",
        TRIFLES: "\n".join(waits.trifles),
        CHAPTERS: str(waits.chapters or ""),
    }
    return [Note("", name, 0, text) for name, text in kept.items() if text or _read_text(notes, name)]


def _read_lines(notes: Sequence[Note], name: str) -> tuple[str, ...]:
    return tuple(line for line in _read_text(notes, name).split("\n") if line)


def _read_text(notes: Sequence[Note], name: str) -> str:
    return next((note.text for note in notes if note.name == name), "")
