"""Find the words of a game that a text uses."""

from __future__ import annotations

import re
from collections.abc import Mapping


def find_words(defined: Mapping[str, str], text: str) -> set[str]:
    """Return the defined words of a text; a longer one hides those inside it."""
    found = set()
    for word in sorted(defined, key=len, reverse=True):
        forms = "|".join(map(re.escape, word.split("|")))
        text, count = re.subn(rf"\b(?:{forms})s?\b", "_", text, flags=re.IGNORECASE)
        if count:
            found.add(word)
    return found
