"""Draw the other pictures: the strip of the seats, and numbered places for a question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from functools import cache
from itertools import product
from math import dist, inf

from PIL import Image

from render.kit.brush import Window
from render.kit.canvas import Drawn, Sheet, add_below, finish
from render.kit.numbers import draw_numbers, legible_size, number_marks
from render.kit.shapes import Spot
from render.kit.texts import ALT, fit_sentences
from render.painter import Kind
from render.successors.changes import Deeds, Tale
from render.successors.dice import add_dice, describe_throw, dice_height, find_throw
from render.successors.draw import draw, find_rows, list_homes, sheet_of
from render.successors.layout import COIN, LAYOUT, WHOLE, WIDE, panels_of, spot_in
from render.successors.names import name
from render.successors.palette import PALETTE, TABLES
from render.successors.panels import table, table_height, title
from render.successors.parts import find_part, holds
from render.successors.words import alt_text, strip_alt
from rules.successors.board import AREAS, LABEL, SEAS
from rules.successors.sight import PART, REACH
from rules.successors.state import Fight
from rules.successors.view import View, find_changed

STRIP = "strip"
OVER_RIM = 0.25  # how far the middle of a number is outside its coin, as a multiple of the number's size
FARTHEST = 0.5  # the same, if there is no room nearer to the coin
CROWDED = 1.5  # the same, if the number would hide a piece or a text everywhere else
OWN = 0.65  # a number's distance to its own place is at most this fraction of its distance to any other place
OWN_CROWDED = 0.9  # the same, for a number that would hide something everywhere else
CLEAR = 12  # map units between a number and the code of a place, so that it does not touch the letters
BETWEEN = 8  # pixels between the strips of two panels
MAP = Window(0, LAYOUT.title.box[3] + 6, WIDE, LAYOUT.strip.box[1] - 6, 1.0)  # without title and strip


def number(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the whole table with a number on each place that is an answer.

    The last throw of the current battle is below the table, if `find_throw` returns one.
    """
    return _finish([_number(view, marks, WHOLE)], find_throw(view, number_marks(marks)), theme)


def number_part(
    view: View, marks: tuple[str, ...], around: frozenset[str], theme: str, most: float | None = None
) -> Drawn:
    """Draw a part of a panel: the places in `marks` with numbers, the places in `around` without numbers.

    If no panel has all of these places, draw the whole map, or strips of the panels if the map is too high.
    The last throw of the current battle is below the map, if `find_throw` returns one.
    `most`: the greatest height, as a multiple of the width. The picture is higher only if the coins and units
    of these places need it.
    """
    places = {*number_marks(marks), *around} & {*AREAS}
    throw = find_throw(view, places)
    windows = [_find_window(places) if places else MAP]
    if most is not None and places:
        answers, wide = {*number_marks(marks)} & places, windows[0].size[0]
        room = most * wide - (0 if throw is None else dice_height(wide, throw))
        shorter = _cut_rows(windows[0], _list_rows(view, windows[0], places, answers), room)
        fits = windows != [MAP] or shorter.size[1] <= room
        windows = [shorter] if fits else _find_strips(view, places, answers)
    return _finish([_number(view, marks, window) for window in windows], throw, theme)


def _find_strips(view: View, places: Set[str], answers: Set[str]) -> list[Window]:
    """Return strips of panels, each as wide as its panel, that together have all places.

    They are as low as possible. A place that both panels have may be in either strip.
    """
    panels = [
        Window(left, top, right, bottom, WIDE / (right - left))
        for left, top, right, bottom in (panel.box for panel in LAYOUT.panels.values())
    ]

    def cut_strips(chosen: Sequence[Window]) -> list[Window]:
        strips = []
        for panel in panels:
            held = {place for place, where in zip(places, chosen, strict=True) if where == panel}
            if rows := _list_rows(view, panel, held, answers & held):
                strips.append(_cut_rows(panel, rows, 0))
        return strips

    homes = [[panel for panel in panels if _list_rows(view, panel, {place}, ())] for place in places]
    return min(map(cut_strips, product(*homes)), key=lambda strips: sum(each.size[1] for each in strips))


def _list_rows(
    view: View, window: Window, places: Collection[str], answers: Collection[str]
) -> list[tuple[float, float]]:
    """Return the top and bottom of the things and numbers at these places in a window, in map units."""
    number = COIN + (OVER_RIM + 0.5) * legible_size(window.size[0]) / window.scale  # how far it reaches
    spots = [spot_in(panel, place) for place in answers for panel in panels_of(place)]
    return [
        *(row for place in places for row in find_rows(view, place, window)),
        *((y - number, y + number) for x, y in spots if window.holds((x, y))),
    ]


