"""By somebody who has no seat: ids of buttons and lists as nobody has posted them, and orders in forms."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.discord_app.client import Durbar
from bot.posting import buttons
from bot.posting.action_buttons import TEMPLATE
from tests.bot.callers import CHANNEL, GUEST, NORTH
from tests.hostile.conftest import REAL
from tests.hostile.house import Wire, answered, contents
from tests.hostile.inputs import ABOUT, KEYS, MARKS, WORDS, ids


async def test_forged_buttons(bot: Durbar) -> None:
    before, tried = await contents(bot.store), 0
    forged = [*ids(), *((verb, about) for verb in bot.verbs for about in ABOUT)]
    for verb, about in forged:
        wire = Wire(bot, GUEST, CHANNEL)
        await answered(wire, bot.responder.pressed(wire, verb, about), (verb, about))  # type: ignore[arg-type]
        tried += 1
    assert await contents(bot.store) == before
    assert tried > 800


async def test_forged_lists(bot: Durbar) -> None:
    before = await contents(bot.store)
    for mark in MARKS:
        for key in KEYS:
            for keys in ([], [key], [key, key]):
                for changes in (False, True):
                    wire = Wire(bot, GUEST, CHANNEL)
                    choosing = bot.responder.chosen(wire, mark, keys, changes=changes)  # type: ignore[arg-type]
                    await answered(wire, choosing, (mark, keys, changes))
    assert await contents(bot.store) == before


async def test_forms(bot: Durbar) -> None:
    before = await contents(bot.store)
    for text in WORDS:
        wire: Any = Wire(bot, NORTH, REAL)
        wire.type = discord.InteractionType.modal_submit
        line = {"component": {"value": text[:1500]}}
        wire.data = {"custom_id": buttons.FORM, "components": [line]}
        if text.strip():
            await answered(wire, bot.responder.leftover(wire), text)
    assert await contents(bot.store) == before, "a draft of his own is all that he may leave"


@pytest.mark.parametrize("pattern", [buttons.PRESS, buttons.PICK, TEMPLATE])
def test_ids_are_read_in_no_time(pattern: Any) -> None:
    for text in WORDS:
        for custom_id in (text[:100], f"d:{text}"[:100], f"q:{text}:1"[:100], f"k:{text}"[:100]):
            pattern.fullmatch(custom_id)
