"""Give the rules in short, in our own words, as `/rules 5.4` shows them.

The rulebook has no numbers; these are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.documents import load_glossary, load_questions, load_sections


def reference() -> Mapping[str, str]:
    """Return each rule number with its title and text, from `reference.md`."""
    return load_sections("rules.rajas_of_the_ganges")


def read_glossary() -> Mapping[str, str]:
    """Return the meaning of each word of the game, from the end of `reference.md`."""
    return load_glossary("rules.rajas_of_the_ganges")


def read_questions() -> Mapping[str, Sequence[str]]:
    """Return for each topic that players ask about ("win", "end") the numbers of its rules, best first."""
    return load_questions("rules.rajas_of_the_ganges")
