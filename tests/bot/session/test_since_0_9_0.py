"""A database and buttons of version 0.9.0: its games continue, and its buttons work or are out of date.

The program of 0.9.0 itself wrote the dump. It has a running game of each of the five: one with a request to
undo, two with drafts, and some with plans and answers in advance. It also has a lobby, an adjourned game, a
game that was given up, and an ended game whose last posts wait in the outbox. People have lessons and
preferences, and a channel has a puzzle of the day.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from bot.deadlines.reminders import CALL
from bot.deadlines.schedule import ReminderState
from bot.discord_app.client import Durbar
from bot.discord_app.services import Services, build_services
from bot.orders.draft import load_draft
from bot.posting.pictures import Pictures
from bot.replies.reply import Refused, Reply
from bot.story.post import BOARD, REVIEW, Post
from db.learning.dailies import KIND as DAILY
from db.migrate import migrate
from db.records import Status, StoredGame
from db.store import Store
from rules.kernel import resume
from rules.loading.games import GAMES
from rules.records.proof import verify
from rules.records.record import load_record
from tests.bot.callers import GUEST, NORTH, SOUTH, caller
from tests.phrases import says
from tests.stores import quick_store

DUMP = Path(__file__).parents[2] / "db" / "before" / "0.9.0.sql"
DECCAN, BOARD_GAME, COURT, RIVER, SUCCESSORS, LOBBY = 701, 702, 703, 704, 705, 706  # channels
RUNNING = {
    DECCAN: "vijayanagara",
    BOARD_GAME: "aadu_huli",
    COURT: "taj_mahal",
    RIVER: "rajas_of_the_ganges",
    SUCCESSORS: "successors",
}
ADJOURNED, ENDED = 1, 9  # games, and their channels
READERS: Mapping[str, Callable[[str], object]] = {  # what reads the content of deliveries that are no posts
    CALL: ReminderState.model_validate_json,
    DAILY: lambda content: date.fromisoformat(json.loads(content)),
}
ADJOURNED_IN, ENDED_IN = 710, 707

# The id of a button or list under each game's last question, and the option that is chosen in a list. In the
# Deccan and on the Ganges, a draft asks the question.
PRESSED = {
    DECCAN: ("l:2:19:3.4eef:0", ["malwa done"]),
    BOARD_GAME: ("l:3:14:0.dd29:0", ["2a"]),
    COURT: ("l:4:12:0.dd29:0", ["yellow-vp"]),
    RIVER: ("d:5:12:1.c6d6:orange-s6", []),
    SUCCESSORS: ("d:6:32:0.dd29:march-MED", []),
}


class House:
    """Today's services on the database of 0.9.0."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.services: Services = build_services(store, GAMES)
        self.actions = Durbar(self.services, pictures=Pictures()).responder.actions

    async def find_in(self, channel: int) -> StoredGame:
        """Return the game of a channel."""
        stored = await self.store.find_in_channel(channel)
        assert stored is not None
        return stored

    async def press(self, user: int, channel: int, custom_id: str, values: list[str] | None = None) -> Reply:
        """Return the reply to a click on a button of 0.9.0."""
        given: dict[str, Any] = {} if values is None else {"values": values}
        reply = await self.actions.find(custom_id).run(caller(user, channel), given)
        assert isinstance(reply, Reply)
        return reply

    async def finish(self, user: int, channel: int, reply: Reply) -> None:
        """Answer with the first option until the order is complete, and confirm it."""
        orders = self.services.orders.service
        while (panel := reply.panel) is not None and not panel.confirm:
            at = orders.load_seated(await self.find_in(channel))
            draft = load_draft(at, at.stored.notes)
            assert draft.now.ask is not None
            key = next(iter(draft.now.ask.menu()))
            reply = await orders.click(caller(user, channel), draft.mark, key)
        assert panel is not None
        await orders.confirm(caller(user, channel), panel.mark, panel.signature)


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with the database of 0.9.0, migrated once for all tests."""
    file = tmp_path_factory.mktemp("before") / "durbar.db"
    with closing(sqlite3.connect(file)) as old, old:
        old.executescript(DUMP.read_text(encoding="utf-8"))
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()
    return file


@pytest.fixture
async def house(migrated: Path, tmp_path: Path) -> AsyncIterator[House]:
    async with quick_store(migrated, tmp_path) as store:
        yield House(store)


async def test_positions_are_read_and_stay_as_they_are(house: House) -> None:
    for number in range(1, 10):
        stored = await house.store.load(number)
        rules = GAMES[stored.game]
        for turn in await house.store.load_history(number):
            assert rules.dump(rules.load(turn.start)) == turn.start
            resume(rules, turn)


@pytest.mark.parametrize("channel", RUNNING, ids=RUNNING.get)
async def test_a_button_of_then_leads_to_an_order(house: House, channel: int) -> None:
    before = await house.find_in(channel)
    assert before.game == RUNNING[channel]
    at = house.services.orders.service.load_seated(before)
    holder = before.seat(at.asked)
    assert holder is not None
    reply = await house.press(holder.user_id, channel, *PRESSED[channel])
    await house.finish(holder.user_id, channel, reply)
    after = await house.find_in(channel)
    assert after.serial > before.serial
    assert after.position is not None
    assert after.position != before.position
    with pytest.raises(Refused):  # the game has moved on
        await house.press(holder.user_id, channel, *PRESSED[channel])


@pytest.mark.parametrize("channel", [DECCAN, RIVER])
async def test_a_draft_is_kept(house: House, channel: int) -> None:
    at = house.services.orders.service.load_seated(await house.find_in(channel))
    draft = load_draft(at, at.stored.notes)
    assert draft.keys
    assert not draft.key_dropped


async def test_plans_and_answers_in_advance_are_kept(house: House) -> None:
    shown = await house.services.orders.plans.plan(caller(GUEST, DECCAN))
    assert says(shown.text, "plan.line_if", order="Pass.", condition="you are the first to act on the card")
    shown = await house.services.orders.plans.plan(caller(NORTH, BOARD_GAME))
    assert says(shown.text, "plan.line")
    shown = await house.services.orders.plans.plan(caller(NORTH, COURT))  # an answer in advance, of old
    assert says(shown.text, "plan.line")


async def test_a_request_to_undo_is_answered_by_its_old_button(house: House) -> None:
    before = await house.find_in(SUCCESSORS)
    for user in (SOUTH, GUEST):
        await house.press(user, SUCCESSORS, "agree:6")
    after = await house.find_in(SUCCESSORS)
    assert after.position is not None
    assert before.position is not None
    assert after.position.turn < before.position.turn


async def test_a_lobby_and_an_adjourned_game_go_on(house: House) -> None:
    free = sorted(
        {"blue", "brown", "gray", "maroon"} - {seat.seat for seat in (await house.find_in(LOBBY)).seats}
    )
    for seat in free:
        await house.press(GUEST, LOBBY, f"join:7:{seat}")
    await house.press(SOUTH, LOBBY, "start:7")
    assert (await house.find_in(LOBBY)).position is not None

    await house.press(NORTH, ADJOURNED_IN, f"resume:{ADJOURNED}")
    assert (await house.find_in(ADJOURNED_IN)).id == ADJOURNED


async def test_what_was_due_can_be_posted(house: House) -> None:
    kinds = []
    while claimed := (await house.store.claim_due())[0]:
        for delivery in claimed:
            READERS.get(delivery.kind, Post.model_validate_json)(delivery.content)
            kinds += [delivery.kind] if delivery.game_id == ENDED else []
            await house.store.mark_sent(delivery.id, None)
    assert {BOARD, REVIEW} <= set(kinds)


async def test_the_record_of_an_ended_game_is_whole(house: House) -> None:
    assert (await house.store.load(ENDED)).status is Status.ENDED
    reply = await house.services.views.board.send_record(caller(NORTH, ENDED_IN), ENDED)
    assert reply.file is not None
    record = load_record(reply.file[1])
    assert verify(GAMES["aadu_huli"], record) == []
    assert {version.split(",")[0] for version in record.versions.values()} <= {"Durbar 0.9.0", ""}
    await house.press(NORTH, ENDED_IN, f"replay:{ENDED}:1")
    await house.press(NORTH, ENDED_IN, f"film:{ENDED}:0")


async def test_lessons_and_preferences_are_kept(house: House) -> None:
    assert (await house.services.people.load(NORTH)).language == "fr"
    assert (await house.services.people.load(SOUTH)).zone == "Asia/Kolkata"
    begun = await house.store.lessons.list_of(GUEST)
    assert {each.game for each in begun} == {"aadu_huli"}
    reply = await house.press(GUEST, DECCAN, "lesson.pick:2:1:0.fa74:0", ["3b-3a"])
    assert reply.text
    assert (await house.press(GUEST, DECCAN, "task:1")).panel is not None
