"""The rules in short, in our own words: what `/rules 24` shows. The numbers are those of the play aid's
lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.documents import asked_of, reference_lines, sections, words


def reference() -> Mapping[str, str]:
    """Rule number to its title and text, from `reference.md`."""
    return sections("rules.successors")


def read_glossary() -> Mapping[str, str]:
    """The words that the tables and chits use, and what they mean."""
    return words("rules.successors")


def list_lines() -> Iterator[str]:
    """Return the titles and paragraphs of the rules in short, for the catalogues."""
    return reference_lines("rules.successors")


def read_questions() -> Mapping[str, Sequence[str]]:
    """What players ask about (win, end, move, ...) to the rules that answer it, best first."""
    return asked_of("rules.successors")
