"""List for `/card` the open tiles, how many are left in the stacks, and the white tiles."""

from __future__ import annotations

from rules.rajas_of_the_ganges.board import COLOURS, WHITE
from rules.rajas_of_the_ganges.names import describe_tile
from rules.rajas_of_the_ganges.tiles import BACKS
from rules.rajas_of_the_ganges.view import View
from rules.rajas_of_the_ganges.wording import describe_gain
from rules.words import Plural, Words, in_turn, join_list, say


def list_all_tiles(view: View, _: str | None) -> list[Words]:
    """Return the open province tiles by colour, what is left of their stacks, and the white tiles."""
    price = (
        "The number of a tile is its price. Pay with dice of its colour that add up to the price or more. "
        "Markets bring money, and buildings bring fame."
    )
    rows = [_list_open(view, colour) for colour in COLOURS]
    gains = [describe_gain(gain) for gain in WHITE.values()]
    white = Plural(
        "{n} white tile is left. A white tile brings {gains}.",
        "{n} white tiles are left. A white tile brings {gains}.",
    )
    return [
        say(price),
        *(row for row in rows if row is not None),
        say(white, n=len(view.white), gains=join_list(gains, "or")),
    ]


def _list_open(view: View, colour: str) -> Words | None:
    """Return the open tiles of a colour and how many lie below them; None if none is open."""
    stacks = [f"{colour}-{back}" for back in BACKS]
    tiles = [
        say("{tile} ({shows})", tile=view.display[stack], shows=describe_tile(view.display[stack]))
        for stack in stacks
        if stack in view.display
    ]
    below = sum(len(view.stacks.get(stack, ())) for stack in stacks)
    text = Plural("{tiles}; {n} more lies below.", "{tiles}; {n} more lie below.")
    return say(text, tiles=in_turn(tiles, ", "), n=below) if tiles else None
