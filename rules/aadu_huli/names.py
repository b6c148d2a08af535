"""The words that people read and type for the keys of this game.

The seats are called after the two ends of the board. They can't be called after the sides, because who has
which side is decided in the game, nor after the rulebook's Player One and Two, who are the Goats and the
Tigers.
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
    """Return what people read for a key: "3b" is "3B", "3b-3c" is "3B-3C", "1ax3b" is "1A x 3B"."""
    if key not in MOVES:
        return NAMES.get(key, key)
    start, over, end = MOVES[key]
    if start is None:
        return end.upper()
    return f"{start}-{end}".upper() if over is None else f"{start.upper()} x {end.upper()}"


def aliases(key: str) -> Sequence[str]:
    """Return what may be typed for a move beside its name.

    That is the letter before the row ("b3"), "to" for the dash, or a dash for the x.
    """
    if key not in MOVES:
        return ()
    start, over, end = MOVES[key]
    if start is None:
        return (swap_letter(end),)
    a, b = swap_letter(start), swap_letter(end)
    ways = (f"{start} to {end}", f"{a} to {b}", f"{a} {b}")
    return ways if over is None else (*ways, f"{start} {end}", f"{a} x {b}", f"{a}x{b}")


def swap_letter(point: str) -> str:
    """Return "b3" for "3b"."""
    return point[1] + point[0]