def _cut_rows(window: Window, rows: Sequence[tuple[float, float]], high: float) -> Window:
    """Return a part of the window that has these rows. It is `high` pixels high if they need no more."""
    top, bottom = min(row[0] for row in rows), max(row[1] for row in rows)
    return window.shorten(max(window.top, top), min(window.bottom, bottom), high / window.scale)


def _finish(sheets: Sequence[Sheet], throw: Fight | None, theme: str) -> Drawn:
    """Return the sheets one above the other, and below them the last throw of the current battle."""
    result, *others = sheets
    for each in others:
        top = result.image.height + BETWEEN
        result = add_below(result, BETWEEN + each.image.height, "umber")
        result.paste(each.image, 0, top)
    return finish(result if throw is None else add_dice(result, throw), TABLES[theme])


def _number(view: View, marks: tuple[str, ...], window: Window) -> Sheet:
    """Draw a window with numbers."""
    sheet = sheet_of(view, frozenset(), window)

    @cache
    def find_spots(mark: str) -> list[Spot]:
        panels = list(panels_of(mark)) if mark in AREAS else []
        spots = [spot_in(panel, mark) for panel in panels]
        return [window.at(spot) for spot in spots if window.holds(spot)]

    def lies_within(farthest: float, share: float) -> Callable[[str, Spot], bool]:
        """Return a test of a number's pixel: whether it is near its coin, and farther from other coins.

        `farthest`: as `FARTHEST`. `share`: as `OWN`.
        """
        near = COIN * window.scale + farthest * legible_size(sheet.image.width)

        def lies_near(mark: str, pixel: Spot) -> bool:
            own = min((dist(pixel, spot) for spot in find_spots(mark)), default=inf)
            others = (dist(pixel, spot) for place in AREAS if place != mark for spot in find_spots(place))
            return own <= near and own <= share * min(others, default=inf)

        return lies_near

    near, far = lies_within(FARTHEST, OWN), lies_within(CROWDED, OWN_CROWDED)
    clear = round(CLEAR * window.scale)
    signs, names = list_homes(view, window), [*LABEL.values(), *SEAS]
    draw_numbers(sheet, marks, find_spots, belongs=near, further=far, clear=clear, signs=signs, names=names)
    return sheet


def _find_window(places: Collection[str]) -> Window:
    """Return the window of a panel around these places; the whole map if no panel has them all."""
    windows = [find_part(panel, places) for panel in LAYOUT.panels.values() if holds(panel, places)]
    return max(windows, key=lambda window: window.scale, default=MAP)


def number_alt(view: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of a numbered map: the place of each number, and the last throw."""
    found = [f"{which} {name(mark)}" for mark, which in number_marks(marks).items() if mark in AREAS]
    told = name.say("Numbers: {places}.", places=", ".join(found)) if found else alt_text(view, frozenset())
    throw = find_throw(view, number_marks(marks))
    return told if throw is None else fit_sentences([describe_throw(throw), told], ALT, name)


def _strip(view: View, _: Tale | None, theme: str) -> Drawn:
    """Draw the title and the lines of the seats, without the map."""
    image = Image.new("L", (LAYOUT.wide, LAYOUT.title.box[3] + 6 + table_height(view)), PALETTE["umber"])
    sheet = Sheet(PALETTE, image)
    title(sheet, view)
    table(sheet, view, LAYOUT.title.box[3] + 6)
    return finish(sheet, TABLES[theme])


def small(view: View, tale: Tale) -> str | None:
    """Return `STRIP` if the map didn't change and no unit moved or fought; else None.

    During the set-up, always return None.
    """
    quiet = not tale.deeds.walks and not tale.deeds.fights
    return STRIP if quiet and not find_changed(tale.before, view) and view.number else None


KINDS: Mapping[str, Kind[View, Deeds]] = {
    STRIP: Kind(_strip, strip_alt),
    REACH: Kind(
        lambda view, _, theme: draw(view, frozenset(), "phone", theme),
        lambda view, _: alt_text(view, frozenset()),
        number,
        number_alt,
    ),
    PART: Kind(
        lambda view, _, theme: number_part(view, (), frozenset(), theme),
        lambda view, _: alt_text(view, frozenset()),
        number_alt=number_alt,
        part=number_part,
    ),
}
