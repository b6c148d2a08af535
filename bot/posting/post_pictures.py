"""Draw the pictures of a post: a board, and the numbered answers to its question."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import structlog

from bot.analysis.replays import Replays
from bot.language.words import speak_within
from bot.posting.drawing_places import GivenUp, Work
from bot.posting.pictures import Drawing, Pictures, number_options
from bot.replies.panel import Panel
from bot.session.loaded_game import LoadedGame
from bot.settings.game_settings import GameSettings
from bot.story.post import BOARD, CHAPTER, Place, Post
from bot.views.board import BoardViews, view_between
from db.records import Delivery, StoredGame
from render.worker import Job
from rules.kernel import Game, View

log = structlog.get_logger(__name__)
NEARLY = 0.75  # if the picture of answers has at least this part of the board's height, leave out the board


def shows_board(board: Drawing | None, answers: Drawing | None) -> bool:
    """Return whether the picture of answers also shows the board, judged by the heights of both pictures."""
    if board is None or answers is None:
        return False
    heights = [each.picture.height / each.picture.width for each in (board, answers)]
    return heights[1] >= NEARLY * heights[0]


def _make_board_job(
    view: View, before: View | None, during: tuple[View, ...], at: Place, since: Place | None
) -> Job:
    """Return the job to draw a board. If the last board is from the same turn, the picture can be smaller."""
    small = since is not None and since.turn == at.turn
    return Job(view, since=before, during=during, small=small)


class PostPictures:
    """Draws the pictures of posts. A post whose picture can't be drawn goes without it."""

    def __init__(self, pictures: Pictures, boards: BoardViews, replays: Replays) -> None:
        self._pictures, self._boards, self._replays = pictures, boards, replays

    async def draw_ahead(self, now: LoadedGame, closed: Sequence[Game], post: Post) -> None:
        """Draw the board of a post that is being saved, so that the post finds it in the cache.

        `now` is the game after the order. `closed` are the turns that the order closes.
        """
        since = post.since
        turns = [turn for turn in (*closed, now.position) if since is None or turn.turn >= since.turn]
        if not post.drawn or post.at is None or (since is not None and turns[0].turn != since.turn):
            return  # there is no picture, or it needs earlier turns, which are not loaded
        # If this fails, the post draws the picture again.
        with suppress(Exception), speak_within(GameSettings.of(now.stored).language):
            before, during = (None, ()) if since is None else view_between(now.rules, turns, since)
            job = _make_board_job(now.view(None), before, during, post.at, since)
            await self._pictures.draw(job, Work.POST)

    async def collect(
        self, stored: StoredGame, board: asyncio.Task[Drawing | None], panel: Panel | None
    ) -> dict[str, Drawing]:
        """Return the pictures of a post: `{"board": picture, "answers": picture}`. Each can be missing.

        Leave out the board if the picture of the answers shows the board too.
        """
        answers = None if panel is None else await self._draw_answers(stored, panel)
        found = {"board": await board, "answers": answers}
        if shows_board(found["board"], answers):
            del found["board"]
        return {name: drawing for name, drawing in found.items() if drawing is not None}

    async def _draw_answers(self, stored: StoredGame, panel: Panel) -> Drawing | None:
        if (job := number_options(panel)) is None:
            return None
        return await self._pictures.draw_for_post(job, game=stored.id, kind=job.kind)

    async def draw_board(self, delivery: Delivery, stored: StoredGame, post: Post) -> Drawing | None:
        """Return the picture of a post; None if the post has none, or if it can't be drawn."""
        if delivery.kind not in (BOARD, CHAPTER) or not post.drawn:
            return None
        assert post.at is not None, "a picture shows some point in the game"
        try:
            job = await self._make_picture_job(delivery, stored, post.at, post.since)
            return await self._pictures.draw(job, Work.POST)
        except GivenUp:
            log.info("a board is given up", game=stored.id, turn=post.at.turn, entry=post.at.entry)
            return None
        except Exception:
            log.exception("a board can't be drawn", game=stored.id, turn=post.at.turn, entry=post.at.entry)
            return None

    async def _make_picture_job(
        self, delivery: Delivery, stored: StoredGame, at: Place, since: Place | None
    ) -> Job:
        """Return the job to draw the picture of a post: a board, or the changes of a chapter."""
        if delivery.kind != BOARD:
            first, *between, last = await self._replays.list_frames(stored, since, at)
            return Job(last, since=first, during=tuple(between))
        return _make_board_job(*await self._boards.view_moments(stored, at, since), at, since)
