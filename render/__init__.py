"""Draws a player's view of a game as a picture, and says the same in words.

Everything goes by the view's own `game`: a new game is one folder here and one line in `PAINTERS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from render import vijayanagara
from render.canvas import png
from render.painter import Painter


class View(Protocol):
    """What any game lets a seat or the gallery see."""

    @property
    def game(self) -> str:
        """The key of the game in `rules.GAMES`."""


PAINTERS: Mapping[str, Painter] = {
    "vijayanagara": vijayanagara.PAINTER,
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture ready to post: the file, what it shows in at most 1024 characters, and its pixels."""

    png: bytes
    alt: str
    width: int
    height: int


def picture(
    view: View, highlight: frozenset[str] = frozenset(), size: str | None = None, theme: str = "day"
) -> Picture:
    """The whole table. `highlight`: keys of the spaces to light up; `size`, `theme`: one of the game's own.

    Raises `KeyError` that names the game, the size, the theme or the space it does not know.
    """
    painter = PAINTERS[view.game]
    drawn = painter.draw(view, highlight, size or painter.sizes[0], theme)
    return Picture(png(drawn), painter.alt_text(view, highlight), drawn.width, drawn.height)


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Picture:
    """One space and what lies around it, twice as large. Raises `KeyError` as `picture` does."""
    painter = PAINTERS[view.game]
    drawn = painter.crop(view, space, highlight, theme)
    return Picture(png(drawn), painter.alt_text(view, frozenset({space})), drawn.width, drawn.height)


def changed(before: View, after: View) -> frozenset[str]:
    """The spaces that look different in the second view: what to light up."""
    return PAINTERS[after.game].changed(before, after)


def text_table(view: View) -> str:
    """The whole table in plain text, in lines that fit a phone's code block."""
    return PAINTERS[view.game].text_table(view)


def sizes(game: str) -> tuple[str, ...]:
    """The sizes `picture` knows for a game, the default first."""
    return PAINTERS[game].sizes
