"""Ranks: who may set them, who gets which role, and what the bot says if it may not give one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, cast

import discord
import pytest
from sqlalchemy import select

from bot.clubs.ranks import MOST, Ranks, Role, Trouble
from bot.people.preference_editor import PreferenceStore
from bot.posting.clubs.rank_roles import AT_ONCE, RankRoles
from bot.posting.outbox import NotYet
from bot.replies.reply import Refused
from bot.views.ratings import Ratings
from db.clubs.ranks import RANK_GONE, RANKS
from db.schema import deliveries
from db.store import Store
from tests.bot.callers import NORTH, SOUTH, Room, caller
from tests.bot.views.test_stats import GAME, ended, play
from tests.phrases import pattern, says

MANAGER = replace(caller(), manages_server=True)
BRONZE, SILVER, GOLD = 11, 12, 13
KEPT = 10007, 10011  # Discord's error codes: no such member, no such role


class Discord:
    """A client that records which roles are given and taken. `refuses` has the error for some roles."""

    def __init__(self) -> None:
        self.http, self.done = self, list[tuple[str, int, int]]()
        self.roles: dict[int, list[int]] = {}
        self.refuses: dict[int, Exception] = {}
        self.refused = 0
        self.guild: Any = None

    def get_guild(self, _: int) -> Any:
        return self.guild

    async def add_role(self, _: int, user: int, role: int, **__: object) -> None:
        self._do("give", user, role)
        self.roles.setdefault(user, []).append(role)

    async def remove_role(self, _: int, user: int, role: int, **__: object) -> None:
        self._do("take", user, role)
        self.roles[user] = [each for each in self.roles.get(user, []) if each != role]

    def _do(self, what: str, user: int, role: int) -> None:
        if role in self.refuses:
            self.refused += 1
            raise self.refuses[role]
        self.done.append((what, user, role))


class Server:
    """A server whose people play the toy game with a ranking."""

    def __init__(self, store: Store) -> None:
        self.store, self.room, self.client = store, Room(store), Discord()
        self.room.table.games = {"toy": GAME}
        self.people = PreferenceStore(store)
        self.ranks = Ranks(Ratings(self.room.table, self.people))
        self.roles = RankRoles(cast(discord.Client, self.client), self.ranks)

    async def work(self) -> list[str]:
        """Carry out all due deliveries of ranks, and return the texts of the other posts."""
        texts = []
        while claimed := (await self.store.claim_due()).claimed:
            for delivery in claimed:
                if delivery.kind in (RANKS, RANK_GONE):
                    await self.roles.post(delivery)
                else:
                    texts.append(json.loads(delivery.content).get("text", ""))
                await self.store.finish(delivery.id, None, 0)
        return texts

    async def set(self, role: int, points: int | None) -> None:
        await self.ranks.set(MANAGER, Role(role), points)
        await self.work()


def error(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    response: Any = type("Response", (), {"status": status, "reason": ""})()
    return kind(response, {"code": code, "message": ""})


@pytest.fixture
def server(store: Store) -> Server:
    return Server(store)


async def test_a_rated_game_gives_roles_and_takes_them(server: Server) -> None:
    await play(server.room)
    await server.work()
    won, lost = [each.after for each in await changes(server)]
    await server.set(BRONZE, lost)
    await server.set(GOLD, won)
    assert server.client.roles == {SOUTH: [GOLD], NORTH: [BRONZE]}
    for _ in range(3):
        await play(server.room)
    await server.work()
    [_, lost] = [each.after for each in await changes(server)]
    assert server.client.roles == {SOUTH: [GOLD], NORTH: []}, "the rating has fallen below the rank"
    done = list(server.client.done)
    await server.store.ranks.refresh(1)
    await server.work()
    assert server.client.done == done, "nothing is given twice"


async def changes(server: Server) -> list[Any]:
    """Return the changes of the last game, the winner's first."""
    found = await server.ranks.ratings.find_changes(await ended(server.room))
    assert isinstance(found, dict)
    return sorted(found.values(), key=lambda each: each.place)


