"""The rules in short, in our own words, as `/rules 24` shows them.

The numbers are those of the play aid's lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.documents import list_reference_lines, load_glossary, load_questions, load_sections


def reference() -> Mapping[str, str]:
    """Return the title and text of each rule by its number, from `reference.md`."""
    return load_sections("rules.successors")


def read_glossary() -> Mapping[str, str]:
    """Return the words that the tables and chits use, and what they mean."""
    return load_glossary("rules.successors")


def list_lines() -> Iterator[str]:
    """Return the titles and paragraphs of the rules in short, for the catalogues."""
    return list_reference_lines("rules.successors")


def read_questions() -> Mapping[str, Sequence[str]]:
    """Return what players ask about (win, end, move, ...) to the rules that answer it, best first."""
    return load_questions("rules.successors")
