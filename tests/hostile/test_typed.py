"""Hostile texts in every command: a reply in time, no error, no ping, nothing kept."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord

from bot.discord_app.client import Durbar
from db.records import Kind, NewAct, Seat
from rules.chance import make_commitment
from rules.records.record import Record, dump_record, load_record
from tests.bot.callers import NORTH
from tests.hostile.conftest import REAL
from tests.hostile.house import Wire, answered, contents, texts
from tests.hostile.inputs import WORDS


async def test_texts_of_commands(bot: Durbar) -> None:
    before, tried = await contents(bot.store), 0
    for number, (command, parameter) in enumerate(texts(bot)):
        for text in WORDS[number % 5 :: 5]:
            most = int(parameter.max_value or 6000)
            if not text or len(text) > most:
                continue  # Discord refuses these itself
            wire = Wire(bot, NORTH, REAL)
            given = {each.name: sample(each) for each in command.parameters if each.required}
            given[parameter.name] = text
            what = (command.qualified_name, parameter.name, text)
            await answered(wire, command.callback(command.binding, wire, **given), what)
            tried += 1
    assert await contents(bot.store) == before
    assert tried > 480


def sample(parameter: Any) -> Any:
    """Return a value for a parameter that this test doesn't check."""
    match parameter.type:
        case discord.AppCommandOptionType.integer:
            return 1
        case discord.AppCommandOptionType.user:
            return SimpleNamespace(id=3, display_name="Chandra", bot=False)
        case _:
            return "x"


async def test_suggestions(bot: Durbar) -> None:
    before, tried = await contents(bot.store), 0
    for command, parameter in texts(bot):
        if not parameter.autocomplete:
            continue
        suggest = command._params[parameter.name].autocomplete
        for text in WORDS[::6]:
            wire = Wire(bot, NORTH, REAL)
            wire.namespace = SimpleNamespace(**{each.name: text for each in command.parameters})
            found = await suggest(command.binding, wire, text)
            assert len(found) <= 25
            assert all(0 < len(each.name) <= 100 and 0 < len(str(each.value)) <= 100 for each in found), text
            tried += 1
    assert await contents(bot.store) == before
    assert tried > 250


async def test_names(bot: Durbar) -> None:
    """Names that people choose are in records, and nowhere where they could do harm."""
    for number, name in enumerate(WORDS):
        shown = name.strip()[:32]  # as much as Discord allows
        if not shown or "\n" in shown or "\x00" in shown:
            continue
        seat = Seat("north", 50 + number, shown)
        game = await bot.store.create_game(
            "toy", channel_id=9000 + number, guild_id=1, host_id=1, act=NewAct(Kind.LOBBY, "new", 1)
        )
        game = await bot.store.take_seat(game.id, seat, act=NewAct(Kind.LOBBY, "join", 1))
        assert game.seat("north") == seat
        seats = {"north": shown}
        again = load_record(dump_record(Record("toy", make_commitment("1"), "1", seats=seats)))
        assert set(again.seats) == {"north"}, name
        assert again.seed == "1"
