"""The rules in short, in our own words: what `/rules 5.5.3` shows. The number 5.5 is the rulebook's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.documents import list_reference_lines, load_questions, load_sections


def reference() -> Mapping[str, str]:
    """Return the title and text of each rule by its number, from `reference.md`."""
    return load_sections("rules.aadu_huli")


def list_lines() -> Iterator[str]:
    """Return the titles and paragraphs of the rules in short, for the catalogues."""
    return list_reference_lines("rules.aadu_huli")


def read_questions() -> Mapping[str, Sequence[str]]:
    """Return what players ask about (win, end, move, ...) to the rules that answer it, best first."""
    return load_questions("rules.aadu_huli")
