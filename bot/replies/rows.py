"""Count the rows that lines of text take on a phone, and choose the lines that fit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.language.words import join_clauses, say

LETTERS = {"- ": 33, "-# ": 46, "": 39}  # how many characters fit into a phone's row after this beginning
MARKS = re.compile(r"\*\*|[`_~]|(?<=<@)\d+(?=>)")  # signs of markdown and ids; a phone doesn't show them
SPARE_ROWS = 3  # if the effects that don't fit need at most this many rows, they are shown nevertheless
NAMED = 3  # if they need more, one line names at most this many of them, in at most this many rows


def count_rows(text: str) -> int:
    """Return how many rows a text takes on a phone."""
    return sum(map(_count_line, text.splitlines()))


def _count_line(line: str) -> int:
    kind, letters = next(each for each in LETTERS.items() if line.startswith(each[0]))
    read = MARKS.sub("", line.removeprefix(kind))
    return -(-max(1, len(read)) // letters)


def fit_rows(story: Sequence[str], room: int) -> list[str]:
    """Return the first lines that fit into `room` rows (but at least 1 line).

    If lines are left out, one more line says how many.
    """
    shown = _choose_rows(story, room)
    left, lines = len(story) - len(shown), [story[place] for place in shown]
    return [*lines, say("preview.more", n=left)] if left else lines


def fit_all(story: Sequence[str], room: int, ranked: Sequence[int] = (), *, every: bool = False) -> list[str]:
    """Return the lines that fit into `room` rows, and a line that names the others in brief.

    If possible, a player reads all effects of an order before confirming it. So if the other lines need at
    most `SPARE_ROWS` rows, return all lines. `_choose_rows` explains `ranked`. `every`: name all the others
    in the order of the story, because the player confirms them here; else some of them are only counted.
    """
    shown = _choose_rows(story, room, ranked)
    rest = range(len(story)) if every else ranked or range(len(story))
    left = [story[place] for place in rest if place not in shown]
    if sum(map(count_rows, left)) <= SPARE_ROWS:
        return [*story]
    named = list[str]()
    for line in map(_name_change, left if every else left[:NAMED]):
        if not every and len(join_clauses([*named, line])) > NAMED * LETTERS[""]:
            break
        named.append(line)
    kept, further = [story[place] for place in shown], len(left) - len(named)
    if not named:
        return [*kept, say("preview.more", n=further)]
    changes = join_clauses(named)
    if further:
        return [*kept, say("preview.named_more", changes=changes, n=further)]
    return [*kept, say("preview.named", changes=changes)]


def _name_change(line: str) -> str:
    """Return the line of an effect without signs and full stop, so that several can share a row."""
    return MARKS.sub("", line.removeprefix("- ").removeprefix("-# ")).rstrip(".")


def _choose_rows(story: Sequence[str], room: int, ranked: Sequence[int] = ()) -> list[int]:
    """Return the sorted indexes of the lines that fit into `room` rows (but at least 1 line).

    `ranked` has the indexes of the lines, the most important line first. If `ranked` is empty, the first line
    is the most important.
    """
    shown: list[int] = []
    for place in ranked or range(len(story)):
        room -= count_rows(story[place])
        # Keep a row free for the line that says what is left out. If only one line of the story remains, that
        # row is not needed. So this last line may even take one row too many.
        least = 1 if len(shown) + 1 < len(story) else -1
        if shown and room < least:
            break
        shown.append(place)
    return sorted(shown)
