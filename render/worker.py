"""Draw pictures in worker processes. This file has the workers' jobs, and a store of finished pictures.

In the main process, draw a picture like this:

    pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"), initializer=warm, initargs=(view,))
    picture = shelf.get(job.key()) or await loop.run_in_executor(pool, draw, job)
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Generic, TypeVar

import render
from render.curves import Curves, Plot, RatingCurves
from rules.lessons.aid import Chapter
from rules.state import View
from rules.words import ENGLISH

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Aid:
    """A sheet of a player aid, to be drawn in place of a view: its title, its chapters, and its alt text."""

    title: str
    chapters: tuple[Chapter, ...]
    alt: str


DIGESTS = 256  # how many views, with their digests, are kept in memory
BESIDE = 1.0  # the greatest height of a picture next to an order, as a multiple of its width
NUMBERED = 1.3  # the greatest height of a picture with numbered options, as a multiple of its width


@dataclass(frozen=True, slots=True)
class Job:
    """A picture to draw.

    With a `space`, the fields are the arguments of `render.crop`; otherwise those of `render.picture`.
    """

    view: View | Aid
    kind: str | None = None  # one of `render.kinds(game)`; None: the default
    theme: str = "day"
    highlight: frozenset[str] = frozenset()
    since: View | None = None
    during: tuple[View, ...] | None = None
    deeds: object = None  # what happened, in the game's own type; None: read it from the views
    space: str | None = None  # draw a close-up of this space instead
    marks: tuple[str, ...] = ()  # marks of the options that get numbers, in the order of their buttons
    small: bool = False  # draw a smaller picture than the default, if it shows all that happened
    tallest: float | None = None  # the wanted greatest height, as a multiple of the width
    most: float | None = None  # the hard limit of the height, as a multiple of the width
    language: str = ENGLISH  # the language of the picture's words
    past: bool = False  # whether the picture is only about what happened `since`, as in a replay

    def key(self) -> bytes:
        """Return a key: the same for equal jobs, and in practice different for different jobs."""
        return _key(self)

    def trim(self) -> Job:
        """Return the job with its view reduced to what the picture shows.

        Return the job unchanged if it is an aid or a close-up, tells what happened, or has no kind with a
        `trim`.
        """
        if isinstance(self.view, Aid) or self.kind is None or self.space is not None:
            return self
        if self.since is not None or self.deeds is not None:
            return self
        painter = render.PAINTERS.get(self.view.game)
        kind = None if painter is None else painter.kinds.get(self.kind)
        return (
            self
            if kind is None or kind.trim is None
            else replace(self, view=_trim_once(kind.trim, _Same(self.view)))
        )


@dataclass(frozen=True, slots=True)
class Animation:
    """An animation of these views, to be drawn."""

    views: tuple[View, ...]
    theme: str = "day"
    language: str = ENGLISH

    def key(self) -> bytes:
        """Return a key: the same for equal animations, and in practice different for different ones."""
        return _key(self)


def _key(job: Job | Animation) -> bytes:
    """Return a digest of all fields of a job."""
    if isinstance(job, Animation):
        return _digest((*map(_digest_view, job.views), job.theme, job.language))
    lit = sorted(job.highlight)  # the `repr` of a set has no fixed order
    during = None if job.during is None else tuple(map(_digest_view, job.during))
    drawn = (_digest_view(job.view), job.kind, job.theme, lit, _digest_view(job.since), during, job.deeds)
    return _digest((drawn, job.space, job.marks, job.small, job.tallest, job.most, job.language, job.past))


def _digest(said: object) -> bytes:
    return blake2b(repr(said).encode(), digest_size=16).digest()


def _digest_view(view: object) -> bytes:
    """Return the digest of a view, from a cache if possible.

    The `repr` of a view costs 70 microseconds, and many jobs have the same view.
    """
    return _digest_once(_Same(view))


class _Same(Generic[T]):
    """A view that is equal only to itself."""

    __slots__ = ("view",)

    def __init__(self, view: T) -> None:
        self.view = view

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.view is other.view

    def __hash__(self) -> int:
        return id(self.view)


@lru_cache(DIGESTS)
def _trim_once(trim: Callable[[View], View], same: _Same[View]) -> View:
    """Return the trimmed view.

    The same view always gives the same object. So the digest of this object is found in the cache.
    """
    return trim(same.view)


@lru_cache(DIGESTS)
def _digest_once(same: _Same[object]) -> bytes:
    """Return the digest of a view.

    Views are frozen dataclasses that contain only frozen values. So the `repr` of a view shows all that is in
    the view, and always stays the same.
    """
    return _digest(same.view)


def draw(job: Job | Animation | Plot) -> render.Picture:
    """Draw the picture of a job.

    Raises the errors of `render.picture`, `render.crop`, `render.animate`, `review.curves` and
    `draw_ratings`.
    """
    if isinstance(job, RatingCurves):
        from render.rating_history import draw_ratings

        return draw_ratings(job)
    if isinstance(job, Curves):
        from render.review import curves

        return curves(job)
    if isinstance(job, Animation):
        return render.animate(job.views, None, job.theme)
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
        most=job.most,
        past=job.past,
    )


def _sheet(aid: Aid, theme: str) -> render.Picture:
    from render.aid import THEMES
    from render.aid import draw as draw_aid
    from render.kit.canvas import png

    known = theme if theme in THEMES else "day"  # a game may have themes that the aid lacks
    drawn = draw_aid(aid.title, aid.chapters, known)
    return render.Picture(png(drawn), aid.alt, drawn.width, drawn.height)


def warm(*views: View) -> None:
    """Draw the usual pictures of these views once, so that the first post or question is not slow."""
    for view in views:
        # An error in drawing is reported when somebody asks for the picture.
        with suppress(Exception):
            render.picture(view)
            if (kind := render.small(view, view)) is not None:
                render.picture(view, size=kind, since=view)
            for size, drawn in render.PAINTERS[view.game].kinds.items():
                if drawn.number_alt is not None:
                    render.picture(view, size=size)


@dataclass(slots=True)
class Shelf:
    """A store of the latest finished pictures. Their files take at most `room` bytes together.

    32 MiB hold about 200 boards. The store belongs to one event loop or thread. Worker processes have no
    store.
    """

    room: int = 32 * 1024 * 1024
    used: int = 0
    _kept: OrderedDict[bytes, render.Picture] = field(default_factory=OrderedDict)

    def get(self, key: bytes) -> render.Picture | None:
        """Return the picture of the job with this key; None if there is none."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: bytes, picture: render.Picture) -> None:
        """Store a picture.

        If there is too little room, drop the pictures that were not used for the longest time.
        """
        if (old := self._kept.pop(key, None)) is not None:
            self.used -= len(old.file)
        self._kept[key] = picture
        self.used += len(picture.file)
        while self.used > self.room:
            self.used -= len(self._kept.popitem(last=False)[1].file)
