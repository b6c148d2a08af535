"""The rules in short, in our own words: what `/rules 3.2.4` shows. The numbers are the rulebook's."""

from __future__ import annotations

from collections.abc import Mapping

from rules.documents import sections, words


def reference() -> Mapping[str, str]:
    """Rule number to its title and text, from `reference.md`."""
    return sections("rules.vijayanagara")


def glossary() -> Mapping[str, str]:
    """The words that cards use, and what they mean."""
    return words("rules.vijayanagara")
