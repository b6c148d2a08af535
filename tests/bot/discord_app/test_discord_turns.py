"""Turns in a simulated Discord: lists of places, the last screen, early answers."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.discord_app.client import Durbar
from bot.posting.layouts import read
from db.store import Store
from tests.bot.discord_app.test_discord import Hall, bot_of, labels, said, shown
from tests.bot.plans.test_question_plans import council
from tests.kernel import toy
from tests.phrases import begins, phrase, says


@pytest.fixture
async def simcord_bot(store: Store) -> Durbar:
    return bot_of(store)


@pytest.fixture
async def hall(simcord_env: simcord.Env, store: Store) -> Hall:
    hall = Hall(simcord_env, store)
    await hall.begin()
    return hall


def lists(result: Any) -> list[str]:
    """Return the ids of the lists under a private reply."""
    rows = shown(result).components
    items = [item for row in rows for item in row.get("components", ())]
    return [item["custom_id"] for item in items if "options" in item]


async def test_a_list_of_places_and_the_last_screen(hall: Hall) -> None:
    who, board = hall.asked(), hall.last
    step = await who.click(board, label="Command")
    await who.click(shown(step), label="Build")
    march = lists(step)[0]
    await who.select(shown(step), ["march rajput-kingdoms"], custom_id=march)
    await who.click(shown(step), label="Delhi")
    await who.select(shown(step), ["2-troops done done"], custom_id=lists(step)[0])
    await who.click(shown(step), label=phrase("button.no_more"))
    assert hall.last.id == board.id
    confirm = phrase("button.confirm", order="Command. Decree Build in Delhi. March to Rājput Kingdoms")
    assert labels(step)[0] == confirm
    done = await who.click(shown(step), label=confirm)
    line = "Command. Decree Build in Delhi. March to Rājput Kingdoms: 2 Troops from Delhi."
    assert begins(said(done), "done.other", line=line)
    assert hall.last.id != board.id


async def test_answers_ahead_by_buttons(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "event", council)
    caller = hall.asked()
    step = await caller.click(hall.last, label="Event")
    await caller.click(shown(step), label=phrase("button.confirm", order="Event"))
    board, first = hall.last, hall.asked()
    assert first is not caller
    assert caller.mention in read(board)
    asked = await caller.click(board, label=phrase("button.plan_answer"))
    assert asked.ephemeral
    assert labels(asked) == ["Make peace", "Go on fighting"]
    kept = await caller.click(shown(asked), label="Make peace")
    assert says(said(kept), "plan.answer_kept", answer="Make peace")
    gone = await caller.click(shown(kept), label=phrase("button.unsay"))
    assert labels(gone) == ["Make peace", "Go on fighting"]
    await caller.click(shown(gone), label="Go on fighting")
    assert hall.last.id == board.id
    step = await first.click(board, label="Make peace")
    await first.click(shown(step), label=phrase("button.confirm", order="Make peace"))
    assert ": Go on fighting." in read(hall.last)
    assert "War." in read(hall.last)
