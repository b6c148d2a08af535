"""The picture of Vijayanagara."""

from __future__ import annotations

from render.painter import Painter
from render.vijayanagara.alt import alt_text
from render.vijayanagara.draw import crop, draw
from render.vijayanagara.layout import LAYOUT
from render.vijayanagara.palette import THEMES
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
)
