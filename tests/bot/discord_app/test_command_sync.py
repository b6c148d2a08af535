"""Commands are within Discord's limits, and are registered only if they have changed."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.discord_app.client import Durbar
from bot.discord_app.command_sync import CommandTranslator, agree
from bot.language.catalogue import read_catalogue
from bot.language.words import LANGUAGES, SOURCE
from db.store import Store
from sandbox.limits import command_problems
from tests.bot.discord_app.test_discord import Hall, bot_of, hall, requests, simcord_bot

__all__ = ["hall", "simcord_bot"]


async def registered(bot: Durbar) -> list[Any]:
    """Return the commands as Discord gets them."""
    return [
        await each.get_translated_payload(bot.tree, CommandTranslator()) for each in bot.tree.get_commands()
    ]


def described(commands: list[Any]) -> list[Any]:
    """Return everything with a description: commands, their subcommands, their parameters."""
    return [each for command in commands for each in (command, *described(command.get("options") or []))]


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
    payload = await registered(bot)
    assert list(command_problems(payload)) == []
    assert {command["name"] for command in payload} == set(
        "game help hint review turn do command decree event limited pass try undo trade plan".split()
        + "board card log digest rules record about".split()
        + "prefs mine away back seat since replay index host stats learn puzzle aid tables club".split()
        + "follow notes".split()
    )


async def test_all_that_the_commands_do_and_take_is_in_the_template(hall: Hall) -> None:
    bot = hall.env.bot
    assert isinstance(bot, Durbar)
    said = {part["description"] for part in described(await registered(bot))}
    kept = {english for _, english in read_catalogue("bot.language", "slash.pot").entries}
    assert said - kept == set(), "not in slash.pot yet"
    assert kept - said == set(), "of no command any more"


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
async def test_all_that_the_commands_do_and_take_is_said_in_every_language(hall: Hall, language: str) -> None:
    bot = hall.env.bot
    assert isinstance(bot, Durbar)
    parts = described(await registered(bot))
    other = {part["description"]: part["description_localizations"].get(language) for part in parts}
    assert [english for english, said in other.items() if said is None] == [], "not said yet"
    kept = {english for _, english in read_catalogue("bot.language", "slash.po", language).entries}
    assert kept - set(other) == set(), "of no command any more"
    assert [text for text in other.values() if not 1 <= len(str(text)) <= 100] == []
    assert [part for part in parts if part.get("name_localizations")] == [], "names stay"
    [put] = [body for method, path, body in requests(hall) if method == "PUT" and path.endswith("/commands")]
    assert {part["description_localizations"][language] for part in described(put)} == set(other.values())


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
    assert agree({**ours, "name_localizations": {}}, kept)
    assert not agree({**ours, "description_localizations": {"fr": "Faire"}}, kept)
