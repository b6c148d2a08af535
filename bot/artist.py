"""Draws pictures off the event loop, by default in threads: Pillow does its work without the GIL."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import discord

import render

ALT = 1024  # characters that Discord takes as the description of a picture


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to be attached; each sending needs a file of its own."""

    picture: render.Picture

    def file(self) -> discord.File:
        """The attachment, with its alt text."""
        return discord.File(io.BytesIO(self.picture.png), "board.png", description=self.picture.alt[:ALT])


def draw(view: Any, before: Any | None, size: str | None) -> render.Picture:
    """The table as `view` shows it, lit where it differs from `before`; `size` None: the one for phones."""
    lit = frozenset[str]() if before is None else render.changed(before, view)
    return render.picture(view, lit, size)


class Artist:
    """Draws views. `paint` is what draws, `executor` where (None: the event loop's own threads)."""

    def __init__(
        self,
        executor: Executor | None = None,
        paint: Callable[[Any, Any | None, str | None], render.Picture] = draw,
    ) -> None:
        self.executor, self.paint = executor, paint

    async def draw(self, view: Any, before: Any | None = None, size: str | None = None) -> Drawing:
        """The picture of a view. Raises what drawing raises."""
        loop = asyncio.get_running_loop()
        return Drawing(await loop.run_in_executor(self.executor, self.paint, view, before, size))
