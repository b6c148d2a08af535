"""Pictures that are no whole table: the strip of the seats, and where the answers of a question lie."""

from __future__ import annotations

from PIL import Image

from render.kit.canvas import Drawn, Sheet, finish
from render.kit.numbers import draw_number, numbered
from render.kit.written import cut, lay
from render.painter import Kind, Tale
from render.successors.changes import Deeds
from render.successors.draw import draw, sheet_of
from render.successors.layout import COIN, LAYOUT, WHOLE, panels_of, spot_in
from render.successors.palette import PALETTE, TABLES
from render.successors.panels import strip, title
from render.successors.words import alt_text, strip_alt
from rules.successors.board import AREAS
from rules.successors.names import PLACES
from rules.successors.view import View, find_changed

REACH, STRIP = "reach", "strip"


def place_of(key: str) -> str:
    """The place that an answer is about: "HEL", "march-HEL", "fight-SYR-blue"; "" for none."""
    return next((part for part in key.split("-") if part in AREAS), "")


def number(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """The whole table with the numbers of the answers where each would act."""
    sheet = sheet_of(view, frozenset(place_of(key) for key in marks) - {""}, WHOLE)
    taken: dict[str, int] = {}
    for key, which in numbered(marks).items():
        place = place_of(key)
        if not place:
            continue
        at = taken.get(place, 0)
        taken[place] = at + 1
        for panel in panels_of(place):
            x, y = spot_in(panel, place)
            draw_number(sheet, (x + COIN - 2 + 40 * at, y - COIN + 4), which, 36)
    return finish(sheet, TABLES[theme])


def number_alt(view: View, marks: tuple[str, ...]) -> str:
    """Which number stands where."""
    found = [f"{which} {PLACES[place_of(key)]}" for key, which in numbered(marks).items() if place_of(key)]
    return alt_text(view, frozenset()) if not found else f"Numbers: {', '.join(found)}."


def _strip(view: View, _: Tale | None, theme: str) -> Drawn:
    """The title and the lines of the seats, without the map."""
    whole = Sheet(PALETTE, Image.new("L", (LAYOUT.wide, LAYOUT.high), PALETTE["umber"]))
    title(whole, view)
    strip(whole, view)
    head, foot = LAYOUT.title.box[3] + 6, LAYOUT.strip.box[1] - 4
    image = Image.new("L", (LAYOUT.wide, head + LAYOUT.high - foot), PALETTE["umber"])
    lay(image, cut(whole.image, (0, 0, LAYOUT.wide, head)), (0, 0))
    lay(image, cut(whole.image, (0, foot, LAYOUT.wide, LAYOUT.high)), (0, head))
    return finish(Sheet(PALETTE, image), TABLES[theme])


def small(view: View, tale: Tale) -> str | None:
    """The strip is enough where nothing on the map is other than before and nobody fought."""
    deeds = tale.deeds
    quiet = isinstance(deeds, Deeds) and not deeds.walks and not deeds.fights
    return STRIP if quiet and not find_changed(tale.before, view) and view.number else None


KINDS = {
    STRIP: Kind(_strip, strip_alt),
    REACH: Kind(
        lambda view, _, theme: draw(view, frozenset(), "phone", theme),
        lambda view, _: alt_text(view, frozenset()),
        number,
        number_alt,
    ),
}
