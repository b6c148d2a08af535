"""Entry points without a table: errors before any reply, and direct messages."""

from __future__ import annotations

from typing import Any

import pytest
from structlog.testing import capture_logs

from tests.bot.discord_app.test_discord import Hall, hall, said, simcord_bot
from tests.phrases import begins, says

__all__ = ["hall", "simcord_bot"]


async def unanswered(_: object, __: object, work: Any, **___: object) -> None:
    """Fail before any reply."""
    work.close()
    raise OSError("disk")


async def test_a_command_that_fails_before_it_answers_says_so(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Errors in discord.py's command tree are answered in one place."""
    monkeypatch.setattr("bot.discord_app.responder.Responder.respond", unanswered)
    with capture_logs() as logs:
        result = await hall.asha.slash(hall.channel, "game status")
    [line] = [line for line in logs if line["log_level"] == "error"]
    assert says(said(result), "broken", number=line["number"])
    assert isinstance(line["exc_info"], OSError), "the cause itself, not what discord.py wraps it in"
    [raised] = hall.env.errors  # simcord has seen it too
    assert raised.__cause__ is line["exc_info"]


async def test_a_button_that_fails_before_it_answers_says_so(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begin()
    monkeypatch.setattr("bot.discord_app.responder.Responder.respond", unanswered)
    with capture_logs() as logs:
        result = await hall.asked().click(hall.last, label="Pass")
    [line] = [line for line in logs if line["log_level"] == "error"]
    assert says(said(result), "broken", number=line["number"])


async def test_all_ones_games_in_direct_messages(hall: Hall) -> None:
    await hall.begin()
    mine = await hall.people["asha"].slash("mine")
    assert says(said(mine), "mine.head")
    assert f"/{hall.channel.id}/{hall.last.id}" in said(mine), "with the way to where one is asked"
    nothing = await hall.people["asha"].slash("turn")
    assert begins(said(nothing), "no_game")
