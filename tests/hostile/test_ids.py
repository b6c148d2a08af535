"""Forged ids of buttons and lists, and hostile orders in forms, by a person without a seat."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import discord

from bot.discord_app.action_table import FORM
from bot.discord_app.client import Durbar
from bot.replies.reply import Refused
from tests.bot.callers import CHANNEL, GUEST, NORTH
from tests.hostile.conftest import REAL
from tests.hostile.house import Wire, answered, contents
from tests.hostile.inputs import ABOUT, KEYS, MARKS, WORDS, ids


async def test_forged_buttons(bot: Durbar) -> None:
    before, tried = await contents(bot.store), 0
    verbs = [verb for verb in bot.responder.actions.actions if not verb.startswith(FORM)]
    forged = [*ids(), *((verb, about) for verb in verbs for about in ABOUT)]
    for verb, about in forged:
        wire: Any = Wire(bot, GUEST, CHANNEL)
        wire.data = {"custom_id": f"{verb}:{about}"}
        await answered(wire, bot.responder.click(wire), (verb, about))
        tried += 1
    assert await contents(bot.store) == before
    assert tried > 800


async def test_forged_lists(bot: Durbar) -> None:
    before = await contents(bot.store)
    for mark in MARKS:
        for key in KEYS:
            for keys in ([], [key], [key, key]):
                for verb in ("l", "q", "c", "lesson.pick", "lesson.change"):
                    wire: Any = Wire(bot, GUEST, CHANNEL)
                    wire.data = {"custom_id": f"{verb}:{mark}:1", "values": keys}
                    await answered(wire, bot.responder.click(wire), (verb, mark, keys))
    assert await contents(bot.store) == before


async def test_forms(bot: Durbar) -> None:
    before = await contents(bot.store)
    forms = [verb for verb in bot.responder.actions.actions if verb.startswith(FORM)]
    for custom_id in (
        "order",
        "order:-1",
        "deal:1:north",
        "plan:1",
        "nothing",
        *(f"{verb}:1" for verb in forms),
    ):
        for text in WORDS:
            wire: Any = Wire(bot, NORTH, REAL)
            wire.type = discord.InteractionType.modal_submit
            line = {"component": {"custom_id": "order", "value": text[:1500]}}
            wire.data = {"custom_id": custom_id, "components": [line]}
            if text.strip():
                await answered(wire, bot.responder.click(wire), text)
    assert await contents(bot.store) == before, "a draft of their own is all that they may leave"


async def test_what_is_no_button_s_or_no_form_s(bot: Durbar) -> None:
    """A form's verb on a button, a button's verb on a form, and unknown verbs."""
    before = await contents(bot.store)
    for kind in (discord.InteractionType.component, discord.InteractionType.modal_submit):
        for verb in (*bot.responder.actions.actions, "nothing", "form.nothing", "form.", "", "k", "9", "é"):
            for about in ABOUT[:6]:
                wire: Any = Wire(bot, GUEST, CHANNEL)
                wire.type, wire.data = kind, {"custom_id": f"{verb}:{about}"}
                await answered(
                    wire, bot.responder.guard(wire, bot.responder.click(wire)), (kind, verb, about)
                )
    assert await contents(bot.store) == before


async def test_ids_are_read_in_no_time(bot: Durbar) -> None:
    for text in WORDS:
        for custom_id in (text[:100], *(f"{verb}:{text}"[:100] for verb in bot.responder.actions.actions)):
            with suppress(Refused):
                bot.responder.actions.find(custom_id)
