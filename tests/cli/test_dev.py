"""`durbar sandbox` restarts its bot."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.discord_app import dev
from rules.errors import InputError


class Process:
    """A process that ends after `looks` checks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def poll(self) -> int | None:
        self.looks -= 1
        return 1 if self.looks < 0 else None


TOLD: list[dict[str, str]] = []  # the settings with which the bots of the last house were started


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep all files in the test's own folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DURBAR_DATABASE", raising=False)
    TOLD.clear()


def house(monkeypatch: pytest.MonkeyPatch, sandbox: Process, lives: list[int]) -> list[str]:
    """Return the modules as they are started. The sandbox's bots live as long as `lives` says."""
    started: list[str] = []

    @contextlib.contextmanager
    def process(module: str, *_: str, **told: str) -> Iterator[Process]:
        started.append(module)
        if module == "bot":
            TOLD.append(told)
        yield sandbox if module == "sandbox" else Process(lives.pop(0))

    monkeypatch.setattr(dev, "_run_process", process)
    monkeypatch.setattr(dev, "_wait_for", lambda *_: None)
    monkeypatch.setattr("bot.discord_app.dev.time.sleep", lambda _: None)
    monkeypatch.setattr("bot.discord_app.dev.signal.signal", lambda *_: None)
    return started


def test_a_bot_that_is_killed_is_started_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hours = iter(range(0, 10**6, 3600))
    monkeypatch.setattr("bot.discord_app.dev.time.monotonic", lambda: next(hours))
    started = house(monkeypatch, Process(18), [2, 2, 2, 2, 99])
    assert dev.run_sandbox(0) == 1
    assert started == ["sandbox", *["bot"] * 5]
    said = capsys.readouterr().err
    assert said.count("the bot has stopped and is started again; the games go on") == 4
    assert said.endswith("the sandbox has stopped by itself; its last lines above say why\n")


def test_a_bot_that_never_comes_up_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started = house(monkeypatch, Process(999), [1, 1, 1, 1])
    assert dev.run_sandbox(0) == 1
    assert started == ["sandbox", "bot", "bot", "bot"]
    assert "the bot has stopped 3 times in a row" in capsys.readouterr().err


def test_only_quick_stops_in_a_row_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([0, 1, 1, 2, 2, 3600, 3600, 3601, 3601, 3602, 3602, 3603])  # the third bot runs for an hour
    monkeypatch.setattr("bot.discord_app.dev.time.monotonic", lambda: next(times))
    started = house(monkeypatch, Process(999), [1] * 9)
    assert dev.run_sandbox(0) == 1
    assert started == ["sandbox", *["bot"] * 6]
    assert "the bot has stopped 3 times in a row" in capsys.readouterr().err


def test_games_are_kept_where_they_shall_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """They are in the database of the environment, else in `data/sandbox`. Forgotten games are not kept."""
    house(monkeypatch, Process(999), [1] * 9)
    dev.run_sandbox(0)
    assert {told["DURBAR_DATABASE"] for told in TOLD} == {"sqlite+aiosqlite:///data/sandbox/durbar.db"}
    assert (tmp_path / "data" / "sandbox").is_dir()
    assert [told.get("DURBAR_ANEW") for told in TOLD] == ["1", None, None], "later bots find their posts"
    dev.run_sandbox(0, forget=True)
    assert "data/sandbox" not in TOLD[-1]["DURBAR_DATABASE"]
    monkeypatch.setenv("DURBAR_DATABASE", "sqlite+aiosqlite:///mine.db")
    dev.run_sandbox(0)
    assert TOLD[-1]["DURBAR_DATABASE"] == "sqlite+aiosqlite:///mine.db"


@pytest.mark.parametrize(
    "address", ["mine.db", "mysql://localhost/x", "postgresql+asyncpg://u:secret@h:port/x"]
)
def test_an_address_that_is_none_is_refused_before_anything_begins(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    started = house(monkeypatch, Process(999), [1])
    monkeypatch.setenv("DURBAR_DATABASE", address)
    with pytest.raises(InputError, match="DURBAR_DATABASE is an address such as sqlite") as refused:
        dev.run_sandbox(0)
    assert started == []
    assert "secret" not in str(refused.value)