async def test_a_person_has_the_highest_rank_alone(server: Server) -> None:
    await play(server.room)
    won = (await changes(server))[0].after
    await server.set(BRONZE, 1)
    await server.set(SILVER, won - 1)
    assert server.client.roles[SOUTH] == [SILVER]
    await server.set(GOLD, won)
    assert server.client.roles == {SOUTH: [GOLD], NORTH: [BRONZE]}
    await server.ranks.set(MANAGER, Role(GOLD), None)
    await server.work()
    assert server.client.roles[SOUTH] == [SILVER]


async def test_who_opts_out_has_no_rank(server: Server) -> None:
    await play(server.room)
    await server.set(BRONZE, 1)
    await server.people.set(caller(SOUTH), "rated", "off")
    await play(server.room)
    await server.work()
    assert server.client.roles == {SOUTH: [], NORTH: [BRONZE]}


async def test_who_is_forgotten_loses_the_role(server: Server) -> None:
    await play(server.room)
    await server.set(BRONZE, 1)
    await server.store.forget(SOUTH)
    await server.work()
    await server.store.ranks.refresh(1)
    await server.work()
    assert server.client.roles == {SOUTH: [], NORTH: [BRONZE]}
    assert await server.store.ranks.list_ranked(1) == {NORTH: BRONZE}


