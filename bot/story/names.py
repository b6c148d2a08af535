"""Find the things that a sentence names, such as seats and places, and its numbers."""

from __future__ import annotations

import re

from rules.words import Words

_SLOT = re.compile(r"\{(\w+)\}")


def find_names(value: object) -> frozenset[str]:
    """Return the keys of all things that the text of a sentence names, such as seats and places."""
    return frozenset(each for each in _find_values(value) if isinstance(each, str))


def find_numbers(value: object) -> frozenset[int]:
    """Return all numbers that the text of a sentence shows. Numbers in the names of things don't count."""
    return frozenset(each for each in _find_values(value) if isinstance(each, int))


def _find_values(value: object) -> frozenset[object]:
    if isinstance(value, Words):
        shown = {*_SLOT.findall(value.english)} if value.args else ()
        return frozenset(each for slot in shown for each in _find_values(value.args.get(slot)))
    return frozenset((value,)) if isinstance(value, str | int) else frozenset()
