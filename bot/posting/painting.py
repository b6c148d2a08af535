"""Draw one picture in its language. Worker processes load this module, so it must not import discord.py."""

from __future__ import annotations

from functools import cache

import render
from render.curves import Curves, Plot, RatingCurves
from render.kit.language import use_names
from render.worker import Animation, Job, draw
from rules.loading.games import GAMES
from rules.words import ENGLISH, Name
from web.served_page import StepJob, StillJob

Task = Job | Animation | Plot | StepJob | StillJob


def paint(job: Task) -> render.Picture:
    """Return the picture of a job. Raises what `render.worker.draw` raises."""
    if isinstance(job, Curves | RatingCurves) or job.language == ENGLISH:
        return _draw(job)
    from bot.language.words import speak_within  # loads the catalogues of translations; English needs none

    with speak_within(job.language), use_names(_find_names):
        return _draw(job)


def _draw(job: Task) -> render.Picture:
    if isinstance(job, StepJob):
        from web.frames import draw_step  # imported here: a process that draws nothing need not load it

        return draw_step(job)
    if isinstance(job, StillJob):
        from web.frames import draw_still

        return draw_still(job)
    return draw(job)


@cache
def _find_names(game: str) -> Name:
    from bot.language.game_language import SpokenLanguage

    return SpokenLanguage(GAMES[game])
