"""Give the rules in short, in our own words: what `/rules 3.2.4` shows.

The numbers are those of the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.documents import load_glossary, load_questions, load_sections


def reference() -> Mapping[str, str]:
    """Return the title and text of each rule by its number, from `reference.md`."""
    return load_sections("rules.vijayanagara")


def read_glossary() -> Mapping[str, str]:
    """Return the meanings of the words that cards use."""
    return load_glossary("rules.vijayanagara")


def read_questions() -> Mapping[str, Sequence[str]]:
    """Return the numbers of the rules on each topic that players ask about ("win"), the best rule first."""
    return load_questions("rules.vijayanagara")
