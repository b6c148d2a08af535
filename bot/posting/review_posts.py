"""Reviews that are to be posted: thought about beside the outbox, for nothing waits for them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import discord
import structlog

from bot.analysis.hints import Analysis
from bot.engine.job_queue import Busy
from bot.posting.outbox import NotYet
from bot.posting.pictures import Pictures
from bot.replies.reply import Reply
from bot.story.announce import Post
from db.records import Delivery, Status, StoredGame

PATIENCE = 1.0  # seconds for a review that may be nearly ready
TRIES = 3  # at one that takes too long
AT_ONCE = 3  # that are thought about, each of a game that is held in memory
CROWDED = 120.0  # seconds until one for which there is no room is asked for again
log = structlog.get_logger(__name__)


class ReviewPosts:
    """The reviews that are being thought about, by their games; what was thought before a crash is thought
    again. Without a `counsel` there are none."""

    def __init__(self, analysis: Analysis | None, pictures: Pictures) -> None:
        self.analysis, self.pictures = analysis, pictures
        self._thought: dict[int, asyncio.Task[Reply]] = {}
        self._in_vain: Counter[int] = Counter()

    async def post(
        self, delivery: Delivery, stored: StoredGame, send: Callable[..., Awaitable[discord.Message]]
    ) -> int | None:
        """Post how the chances went over a game that is over, as `send` posts.

        Raises `NotYet` while it is thought about.
        """
        if self.analysis is None or stored.status is not Status.ENDED:
            return None
        try:
            answer = await self._of(self.analysis, stored)
        except TimeoutError:
            self._in_vain[stored.id] += 1
            if self._in_vain[stored.id] < TRIES:
                raise NotYet from None
            del self._in_vain[stored.id]
            log.error("a review takes too long, and is left out", game=stored.id)
            return None
        assert answer.curves is not None, "a review has its picture"
        drawing = await self.pictures.draw(answer.curves, hurried=False)
        post = Post.model_validate_json(delivery.content).model_copy(update={"text": answer.text})
        return (await send(delivery, stored, post, None, {"chances": drawing}, ())).id

    async def _of(self, analysis: Analysis, stored: StoredGame) -> Reply:
        if (thought := self._thought.get(stored.id)) is None:
            if sum(not each.done() for each in self._thought.values()) >= AT_ONCE:
                raise NotYet(CROWDED)
            thought = asyncio.create_task(analysis.write_review(stored), name=f"review {stored.id}")
            self._thought[stored.id] = thought
        done, _ = await asyncio.wait({thought}, timeout=PATIENCE)
        if not done:
            raise NotYet
        del self._thought[stored.id]
        try:
            return thought.result()
        except Busy as busy:  # to ask sooner would read the whole game again, in vain
            raise NotYet(busy.wait) from None

    def close(self) -> None:
        """Think no more."""
        for thought in self._thought.values():
            thought.cancel()
