"""Polls in the sandbox: asked by the bot, voted on by people, closed by the bot or by time."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from sandbox.driver import NotAllowed, Player
from sandbox.server import Sandbox
from tests.sandbox.sample_bot import SampleBot


async def ask(bot: SampleBot, sandbox: Sandbox) -> discord.Message:
    poll = discord.Poll("Who wins?", timedelta(hours=24))
    for name in ("The North", "The South"):
        poll.add_answer(text=name)
    channel = bot.get_channel(int(sandbox.world.channel("durbar-hall").id))
    assert isinstance(channel, discord.TextChannel)
    return await channel.send("The last chapter begins.", poll=poll)


async def test_people_vote_and_change_their_vote_and_the_bot_closes_it(
    sandbox: Sandbox, bot: SampleBot, asha: Player, bala: Player
) -> None:
    asked = await ask(bot, sandbox)
    seen = await asha.last()
    assert seen.raw["poll"]["question"]["text"] == "Who wins?"
    await asha.vote(seen, 1)
    await bala.vote(seen, 1)
    await bala.vote(seen, 2)
    found = await asked.channel.fetch_message(asked.id)
    assert found.poll is not None
    assert [answer.vote_count for answer in found.poll.answers] == [1, 1]
    assert not found.poll.is_finalised()
    ended = await found.end_poll()
    assert ended.poll is not None
    assert ended.poll.is_finalised()
    assert ended.poll.expires_at is not None
    assert ended.poll.expires_at <= discord.utils.utcnow()
    with pytest.raises(NotAllowed):
        await asha.vote(seen, 1)
    with pytest.raises(discord.HTTPException):
        await ended.end_poll()
    [refused] = sandbox.violations
    assert "520001" in refused
    sandbox.violations.clear()


async def test_a_message_without_a_poll_is_refused(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    asked = await ask(bot, sandbox)
    plain = await asked.channel.send("no poll")
    with pytest.raises(discord.HTTPException):
        await plain.end_poll()
    [refused] = sandbox.violations
    assert "520006" in refused
    sandbox.violations.clear()
    with pytest.raises(NotAllowed):
        await asha.vote(await asha.last(), 1)
