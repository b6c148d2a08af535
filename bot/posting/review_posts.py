"""Post reviews of finished games. Computing a review does not hold up other posts."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import discord
import structlog

from bot.analysis.hints import Analysis
from bot.engine.job_queue import Busy
from bot.posting.drawing_places import GivenUp, Work
from bot.posting.outbox import NotYet
from bot.posting.pictures import Pictures
from bot.replies.reply import Reply
from bot.story.post import Post
from db.records import Delivery, Status, StoredGame

PATIENCE = 1.0  # one attempt to post waits this many seconds for the review
TRIES = 3  # after this many timeouts, give up the review of a game
AT_ONCE = 3  # compute at most this many reviews at the same time; each holds a whole game in memory
CROWDED = 120.0  # seconds until the next attempt if `AT_ONCE` other reviews are being computed
log = structlog.get_logger(__name__)


class ReviewPosts:
    """Computes and posts reviews. After a crash, computes them again. Without `analysis`, posts none."""

    def __init__(self, analysis: Analysis | None, pictures: Pictures) -> None:
        self.analysis, self.pictures = analysis, pictures
        self._tasks: dict[int, asyncio.Task[Reply]] = {}
        self._timeouts: Counter[int] = Counter()

    async def post(
        self,
        delivery: Delivery,
        stored: StoredGame,
        send: Callable[..., Awaitable[discord.Message]],
        tell: Callable[[StoredGame, str], Awaitable[None]],
    ) -> int | None:
        """Post the review of a finished game and return the message's id; None for no post.

        `send` is a function that posts the message. `tell` is a function that adds the turning point to the
        post of the game's end. Raises `NotYet` while the review is being computed.
        """
        if self.analysis is None or stored.status is not Status.ENDED:
            return None
        try:
            answer = await self._get_review(self.analysis, stored)
        except TimeoutError:
            self._timeouts[stored.id] += 1
            if self._timeouts[stored.id] < TRIES:
                raise NotYet from None
            del self._timeouts[stored.id]
            log.error("a review takes too long and is left out", game=stored.id)
            return None
        assert answer.curves is not None, "a review has its picture"
        try:
            drawing = await self.pictures.draw(answer.curves, Work.POST)
        except GivenUp:
            raise NotYet from None
        shown = {"text": answer.text, "buttons": answer.buttons}
        post = Post.model_validate_json(delivery.content).model_copy(update=shown)
        message = await send(delivery, stored, post, None, {"chances": drawing}, ())
        if answer.gist:
            await tell(stored, answer.gist)
        return message.id

    async def _get_review(self, analysis: Analysis, stored: StoredGame) -> Reply:
        if (task := self._tasks.get(stored.id)) is None:
            if sum(not each.done() for each in self._tasks.values()) >= AT_ONCE:
                raise NotYet(CROWDED)
            task = asyncio.create_task(analysis.write_review(stored), name=f"review {stored.id}")
            self._tasks[stored.id] = task
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done:
            raise NotYet
        del self._tasks[stored.id]
        try:
            return task.result()
        except Busy as busy:  # before `busy.wait` is over, a retry would load the whole game for nothing
            raise NotYet(busy.wait) from None

    def close(self) -> None:
        """Cancel all reviews in progress."""
        for task in self._tasks.values():
            task.cancel()
