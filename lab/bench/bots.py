"""The bots of a load test as processes, and what they take of the machine."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import aiohttp

from bot.discord_app.dev import Process, start_bot

PATIENCE = 5.0  # seconds for the answer to how a bot is
MIB, TICKS = 1024, os.sysconf("SC_CLK_TCK")  # the units of Linux's figures: KiB, and clock ticks


class Bots:
    """The bot as one process, or as several of which two have a gateway."""

    def __init__(self, address: str, database: str, processes: int) -> None:
        self.address, self.database = address, database
        self.gateways = min(processes, 2)
        shards = ["0/2", "1/2", *["none"] * (processes - 2)] if processes > 1 else [""]
        self._settings: list[dict[str, str]] = []
        for shard in shards:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                health = f"127.0.0.1:{probe.getsockname()[1]}"
            self._settings.append({"DURBAR_HEALTH": health, "DURBAR_LOG": "warning", "DURBAR_SHARDS": shard})
        self._contexts = [ExitStack() for _ in shards]
        self.processes: list[Process] = []

    def start(self) -> None:
        """Begin them all."""
        for context, settings in zip(self._contexts, self._settings, strict=True):
            self.processes.append(context.enter_context(start_bot(self.address, self.database, **settings)))

    def kill(self, which: int) -> None:
        """Kill a process with SIGKILL, and start another in its place."""
        self.processes[which].kill()
        self._contexts[which].close()
        again = start_bot(self.address, self.database, **self._settings[which])
        self.processes[which] = self._contexts[which].enter_context(again)

    def close(self) -> None:
        """End them all."""
        for context in self._contexts:
            context.close()

    def memory(self) -> tuple[float, float]:
        """Return what the first of them holds, and the largest of its workers, in MiB."""
        own, *workers = map(_held, tree(self.processes[0].pid))
        return own, max(workers, default=0.0)

    def work(self) -> dict[str, float]:
        """Return the seconds of processor time that the bots and their workers have taken.

        Workers that think or make films give way to all others, so they are counted apart.
        """
        taken = {"bots": 0.0, "those that draw": 0.0, "those that think or film": 0.0}
        for process in self.processes:
            own, *workers = tree(process.pid)
            taken["bots"] += worked(own)
            for pid in workers:
                taken["those that think or film" if gives_way(pid) else "those that draw"] += worked(pid)
        return taken

    async def lag(self) -> float | None:
        """Return by how much the event loop of the first bot was late at worst in the last seconds, in ms.

        Return None if it does not answer.
        """
        with suppress(aiohttp.ClientError, OSError, TimeoutError):
            url = f"http://{self._settings[0]['DURBAR_HEALTH']}/metrics"
            timeout = aiohttp.ClientTimeout(total=PATIENCE)
            async with aiohttp.ClientSession(timeout=timeout) as session, session.get(url) as answer:
                found = re.search(r"^durbar_loop_lag_seconds (\S+)$", await answer.text(), re.M)
                return None if found is None else float(found[1]) * 1000
        return None


def tree(pid: int) -> Iterator[int]:
    """Return a process, and all that it has begun and that are still there."""
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from tree(int(child))


def worked(pid: int) -> float:
    """Return seconds of the processor that a process has taken; none if it is gone."""
    with suppress(OSError):
        user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / TICKS
    return 0.0


def gives_way(pid: int) -> bool:
    """Return whether a process gives way to this one, and so to the bots, which have its priority."""
    with suppress(OSError):
        return os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
    return False


def _held(pid: int) -> float:
    with suppress(OSError, StopIteration):
        status = Path(f"/proc/{pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / MIB for line in status if line.startswith("VmRSS:"))
    return 0.0
