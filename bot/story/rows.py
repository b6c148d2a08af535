"""Count the rows that a text takes on a phone."""

from __future__ import annotations

LETTERS = 38  # a row on a phone has about this many characters
ROWS = 11  # rows of text above a board on a phone's screen; a longer text is summarized
SPARE_ROWS = 3  # more rows for a summary that needs them to tell the acts in the order of play
SUMMARY_ROWS = 20  # the most rows of a summary, with what changed for the reader


def count_rows(text: str) -> int:
    """Return how many rows of a phone a text takes."""
    return sum(-(-len(line) // LETTERS) for line in text.splitlines())
