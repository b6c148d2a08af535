"""Slips of the pen in a typed order, put right where what was meant is clear."""

from __future__ import annotations

from rules.kernel import Game, NotAllowed, NotUnderstood, Rules
from rules.orders.notation import as_read, parse

SLIPS = 3  # of the pen, that are put right in an order


def mended(rules: Rules, game: Game, seat: str, text: str) -> tuple[str, list[tuple[str, str]]]:
    """The order with its slips of the pen put right, and what was said and meant. Raises as `parse` does
    where a slip is not clear."""
    found: list[tuple[str, str]] = []
    text = as_read(rules, game, seat, text)  # a slip has its place in the order as read
    while True:
        try:
            parse(rules, game, seat, text)
            return text, found
        except (NotUnderstood, NotAllowed) as lost:
            slip = lost.slip
            if slip is None or len(slip.meant) > 1 or len(found) == SLIPS:
                raise
            found.append((text[slip.start : slip.end], slip.meant[0]))
            text = text[: slip.start] + slip.meant[0] + text[slip.end :]
