"""Run the bots of a load test as processes, and measure their memory and processor time."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import aiohttp

from bot.discord_app.dev import Process, start_bot

PATIENCE = 5.0  # seconds to wait for a bot's metrics
MIB = 1024  # KiB in a MiB; Linux reports memory in KiB
TICKS = os.sysconf("SC_CLK_TCK")  # clock ticks per second, the unit of Linux's processor times
LOW = "workers that think, animate or make pages"
DRAW = "workers that draw"


class Bots:
    """The bot as one or several processes.

    At most two of them have a gateway. `more`: additional settings.
    """

    def __init__(self, address: str, database: str, processes: int, **more: str) -> None:
        self.address, self.database = address, database
        self.gateways = min(processes, 2)
        shards = ["0/2", "1/2", *["none"] * (processes - 2)] if processes > 1 else [""]
        self._settings: list[dict[str, str]] = []
        for shard in shards:
            health = f"127.0.0.1:{free_port()}"
            settings = {"DURBAR_HEALTH": health, "DURBAR_LOG": "warning", "DURBAR_SHARDS": shard}
            self._settings.append(settings | more)
        self._contexts = [ExitStack() for _ in shards]
        self.processes: list[Process] = []

    def start(self) -> None:
        """Start all processes."""
        for context, settings in zip(self._contexts, self._settings, strict=True):
            self.processes.append(context.enter_context(start_bot(self.address, self.database, **settings)))

    def kill(self, which: int) -> None:
        """Kill a process with SIGKILL, and start another in its place."""
        self.processes[which].kill()
        self._contexts[which].close()
        again = start_bot(self.address, self.database, **self._settings[which])
        self.processes[which] = self._contexts[which].enter_context(again)

    def close(self) -> None:
        """Stop all processes."""
        for context in self._contexts:
            context.close()

    def memory(self) -> tuple[float, float]:
        """Return the memory of the first process and of its largest worker, in MiB."""
        own, *workers = map(measure_memory, list_processes(self.processes[0].pid))
        return own, max(workers, default=0.0)

    def work(self) -> dict[str, float]:
        """Return the processor time of the bots and of their workers, in seconds.

        Workers for bot players, animations and web pages have a lower priority, so they are counted
        separately.
        """
        taken = {"bots": 0.0, DRAW: 0.0, LOW: 0.0}
        for process in self.processes:
            own, *workers = list_processes(process.pid)
            taken["bots"] += measure_work(own)
            for pid in workers:
                taken[LOW if has_low_priority(pid) else DRAW] += measure_work(pid)
        return taken

    async def lag(self) -> float | None:
        """Return the largest recent delay of the first bot's event loop, in ms; None if it doesn't answer."""
        with suppress(aiohttp.ClientError, OSError, TimeoutError):
            url = f"http://{self._settings[0]['DURBAR_HEALTH']}/metrics"
            timeout = aiohttp.ClientTimeout(total=PATIENCE)
            async with aiohttp.ClientSession(timeout=timeout) as session, session.get(url) as answer:
                found = re.search(r"^durbar_loop_lag_seconds (\S+)$", await answer.text(), re.M)
                return None if found is None else float(found[1]) * 1000
        return None


def free_port() -> int:
    """Return a port of 127.0.0.1 on which no program listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def list_processes(pid: int) -> Iterator[int]:
    """Yield the ids of a process and of all its descendants that are still alive."""
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from list_processes(int(child))


def measure_work(pid: int) -> float:
    """Return the processor time of a process in seconds; 0 if the process is gone."""
    with suppress(OSError):
        user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / TICKS
    return 0.0


def has_low_priority(pid: int) -> bool:
    """Return whether a process has a lower priority than this process.

    The bots have the same priority as this process.
    """
    with suppress(OSError):
        return os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
    return False


def measure_memory(pid: int | str = "self") -> float:
    """Return how much memory a process holds, in MiB; 0 if it is gone."""
    with suppress(OSError, StopIteration):
        status = Path(f"/proc/{pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / MIB for line in status if line.startswith("VmRSS:"))
    return 0.0
