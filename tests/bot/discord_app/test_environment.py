"""Settings come only from the environment; secrets are hidden; tokens go only to Discord."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
import structlog
from pydantic import ValidationError

from bot.discord_app import logs
from bot.discord_app.environment import Environment

TOKEN = "a-secret-token"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a token, and remove all other settings of the bot."""
    for name in ("API", "DATABASE", "DRAWERS", "GUILD", "LOG", "LOG_FORMAT", "LUCK"):
        monkeypatch.delenv(f"DURBAR_{name}", raising=False)
    monkeypatch.setenv("DURBAR_TOKEN", TOKEN)


def test_a_token_is_enough() -> None:
    settings = Environment()
    assert settings.token.get_secret_value() == TOKEN
    assert settings.database == "sqlite+aiosqlite:///data/durbar.db"
    assert settings.guild is None
    assert TOKEN not in repr(settings)


@pytest.mark.parametrize("api", ["http://127.0.0.1:8765", "http://localhost:1/", "http://[::1]:80"])
def test_this_machine_may_stand_for_discord(api: str) -> None:
    assert Environment(api=api).api == api.rstrip("/")


@pytest.mark.parametrize(
    "api", ["http://example.org", "https://127.0.0.1", "http://127.0.0.1.example.org", "http://10.0.0.1", "x"]
)
def test_nobody_else_may(api: str) -> None:
    with pytest.raises(ValidationError, match="on this machine"):
        Environment(api=api)


def test_luck_can_be_foreseen_in_tests_only() -> None:
    assert Environment().luck is None
    assert Environment(api="http://127.0.0.1:8765", luck=7).luck == 7
    with pytest.raises(ValidationError, match="for tests only"):
        Environment(luck=7)


def test_the_token_may_stand_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("another-token\n", encoding="utf-8")
    monkeypatch.setenv("DURBAR_TOKEN_FILE", str(file))
    assert Environment().token.get_secret_value() == TOKEN, "the environment comes first"
    monkeypatch.delenv("DURBAR_TOKEN")
    assert Environment().token.get_secret_value() == "another-token"
    monkeypatch.setenv("DURBAR_TOKEN_FILE", str(tmp_path / "none"))
    with pytest.raises(ValidationError, match="DURBAR_TOKEN_FILE can't be read: No such file"):
        Environment()


def test_somebody_must_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DURBAR_DRAWERS", "0")
    with pytest.raises(ValidationError, match="drawers"):
        Environment()


def test_without_a_token_there_is_no_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DURBAR_TOKEN")
    with pytest.raises(ValidationError, match="token"):
        Environment()


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_a_traceback_tells_no_values(log_format: str, capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        logs.configure("info", log_format)
        seed = "the seed " * 2
        try:
            raise RuntimeError(f"no {len(seed)}")
        except RuntimeError:
            logging.getLogger("x").exception("trouble")
        said = capsys.readouterr().err
        assert "RuntimeError: no 18" in said
        assert "the seed" not in said
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        structlog.reset_defaults()  # so that no later test gets a logger that is cached


@pytest.mark.parametrize("seconds", ["0", "61", "long"])
def test_an_bot_player_thinks_for_a_while(monkeypatch: pytest.MonkeyPatch, seconds: str) -> None:
    monkeypatch.setenv("DURBAR_TOKEN", "secret")
    assert Environment().thinking == 5.0
    monkeypatch.setenv("DURBAR_THINKING", seconds)
    with pytest.raises(ValidationError, match="thinking"):
        Environment()


def test_the_address_of_pages() -> None:
    """A server on this machine needs no other address. Elsewhere, an address must be set."""
    here = Environment(web="127.0.0.1:8080")
    assert here.pages == "http://127.0.0.1:8080"
    there = Environment(web="0.0.0.0:8080", web_url="https://example.org/durbar/")
    assert there.pages == "https://example.org/durbar"
    assert Environment(web_url="https://example.org").pages == "https://example.org"
    assert Environment().pages == ""


@pytest.mark.parametrize(
    ("variable", "settings"),
    [
        ("DURBAR_WEB_URL", {"web": "0.0.0.0:8080"}),
        ("DURBAR_WEB_URL", {"web_url": "example.org"}),
        ("DURBAR_WEB_URL", {"web_url": "https://example.org/?a=b"}),
        ("DURBAR_WEBHOOKS", {"webhooks": "on"}),
        ("webhooks", {"webhooks": "yes"}),
        ("DURBAR_WEB", {"web": "8080"}),
        ("DURBAR_WEB_PROXIES", {"web_proxies": "proxy"}),
        ("DURBAR_WEB_FRAMES", {"web_frames": "'none'; script-src *"}),
        ("DURBAR_WEB_FRAMES", {"web_frames": ""}),
    ],
)
def test_settings_of_pages_that_are_not_right(variable: str, settings: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match=variable):
        Environment(**settings)
