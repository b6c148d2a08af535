"""3.1: find where a tile may be laid.

A tile's rotation is written as the sides where its road ends: "ew", "nes". A province maps each square with a
tile to that tile. The residence is not in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.rajas_of_the_ganges.board import BOARD, YIELDS
from rules.rajas_of_the_ganges.tiles import TILES

GROUND = BOARD.province
RESIDENCE = GROUND.residence
SQUARES: tuple[str, ...] = tuple(square for square in GROUND.squares if square != RESIDENCE)
TURNS: Mapping[str, tuple[str, ...]] = {
    "straight": ("ew", "ns"),
    "bend": ("ne", "es", "sw", "nw"),
    "tee": ("nes", "esw", "nsw", "new"),
    "cross": ("nesw",),
}
SIGNS: Mapping[str, str] = {
    "ew": "━", "ns": "┃", "ne": "┗", "es": "┏", "sw": "┓", "nw": "┛",
    "nes": "┣", "esw": "┳", "nsw": "┫", "new": "┻", "nesw": "╋",
}  # fmt: skip
ACROSS: Mapping[str, str] = {"n": "s", "e": "w", "s": "n", "w": "e"}


class Laid(NamedTuple):
    """A tile in a province, and its rotation."""

    tile: str
    turn: str


Province = Mapping[str, Laid]


def find_beside(square: str, side: str) -> str:
    """Return the square on that side; "" outside the province."""
    x, y = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[side]
    found = f"{chr(ord(square[0]) + x)}{int(square[1]) + y}"
    return found if found in GROUND.squares else ""


NEAR: Mapping[str, Mapping[str, str]] = {
    square: {side: near for side in "nesw" if (near := find_beside(square, side))}
    for square in GROUND.squares
}


def find_edges(square: str, turn: str) -> list[str]:
    """3.2: return the edges with a yield that a tile on the square reaches."""
    return [edge for side in turn if (edge := f"{square}-{side}") in YIELDS]


def find_open_squares(province: Province) -> dict[str, str]:
    """Return the empty squares that a road leads to, each with the sides from which roads come."""
    found: dict[str, str] = {}
    for side in GROUND.roads:
        near = NEAR[RESIDENCE][side]
        if near not in province:
            found[near] = found.get(near, "") + ACROSS[side]
    for square, laid in province.items():
        around = NEAR[square]
        for side in laid.turn:
            near = around.get(side, "")
            if near and near != RESIDENCE and near not in province:
                found[near] = found.get(near, "") + ACROSS[side]
    return found


def find_placements(province: Province, tile: str) -> list[str]:
    """Return the squares and rotations in which a tile may be laid, in reading order: "b1-es"."""
    there = find_open_squares(province)
    turns = TURNS[TILES[tile].road]
    return [
        f"{square}-{turn}"
        for square in SQUARES
        if square in there
        for turn in turns
        if any(side in turn for side in there[square])
    ]


def is_linked(province: Province, square: str = "", turn: str = "") -> bool:
    """Return whether every tile is connected with the residence.

    For the tile on `square`, assume the rotation `turn`.
    """
    reached, waiting = {RESIDENCE}, [(RESIDENCE, GROUND.roads)]
    while waiting:
        at, sides = waiting.pop()
        around = NEAR[at]
        for side in sides:
            near = around.get(side, "")
            if near in reached or near not in province:
                continue
            ends = turn if near == square else province[near].turn
            if ACROSS[side] in ends:
                reached.add(near)
                waiting.append((near, ends))
    return len(reached) == len(province) + 1


def find_covers(province: Province, square: str, tile: str) -> list[str]:
    """5.4: return the rotations in which this tile may cover the one on the square.

    Every tile must stay connected.
    """
    return [turn for turn in TURNS[TILES[tile].road] if is_linked(province, square, turn)]


def count_open_ends(province: Province) -> int:
    """Return how many road ends lead to an empty square."""
    return sum(map(len, find_open_squares(province).values()))
