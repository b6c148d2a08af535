"""Begins bots for the tests: it has loaded everything once, and each is a fork of it.

A bot so begun is a process of its own that runs what `python -m bot` runs, without the seconds that any
Python program takes to load its modules; its workers are forked from one server for all bots. Run as a
program by `tests.e2e.house`. Each line that it reads is `{"begin": {...}, "log": path}` with the environment
of a bot, which is answered with the number of its process, or `{"wait": number}`, answered with the status of
the bot that has ended. When there is nothing more to read it ends, and all bots with it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from multiprocessing import forkserver
from typing import Any

from bot.discord_app.serve import main
from bot.games.workers import context


def begin(environment: dict[str, str], log: str) -> int:
    """The process of a new bot."""
    if process := os.fork():
        return process
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), written, written)):
        os.dup2(file, number)
    os.environ.update(environment)
    # the server from which the workers are forked is no child of the bot, which can't look after it
    forkserver._forkserver.ensure_running = lambda: None  # type: ignore[method-assign]
    main()
    sys.exit()


def nurse() -> None:
    """Do what is asked for, until nothing more will be."""
    context()
    forkserver.ensure_running()
    bots: set[int] = set()
    for line in sys.stdin:
        wish: dict[str, Any] = json.loads(line)
        if "begin" in wish:
            answer = begin(wish["begin"], wish["log"])
            bots.add(answer)
        else:
            answer = os.waitstatus_to_exitcode(os.waitpid(wish["wait"], 0)[1])
            bots.discard(wish["wait"])
        print(answer, flush=True)
    for process in bots:
        os.kill(process, signal.SIGKILL)


if __name__ == "__main__":
    nurse()
