"""Conditions of the sandbox, as discord.py meets them: each refusal with Discord's own code."""

from __future__ import annotations

import discord
import pytest

from sandbox.driver import Player
from sandbox.rate_limits import Buckets
from sandbox.server import Sandbox
from sandbox.world import Channel
from tests.sandbox.sample_bot import SampleBot
from tests.until import until

HALL = "durbar-hall"


def hall(sandbox: Sandbox) -> Channel:
    return sandbox.world.channel(HALL)


def messages(bot: SampleBot, channel: Channel) -> discord.PartialMessageable:
    return bot.get_partial_messageable(int(channel.id))


@pytest.mark.parametrize(
    ("permission", "code"), [("view_channel", 50001), ("send_messages", 50013), ("attach_files", None)]
)
async def test_rights_that_are_missing(
    sandbox: Sandbox, bot: SampleBot, asha: Player, permission: str, code: int | None
) -> None:
    there = messages(bot, hall(sandbox))
    await asha.control("conditions", {"do": "deny", "channel": HALL, "permissions": [permission]})
    seen = bot.get_channel(int(hall(sandbox).id))
    assert isinstance(seen, discord.TextChannel)
    await until(lambda: not getattr(seen.permissions_for(seen.guild.me), permission))
    if code is None:
        await there.send("words may go")
    else:
        with pytest.raises(discord.Forbidden) as refused:
            await there.send("not so")
        assert refused.value.code == code
    await asha.control("conditions", {"do": "allow", "channel": HALL})
    await there.send("again")


async def test_what_may_not_be_read_is_empty(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    there = messages(bot, hall(sandbox))
    await there.send("here")
    wish = {"do": "deny", "channel": HALL, "permissions": ["read_message_history"]}
    await asha.control("conditions", wish)
    assert [message async for message in there.history()] == []


async def test_threads_put_away(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    thread = sandbox.world.add_thread(hall(sandbox), "a game", sandbox.world.bot)
    there = messages(bot, thread)
    post = await there.send("first")
    await asha.control("conditions", {"do": "archive", "channel": thread.id})
    with pytest.raises(discord.HTTPException, match="50083"):
        await post.edit(content="changed")
    await there.send("a message opens it again")
    await post.edit(content="changed")
    await asha.control("conditions", {"do": "lock", "channel": thread.id})
    with pytest.raises(discord.HTTPException, match="50083"):
        await there.send("not so")


async def test_what_is_deleted_and_what_takes_no_more_edits(
    sandbox: Sandbox, bot: SampleBot, asha: Player
) -> None:
    bot.http.max_ratelimit_timeout = 30
    there = messages(bot, hall(sandbox))
    post = await there.send("first")
    await asha.control("conditions", {"do": "edited_enough"})
    with pytest.raises(discord.RateLimited):
        await post.edit(content="changed")
    await asha.control("conditions", {"do": "editable"})
    await asha.control("conditions", {"do": "delete", "channel": HALL, "message": str(post.id)})
    with pytest.raises(discord.NotFound, match="10008"):
        await post.edit(content="changed")
    await asha.control("conditions", {"do": "delete", "channel": HALL})
    with pytest.raises(discord.NotFound, match="10003"):
        await there.send("nobody")


async def test_a_page_hears_of_a_deleted_channel(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    channel, since = hall(sandbox).id, sandbox.world.revision
    await asha.control("conditions", {"do": "delete", "channel": HALL})
    heard = (await asha._call("GET", f"/user/{asha.who}/updates?since={since}"))["updates"]
    assert {"kind": "channel", "key": channel, "channel": None} in heard


async def test_sent_off_and_invited_out_of_reach_and_back(
    sandbox: Sandbox, bot: SampleBot, asha: Player
) -> None:
    there = messages(bot, hall(sandbox))
    for gone, back in (("kick", "invite"), ("outage", "recover")):
        await asha.control("conditions", {"do": gone})
        await until(lambda: not [guild for guild in bot.guilds if not guild.unavailable])
        await asha.control("conditions", {"do": back})
        await until(lambda: [guild for guild in bot.guilds if not guild.unavailable])
        await there.send("here")


async def test_no_such_condition(sandbox: Sandbox, asha: Player) -> None:
    with pytest.raises(Exception, match="no such condition"):
        await asha.control("conditions", {"do": "rain"})


def test_limits_are_counted_by_route_and_channel_and_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("sandbox.rate_limits.time.time", lambda: now)
    buckets = Buckets()
    buckets.real = True
    post = "POST", "/channels/{channel_id}/messages"
    for left in (4, 3, 2, 1, 0):
        headers, refused = buckets.take(*post, {"channel_id": "1"})
        assert refused is None
        assert headers["X-RateLimit-Remaining"] == str(left)
        assert float(headers["X-RateLimit-Reset-After"]) == 5 - left, "until all are free again"
    headers, refused = buckets.take(*post, {"channel_id": "1"})
    assert refused == {"message": "You are being rate limited.", "retry_after": 1.0, "global": False}
    assert headers["X-RateLimit-Scope"] == "user"
    for channel in range(2, 11):
        for _ in range(5):
            assert buckets.take(*post, {"channel_id": str(channel)})[1] is None
    headers, refused = buckets.take(*post, {"channel_id": "99"})
    assert refused is not None
    assert refused["global"] is True
    assert buckets.refused == {
        "POST /channels/{channel_id}/messages, user": 1,
        "POST /channels/{channel_id}/messages, global": 1,
    }
    now = 1001.5
    assert buckets.take(*post, {"channel_id": "99"})[1] is None
    assert buckets.take(*post, {"channel_id": "1"})[1] is None, "one is free again after a second,"
    assert buckets.take(*post, {"channel_id": "1"})[1] is not None, "and not yet two"
    assert buckets.take("POST", "/webhooks/{webhook_id}/{webhook_token}", {})[1] is None


async def test_roles_are_given_and_taken_as_far_as_the_bot_may(
    sandbox: Sandbox, bot: SampleBot, asha: Player
) -> None:
    world = sandbox.world
    guild, person = int(world.guild_id), int(world.user("bala").id)
    gold, high = int(world.role("Gold").id), int(world.role("Organiser").id)
    for _ in range(2):
        await bot.http.add_role(guild, person, gold)
    assert (await bot.http.get_member(guild, person))["roles"] == [str(gold)]
    with pytest.raises(discord.Forbidden) as refused:
        await bot.http.add_role(guild, person, high)
    assert refused.value.code == 50013
    for _ in range(2):
        await bot.http.remove_role(guild, person, gold)
    assert (await bot.http.get_member(guild, person))["roles"] == []
    with pytest.raises(discord.NotFound) as unknown:
        await bot.http.add_role(guild, person, 1)
    assert unknown.value.code == 10011
    await asha.control("conditions", {"do": "leave", "user": "bala"})
    with pytest.raises(discord.NotFound) as gone:
        await bot.http.add_role(guild, person, gold)
    assert gone.value.code == 10007
    await asha.control("conditions", {"do": "rights", "roles": False})
    server = bot.get_guild(guild)
    assert server is not None
    await until(lambda: not server.me.guild_permissions.manage_roles)
    assert [role.name for role in server.roles] == ["@everyone", *(role.name for role in world.roles)]
