"""Drawing somewhere else: jobs to be sent to worker processes, and a shelf of pictures drawn already.

In the process that answers people:

    pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"), initializer=warm, initargs=(view,))
    picture = shelf.get(job.key()) or await loop.run_in_executor(pool, draw, job)
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import render
from render.curves import Curves
from rules.words import ENGLISH


@dataclass(frozen=True, slots=True)
class Aid:
    """A sheet of a player aid, to be drawn instead of a view: its title, its chapters, and its alt text."""

    title: str
    chapters: tuple[Any, ...]
    alt: str


DIGESTS = 256  # views in memory, with what stands for them
BESIDE, NUMBERED = 1.0, 1.3  # times its width that a picture beside an order, or numbered, may be high


@dataclass(frozen=True, slots=True)
class Job:
    """A picture to be drawn: what `render.picture` takes, or, with a space, `render.crop`."""

    view: Any  # of a game, or an `Aid`
    kind: str | None = None  # of render.kinds(game); None: the default
    theme: str = "day"
    highlight: frozenset[str] = frozenset()
    since: Any | None = None
    during: tuple[Any, ...] | None = None
    deeds: Any = None  # what happened, in the game's own type; None: as the views tell it
    space: str | None = None  # a close-up of this space instead
    marks: tuple[str, ...] = ()  # keys of the options whose buttons' numbers are drawn, in that order
    small: bool = False  # a lesser picture instead of the default one, if it shows all that happened
    tallest: float | None = None  # times its width that it may be high, where it stands beside text
    language: str = ENGLISH  # of what it says

    def key(self) -> bytes:
        """Return a key that is equal for equal jobs, and practically for no others."""
        return _key(self)


@dataclass(frozen=True, slots=True)
class Film:
    """An animated recap to be drawn of these views."""

    views: tuple[Any, ...]
    theme: str = "day"
    language: str = ENGLISH

    def key(self) -> bytes:
        """Return a key as a job has it."""
        return _key(self)


def _key(job: Job | Film) -> bytes:
    """Return what stands for all that a job says."""
    if isinstance(job, Film):
        return _digest((*map(_digest_view, job.views), job.theme, job.language))
    lit = sorted(job.highlight)  # the order in a set's `repr` is nobody's choice
    during = None if job.during is None else tuple(map(_digest_view, job.during))
    drawn = (_digest_view(job.view), job.kind, job.theme, lit, _digest_view(job.since), during, job.deeds)
    return _digest((drawn, job.space, job.marks, job.small, job.tallest, job.language))


def _digest(said: object) -> bytes:
    return blake2b(repr(said).encode(), digest_size=16).digest()


def _digest_view(view: object) -> bytes:
    """Return the digest of a view. Jobs share views, and the `repr` of one costs 70 microseconds."""
    return _digest_once(_Same(view))


class _Same:
    """A view that is equal only to itself."""

    __slots__ = ("view",)

    def __init__(self, view: object) -> None:
        self.view = view

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.view is other.view

    def __hash__(self) -> int:
        return id(self.view)


@lru_cache(DIGESTS)
def _digest_once(same: _Same) -> bytes:
    """Views are frozen dataclasses all through, so their `repr` says all there is in them, and it stays."""
    return _digest(same.view)


def draw(job: Job | Film | Curves) -> render.Picture:
    """Draw the picture of a job.

    Raises what `render.picture`, `render.crop`, `render.recap` and `review.curves` raise.
    """
    if isinstance(job, Curves):
        from render.review import curves

        return curves(job)
    if isinstance(job, Film):
        return render.recap(job.views, None, job.theme)
    if isinstance(job.view, Aid):
        return _sheet(job.view, job.theme)
    if job.space is not None:
        return render.crop(job.view, job.space, job.highlight, job.theme)
    kind = job.kind
    if job.small and kind is None and job.since is not None:
        kind = render.small(job.view, job.since, job.during)
    return render.picture(
        job.view,
        job.highlight,
        kind,
        job.theme,
        since=job.since,
        during=job.during,
        deeds=job.deeds,
        marks=job.marks,
        tallest=job.tallest,
    )


def _sheet(aid: Aid, theme: str) -> render.Picture:
    from render.aid import THEMES
    from render.aid import draw as draw_aid
    from render.kit.canvas import png

    known = theme if theme in THEMES else "day"  # a game may have palettes of its own
    drawn = draw_aid(aid.title, aid.chapters, known)
    return render.Picture(png(drawn), aid.alt, drawn.width, drawn.height)


def warm(*views: Any) -> None:
    """Draw each view once, in the sizes that are posted, so that nobody waits for the first picture."""
    for view in views:
        # What can't be drawn is found out, and said, when somebody wants to see it.
        with suppress(Exception):
            render.picture(view)
            if (kind := render.small(view, view)) is not None:
                render.picture(view, size=kind, since=view)


@dataclass(slots=True)
class Shelf:
    """The pictures drawn last, at most `room` bytes of files: 32 MiB hold about 200 boards.

    For one event loop or thread; the worker processes know nothing of it.
    """

    room: int = 32 * 1024 * 1024
    used: int = 0
    _kept: OrderedDict[bytes, render.Picture] = field(default_factory=OrderedDict)

    def get(self, key: bytes) -> render.Picture | None:
        """Return the picture of a job with this key; None if it is gone."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: bytes, picture: render.Picture) -> None:
        """Keep a picture, and let go of those that were not asked for longest."""
        if (old := self._kept.pop(key, None)) is not None:
            self.used -= len(old.file)
        self._kept[key] = picture
        self.used += len(picture.file)
        while self.used > self.room:
            self.used -= len(self._kept.popitem(last=False)[1].file)
