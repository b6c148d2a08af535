"""The sandbox and the bot as two processes on this machine: `durbar sandbox`."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import TypeAlias

from bot.documents import Refused

PORT = 8765
START, STOP = 20.0, 5.0  # seconds that a process may take to come up, and to go
TOKEN = "sandbox"  # the sandbox takes any
Process: TypeAlias = "subprocess.Popen[bytes]"


def run_sandbox(port: int) -> int:
    """Run both until Ctrl-C, SIGTERM or until one of them ends; gives the exit code. Raises `Refused`."""
    _must_be_free(port)
    signal.signal(signal.SIGTERM, _interrupt)
    with ExitStack() as stack, suppress(KeyboardInterrupt):
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="durbar-"))
        address, sandbox, bot = stack.enter_context(sandbox_and_bot(port, folder))
        print(f"The sandbox is open: {address}/  (Ctrl-C closes it)", flush=True)
        while sandbox.poll() is None and bot.poll() is None:
            time.sleep(0.2)
        which = "sandbox" if bot.poll() is None else "bot"
        print(f"durbar: the {which} has stopped by itself; its last lines above say why", file=sys.stderr)
        return 1
    return 0


@contextmanager
def sandbox_and_bot(port: int, folder: str, **environment: str) -> Iterator[tuple[str, Process, Process]]:
    """Both as processes, the database in `folder`: the sandbox's address, the sandbox and the bot."""
    address = f"http://127.0.0.1:{port}"
    with _process("sandbox", "--port", str(port)) as sandbox:
        _wait_for(sandbox, port)
        database = f"sqlite+aiosqlite:///{folder}/durbar.db"
        told = {"DURBAR_TOKEN": TOKEN, "DURBAR_API": address, "DURBAR_DATABASE": database}
        with _process("bot", **told, **environment) as bot:
            yield address, sandbox, bot


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _must_be_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            why = error.strerror or str(error)
            text = f"port {port} can't be had ({why}): is a sandbox running already? Try --port {port + 1}"
            raise Refused(text) from None


@contextmanager
def _process(module: str, *arguments: str, **environment: str) -> Iterator[Process]:
    """A module of ours as a process, which goes when the context is left."""
    # a session of its own: Ctrl-C reaches us alone, and we stop both in order
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
    raise Refused("the sandbox did not start; its last lines above say why")
