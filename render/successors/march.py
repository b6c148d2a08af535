"""Draw the part of the map that an order changed. It shows the whole way of each unit that moved.

The map shows the state after the order. Below the map, a row for each way says which units went from where to
where.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from render.kit.arrows import draw_arrows
from render.kit.brush import Window
from render.kit.canvas import Drawn, Font, Sheet, add_below, finish, width
from render.kit.numbers import legible_size
from render.successors.changes import Tale, arrows
from render.successors.draw import draw_things, ground_of
from render.successors.layout import LAYOUT, PANELS
from render.successors.marks import plate, put
from render.successors.names import name
from render.successors.palette import TABLES
from render.successors.parts import find_part, holds
from rules.successors.board import LABEL
from rules.successors.moving.unit_choice import LEADER, list_units
from rules.successors.state import Walk
from rules.successors.view import View, find_changed
from rules.words import as_is, join_list, say

GROUND = "paper"
MOST = 3  # the most rows below the map; if there are more ways, or too little room, no rows are drawn
ROW = 1.5  # the height of a row, as a multiple of the smallest legible size of a number
SIGN = 1.1  # the height of a seat's sign, as a multiple of the smallest legible size of a number


def draw_march(view: View, tale: Tale, theme: str, tallest: float) -> Drawn | None:
    """Draw the part of a panel that an order changed.

    Return None if the order changed nothing, or if no part that shows all changes keeps the height limit.
    `tallest`: this limit, as a multiple of the width.
    """
    deeds = tale.deeds
    changed = find_changed(tale.before, view)
    places = {*changed, *(place for walk in deeds.walks for place in walk.way)}
    places |= {fight.place for fight in deeds.fights}
    walks = list(dict.fromkeys(deeds.walks))
    for told in (walks if len(walks) <= MOST else [], []):
        window = _find_window(places, tallest - len(told) * ROW * legible_size(1000) / 1000)
        if window is not None:
            sheet = ground_of(view, window)
            draw_arrows(sheet, arrows(deeds, window))
            draw_things(sheet, view, changed, window)
            return finish(_add_rows(sheet, told), TABLES[theme])
    return None


def _find_window(places: Collection[str], tallest: float) -> Window | None:
    """Return the window with the largest scale that shows these places and keeps the limit `tallest`.

    Return None if no window does.
    """
    if not places or tallest <= 0:
        return None
    windows = [find_part(panel, places, 1 / tallest) for panel in PANELS.values() if holds(panel, places)]
    flat = [each for each in windows if each.size[1] <= tallest * each.size[0]]
    return max(flat, key=lambda window: window.scale, default=None)


def _add_rows(sheet: Sheet, walks: Sequence[Walk]) -> Sheet:
    """Return the sheet with a row below it for each walk: which units moved, from where and to where."""
    wide, high = sheet.image.size
    size = legible_size(wide)
    tall, pad = int(ROW * size), size // 2
    result = add_below(sheet, tall * len(walks), GROUND)
    for row, walk in enumerate(walks):
        middle = high + tall * row + tall // 2
        sign = plate(walk.seat, "", SIGN * size / LAYOUT.print.plate)
        put(result, sign, pad + sign[0].width / 2, middle)
        left = pad + sign[0].width + pad
        font = Font(LAYOUT.lines.number.face, round(0.8 * size))
        texts = _list_texts(walk)
        text = next((each for each in texts if width(each, font) <= wide - left - pad), texts[-1])
        result.text(left, middle, text, font, "ink", GROUND)
    return result


def _list_texts(walk: Walk) -> tuple[str, ...]:
    """Return texts that say which units moved, from where and to where, the longest text first."""
    (origin, *_, to), who = walk.way, dict(walk.who)
    words = join_list(list_units(who))
    letters = [as_is(" ".join(f"{n}{one.upper()}" for one, n in who.items() if one != LEADER))]
    few = join_list(
        [*([say("the leader")] if LEADER in who else []), *(letters if {*who} - {LEADER} else [])]
    )
    codes = as_is(LABEL[origin]), as_is(LABEL[to])
    return tuple(
        name.say("{units}: from {origin} to {to}", units=units, origin=one, to=other)
        for units, one, other in ((words, origin, to), (words, *codes), (few, *codes))
    )
