"""Name pieces and spaces in sentences of the digest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.asking import count
from rules.words import Words, join_list, say

# Sentences on Events name at most this many spaces, and say how many more there are. If there is only one
# more, they name it too.
SPACES = 3


def list_pieces(found: Counter[str]) -> Words:
    """Return pieces with their numbers: "2 Troops and 1 Amir". `found`: how many there are of each sort."""
    return join_list([count(n, sort) for sort, n in found.items()])


def list_spaces(spaces: Sequence[str]) -> Words:
    """Return the first spaces, and the number of the others."""
    if len(spaces) <= SPACES + 1:
        return join_list(spaces)
    return join_list([*spaces[:SPACES], say("{n} more spaces", n=len(spaces) - SPACES)])
