"""The log has no tokens, and no texts by people from the debug messages of libraries."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
import structlog
from discord.gateway import DiscordWebSocket

from bot.discord_app import logs
from db.connection.unusable import Unusable

TOKEN, SECRET = "aW50ZXJhY3Rpb246MTIz", "my secret plan for the next turn"
BOT = "MTk4NjIy.bot.token"
ADDRESS = f"https://discord.com/api/v10/interactions/123/{TOKEN}/callback"
HOOK = f"https://discord.com/api/v10/webhooks/9/{TOKEN}/messages/@original?wait=true"
REQUEST = "%s %s with %s has returned %s"


def line(
    text: str, *args: Any, name: str = "discord.http", level: int = logging.DEBUG, log_format: str = "text"
) -> str:
    """Return the log line of a record."""
    root = logging.getLogger()
    handlers, before = root.handlers[:], root.level
    try:
        logs.configure("debug", log_format, BOT)
        formatter = root.handlers[0].formatter
    finally:
        root.handlers[:] = handlers
        root.setLevel(before)
        structlog.reset_defaults()  # so that no later test gets a logger that is cached
    assert formatter is not None
    return formatter.format(logging.LogRecord(name, level, "", 0, text, args or None, None))


@pytest.mark.parametrize("log_format", ["text", "json"])
@pytest.mark.parametrize("address", [ADDRESS, HOOK])
def test_a_request_has_neither_its_token_nor_its_text(log_format: str, address: str) -> None:
    body = json.dumps({"content": SECRET})
    said = line(REQUEST, "POST", address, body, 200, log_format=log_format)
    assert TOKEN not in said
    assert SECRET not in said
    assert "POST" in said
    assert "200" in said
    assert address.split("/v10/")[1].split("/")[0] in said
    answer = {"content": SECRET, "token": TOKEN}
    assert SECRET not in line("%s %s has received %s", "POST", address, answer, log_format=log_format)


def test_a_database_that_is_away_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    def written(error: Exception) -> str:
        root = logging.getLogger()
        handlers, before = root.handlers[:], root.level
        try:
            logs.configure("info", "text")
            try:
                raise error
            except Exception:
                structlog.get_logger("bot").exception("the outbox could not read")
        finally:
            root.handlers[:] = handlers
            root.setLevel(before)
            structlog.reset_defaults()
        return capsys.readouterr().err

    assert "Traceback" in written(ValueError("a mistake"))
    [line] = written(Unusable("PostgreSQL can't be reached.")).splitlines()
    assert "PostgreSQL can't be reached." in line


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_an_event_of_the_gateway_has_neither(log_format: str) -> None:
    event = {"t": "INTERACTION_CREATE", "d": {"token": TOKEN, "data": {"value": SECRET}}}
    said = line(
        "For Shard ID %s: WebSocket Event: %s", 0, event, name="discord.gateway", log_format=log_format
    )
    assert TOKEN not in said
    assert SECRET not in said
    assert DiscordWebSocket.__module__ == "discord.gateway", "what we test is what it is called"


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_no_line_at_all_has_a_token(log_format: str) -> None:
    limited = "We are being rate limited. %s %s responded with 429."
    said = line(limited, "POST", HOOK, level=logging.WARNING, log_format=log_format)
    assert TOKEN not in said
    assert "rate limited" in said
    said = line("%s", {"token": TOKEN}, level=logging.WARNING, log_format=log_format)
    assert TOKEN not in said
    assert BOT not in line("%s", f"Bot {BOT}", level=logging.ERROR, log_format=log_format)


def test_a_template_that_wants_a_number_is_still_a_line() -> None:
    assert "size" in line("opcode=%s size=%d", 3, SECRET)
    assert SECRET not in line("opcode=%s size=%d", 3, SECRET)
