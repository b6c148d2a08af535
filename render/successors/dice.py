"""Draw the last throw of the current battle below a picture. Each side has at least one row of dice."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image

from render.kit.canvas import Font, Sheet, add_below, width
from render.kit.numbers import legible_size
from render.kit.stamps import die
from render.successors.layout import LAYOUT
from render.successors.marks import plate, put
from render.successors.names import name
from render.successors.palette import PALETTE
from rules.asking import count
from rules.successors.forces import OWNER
from rules.successors.stacks import say_throw
from rules.successors.state import Fight
from rules.successors.view import View

GROUND = "paper"
SIZE = 1.25  # the size of a die, as a multiple of the smallest size at which a number is legible
APART = 0.25  # the gap between dice, as a fraction of a die's size


def find_throw(view: View, places: Collection[str]) -> Fight | None:
    """Return the last throw of the current battle; None if there is none to show.

    It is returned if the battle is in one of `places`, or if both sides still have units where the battle is.
    """
    if not view.fighting or not view.fights:
        return None
    last = view.fights[-1]
    left = {OWNER[one] for one in view.stacks.get(last.place, ())}
    return last if last.place in places or left >= {*last.sides} else None


def dice_height(wide: int, fight: Fight) -> int:
    """Return how many pixels `add_dice` adds below a sheet of this width."""
    return add_dice(Sheet(PALETTE, Image.new("L", (wide, 1))), fight).image.height - 1


def add_dice(sheet: Sheet, fight: Fight) -> Sheet:
    """Return the sheet with a panel below it: each side's sign, its dice, and how many hit."""
    wide, size = sheet.image.width, round(SIZE * legible_size(sheet.image.width))
    font = Font(LAYOUT.lines.number.face, round(0.8 * legible_size(wide)))
    pad, step = size // 2, round(size * (1 + APART))
    told = [label_hits(fight, which) for which in range(len(fight.sides))]
    first = pad + 2 * size
    across = max(1, (wide - first - pad - max(width(each, font) for each in told)) // step)
    rows = [-(-max(1, len(dice)) // across) for dice in fight.dice]
    result, y = add_below(sheet, pad + step * sum(rows), GROUND), sheet.image.height + pad
    for which, (seat, dice, hits, high) in enumerate(zip(fight.sides, fight.dice, told, rows, strict=True)):
        hit = fight.list_hits(which)
        put(result, plate(seat, "", size / LAYOUT.print.plate), pad + size // 2, y + size // 2)
        for at, (_, face) in enumerate(dice):
            x = first + at % across * step
            was = face - (at in fight.lifted[which])  # a die with a leader's +1 gets a folded corner
            drawn = die(PALETTE, face, was, hit[at], size, GROUND)
            result.paste(drawn, x, y + at // across * step)
        result.text(wide - pad, y + size // 2, hits, font, "ink", GROUND, "r")
        y += step * high
    return result


def describe_throw(fight: Fight) -> str:
    """Return the alt text of the panel: each side's dice and hits."""
    sides = [_describe_side(fight, which) for which, dice in enumerate(fight.dice) if dice]
    return name.say("Last throw in {place}: {sides}.", place=fight.place, sides="; ".join(sides))


def _describe_side(fight: Fight, which: int) -> str:
    """PA-26: return a side's dice and hits. Say which dice hit only because of a leader's +1."""
    faces = [face for _, face in fight.dice[which]]
    return say_throw(fight.sides[which], faces, fight.hits[which], fight.lifted[which]).within(name)


def label_hits(fight: Fight, which: int) -> str:
    """PA-26: return how many dice of a side hit, and which of them only with a leader's +1: "1 hit (5+1)"."""
    faces = [face for _, face in fight.dice[which]]
    hits = count(fight.hits[which], "hits").within(name)
    added = ", ".join(f"{faces[at]}+1" for at in fight.lifted[which])
    return f"{hits} ({added})" if added else hits
