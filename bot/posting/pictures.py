"""Draw pictures in worker processes or in threads, and cache them. The same picture is drawn only once."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ParamSpec, TypeVar

import discord
import structlog

import render
from bot.engine import metrics
from bot.engine.workers import Workers
from bot.language.words import get_language
from bot.people.preferences import Preferences
from bot.posting.drawing_places import FOR_PAGES, DrawingPlaces, GivenUp, Work
from bot.posting.painting import Task, paint
from bot.replies.panel import Panel
from render.curves import Curves, RatingCurves
from render.worker import NUMBERED, Animation, Job, Shelf
from web.served_page import StepJob, StillJob

log = structlog.get_logger(__name__)
MAX_ANIMATIONS = 20  # if this many GIFs wait, posts get no GIF and keep their still picture
THREADS = 32  # without workers, threads draw at most this many pictures at the same time
PAGES = 64  # if this many pictures of web pages wait, a request is refused and the browser asks again
P = ParamSpec("P")
T = TypeVar("T")
Paint = Callable[[Any], render.Picture]  # takes a `Task`


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to attach to messages. Call `file` anew for each message.

    `beside`: a second picture, for the same message; None if there is none.
    """

    picture: render.Picture
    beside: Drawing | None = None

    def list_files(self) -> list[discord.File]:
        """Return the attachments: the picture, and the one beside it."""
        return [self.file(), *([] if self.beside is None else [self.beside.file("beside")])]

    def file(self, name: str = "board") -> discord.File:
        """Return the attachment, with its alt text."""
        picture = self.picture
        return discord.File(
            io.BytesIO(picture.file), f"{name}.{picture.ending}", description=picture.alt[: render.ALT]
        )


class Pictures:
    """Draws pictures.

    Recent pictures are cached. If a picture is requested while it is being drawn, the request waits for it.
    So if 20 people look at one board, the board is drawn once.

    A worker draws one picture at a time. `DrawingPlaces` decides which picture is next. Web pages and the
    pictures for them are made one at a time.

    Args:
        workers: the processes that draw; None to draw in threads
        paint: the function that draws
        animators: a process for GIFs that no player waits for; None to draw these GIFs like other pictures
        page_makers: a process for web pages; None to use `workers`
    """

    def __init__(
        self,
        workers: Workers | None = None,
        paint: Paint = paint,
        animators: Workers | None = None,
        page_makers: Workers | None = None,
    ) -> None:
        self.workers, self.animators, self.paint = workers, animators, paint
        self.page_makers = page_makers or workers
        self.shelf, self.page_shelf = Shelf(), Shelf()
        self._animations_due = self._pages_due = 0
        self._under_way: dict[bytes, asyncio.Task[render.Picture]] = {}
        self._places = DrawingPlaces(THREADS if workers is None else workers.processes)
        self._page_places = DrawingPlaces(1)

    def start(self) -> None:
        """Start the processes now. The first picture then does not wait for their start."""
        if self.workers is not None:
            self.workers.start()

    @property
    def crowded(self) -> bool:
        """Return whether so many GIFs wait that no further GIF should be added."""
        return self._animations_due >= MAX_ANIMATIONS

    @property
    def page_crowded(self) -> bool:
        """Return whether so many pictures for web pages wait that the next request should be refused."""
        return self._pages_due >= PAGES

    async def work_for_page(
        self, work: Work, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call `function` for a web page in the process that makes pages, and return its result.

        `function` must be a module-level function.
        """
        async with self._page_places.take(work):
            if self.page_makers is None:
                return await asyncio.to_thread(function, *args, **kwargs)
            return await self.page_makers.run(function, *args, **kwargs)

    async def draw(self, job: Task, work: Work = Work.ANSWER) -> Drawing:
        """Return the picture of a job in the current language.

        `work` says what the picture is for. Raises `GivenUp` if the picture is for a post and is given up.
        Also raises errors of drawing.
        """
        if not isinstance(job, Curves | RatingCurves):
            job = replace(job.trim() if isinstance(job, Job) else job, language=get_language())
        key, shelf = job.key(), self._find_shelf(job)
        if (kept := shelf.get(key)) is not None:
            return Drawing(kept)
        if (task := self._under_way.get(key)) is None:
            task = self._under_way[key] = asyncio.create_task(self._paint(job, key, work))
            task.add_done_callback(lambda _: self._under_way.pop(key))
        try:
            return Drawing(await asyncio.shield(task))  # other requests may wait for the same picture
        except GivenUp:
            if work is Work.POST:
                raise
            return await self.draw(job, work)

    async def draw_for_post(self, job: Task, **about: object) -> Drawing | None:
        """Return the picture of a post; None if it is given up or can't be drawn.

        Log why there is no picture, with the values in `about`.
        """
        try:
            return await self.draw(job, Work.POST)
        except GivenUp:
            log.info("the picture of a post is given up", **about)
        except Exception:
            log.exception("the picture of a post can't be drawn", **about)
        return None

    async def _paint(self, job: Task, key: bytes, work: Work) -> render.Picture:
        with metrics.DRAWN.time():
            if work in FOR_PAGES:
                picture = await self._draw_for_page(job, work)
            elif self.animators is not None and isinstance(job, Animation) and work is not Work.ANSWER:
                picture = await self._draw_animation(self.animators, job)
            else:
                async with self._places.take(work):
                    picture = await self._run_paint(self.workers, job)
        self._find_shelf(job).put(key, picture)
        return picture

    def _find_shelf(self, job: Task) -> Shelf:
        """Return the cache for a job. Pictures of web pages have a separate cache."""
        return self.page_shelf if isinstance(job, StepJob | StillJob) else self.shelf

    async def _draw_for_page(self, job: Task, work: Work) -> render.Picture:
        self._pages_due += 1
        try:
            return await self.work_for_page(work, self.paint, job)
        finally:
            self._pages_due -= 1

    async def _draw_animation(self, animators: Workers, job: Animation) -> render.Picture:
        self._animations_due += 1
        try:
            return await self._run_paint(animators, job)
        finally:
            self._animations_due -= 1

    async def _run_paint(self, workers: Workers | None, job: Task) -> render.Picture:
        if workers is None:
            return await asyncio.to_thread(self.paint, job)
        return await workers.run(self.paint, job)


def number_options(panel: Panel, theme: str = "day") -> Job | None:
    """Return the job to draw the picture of a panel. The picture has the numbers of the panel's options.

    Return None if the panel has no picture, or if it has neither options nor places to show.
    """
    if panel.drawn is None or not (panel.options or panel.around):
        return None
    around = frozenset(panel.around)
    return Job(panel.drawn, panel.picture, theme, around, marks=panel.marks, tallest=NUMBERED)


def list_offered(games: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sizes and the themes in which pictures of these games can be drawn."""
    painters = [render.PAINTERS[game] for game in games if game in render.PAINTERS]
    sizes = dict.fromkeys(size for painter in painters for size in painter.sizes)
    themes = dict.fromkeys(theme for painter in painters for theme in painter.themes)
    return tuple(sizes), tuple(themes)


def apply_preferences(game: str, preferences: Preferences) -> tuple[str | None, str]:
    """Return the size (None: the default) and the theme that this person prefers for a game's boards."""
    sizes, themes = list_offered([game])
    theme = preferences.palette if preferences.palette in themes else (themes or ("day",))[0]
    return preferences.size if preferences.size in sizes else None, theme
