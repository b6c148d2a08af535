"""Draw and describe the table of Rajas of the Ganges (`PAINTER`)."""

from __future__ import annotations

from render.painter import Kind, Painter, badges
from render.rajas_of_the_ganges.draw import (
    SIZES,
    Deeds,
    close_ups,
    crop,
    draw,
    extent,
    list_panels,
    near,
    number,
    one_province,
    placements,
    read,
    small,
    strip,
    tell,
    voyage,
)
from render.rajas_of_the_ganges.numbered import KINDS
from render.rajas_of_the_ganges.palette import COLOURS, SEAT_COLOURS, THEMES
from render.rajas_of_the_ganges.signs import LETTERS
from render.rajas_of_the_ganges.words import (
    alt_text,
    animation_alt,
    crop_alt,
    number_alt,
    province_alt,
    strip_alt,
    tell_alt,
    text_table,
)
from rules.rajas_of_the_ganges.view import View, find_changed

PAINTER: Painter[View, Deeds] = Painter(
    sizes=SIZES,
    themes=tuple(THEMES),
    draw=draw,
    crop=crop,
    changed=find_changed,
    extent=extent,
    panels=list_panels,
    alt_text=alt_text,
    text_table=text_table,
    spaces=close_ups,
    read=read,
    tell=tell,
    tell_alt=tell_alt,
    crop_alt=crop_alt,
    badges=badges(
        LETTERS.__getitem__, {seat: ground for seat, (ground, _) in SEAT_COLOURS.items()}, COLOURS, THEMES
    ),
    kinds={
        **KINDS,
        "strip": Kind(strip, strip_alt),
        "voyage": Kind(voyage, strip_alt),
        "province": Kind(one_province, province_alt),
        "placement": Kind(
            placements, lambda view, _: number_alt(view, view.order.choices), number, number_alt
        ),
    },
    small=small,
    near=near,
    animation_alt=animation_alt,
)
