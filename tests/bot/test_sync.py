"""The commands: within Discord's limits, and registered only when they have changed."""

from __future__ import annotations

from typing import Any

import simcord

from bot.client import Durbar
from bot.sync import agree
from db.store import Store
from sandbox.limits import command_problems
from tests.bot.test_discord import Hall, bot_of, hall, requests, simcord_bot

__all__ = ["hall", "simcord_bot"]


async def test_registered_once(hall: Hall) -> None:
    await hall.env.restart_bot(bot_of(hall.store))
    assert [method for method, path, _ in requests(hall) if path.endswith("/commands")] == [
        "GET",
        "PUT",
        "GET",
    ]


async def test_within_the_limits_of_discord(hall: Hall) -> None:
    bot = hall.env.bot
    assert isinstance(bot, Durbar)
    payload: list[Any] = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    assert list(command_problems(payload)) == []
    assert {command["name"] for command in payload} == set(
        "game do command decree event limited pass try undo trade standing plan".split()
        + "board card log rules record about".split()
        + "prefs mine away back seat since replay index host stats".split()
    )


async def test_a_refusal_changes_nothing(store: Store) -> None:
    async with simcord.run(bot_of(store)) as env:
        env.inject_error("GET", "/applications/*/commands", status=403)
        await env.restart_bot(bot_of(store))
        hall = Hall(env, store)
        made = await hall.asha.slash(hall.channel, "game new", game="toy")
        assert made.response is not None


def test_what_discord_adds_or_leaves_out_is_no_difference() -> None:
    ours = {"name": "do", "options": [{"name": "order", "required": True}], "nsfw": False}
    kept = {"id": "1", "name": "do", "options": [{"name": "order", "required": True, "type": 3}]}
    assert agree(ours, kept)
    assert not agree({**ours, "name": "did"}, kept)
    assert not agree(ours, {**kept, "options": []})
    assert not agree({**ours, "options": []}, kept)
