"""What a sentence says, as data: its rule's number and what stands in its slots, whatever its wording."""

from __future__ import annotations

from typing import Any

from rules.words import Said, Words


def rule(said: Said) -> str:
    """Return the number before a reason: "5.4" of "5.4: you have no die that shows a 6"."""
    text = said.english if isinstance(said, Words) else said
    return text.partition(": ")[0]


def slots(said: Said) -> Any:
    """Return what fills a sentence: a mapping of slots, a list where it is a row, its text if it has none."""
    if not isinstance(said, Words) or not said.args:
        return said.english if isinstance(said, Words) else said
    found = {slot: slots(each) if isinstance(each, Words) else each for slot, each in said.args.items()}
    return list(found.values()) if said.row else found


def reason(said: Said) -> tuple[str, Any]:
    """Return the rule of a reason and its slots; ("2", {}) where it has none."""
    return rule(said), slots(said) if isinstance(said, Words) and said.args else {}
