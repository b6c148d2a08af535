"""Correct spelling mistakes in a typed order if it is clear what was meant."""

from __future__ import annotations

from rules.ask import Reader
from rules.kernel import Game, NotAllowed, NotUnderstood, Rules
from rules.orders.notation import as_read, parse

SLIPS = 3  # the most mistakes that are corrected in an order


def correct_slips(
    rules: Rules, game: Game, seat: str, text: str, reader: Reader | None = None
) -> tuple[str, list[tuple[str, str]]]:
    """Return the order with its mistakes corrected, and each mistake with what it means.

    Raises as `parse` does if it is not clear what a mistake means. `reader`: as for `parse`.
    """
    found: list[tuple[str, str]] = []
    text = as_read(rules, game, seat, text)  # slips count characters in the written-out text
    while True:
        try:
            parse(rules, game, seat, text, reader)
            return text, found
        except (NotUnderstood, NotAllowed) as lost:
            slip = lost.slip
            if slip is None or len(slip.meant) != 1 or len(found) == SLIPS:
                raise
            found.append((text[slip.start : slip.end], slip.meant[0]))
            text = text[: slip.start] + slip.meant[0] + text[slip.end :]
