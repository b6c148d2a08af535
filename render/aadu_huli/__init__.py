"""Draw and describe the board of Aadu-Huli aata (`PAINTER`)."""

from __future__ import annotations

from render.aadu_huli.draw import crop, draw, extent, list_new_moves, tell
from render.aadu_huli.layout import SCALES
from render.aadu_huli.numbered import POINTS_KIND, TABLE_KIND
from render.aadu_huli.palette import THEMES
from render.aadu_huli.words import alt_text, animation_alt, crop_alt, tell_alt, text_table
from render.painter import Painter
from rules.aadu_huli.board import POINTS
from rules.aadu_huli.view import View, find_changed

PAINTER: Painter[View, tuple[str, ...]] = Painter(
    sizes=tuple(SCALES),
    themes=tuple(THEMES),
    draw=draw,
    crop=crop,
    changed=find_changed,
    extent=extent,
    alt_text=alt_text,
    text_table=text_table,
    spaces=lambda _view: POINTS,
    read=lambda view, tale: list_new_moves(tale.before, view),
    tell=tell,
    tell_alt=tell_alt,
    crop_alt=crop_alt,
    animation_alt=animation_alt,
    kinds={"points": POINTS_KIND, "table": TABLE_KIND},
)
