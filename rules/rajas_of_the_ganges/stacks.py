"""1, 3: turn up tiles of the twelve stacks, and draw white tiles.

The tiles of a stack have no order. When the next tile is turned up, it is drawn at random.
"""

from __future__ import annotations

from rules.asking import draw
from rules.rajas_of_the_ganges.board import BOARD
from rules.rajas_of_the_ganges.names import describe_tile
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.tiles import PILES, STACKS, TILES
from rules.words import say


async def turn_up(s: State) -> None:
    """3: turn up the next tile of each stack that shows none; an empty stack stays empty."""
    for stack in STACKS:
        if stack in s.display or not s.stacks[stack]:
            continue
        colour = stack.partition("-")[0]
        prices = [TILES[each].price for each in PILES[stack]]
        text = "The next {colour} tile (price {least} to {most})"
        prompt = say(text, colour=colour, least=min(prices), most=max(prices))
        tile = await draw(s.stacks[stack], prompt, kind="tile")
        s.stacks[stack] = tuple(other for other in s.stacks[stack] if other != tile)
        s.display[stack] = tile
        if s.elephant:
            told = describe_tile(tile)
            s.tell(
                "tile",
                "A new tile lies on the display: {tile} ({features}, {road}).",
                tile=tile,
                features=told,
                road=TILES[tile].road,
            )


async def draw_white_tile(s: State, seat: str) -> str:
    """5.4: draw a white tile at random. When all have been drawn, the next draw is from all tiles again."""
    if not s.white:
        s.white = BOARD.white.pile
    kind = await draw(s.white, say("{seat} draws a white tile", seat=seat), kind="white")
    left = list(s.white)
    left.remove(kind)
    s.white = tuple(left)
    return kind
