"""Measure the time to draw and encode pictures, their file sizes, and how many are drawn in a second.

Each time is processor time, the shortest of many tries.

Yardsticks:
- *Floor*: paste the same tiles on a copy of the same background, without any decisions, and use the same
  encoder. Of an animation: encode the same frames, without drawing them.
- *Naive*: draw the same picture without caches, and use Pillow's default PNG encoder.
"""

from __future__ import annotations

import io
import random
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from typing import Any
from unittest.mock import patch

from PIL import Image

import render
from lab.bench.rows import Row, least_ms
from render.animation import gif
from render.kit import canvas
from render.kit.canvas import Drawn, png
from render.worker import Animation, Job, draw, warm
from rules.chance import find_faces
from rules.kernel import Ask, Live, Rules
from rules.loading.games import GAMES
from rules.players import Mover, play_out
from rules.state import View

TIMES = 60
NAIVE_TIMES = 5
MIDDLE = 200  # the picture is drawn after this many entries
EARLIER = 30  # a picture of what happened covers this many entries
STEPS = 20  # turns of an animation
PROCESSES = 2
TOGETHER = 400  # pictures that `PROCESSES` processes draw together


class _Enough(Exception):
    """The game has the views that the pictures need."""


def rows() -> Iterator[Row]:
    """Yield, for each game, the ms and KiB of each kind of picture, and how many are drawn in a second."""
    for rules in GAMES.values():
        views = _views(rules)
        view, since = views[-1], views[-1 - EARLIER]
        for kind in render.kinds(rules.KEY):
            yield from _kind(rules.TITLE, Job(view, kind))
        yield from _kind(f"{rules.TITLE}, what happened", Job(view, since=since))
        yield from _animation(rules.TITLE, Animation(_ends(rules)))
        yield from _together(rules.TITLE, view, since)


def _kind(title: str, job: Job) -> Iterator[Row]:
    picture = draw(job)
    what = f"{title}, {job.kind or 'phone'} {picture.width}x{picture.height}"
    drawn, floor = least_ms(TIMES, partial(draw, job), _floor(job))
    yield Row(f"{what}: draw + encode", drawn, "ms", "floor", floor)
    [naive] = least_ms(NAIVE_TIMES, partial(_naive, job))
    draw(job)  # fill the caches again before the next kind is timed
    yield Row(f"{what}: draw + encode", drawn, "ms", "naive", naive)
    yield Row(f"{what}: file", len(picture.file) / 1024, "KiB")


def _floor(job: Job) -> Callable[[], bytes]:
    """Return a function that pastes the tiles of a picture again."""
    drawn: list[Image.Image] = []
    laid: list[tuple[Any, ...]] = []
    paste = Image.Image.paste

    def noting(image: Image.Image, *how: Any) -> None:
        laid.append((image, *how))
        paste(image, *how)

    def keep(picture: Image.Image) -> bytes:
        drawn.append(picture)
        return b""

    with patch.object(Image.Image, "paste", noting), patch.object(canvas, "png", keep):
        draw(job)
    (picture,) = drawn
    colours = picture.getpalette() or []
    ground = Image.frombytes("L", picture.size, picture.tobytes())
    tiles = [how for image, *how in laid if image is picture]

    def again() -> bytes:
        copy = ground.copy()
        for how in tiles:
            copy.paste(*how)
        copy.putpalette(colours)
        return png(Drawn(copy))

    return again


def _naive(job: Job) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("render."):
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()
    with patch.object(canvas, "png", _default_png):
        draw(job)


def _default_png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _animation(title: str, animation: Animation) -> Iterator[Row]:
    what = f"{title}, animation of {len(animation.views) - 1} turns"
    drawn, floor = least_ms(NAIVE_TIMES, partial(draw, animation), _animation_floor(animation))
    yield Row(f"{what}: draw + encode", drawn, "ms", "floor", floor)
    yield Row(f"{what}: file", len(draw(animation).file) / 1024, "KiB")


def _animation_floor(animation: Animation) -> Callable[[], bytes]:
    """Return a function that encodes the frames of an animation again."""
    drawn: list[Image.Image] = []

    def noting(frames: Iterator[Image.Image], number: int) -> bytes:
        drawn[:] = frames
        return gif(iter(drawn), number)

    with patch("render.animation.gif", noting):
        draw(animation)
    return lambda: gif(iter(drawn), len(drawn))


def _together(title: str, view: View, since: View) -> Iterator[Row]:
    with ProcessPoolExecutor(PROCESSES, get_context("spawn"), partial(warm, view)) as pool:
        for what, job in (("phone", Job(view)), ("phone, what happened", Job(view, since=since))):
            list(pool.map(draw, [job] * 2 * PROCESSES))
            begin = time.perf_counter()
            list(pool.map(draw, [job] * TOGETHER))
            rate = TOGETHER / (time.perf_counter() - begin)
            yield Row(f"{title}, {what}: in {PROCESSES} processes", rate, "/s")


def _views(rules: Rules) -> list[View]:
    """Return a spectator's view after each entry of a random game.

    The game stops when it has at least `MIDDLE` entries and a question is open.
    """
    views = list[View]()

    def note(live: Live) -> bool:
        views.append(rules.view(live.state, None))
        return len(views) >= MIDDLE and isinstance(live.pending, Ask)

    _play(rules, note)
    return views


def _ends(rules: Rules) -> tuple[View, ...]:
    """Return a spectator's views before the first turn of a random game, and at the end of each turn.

    These are the views of an animation that the bot posts. The game stops after `STEPS` turns.
    """
    views = [rules.view(rules.setup(rules.Options()), None)]

    def note(live: Live) -> bool:
        if live.pending is None:
            views.append(rules.view(live.state, None))
        return len(views) > STEPS

    _play(rules, note)
    return tuple(views)


def _play(rules: Rules, note: Callable[[Live], bool]) -> None:
    """Play a random game until it is over, or until `note`, called after each entry, returns True."""
    number, state = random.Random(3), rules.setup(rules.Options())
    players = {seat: Mover(number.randrange) for seat in rules.seats(rules.Options())}

    def watch(live: Live, *_: object) -> None:
        if note(live):
            raise _Enough

    with suppress(_Enough):
        play_out(rules, state, players, partial(find_faces, "bench"), watch=watch)
