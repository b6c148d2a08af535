"""Games that nobody plays: announced, adjourned, and continued with one button."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, select, update

from bot.deadlines.adjournment import NOTICE, PATIENCE, Adjournment
from bot.hosting.repairs import Repairs
from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Refused
from bot.story.post import Post
from db.records import Kind, NewAct, NewDelivery, Status, StoredGame
from db.schema import acts, games
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, Room, caller, make_reminders
from tests.phrases import pattern, phrase, says

DAY = timedelta(days=1)
LONG = PATIENCE[Status.RUNNING] + DAY


class Years:
    """A channel in which time can pass: everything stored in it becomes older."""

    def __init__(self, room: Room) -> None:
        self.room, self.store = room, room.store
        self.time = datetime.now(UTC)
        self.adjourning = Adjournment(room.table, lambda: self.time)

    async def later(self, by: timedelta) -> list[Post]:
        """Let time pass, run the adjournment check, and return the posts."""
        await self.store._database.run(_aged, by)
        self.time = datetime.now(UTC)
        await self.adjourning.look()
        return [post for _, post in await self.room.posted()]

    async def game(self) -> StoredGame:
        """Return the game in any state."""
        return await self.store.load(1)


def _aged(connection: Connection, by: timedelta) -> None:
    for row in connection.execute(select(games.c.id, games.c.created)).all():
        connection.execute(update(games).where(games.c.id == row.id).values(created=row.created - by))
    for act in connection.execute(select(acts.c.game_id, acts.c.serial, acts.c.time)).all():
        this = (acts.c.game_id == act.game_id) & (acts.c.serial == act.serial)
        connection.execute(update(acts).where(this).values(time=act.time - by))


@pytest.fixture
def years(game: Room) -> Years:
    return Years(game)


async def adjourned(years: Years) -> StoredGame:
    """Return a game that is adjourned because nobody played for long."""
    await years.later(LONG)
    await years.later(NOTICE)
    return await years.game()


async def test_it_is_said_then_adjourned_and_the_channel_is_free(years: Years) -> None:
    before = await years.game()
    assert await years.later(PATIENCE[Status.RUNNING] - DAY) == []
    [notice] = await years.later(2 * DAY)
    assert notice.ping == (NORTH, SOUTH)
    assert notice.text.startswith(f"<@{NORTH}> <@{SOUTH}> ")
    assert says(notice.text, "adjourn.notice")
    assert f"<t:{int((years.time + NOTICE).timestamp())}" in notice.text
    assert [button.verb for button in notice.buttons] == ["playon"]
    assert await years.later(NOTICE - DAY) == [], "it is said once"
    [told] = await years.later(DAY)
    assert [(button.verb, button.about) for button in told.buttons] == [("resume", "1")]
    after = await years.game()
    assert after.status is Status.ADJOURNED
    assert after.position == before.position
    await years.room.lobby.create(caller(), "toy")


async def test_it_goes_on_where_it_stood(years: Years) -> None:
    before = await years.game()
    await adjourned(years)
    await years.adjourning.resume(caller(SOUTH), 1)
    after = await years.game()
    assert (after.status, after.position, after.seats) == (Status.RUNNING, before.position, before.seats)
    assert after.ended is None
    [(kind, board)] = await years.room.posted()
    assert kind == "board"
    assert says(board.text, "resume.told", user=SOUTH)
    await years.room.choose("pass")
    with pytest.raises(Refused, match=pattern("resume.done")):
        await years.adjourning.resume(caller(SOUTH), 1)


async def test_what_anybody_does_begins_the_time_anew(years: Years) -> None:
    await years.later(LONG)
    await years.adjourning.play_on(caller(SOUTH), 1)
    [told] = [post for _, post in await years.room.posted()]
    assert told.text == phrase("adjourn.plays_on", user=SOUTH)
    assert await years.later(NOTICE) == []
    [notice] = await years.later(LONG)
    assert notice.buttons[0].verb == "playon", "it is said once more before anything happens"


async def test_caretakers_and_bot_players_are_nobody(years: Years) -> None:
    for kind in (Kind.CARETAKER, Kind.ORDER):
        await years.store.record_act(1, act=NewAct(kind, "played", 0))
    assert len(await years.later(LONG)) == 1


async def test_while_it_is_adjourned_nothing_is_opened_and_nothing_can_be_done(years: Years) -> None:
    position = (await years.game()).position
    assert position is not None
    await adjourned(years)
    with pytest.raises(Refused, match=pattern("adjourned")):
        await years.room.table.order(caller(), "pass")
    with pytest.raises(Refused, match=pattern("adjourned")):
        await years.room.lobby.join(caller(GUEST))
    record = await years.room.look.send_record(caller(GUEST))
    assert record.file is not None
    assert position.seed not in record.file[1]
    status = await years.room.look.show_status(caller(GUEST))
    assert says(status.text, "adjourned")
    assert [button.verb for button in status.buttons] == ["resume"]


async def test_only_who_belongs_to_it(years: Years) -> None:
    await years.later(LONG)
    with pytest.raises(Refused, match=pattern("adjourn.not_you")):
        await years.adjourning.play_on(caller(GUEST), 1)
    await years.later(NOTICE)
    with pytest.raises(Refused, match=pattern("adjourn.not_you")):
        await years.adjourning.resume(caller(GUEST), 1)
    await years.adjourning.resume(caller(GUEST, manages=True), 1)


async def test_where_the_channel_has_another_game_it_goes_on_elsewhere(years: Years) -> None:
    await adjourned(years)
    await years.room.lobby.create(caller(), "toy")
    with pytest.raises(Refused, match=pattern("resume.taken", game=1)):
        await years.adjourning.resume(caller(), 1)
    assert (await years.game()).status is Status.ADJOURNED
    host = Repairs(
        make_reminders(years.room.table, PreferenceStore(years.store)), years.room.look, years.room.lobby
    )
    await host.bring(caller(channel=CHANNEL + 1), 1)
    after = await years.game()
    assert (after.status, after.channel_id) == (Status.RUNNING, CHANNEL + 1)


async def test_a_game_that_never_began(room: Room) -> None:
    years = Years(room)
    await room.lobby.create(caller(), "toy")
    await room.lobby.join(caller(), "north")
    await room.posted()
    assert len(await years.later(PATIENCE[Status.LOBBY] + DAY)) == 1
    await years.later(NOTICE)
    assert (await years.game()).status is Status.ADJOURNED
    assert says((await room.look.show_status(caller())).text, "card.adjourned")
    await years.adjourning.resume(caller(), 1)
    assert [kind for kind, _ in await room.posted()] == ["lobby"]
    await room.lobby.join(caller(SOUTH), "south")


async def test_calls_that_wait_are_called_off(years: Years) -> None:
    await years.store.schedule(1, NewDelivery(CHANNEL, "call", "{}", years.time + 900 * DAY))
    await adjourned(years)
    assert not await years.store.is_due(1, "call")
