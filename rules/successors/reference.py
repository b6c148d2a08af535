"""Load the short rules, in our own words, that `/rules 24` shows.

Their numbers are those of the play aid's lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.documents import list_reference_lines, load_glossary, load_questions, load_sections


def reference() -> Mapping[str, str]:
    """Return the title and text of each rule by its number, from `reference.md`."""
    return load_sections("rules.successors")


def read_glossary() -> Mapping[str, str]:
    """Return the meaning of each term of the tables and chits."""
    return load_glossary("rules.successors")


def list_lines() -> Iterator[str]:
    """Return the titles and paragraphs of the short rules, for the translation catalogues."""
    return list_reference_lines("rules.successors")


def read_questions() -> Mapping[str, Sequence[str]]:
    """Return the rules that answer each common question (win, end, move, ...), best first."""
    return load_questions("rules.successors")
