"""Draws pictures off the event loop, in worker processes; equal ones once."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

import discord

import render
from bot.engine import metrics
from bot.engine.workers import Workers
from bot.language.words import spoken_language
from bot.people.preferences import Preferences
from bot.posting.painting import Task, paint
from bot.replies.panel import Panel
from render.curves import Curves
from render.worker import NUMBERED, Film, Job, Shelf

FILMS = 20  # that may wait; what a busy hour asks for beyond them stays a picture
Paint = Callable[[Any], render.Picture]  # of any of these


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to be attached; each sending needs a file of its own."""

    picture: render.Picture

    def file(self, name: str = "board") -> discord.File:
        """Return the attachment, with its alt text."""
        picture = self.picture
        return discord.File(
            io.BytesIO(picture.file), f"{name}.{picture.ending}", description=picture.alt[: render.ALT]
        )


class Pictures:
    """Draws what it is asked for. `workers`: where (None: in threads); `films`: where films are drawn that
    nobody waits for, so that no picture waits for them (None: with all else); `paint`: what draws.

    What was drawn lately is kept, and an equal picture that is being drawn already is waited for, so that
    twenty people who look at one board cost one picture. Of what nobody waits for, no more is handed on at
    once than can be drawn: an answer's picture stands behind that at most, however many boards are due.
    """

    def __init__(
        self, workers: Workers | None = None, paint: Paint = paint, films: Workers | None = None
    ) -> None:
        self.workers, self.films, self.paint = workers, films, paint
        self.shelf, self._films_due = Shelf(), 0
        self._under_way: dict[bytes, asyncio.Task[render.Picture]] = {}
        # Threads are as many as are wanted; before processes there is a queue.
        self._unhurried = nullcontext() if workers is None else asyncio.Semaphore(workers.processes)

    def start(self) -> None:
        """Begin the processes, so that nobody waits for them later."""
        if self.workers is not None:
            self.workers.start()

    @property
    def crowded(self) -> bool:
        """True while so many films wait that the next may as well be left out."""
        return self._films_due >= FILMS

    async def draw(self, job: Task, *, hurried: bool = True) -> Drawing:
        """Return the picture of a job, in the language that is spoken.

        `hurried`: somebody waits for it, as nobody does for a board. Raises what drawing raises.
        """
        if not isinstance(job, Curves):
            job = replace(job, language=spoken_language())
        key = job.key()
        if (kept := self.shelf.get(key)) is not None:
            return Drawing(kept)
        if (task := self._under_way.get(key)) is None:
            task = self._under_way[key] = asyncio.create_task(self._paint(job, key, hurried))
            task.add_done_callback(lambda _: self._under_way.pop(key))
        return Drawing(await asyncio.shield(task))  # others wait for it too

    async def _paint(self, job: Task, key: bytes, hurried: bool) -> render.Picture:
        with metrics.DRAWN.time():
            if self.films is not None and isinstance(job, Film) and not hurried:
                picture = await self._filmed(self.films, job)
            else:
                async with nullcontext() if hurried else self._unhurried:
                    picture = await self._made(self.workers, job)
        self.shelf.put(key, picture)
        return picture

    async def _filmed(self, films: Workers, job: Film) -> render.Picture:
        self._films_due += 1
        try:
            return await self._made(films, job)
        finally:
            self._films_due -= 1

    async def _made(self, workers: Workers | None, job: Task) -> render.Picture:
        if workers is None:
            return await asyncio.to_thread(self.paint, job)
        return await workers.run(self.paint, job)


def number_options(panel: Panel, theme: str = "day") -> Job | None:
    """Return the picture that numbers the options of a panel, if its question has one."""
    if panel.drawn is None:
        return None
    marks = tuple(option.key for option in panel.numbered)
    return Job(panel.drawn, panel.picture, theme, marks=marks, tallest=NUMBERED) if panel.options else None


def list_offered(games: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sizes and the themes that any of these games can be drawn in."""
    painters = [render.PAINTERS[game] for game in games if game in render.PAINTERS]
    sizes = dict.fromkeys(size for painter in painters for size in painter.sizes)
    themes = dict.fromkeys(theme for painter in painters for theme in painter.themes)
    return tuple(sizes), tuple(themes)


def apply_preferences(game: str, preferences: Preferences) -> tuple[str | None, str]:
    """Return the size (None: the usual one) and the theme in which this person likes the boards of a game."""
    sizes, themes = list_offered([game])
    theme = preferences.palette if preferences.palette in themes else (themes or ("day",))[0]
    return preferences.size if preferences.size in sizes else None, theme
