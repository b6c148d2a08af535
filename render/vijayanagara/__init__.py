"""The picture of Vijayanagara."""

from __future__ import annotations

from render.painter import Kind, Painter
from render.vijayanagara.alt import alt_text, crop_alt, tell_alt
from render.vijayanagara.card import card_alt, draw_card
from render.vijayanagara.draw import crop, draw, tell
from render.vijayanagara.layout import LAYOUT
from render.vijayanagara.palette import THEMES
from render.vijayanagara.strip import draw_strip, strip_alt
from render.vijayanagara.text import text_table
from rules.vijayanagara.view import changed

PAINTER = Painter(
    sizes=tuple(LAYOUT.scenes),
    themes=tuple(THEMES),
    draw=draw,
    crop=crop,
    changed=changed,
    alt_text=alt_text,
    text_table=text_table,
    tell=tell,
    tell_alt=tell_alt,
    crop_alt=crop_alt,
    kinds={"card": Kind(draw_card, card_alt), "strip": Kind(draw_strip, strip_alt)},
)
