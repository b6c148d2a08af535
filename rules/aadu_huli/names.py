"""Name the keys of this game for people, as they read and type them.

The seats are named after the two ends of the board. They can't be named after the sides, because a seat gets
its side only in the game. The rulebook's names Player One and Player Two always mean the Goats and the
Tigers, so they don't fit either.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.aadu_huli.board import GOATS, MOVES, TIGERS

NORTH, SOUTH = SEATS = ("north", "south")
NAMES = {
    NORTH: "North",
    SOUTH: "South",
    GOATS: "Goats",
    TIGERS: "Tigers",
    "goat": "Goat",
    "tiger": "Tiger",
    "drawn": "drawn",
    "chance": "chance",
}


def name(key: str) -> str:
    """Return the name of a key for people: "3B" for "3b", "3B-3C" for "3b-3c", "1A x 3B" for "1ax3b"."""
    if key not in MOVES:
        return NAMES.get(key, key)
    start, over, end = MOVES[key]
    if start is None:
        return end.upper()
    return f"{start}-{end}".upper() if over is None else f"{start.upper()} x {end.upper()}"


def aliases(key: str) -> Sequence[str]:
    """Return what may be typed for a move besides its name.

    The letter may come before the row ("b3"). "to" may replace the dash of a step. A dash or "to" may replace
    the x of a leap. A whole sentence may be typed too: "move from 3b to 3c".
    """
    if key not in MOVES:
        return ()
    start, over, end = MOVES[key]
    if start is None:
        return (swap_letter(end),)
    a, b = swap_letter(start), swap_letter(end)
    ways = (f"{start} to {end}", f"{a} to {b}", f"{a} {b}")
    if over is None:
        return (*ways, f"move from {start} to {end}")
    sentence = f"leap from {start} to {end} and capture the Goat on {over}"
    return (*ways, f"{start} {end}", f"{a} x {b}", f"{a}x{b}", sentence)


def swap_letter(point: str) -> str:
    """Return "b3" for "3b"."""
    return point[1] + point[0]