async def test_killed_between_the_request_and_its_record(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next attempt gives the same role again, which Discord ignores."""
    await play(server.room)
    await server.set(BRONZE, 1)
    record = server.store.ranks.record

    async def die(*_: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(server.store.ranks, "record", die)
    await server.ranks.set(MANAGER, Role(BRONZE), None)
    await server.ranks.set(MANAGER, Role(SILVER), 1)
    [delivery] = [each for each in (await server.store.claim_due()).claimed if each.kind == RANKS]
    with pytest.raises(ConnectionError):
        await server.roles.post(delivery)
    monkeypatch.setattr(server.store.ranks, "record", record)
    await server.roles.post(delivery)
    assert server.client.roles == {SOUTH: [SILVER], NORTH: [SILVER]}
    assert dict(await server.store.ranks.list_ranked(1)) == {SOUTH: SILVER, NORTH: SILVER}


async def test_a_member_or_a_role_that_is_gone_is_no_failure(server: Server) -> None:
    await play(server.room)
    server.client.refuses = {BRONZE: error(discord.NotFound, 404, KEPT[0])}
    await server.set(BRONZE, 1)
    assert await server.store.ranks.list_ranked(1) == {}
    assert len(await server.store.ranks.list_ranks(1)) == 1
    server.client.refuses = {BRONZE: error(discord.NotFound, 404, KEPT[1])}
    await server.store.ranks.refresh(1)
    await server.work()
    assert await server.store.ranks.list_ranks(1) == (), "the role was deleted"


async def test_a_refusal_in_spite_of_permissions_is_told_once(server: Server) -> None:
    """So it is if the server requires two-factor authentication, which the bot's owner lacks."""
    server.client.guild = make_guild()
    server.client.refuses = {GOLD: error(discord.Forbidden, 403, 60003)}
    await server.set(GOLD, 1)
    for told in (1, 0):
        await play(server.room)
        assert sum(says(text, "ranks.refused") for text in await server.work()) == told
    assert says((await server.ranks.set(MANAGER)).text, "ranks.refused")
    server.client.refuses = {}
    await server.roles.retry(1)
    await server.work()
    assert server.client.roles == {SOUTH: [GOLD], NORTH: [GOLD]}
    assert [rank.trouble for rank in await server.store.ranks.list_ranks(1)] == [""]


async def test_a_refused_role_is_tried_once_an_attempt(server: Server) -> None:
    await play(server.room)
    await server.set(BRONZE, 1)
    server.client.refuses = {BRONZE: error(discord.Forbidden, 403, 50013)}
    server.client.refused = 0
    await server.set(BRONZE, None)
    assert server.client.refused == 1


async def test_the_role_of_a_forgotten_person_that_cannot_be_taken(server: Server) -> None:
    """It stays, but the bot keeps nothing about the person."""
    await play(server.room)
    await server.set(BRONZE, 1)
    server.client.refuses = {BRONZE: error(discord.Forbidden, 403, 50013)}
    await server.store.forget(SOUTH)
    [delivery] = [each for each in (await server.store.claim_due()).claimed if each.kind == RANK_GONE]
    await server.roles.post(delivery)
    await server.store.finish(delivery.id, None, 0)
    assert str(SOUTH) not in await read_content(server.store, delivery.id)


async def read_content(store: Store, delivery_id: int) -> str:
    """Return the content of a delivery as it is stored now."""
    found = select(deliveries.c.content).where(deliveries.c.id == delivery_id)
    content: str | None = await store._database.read(lambda connection: connection.scalar(found))
    return content or ""


async def test_many_changes_take_several_attempts(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.posting.clubs.rank_roles.AT_ONCE", 1)
    await play(server.room)
    await server.work()
    await server.ranks.set(MANAGER, Role(BRONZE), 1)
    [delivery] = (await server.store.claim_due()).claimed
    for _ in range(2):
        with pytest.raises(NotYet):
            await server.roles.post(delivery)
    await server.roles.post(delivery)
    assert server.client.roles == {SOUTH: [BRONZE], NORTH: [BRONZE]}
    assert AT_ONCE > 1


def make_guild(*, permission: bool = True, above: bool = False, managed: bool = False) -> Any:
    """Return a server with a role, which stands above the bot's own or below."""
    rights = type("Permissions", (), {"manage_roles": permission})()
    guild = type("Guild", (), {"me": type("Me", (), {"guild_permissions": rights})()})()

    class GuildRole:
        def __init__(self) -> None:
            self.id, self.guild, self.managed = GOLD, guild, managed

        def is_default(self) -> bool:
            return False

        def is_assignable(self) -> bool:
            return not above

    guild.get_role = lambda _: GuildRole()
    return guild


@pytest.mark.parametrize(
    ("guild", "key"), [({"permission": False}, "ranks.not_allowed"), ({"above": True}, "ranks.too_high")]
)
async def test_a_role_that_the_bot_may_not_give_is_told_once(
    server: Server, guild: dict[str, bool], key: str
) -> None:
    await server.set(GOLD, 1)
    server.client.guild = make_guild(**guild)
    await play(server.room)
    assert sum(says(text, key) for text in await server.work()) == 1
    assert says((await server.ranks.set(MANAGER)).text, key)
    await play(server.room)
    assert not any(says(text, key) for text in await server.work())
    assert server.client.done == []
    server.client.guild = make_guild()
    await server.roles.retry(1)
    await server.work()
    assert server.client.roles == {SOUTH: [GOLD], NORTH: [GOLD]}
    assert not says((await server.ranks.set(MANAGER)).text, key)


async def test_what_can_not_be_a_rank(server: Server) -> None:
    for by, role, points, key in (
        (caller(), Role(GOLD), 1100, "ranks.not_you"),
        (replace(MANAGER, guild_id=None), Role(GOLD), 1100, "stats.nowhere"),
        (MANAGER, None, 1100, "ranks.which"),
        (MANAGER, Role(GOLD), None, "ranks.none_such"),
        (MANAGER, Role(GOLD, Trouble.NOT_YOURS), 1100, "ranks.not_yours"),
        (MANAGER, Role(GOLD, Trouble.MANAGED), 1100, "ranks.managed"),
    ):
        with pytest.raises(Refused, match=pattern(key)):
            await server.ranks.set(by, role, points)
    assert says((await server.ranks.set(MANAGER)).text, "ranks.none")
    for number in range(MOST):
        await server.ranks.set(MANAGER, Role(100 + number), 1000 + number)
    with pytest.raises(Refused, match=pattern("ranks.most")):
        await server.ranks.set(MANAGER, Role(GOLD), 2000)
    with pytest.raises(Refused, match=pattern("ranks.same")):
        await server.ranks.set(MANAGER, Role(100), 1001)
    text = (await server.ranks.set(MANAGER, Role(100), 1500)).text
    assert says(text.splitlines()[1], "ranks.line", role=100, points=1500), "the highest first"
