"""A bot that can't run says why in one sentence, and never with a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_processes import TIMEOUT, durbar, free_port


def make_folder(path: Path) -> None:
    path.mkdir()


def make_file_above(path: Path) -> None:
    path.parent.rmdir()
    path.parent.touch()


def make_nonsense(path: Path) -> None:
    path.write_bytes(os.urandom(9000))


@pytest.mark.parametrize("spoil", [make_folder, make_file_above, make_nonsense])
@pytest.mark.parametrize("command", [["bot"], ["bot.cli.main", "run"]])
def test_a_database_that_cant_be_used(
    tmp_path: Path, spoil: Callable[[Path], None], command: list[str]
) -> None:
    path = tmp_path / "data" / "durbar.db"
    path.parent.mkdir()
    spoil(path)
    said = start(command, DURBAR_TOKEN="x", DURBAR_DATABASE=f"sqlite+aiosqlite:///{path}")
    assert str(path) in said


def test_a_server_that_does_not_answer() -> None:
    url = f"postgresql+asyncpg://durbar:secret@127.0.0.1:{free_port()}/durbar"
    said = start(["bot"], DURBAR_TOKEN="x", DURBAR_DATABASE=url)
    assert "can't be reached" in said
    assert "secret" not in said


def start(command: list[str], **environment: str) -> str:
    """What a program says that ends by itself because it can't run."""
    ended = subprocess.run(
        [sys.executable, "-m", *command], env={**os.environ, **environment}, text=True, capture_output=True,
        timeout=TIMEOUT, check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    [line] = ended.stderr.splitlines()
    return line


def test_a_second_sandbox_on_the_same_games_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DURBAR_DATABASE", f"sqlite+aiosqlite:///{tmp_path}/durbar.db")
    with durbar("sandbox", "--port", str(free_port())) as first:
        assert first.stdout is not None
        assert "open" in first.stdout.readline()
        wait_for(tmp_path / "durbar.db.lock")
        with durbar("sandbox", "--port", str(free_port())) as second:
            assert second.wait(TIMEOUT) == 2
            assert second.stderr is not None
            assert "Another bot" in second.stderr.read()
        assert first.poll() is None


def wait_for(path: Path) -> None:
    until = time.monotonic() + TIMEOUT
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert path.exists()
