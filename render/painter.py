"""What each game's folder gives to `render`: the one place where a new game says how it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from PIL import Image


class Painter(NamedTuple):
    """What a game can draw and say of its views. Each game's functions take that game's own View."""

    sizes: tuple[str, ...]  # of the whole table; the first is posted by default
    themes: tuple[str, ...]
    draw: Callable[[Any, frozenset[str], str, str], Image.Image]  # view, highlight, size, theme
    crop: Callable[[Any, str, frozenset[str], str], Image.Image]  # view, space, highlight, theme
    changed: Callable[[Any, Any], frozenset[str]]  # view before, view after: spaces to light up
    alt_text: Callable[[Any, frozenset[str]], str]  # view, highlight; at most 1024 characters
    text_table: Callable[[Any], str]
