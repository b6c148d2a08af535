"""Draws pictures off the event loop, by default in threads: Pillow does its work without the GIL."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

import render
from bot.preferences import Preferences

ALT = 1024  # characters that Discord takes as the description of a picture


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to be attached; each sending needs a file of its own."""

    picture: render.Picture

    def file(self) -> discord.File:
        """The attachment, with its alt text."""
        return discord.File(io.BytesIO(self.picture.png), "board.png", description=self.picture.alt[:ALT])


def draw(view: Any, before: Any | None, size: str | None, theme: str = "day") -> render.Picture:
    """The table as `view` shows it, and what happened since `before`; `size` None: the one for phones."""
    return render.picture(view, size=size, theme=theme, since=before)


class Artist:
    """Draws views. `paint` is what draws, `executor` where (None: the event loop's own threads)."""

    def __init__(
        self,
        executor: Executor | None = None,
        paint: Callable[..., render.Picture] = draw,
    ) -> None:
        self.executor, self.paint = executor, paint

    async def draw(
        self, view: Any, before: Any | None = None, size: str | None = None, theme: str | None = None
    ) -> Drawing:
        """The picture of a view; `size`, `theme` None: the usual ones. Raises what drawing raises."""
        loop = asyncio.get_running_loop()
        coloured = {} if theme is None else {"theme": theme}
        paint = partial(self.paint, view, before, size, **coloured)
        return Drawing(await loop.run_in_executor(self.executor, paint))


def offered(games: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sizes and the themes that any of these games can be drawn in."""
    painters = [render.PAINTERS[game] for game in games if game in render.PAINTERS]
    sizes = dict.fromkeys(size for painter in painters for size in painter.sizes)
    themes = dict.fromkeys(theme for painter in painters for theme in painter.themes)
    return tuple(sizes), tuple(themes)


def liked(game: str, likes: Preferences) -> tuple[str | None, str | None]:
    """The size and the theme in which this person likes boards, where the game can be drawn so."""
    sizes, themes = offered([game])
    return likes.size if likes.size in sizes else None, likes.palette if likes.palette in themes else None
