"""Draw the pictures of private and public answers to interactions."""

from __future__ import annotations

from dataclasses import replace

import structlog

from bot.language.words import get_language, speak_within
from bot.people.preferences import Preferences
from bot.posting import layouts
from bot.posting.pictures import Drawing, Pictures, apply_preferences, number_options
from bot.replies.reply import Reply
from render.curves import THEMES, Plot
from render.worker import BESIDE, NUMBERED, Animation, Job

log = structlog.get_logger(__name__)


def draw_reply(answer: Reply, preferences: Preferences) -> Job | Animation | Plot | None:
    """Return the job to draw an answer's picture by a person's preferences; None if it has no picture."""
    if answer.aid is not None:
        return Job(answer.aid, theme=preferences.palette)
    theme = preferences.palette if preferences.palette in THEMES else THEMES[0]
    if answer.curves is not None:
        return replace(answer.curves, theme=theme)
    if answer.ratings is not None:
        return replace(answer.ratings, theme=theme)
    if answer.animation:
        size, theme = apply_preferences(answer.animation[-1].game, preferences)
        if preferences.animation:
            return Animation(answer.animation, theme)
        first, *between, last = answer.animation
        return Job(last, size, theme, since=first, during=tuple(between))
    if answer.view is None:
        panel = answer.panel
        if panel is None or panel.drawn is None:
            return None
        job = number_options(panel, apply_preferences(panel.drawn.game, preferences)[1])
        if job is None:
            return None
        tallest = layouts.find_tallest(answer) if answer.fits else job.tallest
        return replace(job, tallest=tallest, most=layouts.find_limit(answer))
    size, theme = apply_preferences(answer.view.game, preferences)
    tallest = layouts.find_tallest(answer) if answer.fits else None
    if answer.cut:
        tallest = NUMBERED
    if answer.small:
        tallest = BESIDE if tallest is None else min(BESIDE, tallest)
    return Job(
        answer.view,
        answer.size or size,
        theme,
        highlight=answer.lit,
        since=answer.before,
        during=answer.during,
        marks=answer.numbered,
        space=answer.space,
        small=answer.small,
        tallest=tallest,
        most=layouts.find_limit(answer) if answer.fits else None,
        past=answer.past,
    )


async def draw_answer(pictures: Pictures, answer: Reply, preferences: Preferences) -> Drawing | None:
    """Return the picture of an answer, together with the picture beside it; None if it has no picture.

    Two kinds of pictures are not necessary: player aids, and pictures that only show numbers for the options.
    If such a picture can't be drawn, log the error and return None. For any other picture, raise the error.
    """
    if (job := draw_reply(answer, Preferences() if answer.public else preferences)) is None:
        return None
    try:
        with speak_within(answer.public or get_language()):
            drawing = await pictures.draw(job)
            if answer.beside is None or answer.public:
                return drawing
            view, size = answer.beside
            theme = apply_preferences(view.game, preferences)[1]
            return replace(drawing, beside=await pictures.draw(Job(view, size, theme)))
    except Exception:
        if (
            answer.view is not None
            or answer.animation
            or answer.curves is not None
            or answer.ratings is not None
        ):
            raise
        log.exception("the picture of answers can't be drawn")
        return None
