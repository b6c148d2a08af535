"""Provide a table with a clock that tests set forward, and the reminders that it causes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from bot.deadlines.reminders import CALL
from bot.deadlines.schedule import ReminderState
from bot.people.preference_editor import PreferenceStore
from bot.seating.seats import Seats
from bot.settings.game_settings import GameSettings
from bot.story.post import Post
from db.records import StoredGame
from db.schema import deliveries
from db.store import Store
from tests.bot.callers import CHANNEL, NORTH, SOUTH, Room, caller, make_reminders, type_fast


class Clock:
    """A started game with a pace, its reminders, and the time."""

    def __init__(self, store: Store) -> None:
        self.store, self.room = store, Room(store)
        self.people = PreferenceStore(store)
        self.time, self.id = datetime.now(UTC), 0
        self.reminders = make_reminders(self.room.table, self.people, lambda: self.time)
        self.seats = Seats(self.reminders)

    async def begin(self, pace: str = "daily", cards: int = 2) -> Clock:
        """Start a game with Asha as the North and Bala as the South. The first board is posted."""
        await type_fast(self.store, NORTH, SOUTH)
        await self.room.lobby.create(caller(), "toy")
        await self.room.options.set(caller(), "pace", pace)
        await self.room.options.set(caller(), "cards", str(cards))
        await self.room.lobby.join(caller(NORTH), "north")
        await self.room.lobby.join(caller(SOUTH), "south")
        await self.room.lobby.start(caller())
        here = await self.store.find_in_channel(CHANNEL)
        assert here is not None
        self.id = here.id
        await self.posted()
        return self

    async def posted(self) -> list[Post]:
        """Return the posts that are due at once, and mark them as sent.

        A board starts the clock, as in the bot.
        """
        found = await self.room.posted()
        if any(kind == "board" for kind, _ in found):
            await self.reminders.plan(self.id)
        return [post for _, post in found]

    async def game(self) -> StoredGame:
        """Return the channel's game, even if it is over."""
        return await self.store.load(self.id)

    async def settings(self) -> GameSettings:
        """Return the settings of the game."""
        return GameSettings.of(await self.game())

    async def rings(self) -> list[tuple[ReminderState, datetime]]:
        """Return the planned reminders with their times."""
        query = select(deliveries).where(deliveries.c.kind == CALL, deliveries.c.state == "due")
        rows = await self.store._database.run(lambda connection: connection.execute(query).all())
        return [(ReminderState.model_validate_json(row.content), row.not_before) for row in rows]

    async def ring(self) -> Post | None:
        """Set the clock to the next planned reminder, and send it."""
        [(call, at)] = await self.rings()
        self.time = max(self.time, at + timedelta(seconds=1))
        await self.store.cancel(self.id, CALL)  # as the poster takes it
        return await self.reminders.ring((await self.game()).id, call)

    async def until_kept(self) -> None:
        """Send reminders, without an answer from the asked person, until the caretaker has played."""
        for _ in range(20):
            before = (await self.game()).serial
            await self.ring()
            if (await self.game()).serial > before:
                return
        raise AssertionError("no caretaker came")

    async def silent(self) -> int:
        """Return the person who is asked."""
        return await self.room.decider()

    def other(self, user: int) -> int:
        """Return the player who is not this one."""
        return NORTH + SOUTH - user
