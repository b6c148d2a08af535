"""Load the short rules, in our own words, that `/rules 5.5.3` shows.

The rulebook of Vijayanagara has this game in its section 5.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.documents import list_reference_lines, load_questions, load_sections


def reference() -> Mapping[str, str]:
    """Return the title and text of each rule by its number, from `reference.md`."""
    return load_sections("rules.aadu_huli")


def list_lines() -> Iterator[str]:
    """Return the titles and paragraphs of the short rules, for the translation catalogues."""
    return list_reference_lines("rules.aadu_huli")


def read_questions() -> Mapping[str, Sequence[str]]:
    """Return the rules that answer each common question (win, end, move, ...), best first."""
    return load_questions("rules.aadu_huli")
