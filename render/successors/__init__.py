"""Draw and describe the table of Successors, as a Hellenistic mosaic with coins on it (`PAINTER`)."""

from __future__ import annotations

from render.painter import Painter, badges
from render.successors.changes import Deeds, read, tell
from render.successors.draw import SIZES, crop, draw, extent, list_panels
from render.successors.kinds import KINDS, small
from render.successors.march import draw_march
from render.successors.names import find_letter
from render.successors.palette import COLOURS, THEMES, TINTS
from render.successors.words import alt_text, animation_alt, crop_alt, tell_alt, text_table
from rules.successors.board import AREAS
from rules.successors.view import View, find_changed

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
    spaces=lambda _view: AREAS,
    read=read,
    tell=tell,
    tell_alt=tell_alt,
    crop_alt=crop_alt,
    kinds=KINDS,
    badges=badges(find_letter, {seat: seat for seat in TINTS}, COLOURS, THEMES),
    small=small,
    animation_alt=animation_alt,
    near=draw_march,
)
