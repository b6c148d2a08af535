"""A bot that can't run says why in one sentence, never with a traceback."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.request import urlopen

import pytest

from bot.discord_app.dev import start_sandbox
from bot.seating.games import sort_games
from rules.lessons.newcomer import find_newcomer
from rules.loading.games import GAMES
from tests.cli.test_processes import TIMEOUT, durbar, free_port
from tests.phrases import says

LOGGED = re.compile(r"\d{4}-\d\d-\d\dT\S+ \[")  # how a line of the log begins


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


def test_a_password_file_that_cant_be_read(tmp_path: Path) -> None:
    url = f"postgresql+asyncpg://durbar@127.0.0.1:{free_port()}/durbar"
    for path, why in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        said = start(["bot"], DURBAR_TOKEN="x", DURBAR_DATABASE=url, DURBAR_DATABASE_PASSWORD_FILE=str(path))
        assert said.startswith("DURBAR_DATABASE_PASSWORD_FILE can't be read: ")
        assert why in said


def test_an_address_for_health_that_is_taken(tmp_path: Path) -> None:
    sandbox = start_sandbox(free_port())
    with sandbox as (api, _), closing(socket.socket()) as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        address = f"127.0.0.1:{holder.getsockname()[1]}"
        said = start(["bot"], DURBAR_API=api, DURBAR_HEALTH=address, **bot_at(tmp_path))
    assert said.startswith(f"DURBAR_HEALTH: {address} can't be used (")
    assert said.endswith("give another.")


def test_the_first_page_of_the_sandbox_lists_the_games() -> None:
    with start_sandbox(free_port()) as (api, _), urlopen(f"{api}/people/welcome") as answer:
        lines = json.load(answer)
    games = sort_games(GAMES.values())
    for line, rules in zip(lines, games, strict=True):
        new = find_newcomer(rules)
        assert says(line, "help.game", title=rules.TITLE, line="" if new is None else new.fits)


def test_a_discord_that_cant_be_reached(tmp_path: Path) -> None:
    api = f"http://127.0.0.1:{free_port()}"
    said = start(["bot"], DURBAR_API=api, **bot_at(tmp_path))
    assert said.startswith("Discord can't be reached (")


@pytest.mark.parametrize(
    ("status", "says"), [(401, "Discord does not know this token"), (403, "Discord refuses this bot (")]
)
def test_a_discord_that_refuses_the_login(tmp_path: Path, status: int, says: str) -> None:
    class Refuses(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    with HTTPServer(("127.0.0.1", 0), Refuses) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        api = f"http://127.0.0.1:{server.server_port}"
        said = start(["bot"], DURBAR_API=api, **bot_at(tmp_path))
        server.shutdown()
    assert said.startswith(says)


def bot_at(folder: Path) -> dict[str, str]:
    """Return the settings of a bot with its own database."""
    return {"DURBAR_TOKEN": "x", "DURBAR_DATABASE": f"sqlite+aiosqlite:///{folder}/durbar.db"}


def start(command: list[str], **environment: str) -> str:
    """Return the output of a program that ends because it can't run."""
    ended = subprocess.run(
        [sys.executable, "-m", *command], env={**os.environ, **environment}, text=True, capture_output=True,
        timeout=TIMEOUT, check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    [line] = [each for each in ended.stderr.splitlines() if not LOGGED.match(each)]
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
