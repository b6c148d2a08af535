"""People who look for players: the form, the party, its table in a thread, crashes in between, and lapses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, cast

import pytest

from bot.clubs.matching import ANY
from bot.clubs.seekers import (
    FRIENDLY,
    GAME,
    LAPSED,
    PACE,
    PARTY,
    RATED,
    SEATS,
    TERMS,
    WITHIN,
    Seekers,
    read_wishes,
)
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.posting.clubs.seek_posts import SeekPosts
from bot.posting.threads.forum_tags import ForumTags
from bot.posting.threads.table_threads import TableThreads
from bot.replies.reply import Refused
from bot.seating.lobby import Lobby
from bot.seating.starting import BEGIN
from bot.seating.table_form import NAME
from bot.settings.game_settings import GameSettings
from bot.views.ratings import Ratings
from db.records import Delivery, Home, Status
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import GUEST, NORTH, SEED, SOUTH, caller
from tests.bot.plain import Recorder, Sent
from tests.phrases import pattern, phrase

GOATS = {GAME: "aadu_huli", SEATS: ANY, PACE: "daily", TERMS: FRIENDLY}
MESSAGE = 9000


class Discord:
    """A client that records messages and threads. `fail` fails the next thread or table once."""

    def __init__(self) -> None:
        self.sent = Sent()
        self.threads: list[int] = []
        self.http = self

    def get_channel(self, channel_id: int) -> Any:
        return type("Channel", (), {"id": channel_id})()

    def get_partial_messageable(self, channel_id: int) -> Any:
        return Recorder(channel_id, self.sent, MESSAGE + 1)

    async def start_thread_with_message(self, channel_id: int, message_id: int, **_: Any) -> None:
        self.threads.append(message_id)


class Hall:
    """The service on a store, with a clock and a client."""

    def __init__(self, store: Store) -> None:
        self.store, self.time = store, datetime.now().astimezone()
        orders = OrderService(store, GAMES, lambda: None)
        stats = Ratings(orders, PreferenceStore(store))
        self.seekers = Seekers(Lobby(orders, lambda: SEED), stats, lambda: self.time)
        self.client = Discord()
        client = cast(Any, self.client)
        threads = TableThreads(client, store.homes, ForumTags(client))
        self.posts = SeekPosts(client, self.seekers, threads)

    async def seek(self, user: int, **changed: str) -> None:
        await self.seekers.submit(caller(user), entered={**GOATS, **changed})

    async def claim(self, *kinds: str) -> list[Delivery]:
        found = (await self.store.claim_due()).claimed
        return [each for each in found if each.kind in kinds]


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall(store)


async def test_two_who_fit_get_a_table_in_a_thread_and_are_called_once(hall: Hall) -> None:
    await hall.seek(SOUTH)
    assert await hall.claim(PARTY) == []
    await hall.seek(GUEST, **{GAME: ANY, PACE: ANY})
    [party] = await hall.claim(PARTY)
    await hall.posts.post(party)
    [(channel, text, called)] = hall.client.sent
    assert (channel, called) == (700, [SOUTH, GUEST])
    assert f"<@{SOUTH}> <@{GUEST}>" in text
    [thread] = hall.client.threads
    stored = await hall.store.find_in_channel(thread)
    assert stored is not None
    assert (stored.status, stored.host_id, stored.game) == (Status.LOBBY, SOUTH, "aadu_huli")
    assert {seat.user_id for seat in stored.seats} == {SOUTH, GUEST}
    settings = GameSettings.of(stored)
    assert settings.pace == "daily"
    assert settings.starts_at is not None, "it starts by itself"
    assert await hall.store.seeks.list_waiting() == ()
    await hall.posts.post(party)  # the bot was killed before the delivery was marked
    assert (hall.client.threads, len(hall.client.sent)) == ([thread], 1)


async def test_a_kill_after_the_thread_lays_out_one_table(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.seek(SOUTH)
    await hall.seek(GUEST)
    [party] = await hall.claim(PARTY)

    async def die(*_: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as broken:
        broken.setattr(hall.seekers, "lay_out", die)
        with pytest.raises(RuntimeError):
            await hall.posts.post(party)
    with pytest.raises(Refused):
        await hall.seekers.withdraw(caller(SOUTH))
    with pytest.raises(Refused):
        await hall.seek(SOUTH)
    await hall.posts.post(party)
    games = await hall.store.list_games_of(SOUTH)
    assert len(games) == 1
    assert await hall.store.seeks.list_party("") == ()


async def test_whoever_withdraws_is_in_no_party(hall: Hall) -> None:
    await hall.seek(SOUTH)
    await hall.seekers.withdraw(caller(SOUTH))
    await hall.seek(GUEST)
    assert await hall.claim(PARTY) == []
    with pytest.raises(Refused):
        await hall.seekers.withdraw(caller(SOUTH))


async def test_a_second_seek_replaces_the_first(hall: Hall) -> None:
    await hall.seek(SOUTH)
    await hall.seek(SOUTH, **{GAME: "taj_mahal"})
    await hall.seek(GUEST)
    assert await hall.claim(PARTY) == []
    assert len(await hall.store.seeks.list_waiting(1)) == 2


async def test_bot_players_fill_up_after_a_day(hall: Hall) -> None:
    for user in (SOUTH, GUEST):
        await hall.seek(user, **{GAME: "taj_mahal"})
    hall.time += timedelta(hours=23)
    await hall.seekers.look()
    assert await hall.claim(PARTY) == []
    hall.time += timedelta(hours=2)
    await hall.seekers.look()
    [party] = await hall.claim(PARTY)
    await hall.posts.post(party)
    stored = await hall.store.find_in_channel(hall.client.threads[0])
    assert stored is not None
    assert sorted(bool(seat.level) for seat in stored.seats) == [False, False, True]
    assert [each.kind for each in (await hall.store.claim_due()).claimed if each.kind == BEGIN] == []


async def test_a_seek_lapses_aloud(hall: Hall) -> None:
    await hall.seek(SOUTH)
    hall.time += timedelta(days=14, minutes=1)
    await hall.seekers.look()
    await hall.seekers.look()
    [lapsed] = await hall.claim(LAPSED)
    await hall.posts.post(lapsed)
    [(_, text, called)] = hall.client.sent
    assert called == [SOUTH]
    assert f"<@{SOUTH}>" in text


async def test_a_rated_seek_has_only_games_with_a_ranking(hall: Hall) -> None:
    await hall.seek(SOUTH, **{GAME: ANY, TERMS: RATED})
    [seek] = await hall.store.seeks.list_waiting()
    assert '"rated":true' in seek.wishes
    assert '"bots":false' in seek.wishes


@pytest.mark.parametrize(
    "wrong", [{GAME: "chess"}, {SEATS: "9"}, {PACE: "x"}, {TERMS: ""}, {TERMS: f"{WITHIN}1"}]
)
async def test_what_the_form_does_not_offer_is_refused(hall: Hall, wrong: dict[str, str]) -> None:
    with pytest.raises(Refused):
        await hall.seek(SOUTH, **wrong)
    with pytest.raises(Refused):
        await hall.seekers.submit(replace(caller(NORTH), guild_id=None), entered=GOATS)
    assert await hall.store.seeks.list_waiting() == ()


async def test_the_form_fits_into_a_modal(hall: Hall) -> None:
    form = await hall.seekers.open(caller())
    assert [field.key for field in form.fields] == [GAME, SEATS, PACE, TERMS, NAME]
    assert all(2 <= len(field.options) <= 25 for field in form.fields[:-1])


async def test_a_rated_seek_can_have_a_range(hall: Hall) -> None:
    await hall.seek(SOUTH, **{GAME: "taj_mahal", TERMS: f"{WITHIN}100"})
    [seek] = await hall.store.seeks.list_waiting()
    wishes = read_wishes(seek)
    assert (wishes.rated, wishes.span) == (True, 100)


async def test_the_table_has_the_name_that_somebody_wants(hall: Hall) -> None:
    await hall.seek(SOUTH)
    await hall.seek(GUEST, **{NAME: "The Long Road"})
    [party] = await hall.claim(PARTY)
    await hall.posts.post(party)
    stored = await hall.store.find_in_channel(hall.client.threads[0])
    assert stored is not None
    assert stored.name == "The Long Road"


async def test_a_missing_permission_is_named_when_somebody_seeks(hall: Hall) -> None:
    def lack(channel_id: int, _: Sequence[str]) -> tuple[str, ...]:
        return ("create_public_threads",) if channel_id == 700 else ()

    wanted = pattern("thread.lacks", channel=700, lacks=phrase("permission.create_public_threads"))
    with pytest.raises(Refused, match=wanted):
        await hall.seekers.submit(replace(caller(SOUTH), find_lacks=lack), entered=GOATS)
    in_thread = replace(caller(SOUTH), channel_id=701, parent_id=700, find_lacks=lack)
    with pytest.raises(Refused, match=wanted):
        await hall.seekers.submit(in_thread, entered=GOATS)
    assert await hall.store.seeks.list_waiting() == ()


async def test_with_a_home_only_messages_must_be_allowed_where_one_types(hall: Hall) -> None:
    """The table opens in the home, but a person whom nobody joins is told where they typed."""
    await hall.store.homes.set(Home(1, 800, NORTH))

    def refuse(*lacks: tuple[int, str]) -> Caller:
        def find_lacks(channel_id: int, names: Sequence[str]) -> tuple[str, ...]:
            return tuple(name for name in names if (channel_id, name) in lacks)

        here = tuple(name for channel_id, name in lacks if channel_id == 700)
        return replace(caller(SOUTH), lacks=here, find_lacks=find_lacks)

    await hall.seekers.submit(refuse((700, "attach_files")), entered=GOATS)
    with pytest.raises(Refused, match=pattern("thread.no_message")):
        await hall.seekers.submit(refuse((700, "send_messages")), entered=GOATS)
    with pytest.raises(Refused, match=pattern("thread.lacks", channel=800)):
        await hall.seekers.submit(refuse((800, "attach_files")), entered=GOATS)
    in_thread = replace(refuse((701, "send_messages_in_threads")), channel_id=701, parent_id=700)
    with pytest.raises(Refused, match=pattern("thread.no_message")):
        await hall.seekers.submit(in_thread, entered=GOATS)


async def test_the_home_of_the_server_gets_the_table(hall: Hall) -> None:
    await hall.store.homes.set(Home(1, 800, NORTH))
    await hall.seek(SOUTH)
    await hall.seek(GUEST)
    [party] = await hall.claim(PARTY)
    assert party.channel_id == 800
    await hall.posts.post(party)
    [(channel, _, called)] = hall.client.sent
    assert (channel, called) == (800, [SOUTH, GUEST])
