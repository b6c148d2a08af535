"""Compare the placeholders of a translation with those of its English."""

from __future__ import annotations

import re
from string import Formatter

from bot.language.catalogue import Entry


def places(sentence: str) -> set[str]:
    """Return the names of the placeholders in a sentence, without the requested forms."""
    return {name.partition("|")[0] for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def odd_places(entry: Entry) -> list[str]:
    """Return the problems with the placeholders of a translation.

    A placeholder may not be new. It may be left out only with a note "without {place}".
    """
    known = {place for form in entry.english for place in places(form)}
    left_out = set(re.findall(r"without \{(\w+)\}", " ".join(entry.notes)))
    found = []
    for said in entry.said:
        if unknown := places(said) - known:
            found.append(f"{entry.context} “{said}” has {sorted(unknown)}, unknown in “{entry.english[-1]}”")
        needed = set.intersection(*(places(form) for form in entry.english))
        if missing := needed - places(said) - left_out:
            found.append(f"{entry.context} “{said}” lacks {sorted(missing)} of “{entry.english[-1]}”")
    return found
