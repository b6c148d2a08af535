"""Turns in a simulated Discord: ways on that confirm, options that stand apart, answers given ahead."""

from __future__ import annotations

import pytest
import simcord

from bot.discord_app.client import Durbar
from db.store import Store
from tests.bot.discord_app.test_discord import Hall, bot_of, labels, said, shown
from tests.bot.table.test_ahead import council
from tests.kernel import toy


@pytest.fixture
async def simcord_bot(store: Store) -> Durbar:
    return bot_of(store)


@pytest.fixture
async def hall(simcord_env: simcord.Env, store: Store) -> Hall:
    hall = Hall(simcord_env, store)
    await hall.begin()
    return hall


async def test_the_last_step_confirms(hall: Hall) -> None:
    who, board = hall.asked(), hall.last
    step = await who.click(board, label="Command")
    for label in ("Build in Delhi", "March"):
        await who.click(shown(step), label=label)
    step = await who.click(shown(step), label="Rājput Kingdoms")
    step = await who.click(shown(step), label="Delhi: 2 Troops")
    assert "Done – confirm" in labels(step)
    assert hall.last.id == board.id
    done = await who.click(shown(step), label="Done – confirm")
    assert said(done).startswith("Done: `Command decree Build March to Rājput Kingdoms from Delhi 2 Troops.`")
    assert hall.last.id != board.id


async def test_answers_ahead_by_buttons(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "event", council)
    caller = hall.asked()
    await caller.click(hall.last, label="Event")
    board, first = hall.last, hall.asked()
    assert first is not caller
    assert caller.mention in board.content
    asked = await caller.click(board, label="Answer ahead")
    assert asked.ephemeral
    assert labels(asked) == ["Yes", "No"]
    kept = await caller.click(shown(asked), label="Yes")
    assert "Your answer is **Yes**" in said(kept)
    gone = await caller.click(shown(kept), label="Withdraw my answer")
    assert labels(gone) == ["Yes", "No"]
    await caller.click(shown(gone), label="No")
    assert hall.last.id == board.id
    await first.click(board, label="Yes")
    assert "`No`" in hall.last.content
    assert "War." in hall.last.content
