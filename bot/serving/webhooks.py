"""Send events to webhooks, in order and until they are accepted.

An act, such as the end of a game, stores its events. Before the first attempt, an event gets its body, which
is made from the page of the game. So the event says nothing that spectators can't read, and each attempt has
the same body and id. Only the leader sends events. Each webhook gets one event after the other. A webhook is
removed if it has accepted nothing for a day, or if its receiver says that it wants no more events.
"""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from functools import partial

import structlog

from bot.engine import metrics
from bot.language.words import say, speak_within
from bot.posting.drawing_places import Work
from bot.serving.feeds import read_facts
from bot.serving.live_pages import LivePages
from bot.serving.webhook_calls import Calls, NotAccepted
from bot.settings.game_settings import GameSettings
from bot.story.game_page import write_hook_event
from bot.story.post import TEXT, Post
from db.operating.clock import LONGEST_WAIT
from db.records import DueEvents, HookEvent, HookKind, NewHook
from web.hook_kinds import CHAPTER, END, TURN

log = structlog.get_logger(__name__)
AT_ONCE = 10  # the most webhooks that are called at the same time
FIRST_RETRY = timedelta(seconds=10)  # the wait after a failed attempt, doubled with each further attempt
GIVE_UP = timedelta(days=1)
AFTER_TROUBLE = 10.0  # seconds to wait if the store fails
LOOK = 300.0  # the most seconds between two looks for due events
KINDS = {TURN: HookKind.TURN, CHAPTER: HookKind.CHAPTER, END: HookKind.END}


class WebhookSender:
    """Sends events that are due. It is idle until `wake` is called or an event becomes due."""

    def __init__(self, pages: LivePages, calls: Calls) -> None:
        self.pages, self.calls, self.store = pages, calls, pages.store
        self._tasks = dict[int, asyncio.Task[None]]()  # by webhook
        self._woken = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to send, because this process is the leader now."""
        if self._running is None:
            self._running = asyncio.create_task(self._run(), name="webhooks")

    def stop(self) -> None:
        """Start no new calls until the next `start`, because another process may be the leader now."""
        if self._running is not None:
            self._running.cancel()
            self._running = None

    async def close(self) -> None:
        """Stop. Cancelled calls are repeated later with the same ids."""
        tasks = [task for task in (self._running, *self._tasks.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.calls.close()

    def wake(self) -> None:
        """Look for events that are due."""
        self._woken.set()

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            try:
                due = await self.store.webhooks.list_due(self._tasks, AT_ONCE - len(self._tasks))
                for event in due.events:
                    task = asyncio.create_task(self._tell(event), name=f"webhook {event.hook_id}")
                    self._tasks[event.hook_id] = task
                    task.add_done_callback(partial(self._finish, event.hook_id))
                wait = self._find_pause(due)
            except Exception:
                log.exception("webhooks can't be looked for")
                wait = AFTER_TROUBLE
            try:
                async with asyncio.timeout(wait):
                    await self._woken.wait()
            except TimeoutError:
                pass

    def _find_pause(self, due: DueEvents) -> float:
        """Return the seconds until the next event is due.

        Ignore running calls, because the end of a call wakes the sender.
        """
        if len(self._tasks) >= AT_ONCE or due.more is None:
            return LOOK
        return min(LOOK, max(0.0, (due.more - datetime.now(UTC)).total_seconds()))

    def _finish(self, hook_id: int, _: object) -> None:
        self._tasks.pop(hook_id)
        self.wake()

    async def _tell(self, event: HookEvent) -> None:
        """Try once to send an event, and store the result."""
        try:
            hook = await self.store.webhooks.load(event.hook_id)
            ready = None if hook is None else await self._prepare(event)
            if hook is None or ready is None:
                await self.store.webhooks.finish(event.id)
                return
            try:
                await self.calls.send(hook, ready)
            except NotAccepted as refused:
                await self._handle_refusal(hook, ready, refused)
            else:
                await self.store.webhooks.finish(event.id)
                metrics.HOOKED.labels("taken").inc()
        except Exception:
            log.exception("a webhook can't be told", id=event.name, game=event.game_id)
            await self._put_off(event)

    async def _put_off(self, event: HookEvent) -> None:
        """Schedule another attempt for an event that failed by an error of the bot. After a day, drop it."""
        now = datetime.now(UTC)
        try:
            if now - (event.tried or now) >= GIVE_UP:
                await self.store.webhooks.finish(event.id)
            else:
                await self.store.webhooks.retry(event.id, now, now + _find_wait(event))
        except Exception:
            log.exception("a webhook can't be put off", id=event.name)
            await asyncio.sleep(AFTER_TROUBLE)

    async def _prepare(self, event: HookEvent) -> HookEvent | None:
        """Return an event with its body; None if it may not be sent, or if an undo has made it untrue.

        If the event has no body yet, make and store one. If the page of a table is switched off, nothing is
        sent, not even events that were stored before.
        """
        self.pages.forget(event.game_id)
        stored = await self.pages.look_up(event.game_id)
        if stored is None:
            return None
        if event.body:
            return event
        kept = await self.pages.get_page(stored)
        bodies = await self.pages.pictures.work_for_page(
            Work.PAGE,
            write_hook_event,
            stored.game,
            kept.language,
            kept.page.memory,
            await read_facts(self.pages, kept),
            stored.id,
            None if event.kind == HookKind.END else event.turn,
            event.time,
        )
        if not bodies:
            return None
        first, *others = bodies
        following = [(KINDS[json.loads(body)["type"]], body) for body in others]
        return await self.store.webhooks.write_body(event, first, following)

    async def _handle_refusal(self, hook: NewHook, event: HookEvent, refused: NotAccepted) -> None:
        now = datetime.now(UTC)
        log.warning("a webhook was not taken", id=event.name, why=str(refused), attempts=event.attempts)
        if refused.gone or now - (event.tried or now) >= GIVE_UP:
            metrics.HOOKED.labels("given up").inc()
            await self._give_up(hook, event, refused)
            return
        metrics.HOOKED.labels("tried again").inc()
        await self.store.webhooks.retry(event.id, now, now + _find_wait(event))

    async def _give_up(self, hook: NewHook, event: HookEvent, refused: NotAccepted) -> None:
        """Remove the webhook, and tell its owner in the game's channel."""
        stored = await self.store.load(event.game_id)
        with speak_within(GameSettings.of(stored).language):
            text = say("webhook.given_up", user=hook.user_id, why=str(refused))
        post = Post(text=text, ping=(hook.user_id,)).delivery(stored, TEXT)
        await self.store.webhooks.give_up(event.hook_id, event.game_id, post)


def _find_wait(event: HookEvent) -> timedelta:
    """Return how long to wait after a failed attempt."""
    doubled: timedelta = FIRST_RETRY * 2 ** min(event.attempts, 20)
    return min(doubled, LONGEST_WAIT)
