"""Drawing somewhere else: jobs to be sent to worker processes, and a shelf of pictures drawn already.

In the process that answers people:

    pool = ProcessPoolExecutor(2, mp_context=get_context("forkserver"), initializer=warm)
    picture = shelf.get(job) or shelf.put(job, await loop.run_in_executor(pool, draw, job))
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import render


@dataclass(frozen=True, slots=True)
class Job:
    """A picture to be drawn: what `render.picture` takes, or, with a space, `render.crop`."""

    view: Any
    kind: str | None = None  # of render.kinds(game); None: the default
    theme: str = "day"
    highlight: frozenset[str] = frozenset()
    since: Any | None = None
    moves: tuple[render.Move, ...] | None = None
    dice: tuple[render.Dice, ...] = ()
    space: str | None = None  # a close-up of this space instead

    def key(self) -> bytes:
        """Equal for equal jobs, and, as far as anybody can tell, for no others.

        Views are frozen dataclasses all through, so their `repr` says all there is in them.
        """
        lit = sorted(self.highlight)
        said = (self.view, self.kind, self.theme, lit, self.since, self.moves, self.dice, self.space)
        return blake2b(repr(said).encode(), digest_size=16).digest()


def draw(job: Job) -> render.Picture:
    """The picture of a job. Raises what `render.picture` and `render.crop` raise."""
    if job.space is not None:
        return render.crop(job.view, job.space, job.highlight, job.theme)
    return render.picture(
        job.view,
        job.highlight,
        job.kind,
        job.theme,
        since=job.since,
        moves=job.moves,
        dice=job.dice,
    )


def recap(views: tuple[Any, ...], kind: str | None = None, theme: str = "day") -> bytes:
    """As `render.recap`, which can't be sent to a process by keyword."""
    return render.recap(views, kind, theme)


def warm(*views: Any) -> None:
    """Draw each view once in every size, so that nobody waits for the first picture: about half a second."""
    for view in views:
        for size in render.sizes(view.game):
            render.picture(view, size=size)


@dataclass(slots=True)
class Shelf:
    """The pictures drawn last, at most `room` bytes of files: 32 MiB hold about 200 boards.

    For one event loop or thread; the worker processes know nothing of it.
    """

    room: int = 32 * 1024 * 1024
    used: int = 0
    _kept: OrderedDict[bytes, render.Picture] = field(default_factory=OrderedDict)

    def get(self, job: Job) -> render.Picture | None:
        """The picture of an equal job, if it is still there."""
        key = job.key()
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, job: Job, picture: render.Picture) -> render.Picture:
        """Keep a picture, and let go of those that were not asked for longest; returns it."""
        key = job.key()
        if (old := self._kept.pop(key, None)) is not None:
            self.used -= len(old.png)
        self._kept[key] = picture
        self.used += len(picture.png)
        while self.used > self.room:
            self.used -= len(self._kept.popitem(last=False)[1].png)
        return picture
