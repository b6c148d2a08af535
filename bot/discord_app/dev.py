"""Run the sandbox and the bot as two processes on this machine: `durbar sandbox`."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TypeAlias

from bot.seating.games import describe_games
from db.connection.address import check_address
from rules.errors import InputError
from rules.loading.games import GAMES

PORT = 8765
PEOPLE = 4  # people in the sandbox
START = 60.0  # seconds that the sandbox may take to start
STOP = 10.0  # seconds that a process may take to stop
MOST_STARTS = 3  # if the bot stops within `START` seconds this many times in a row, give up
CANNOT_RUN = 2  # the exit code of a bot that printed why it can't run
TOKEN = "sandbox"  # the sandbox takes any token
Process: TypeAlias = "subprocess.Popen[bytes]"


def run_sandbox(port: int, *, forget: bool = False, people: int = PEOPLE) -> int:
    """Run the sandbox and the bot until Ctrl-C, SIGTERM or the end of the sandbox. Return the exit code.

    If the bot stops, start it again, so that its games go on. Don't start it again after the exit code
    `CANNOT_RUN`, or after `MOST_STARTS` short runs in a row. `DURBAR_DATABASE` names the database that stores
    the games. By default, the database is in `data/sandbox`. With `forget`, the database is in a temporary
    folder. `people` is the number of people. Raises `InputError`.
    """
    _require_free(port)
    signal.signal(signal.SIGTERM, _interrupt)
    with ExitStack() as stack, suppress(KeyboardInterrupt):
        if forget:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="durbar-"))
            database = _format_sqlite_address(folder)
        else:
            try:
                database = check_address(os.environ.get("DURBAR_DATABASE") or _make_sandbox_database())
            except ValueError as error:
                raise InputError(str(error)) from None
        anew = {"DURBAR_ANEW": "1"}  # the channels of a new sandbox are empty
        address, sandbox = stack.enter_context(start_sandbox(port, _find_channels_file(database), people))
        print(f"The sandbox is open: {address}/  (Ctrl-C closes it)", flush=True)
        short_lives = 0
        while short_lives < MOST_STARTS:
            began = time.monotonic()
            with start_bot(address, database, **anew) as bot:
                while sandbox.poll() is None and bot.poll() is None:
                    time.sleep(0.2)
            anew = {}
            if sandbox.poll() is not None:
                _say("the sandbox has stopped by itself; its last lines above say why")
                return 1
            if bot.poll() == CANNOT_RUN:
                return CANNOT_RUN
            short_lives = short_lives + 1 if time.monotonic() - began < START else 0
            if short_lives < MOST_STARTS:
                _say("the bot has stopped and is started again; the games go on")
        _say(f"the bot has stopped {MOST_STARTS} times in a row, so it is left alone")
        return 1
    return 0


@contextmanager
def start_sandbox_and_bot(
    port: int, folder: str, *module: str, **environment: str
) -> Iterator[tuple[str, Process, Process]]:
    """Run the sandbox and the bot with a database in `folder`. Yield the address and both processes.

    `module` is the module to run instead of the bot, with its arguments.
    """
    database = _format_sqlite_address(folder)
    with (
        start_sandbox(port) as (address, sandbox),
        start_bot(address, database, *module, **environment) as bot,
    ):
        yield address, sandbox, bot


@contextmanager
def start_sandbox(
    port: int, channels: Path | None = None, people: int = PEOPLE
) -> Iterator[tuple[str, Process]]:
    """Run the sandbox as a process. Yield its address and the process.

    `channels` is the file for the channels that people make; None if no file stores them. `people` is the
    number of people. The page of an empty channel lists the games.
    """
    keeping = () if channels is None else ("--channels", str(channels))
    games = (f"--welcome={line}" for line in describe_games(GAMES.values()))
    with _run_process("sandbox", "--port", str(port), "--people", str(people), *keeping, *games) as sandbox:
        _wait_for(sandbox, port)
        yield f"http://127.0.0.1:{port}", sandbox


def _format_sqlite_address(folder: str | Path) -> str:
    return f"sqlite+aiosqlite:///{folder}/durbar.db"


def _find_channels_file(database: str) -> Path | None:
    """Return the file for the sandbox's channels, beside the SQLite file; None for another database."""
    file = database.partition(":///")[2].partition("?")[0] if database.startswith("sqlite") else ""
    return Path(file).with_suffix(".channels.json") if file and ":" not in file else None


def _make_sandbox_database() -> str:
    """Create the folder of the sandbox's database, and return the database's address.

    By default, a bot on Discord uses another database.
    """
    folder = Path("data/sandbox")
    folder.mkdir(parents=True, exist_ok=True)
    return _format_sqlite_address(folder)


def start_bot(
    address: str, database: str, *module: str, **environment: str
) -> AbstractContextManager[Process]:
    """Return a context that runs a bot as a process, with the sandbox's address and this database."""
    told = {"DURBAR_TOKEN": TOKEN, "DURBAR_API": address, "DURBAR_DATABASE": database}
    name, *arguments = module or ("bot",)
    return _run_process(name, *arguments, **told, **environment)


def _say(text: str) -> None:
    print(f"durbar: {text}", file=sys.stderr, flush=True)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _require_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            why = error.strerror or str(error)
            text = f"port {port} can't be used ({why}): is a sandbox running already? Try --port {port + 1}"
            raise InputError(text) from None


@contextmanager
def _run_process(module: str, *arguments: str, **environment: str) -> Iterator[Process]:
    """Run a Python module as a process, and stop it when the context ends."""
    # The child gets its own session, so Ctrl-C reaches only the parent, which stops its children in order.
    process = subprocess.Popen(
        [sys.executable, "-m", module, *arguments], env={**os.environ, **environment}, start_new_session=True,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(process: Process, port: int) -> None:
    deadline = time.monotonic() + START
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise InputError("the sandbox did not start; its last lines above say why")
