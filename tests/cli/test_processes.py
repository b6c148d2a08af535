"""`durbar sandbox` as a process: it starts, prints its address, ends, and says plainly why it can't start."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

TIMEOUT = 120


def free_port() -> int:
    """Return a free port."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(autouse=True)
def own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the games elsewhere than a running sandbox, which has locked its own."""
    monkeypatch.setenv("DURBAR_DATABASE", f"sqlite+aiosqlite:///{tmp_path}/durbar.db")


@contextmanager
def durbar(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Yield `durbar` without a token; stop it at the end."""
    environment = {key: value for key, value in os.environ.items() if key != "DURBAR_TOKEN"}
    # Where the tests run in the background Ctrl-C is ignored, and would be by what they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-m", "bot.cli.main", *arguments], env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=TIMEOUT)


@pytest.mark.parametrize(("command", "stop"), [("sandbox", signal.SIGTERM), ("run", signal.SIGINT)])
def test_the_sandbox_opens_says_where_and_closes(command: str, stop: signal.Signals) -> None:
    port = free_port()
    with durbar(command, "--port", str(port)) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        if command == "run":
            assert "DURBAR_TOKEN" in said
            said = process.stdout.readline()
        assert f"http://127.0.0.1:{port}/" in said
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=TIMEOUT) as page:
            assert page.status == 200
        process.send_signal(stop)
        assert process.wait(TIMEOUT) == 0
    with closing(socket.socket()) as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def test_a_port_that_is_taken_is_said_plainly() -> None:
    with closing(socket.socket()) as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with durbar("sandbox", "--port", str(port)) as process:
            _, said = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 2
    assert said.startswith(f"durbar: port {port} can't be used (")
    assert said.endswith(f"Try --port {port + 1}\n")
