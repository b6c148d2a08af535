"""Find the things that a sentence names, such as seats and places."""

from __future__ import annotations

import re

from rules.words import Words

_SLOT = re.compile(r"\{(\w+)\}")


def find_names(value: object) -> frozenset[str]:
    """Return the keys of all things that the text of a sentence names, such as seats and places."""
    if isinstance(value, Words):
        shown = {*_SLOT.findall(value.english)} if value.args else ()
        return frozenset(name for slot in shown for name in find_names(value.args.get(slot)))
    return frozenset((value,)) if isinstance(value, str) else frozenset()
