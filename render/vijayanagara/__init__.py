"""Draw and describe the table of Vijayanagara (`PAINTER`)."""

from __future__ import annotations

from render.painter import Kind, Painter, badges
from render.vijayanagara.alt import crop_alt
from render.vijayanagara.card import card_alt, draw_card, draw_text, trim_to_card
from render.vijayanagara.changes import Changes, read
from render.vijayanagara.draw import crop, extent, list_panels
from render.vijayanagara.layout import LAYOUT
from render.vijayanagara.numbered import MAP_KIND
from render.vijayanagara.palette import COLOURS, FACTION_COLOUR, FACTION_LETTER, THEMES
from render.vijayanagara.tie_break import (
    TABLE_KIND,
    alt_text,
    animation_alt,
    draw_strip,
    find_changed,
    picture,
    small,
    strip_alt,
    tell,
    tell_alt,
    text_table,
)
from rules.vijayanagara.board import FACTIONS, SPACES
from rules.vijayanagara.view import View

PAINTER: Painter[View, Changes] = Painter(
    sizes=tuple(LAYOUT.scenes),
    themes=tuple(THEMES),
    draw=picture,
    crop=crop,
    changed=find_changed,
    alt_text=alt_text,
    text_table=text_table,
    spaces=lambda _view: SPACES,
    read=read,
    tell=tell,
    tell_alt=tell_alt,
    crop_alt=crop_alt,
    kinds={
        "card": Kind(draw_card, card_alt, brief=draw_text, trim=trim_to_card),
        "strip": Kind(draw_strip, strip_alt),
        "map": MAP_KIND,
        "table": TABLE_KIND,  # the board of a tie-break
    },
    small=small,
    badges=badges(
        FACTION_LETTER.__getitem__, {seat: FACTION_COLOUR[seat] for seat in FACTIONS}, COLOURS, THEMES
    ),
    animation_alt=animation_alt,
    extent=extent,
    panels=list_panels,
)
