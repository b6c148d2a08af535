"""Say how much room a post has on a phone. `bot.replies.rows.count_rows` counts the rows of a text."""

from __future__ import annotations

LETTERS = 38  # a row on a phone has about this many characters
ROWS = 12  # rows of text above a board on a phone's screen; a longer text is summarized
SPARE_ROWS = 3  # more rows for a summary that needs them to tell the acts in the order of play
SUMMARY_ROWS = 20  # the most rows of a summary, with what changed for the reader
