"""Give the rules in short, in our own words, as `/rules 3.2` shows them.

The rulebook has no numbers; these are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.documents import load_glossary, load_questions, load_sections


def reference() -> Mapping[str, str]:
    """Return each rule number with its title and text, from `reference.md`."""
    return load_sections("rules.taj_mahal")


def read_glossary() -> Mapping[str, str]:
    """Return the meanings of the game's words."""
    return load_glossary("rules.taj_mahal")


def read_questions() -> Mapping[str, Sequence[str]]:
    """Return the numbers of the rules on each topic that players ask about ("win"), the best first."""
    return load_questions("rules.taj_mahal")
