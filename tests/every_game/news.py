"""Find what a summary must say is new."""

from __future__ import annotations

from collections.abc import Sequence

from bot.story.turn_text import tell_by_kind
from rules.kernel import Game, Rules


def list_opened(rules: Rules, turns: Sequence[Game]) -> list[tuple[str, str]]:
    """Return the kind and text of all lines that open something, such as a card, in the order of play."""
    return [
        (line.kind, line.text)
        for game in turns
        for line in tell_by_kind(rules, game, 0 if game is turns[0] else None)
        if line.kind in rules.EXTRAS.prose.opening
    ]


def list_news(rules: Rules, turns: Sequence[Game]) -> list[str]:
    """Return the newest line of each kind that opens something, in the order of play."""
    found: dict[str, str] = {}
    for kind, text in list_opened(rules, turns):
        found.pop(kind, None)
        found[kind] = text
    return list(found.values())
