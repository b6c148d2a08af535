"""Begins bots for the tests: it has loaded everything once, and each is a fork of it.

A bot so begun is a process of its own that runs what `python -m bot` runs, without the seconds that any
Python program takes to load its modules, and this one its games; its workers are forked from one server for
all bots. Run as a program by `tests.e2e.house`. Each line that it reads is `{"begin": {...}, "log": path}`
with the environment of a bot, which is answered with the number of its process, or `{"wait": number}`,
answered with the status of the bot that has ended. `"fresh": true` begins `python -m bot` itself, which has
loaded nothing. When there is nothing more to read it ends, and all bots with it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from select import poll
from typing import Any


def load() -> None:
    """All that bots need, and the server from which their workers are forked. It is not loaded above: a
    worker loads the main module again, and needs nothing of the bot."""
    from bot.engine.workers import prepare

    prepare()

    import bot.discord_app.serve  # noqa: F401
    from render import PAINTERS
    from rules.games import GAMES

    for rules in GAMES.values():
        rules.setup(rules.Options())
    tuple(PAINTERS.values())


def begin(environment: dict[str, str], log: str, fresh: bool) -> int:
    """The process of a new bot."""
    from bot.engine.workers import prepare

    prepare()  # a server of workers that a kill has taken along
    if process := os.fork():
        return process
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), written, written)):
        os.dup2(file, number)
    os.environ.update(environment)
    if fresh:
        os.execv(sys.executable, [sys.executable, "-m", "bot"])

    from bot.discord_app import serve
    from bot.posting import outbox

    serve.THINKING = serve.READING = 0  # who gives way on a busy machine has no time at all

    # nobody but a bot of before can have posts under way, and that one is dead: nothing to wait for
    outbox.LEASE = timedelta(seconds=1)

    adopt()
    serve.main()
    sys.exit()


def adopt() -> None:
    """Let a bot have its workers from the server of all bots, which is not its child.

    The other end of the server's pipe shows whether it is alive. A bot that is killed while it asks for a
    worker ends the server. The other bots then start their own. A server that is about to end still has its
    end of the pipe, but accepts no connection.
    """
    from multiprocessing import forkserver

    server: Any = forkserver._forkserver  # it says nothing of its process to others
    own: Callable[[], None] = server.ensure_running
    ask: Callable[[Sequence[int]], tuple[int, int]] = server.connect_to_new_process
    shared, pipe = server._forkserver_pid, poll()
    pipe.register(server._forkserver_alive_fd, 0)

    def ensure_running() -> None:
        if server._forkserver_pid == shared:
            if not pipe.poll(0):
                return
            server._forkserver_pid = None
        own()

    def connect_to_new_process(fds: Sequence[int]) -> tuple[int, int]:
        try:
            return ask(fds)
        except ConnectionError:
            if server._forkserver_pid == shared:
                server._forkserver_pid = None
            return ask(fds)

    server.ensure_running = ensure_running
    server.connect_to_new_process = forkserver.connect_to_new_process = connect_to_new_process


def nurse() -> None:
    """Do what is asked for, until nothing more will be."""
    load()
    bots: set[int] = set()
    for line in sys.stdin:
        wish: dict[str, Any] = json.loads(line)
        if "begin" in wish:
            answer = begin(wish["begin"], wish["log"], wish["fresh"])
            bots.add(answer)
        else:
            answer = os.waitstatus_to_exitcode(os.waitpid(wish["wait"], 0)[1])
            bots.discard(wish["wait"])
        print(answer, flush=True)
    for process in bots:
        os.kill(process, signal.SIGKILL)


if __name__ == "__main__":
    nurse()
