"""Draw the last throw of the current battle below a picture: a row or more for each side."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image

from render.kit.canvas import Font, Sheet, width
from render.kit.numbers import legible_size
from render.kit.stamps import die
from render.kit.written import lay
from render.successors.layout import LAYOUT
from render.successors.marks import plate, put
from render.successors.names import name
from render.successors.palette import PALETTE
from rules.asking import count
from rules.successors.forces import FORCES, HITS, OWNER
from rules.successors.stacks import say_faces
from rules.successors.state import Fight
from rules.successors.view import View

GROUND = "paper"
SIZE = 1.25  # of a die, in sizes of a number that is legible
APART = 0.25  # between dice, in sizes of a die


def find_throw(view: View, places: Collection[str]) -> Fight | None:
    """Return the last throw of the current battle if it is in one of these places or both sides remain."""
    if not view.fighting or not view.fights:
        return None
    last = view.fights[-1]
    left = {OWNER[one] for one in view.stacks.get(last.place, ())}
    return last if last.place in places or left >= {*last.sides} else None


def add_dice(sheet: Sheet, fight: Fight) -> Sheet:
    """Return the sheet with a panel below it: each side's sign, its dice, and how many hit."""
    wide, size = sheet.image.width, round(SIZE * legible_size(sheet.image.width))
    font = Font(LAYOUT.lines.number.face, round(0.8 * legible_size(wide)))
    pad, step = size // 2, round(size * (1 + APART))
    told = [count(hits, "hits").within(name) for hits in fight.hits]
    first = pad + 2 * size
    across = max(1, (wide - first - pad - max(width(each, font) for each in told)) // step)
    rows = [-(-max(1, len(dice)) // across) for dice in fight.dice]
    grown = Image.new("L", (wide, sheet.image.height + pad + step * sum(rows)), PALETTE[GROUND])
    lay(grown, sheet.image, (0, 0))
    result, y = Sheet(PALETTE, grown), sheet.image.height + pad
    for seat, dice, hits, high in zip(fight.sides, fight.dice, told, rows, strict=True):
        put(result, plate(seat, "", size / LAYOUT.print.plate), pad + size // 2, y + size // 2)
        for at, (kind, face) in enumerate(dice):
            x = first + at % across * step
            drawn = die(PALETTE, face, face, face >= _find_need(fight.how, kind), size, GROUND)
            result.paste(drawn, x, y + at // across * step)
        result.text(wide - pad, y + size // 2, hits, font, "ink", GROUND, "r")
        y += step * high
    return result


def _find_need(how: str, kind: str) -> int:
    """PA-24, PA-25, PA-32: return the lowest face that hits."""
    if how == "round":
        return HITS[kind]
    return FORCES.dice.skirmish if how == "skirmish" else FORCES.dice.sea


def describe_throw(fight: Fight) -> str:
    """Return the alt text of the panel: each side's dice and hits."""
    sides = [
        name.say(
            "{seat} rolls {faces} ({hits})",
            seat=seat,
            faces=say_faces([face for _, face in dice]).within(name),
            hits=count(hits, "hits").within(name),
        )
        for seat, dice, hits in zip(fight.sides, fight.dice, fight.hits, strict=True)
        if dice
    ]
    return name.say("Last throw in {place}: {sides}.", place=fight.place, sides="; ".join(sides))
