"""Find a game's defined words in a text."""

from __future__ import annotations

import re
from collections.abc import Mapping


def find_words(defined: Mapping[str, str], text: str) -> set[str]:
    """Return the defined words in a text. A longer one hides those inside it."""
    found = set()
    for word in sorted(defined, key=len, reverse=True):
        forms = "|".join(map(re.escape, word.split("|")))
        text, count = re.subn(rf"\b(?:{forms})s?\b", "_", text, flags=re.IGNORECASE)
        if count:
            found.add(word)
    return found
