"""Start bots for the tests as forks of a process that has loaded everything once.

A forked bot runs like `python -m bot`, without the seconds in which Python loads the modules, and this
program its games. Its workers are forked from one server for all bots. `tests.e2e.house` runs this program.
It reads these lines:

- `{"begin": {...}, "log": path}` with the bot's environment: start a bot, and print its process id. With
  `"fresh": true` it starts `python -m bot` itself, which has loaded nothing.
- `{"wait": number}`: wait until that bot has ended, and print its exit status.

At the end of its input it ends, and all bots with it.
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
    """Load all that bots need, and start the server from which their workers are forked.

    The imports are not at the top of the module, because a worker imports the main module again, and needs
    none of them.
    """
    from bot.engine.workers import prepare

    prepare()

    import bot.discord_app.serve  # noqa: F401
    from render import PAINTERS
    from rules.loading.games import GAMES

    for rules in GAMES.values():
        rules.setup(rules.Options())
    tuple(PAINTERS.values())


def begin(environment: dict[str, str], log: str, fresh: bool) -> int:
    """Start a new bot, and return its process id."""
    from bot.engine.workers import prepare

    prepare()  # restart the fork server if a kill has ended it
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

    serve.THINKING = serve.READING = 0  # a process with low priority gets no time on a busy machine

    # only an earlier bot could have posts in progress, and it is dead, so there is nothing to wait for
    outbox.LEASE = timedelta(seconds=1)

    adopt()
    serve.main()
    sys.exit()


def adopt() -> None:
    """Let a bot use the fork server of all bots, which is not its own child.

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
    """Carry out the lines of the input until its end."""
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
