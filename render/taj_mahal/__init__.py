"""Draw and describe the table of Taj Mahal (`PAINTER`)."""

from __future__ import annotations

from render.painter import Kind, Painter, badges
from render.taj_mahal.draw import (
    Deeds,
    Tale,
    crop,
    draw,
    draw_province,
    extent,
    flatten_cities,
    list_panels,
    near,
    number_cities,
    number_cities_alone,
    read,
    tell,
)
from render.taj_mahal.hand import (
    draw_hand,
    draw_strip,
    draw_supply,
    flatten_hand,
    flatten_supply,
    number_hand,
    number_supply,
    shrink_hand,
)
from render.taj_mahal.layout import SCALES
from render.taj_mahal.names import find_letters
from render.taj_mahal.palette import COLOURS, THEMES
from render.taj_mahal.words import (
    alt_text,
    animation_alt,
    crop_alt,
    hand_alt,
    hand_number_alt,
    province_alt,
    province_number_alt,
    strip_alt,
    supply_alt,
    supply_number_alt,
    tell_alt,
    text_table,
)
from rules.taj_mahal.board import PROVINCES
from rules.taj_mahal.names import SEATS
from rules.taj_mahal.view import View, find_changed


def small(view: View, tale: Tale) -> str | None:
    """Return the smallest picture that shows what happened; None: the whole table.

    "strip": no card of the supply was taken. "supply": the viewer took cards, and sees them in their hand.
    """
    before: View = tale.before
    if view.over or before.provinces != view.provinces or before.visit != view.visit:
        return None
    if before.supply == view.supply:
        return "strip"
    return "supply" if view.viewer else None


PAINTER: Painter[View, Deeds] = Painter(
    sizes=tuple(SCALES),
    themes=tuple(THEMES),
    draw=draw,
    crop=crop,
    changed=find_changed,
    extent=extent,
    panels=list_panels,
    alt_text=alt_text,
    text_table=text_table,
    spaces=lambda _view: PROVINCES,
    read=read,
    tell=tell,
    tell_alt=tell_alt,
    crop_alt=crop_alt,
    badges=badges(find_letters, {seat: seat for seat in SEATS}, COLOURS, THEMES),
    kinds={
        "strip": Kind(draw_strip, strip_alt),
        "hand": Kind(draw_hand, hand_alt, number_hand, hand_number_alt, flat=(flatten_hand, shrink_hand)),
        "supply": Kind(draw_supply, supply_alt, number_supply, supply_number_alt, flat=(flatten_supply,)),
        "province": Kind(
            draw_province,
            province_alt,
            number_cities,
            province_number_alt,
            flat=(flatten_cities, number_cities_alone),
        ),
    },
    small=small,
    near=near,
    animation_alt=animation_alt,
)
