"""Provide a table for tests of the bot without Discord: people, the toy game, a real store, the posts."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import cast

from bot.deadlines.reminders import Reminders
from bot.learning.group_lessons import GroupLessons
from bot.learning.lessons import LessonService
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.replies.mark import shorten_key
from bot.replies.panel import Panel
from bot.replies.reply import Reply
from bot.seating.lobby import Lobby
from bot.seating.seats import Seats
from bot.seating.table_settings import TableSettings
from bot.story.post import Post
from bot.views.board import BoardViews
from bot.views.history import History
from db.store import Store
from rules.kernel import Rules
from rules.records.proof import seal_record
from rules.records.record import Record, load_record
from tests.kernel import toy

CHANNEL = 700
SEED = "0123456789abcdef0123456789abcdef"
NORTH, SOUTH, GUEST = 1, 2, 3
NAMES = {NORTH: "Asha", SOUTH: "Bala", GUEST: "Chandra"}
TOY = cast(Rules, toy)
_interactions = itertools.count(10_000)


def opened(text: str, seed: str = SEED) -> Record:
    """Return a running game's record with its seed and its hash, as it is after the game."""
    return seal_record(load_record(text.replace("seed: sealed", f"seed: {seed}")))


def caller(
    user: int = NORTH, channel: int = CHANNEL, interaction: int | None = None, manages: bool = False
) -> Caller:
    """Return a caller, with a new interaction unless one is given."""
    return Caller(user, NAMES[user], channel, 1, interaction or next(_interactions), manages)


async def type_fast(store: Store, *users: int) -> None:
    """Switch off the previews of what these people type, so that a complete order counts at once."""
    for user in users:
        await store.see_user(user, NAMES.get(user, ""))
        await store.set_preferences(user, '{"preview": false}')


def make_reminders(
    orders: OrderService, people: PreferenceStore, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> Reminders:
    """Return reminders with the actions of the running bot."""
    return Reminders(orders, people, History.since.call, Seats.claim.call, now)


def make_lessons(orders: OrderService) -> LessonService:
    """Return the lessons with the actions of the running bot."""
    return LessonService(orders, GroupLessons.ask.call)


@dataclass
class Room:
    """A channel with the bot's services on one store."""

    store: Store
    woken: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = OrderService(self.store, {toy.KEY: TOY}, lambda: self.woken.append(1))
        self.lobby, self.look = Lobby(self.table, lambda: SEED), BoardViews(self.table)
        self.options = TableSettings(make_reminders(self.table, PreferenceStore(self.store)))

    async def begin(self, cards: int = 2) -> Room:
        """Start a game with Asha as the North and Bala as the South; mark its posts as sent.

        What they type counts at once, without a preview.
        """
        await type_fast(self.store, *NAMES)
        await self.lobby.create(caller(), toy.KEY)
        await self.options.set(caller(), "cards", str(cards))
        await self.lobby.join(caller(NORTH), "north")
        await self.lobby.join(caller(SOUTH), "south")
        await self.lobby.start(caller())
        await self.posted()
        return self

    async def posted(self) -> list[tuple[str, Post]]:
        """Return the kind and content of each delivery since the last call, and mark them as sent."""
        found = []
        while claimed := (await self.store.claim_due())[0]:
            for delivery in claimed:
                found.append((delivery.kind, Post.model_validate_json(delivery.content)))
                await self.store.mark_sent(delivery.id, None)
        return found

    async def decider(self) -> int:
        """Return the person whose decision is due."""
        stored = await self.store.find_in_channel(CHANNEL)
        assert stored is not None
        holder = stored.seat(self.table.load_seated(stored).asked)
        assert holder is not None
        return holder.user_id

    async def panel(self, user: int | None = None) -> Panel:
        """Return the current question as its decider sees it."""
        answer = await self.table.question(caller(user or await self.decider()))
        assert answer.panel is not None
        return answer.panel

    async def choose(self, key: str) -> Reply:
        """Click this option as the decider. An order with a single answer is confirmed at once."""
        user = await self.decider()
        panel = await self.panel(user)
        answer = await self.table.click(caller(user), panel.mark, shorten_key(key))
        return answer if panel.draft else await self.confirmed(user, answer)

    async def confirmed(self, user: int, answer: Reply) -> Reply:
        """Confirm the order that this reply shows, if it is complete."""
        panel = answer.panel
        if panel is None or not panel.confirm:
            return answer
        return await self.table.confirm(caller(user), panel.mark, panel.signature)


def now() -> datetime:
    """Return the current time as the store keeps it."""
    return datetime.now(UTC)
