"""The poll on who wins: asked once before the last chapter, told at the end, unless the table says no."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast

import discord
import pytest

from bot.analysis.hints import Analysis
from bot.clubs import polls as module
from bot.clubs.polls import Polls
from bot.clubs.show import Shows
from bot.engine.job_queue import JobQueue
from bot.people.preference_editor import PreferenceStore
from bot.posting.channel_sight import ChannelSight
from bot.posting.clubs import poll_posts
from bot.posting.clubs.poll_posts import PollPosts
from db.clubs.polls import POLL, RESULT
from db.clubs.shows import SHOW
from db.records import Delivery, NewDelivery, Show
from tests.bot.callers import CHANNEL, NORTH, Room, caller, now
from tests.bot.saga import SAGA
from tests.phrases import phrase, says

HERE, GUILD = 701, 1
CARDS = 4  # two chapters


class Discord:
    """A client that keeps one poll. It records what is sent and whether the poll was closed."""

    def __init__(self) -> None:
        self.sent = list[dict[str, Any]]()
        self.votes, self.closed, self.gone = [0, 0], 0, False

    def get_partial_messageable(self, *_: object, **__: object) -> Any:
        return self

    async def send(self, text: str, **more: object) -> Any:
        self.sent.append({"text": text, **more})
        return type("Message", (), {"id": 100 + len(self.sent)})()

    def get_partial_message(self, _: int) -> Any:
        return self

    async def fetch(self) -> Any:
        if self.gone:
            response: Any = type("Response", (), {"status": 404, "reason": "Not Found"})()
            raise discord.NotFound(response, {"code": 10008, "message": "Unknown Message"})
        return self

    @property
    def poll(self) -> Any:
        answers = [type("Answer", (), {"vote_count": n})() for n in self.votes]
        ends = discord.utils.utcnow() + timedelta(hours=-1 if self.closed else 1)
        return type("Poll", (), {"answers": answers, "expires_at": ends})()

    async def end_poll(self) -> Any:
        self.closed += 1
        return self

    def to_reference(self, **_: object) -> str:
        return "the poll"


class Stage:
    """A server with a show, and a game in two chapters."""

    def __init__(self, room: Room) -> None:
        self.room, self.client = room, Discord()
        analysis = Analysis(room.table, JobQueue(cast(Any, None)))
        self.polls = Polls(Shows(analysis, PreferenceStore(room.store), now))
        self.posts = PollPosts(cast(Any, self.client), self.polls)

    async def play(self, cards: int) -> None:
        """Let everybody pass, for this many cards, and post what is due."""
        for _ in range(2 * cards):
            await self.room.choose("pass")
        await self.post()

    async def post(self) -> None:
        while claimed := (await self.room.store.claim_due()).claimed:
            for each in claimed:
                if each.kind in (POLL, RESULT):
                    await self.posts.post(each)
                await self.room.store.mark_sent(each.id, None)

    def make_delivery(self, kind: str, game: int, turn: int) -> Delivery:
        row: Any = {"channel_id": HERE, "kind": kind, "content": f'{{"game": {game}, "turn": {turn}}}'}
        more = {"id": 1, "nonce": "n", "attempts": 1, "error": "", "first_tried": None}
        return cast(Delivery, type("Row", (), row | more)())


@pytest.fixture
async def stage(room: Room, monkeypatch: pytest.MonkeyPatch) -> Stage:
    async def see_all(*_: object) -> ChannelSight:
        return ChannelSight((), {}, {})  # without roles, each channel is as open as any other

    monkeypatch.setattr(poll_posts, "load_sight", see_all)
    room.table.games = {"toy": SAGA}
    planned = NewDelivery(HERE, SHOW, "{}", now() + timedelta(days=1))
    await room.store.shows.set(Show(GUILD, HERE, NORTH, 18, "UTC", "en"), planned)
    await room.begin(CARDS)
    return Stage(room)


async def find_game(room: Room) -> int:
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    return stored.id


async def test_it_is_asked_once_when_the_last_chapter_begins(stage: Stage) -> None:
    await stage.play(1)
    assert stage.client.sent == []
    await stage.play(1)
    [sent] = stage.client.sent
    assert says(sent["text"], "poll.text", title="Toy Deccan", chapter="Chapter 2")
    poll = sent["poll"]
    assert isinstance(poll, discord.Poll)
    assert poll.question == phrase("poll.question", title="Toy Deccan")
    assert [each.text for each in poll.answers] == ["The North – Asha", "The South – Bala"]
    await stage.play(1)
    assert len(stage.client.sent) == 1


async def test_the_end_closes_it_and_tells_how_many_were_right(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.play(2)
    stage.client.votes = [3, 2]
    monkeypatch.setattr(module, "share_victory", lambda *_: {"north": 1.0, "south": 0.0})
    game = await find_game(stage.room)
    await stage.play(2)
    _, told = stage.client.sent
    assert stage.client.closed == 1
    assert says(told["text"], "poll.won", title="Toy Deccan")
    assert phrase("poll.right", n=3, all=5) in told["text"]
    assert ".." not in told["text"], "a game's headline may end with a full stop of its own"
    assert told["reference"] == "the poll"
    stage.client.votes = [0, 0]
    await stage.posts.post(stage.make_delivery(RESULT, game, 0))
    assert phrase("poll.nobody") in stage.client.sent[-1]["text"]
    assert stage.client.closed == 1, "it is closed already"


async def test_a_draw_has_nobody_who_was_right(stage: Stage) -> None:
    await stage.play(2)
    stage.client.votes = [3, 2]
    await stage.play(2)
    assert "5" not in stage.client.sent[-1]["text"].partition("](")[0]


async def test_a_game_that_is_dropped_has_no_winner(stage: Stage) -> None:
    await stage.play(2)
    await stage.room.lobby.end(caller(NORTH), await find_game(stage.room))
    await stage.post()
    assert says(stage.client.sent[-1]["text"], "poll.dropped", title="Toy Deccan")


async def test_a_deleted_poll_has_no_result(stage: Stage) -> None:
    await stage.play(2)
    stage.client.gone = True
    await stage.play(2)
    assert len(stage.client.sent) == 1


@pytest.mark.parametrize("value", ["off", "after-end"])
async def test_a_table_that_says_no_has_no_poll(stage: Stage, value: str) -> None:
    await stage.room.options.set(caller(NORTH), "show", value)
    await stage.play(4)
    assert stage.client.sent == []


async def test_a_poll_whose_process_was_killed_is_posted_later(stage: Stage) -> None:
    for _ in range(4):
        await stage.room.choose("pass")
    game, show = await find_game(stage.room), await stage.room.store.shows.find(GUILD)
    assert show is not None

    async def is_open(_: int) -> bool:
        return True

    asked = await stage.polls.ask(show, game, 1, is_open)
    assert asked is not None
    assert asked.message_id is None
    await stage.post()
    assert len(stage.client.sent) == 1
    assert await stage.posts.post(stage.make_delivery(POLL, game, 1)) == 101
    assert len(stage.client.sent) == 1


async def test_a_hidden_game_and_a_game_already_in_its_last_chapter_have_no_poll(stage: Stage) -> None:
    for _ in range(6):
        await stage.room.choose("pass")
    game, show = await find_game(stage.room), await stage.room.store.shows.find(GUILD)
    assert show is not None

    async def is_open(channel: int) -> bool:
        return channel != CHANNEL

    async def is_always_open(_: int) -> bool:
        return True

    assert await stage.polls.ask(show, game, 1, is_open) is None
    assert await stage.polls.ask(show, game, 3, is_always_open) is None
    assert await stage.polls.ask(show, game, 1, is_always_open) is not None
