"""Run two bots as shards on one PostgreSQL; kill them while people play, and stop and restart PostgreSQL.

`python -m tests.e2e.shards` measures the figures of the lab notebook in about 20 minutes. `--kills`,
`--outages` and `--channels` set their numbers. People play on two servers, one in each shard.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.language.words import say
from lab.bench.load import Channels, Judged, Person, Seen, judge
from rules.loading.games import GAMES
from sandbox.driver import PATIENCE, Player
from sandbox.server import Sandbox
from tests.conftest import Postgres, started_postgres
from tests.e2e.bases import Server
from tests.e2e.house import Nursery
from tests.until import until

SHARDS = "0/2", "1/2"
SERVERS = "", "Another Server"
ANSWERED = 3.0  # seconds for which Discord waits for an answer
DONE = "Done: "  # the beginning of the reply to a completed order
NEW_BOARD = 5.0  # seconds until a person asks for the board
GAME = "vijayanagara"  # the game of the small trial


@dataclass
class Figures:
    """The measurements of a trial. Times are in seconds."""

    kills: int = 0
    outages: int = 0
    acts: int = 0  # acts that were answered with "Done"
    undone: list[str] = field(default_factory=list)  # acts answered with "Done" that are not stored
    repeated: int = 0  # interactions that are stored more than once
    connected: list[float] = field(default_factory=list)  # from a kill until the new process is connected
    after_kills: list[float] = field(default_factory=list)  # until the next act on the servers of that shard
    after_outages: list[float] = field(default_factory=list)  # until the next act on each server
    refused: int = 0  # replies that PostgreSQL is away
    unanswered: int = 0
    leaked: list[str] = field(default_factory=list)  # messages with the seed of a running game
    violations: int = 0
    tracebacks: list[str] = field(default_factory=list)  # beginnings of tracebacks in the bots' logs
    idle_connections: int = 0  # PostgreSQL's connections after all bots have ended
    judged: Judged | None = None


class Witness(Player):
    """A person who plays, and records the clicks that were answered with "Done"."""

    def __init__(self, base_url: str, server: str) -> None:
        super().__init__(base_url, "asha")
        self.server = server
        self.done: list[str] = []  # ids of the interactions answered with "Done"
        self.read: list[str] = []  # all replies, in order
        self.at = 0.0  # the time of the last "Done"
        self.unanswered = 0
        self.refused = 0  # replies that PostgreSQL is away

    async def _call(self, method: str, path: str, body: Any = None) -> Any:
        answer = await super()._call(method, path, body)
        if method == "POST" and path.endswith("/interactions"):
            text = str((answer["message"] or {}).get("content") or "") or str(answer["message"])
            self.unanswered += answer["answer"] is None
            self.read.append(text)
            self.refused += say("database.away") in text
            if DONE in text and body["type"] == "component":
                self.done.append(str(answer["id"]))
                self.at = time.monotonic()
        return answer


class Shards:
    """The two bots."""

    def __init__(self, sandbox: Sandbox, folder: Path, url: str, nursery: Nursery, *, fresh: bool) -> None:
        self.sandbox, self.folder, self.url, self.nursery, self.fresh = sandbox, folder, url, nursery, fresh
        self.running: list[int] = []

    def log(self) -> str:
        """Return the logs of both bots."""
        return "".join(path.read_text() for path in self.folder.glob("shard*.log"))

    async def begin(self, which: int) -> int:
        """Start a bot, wait until it is connected, and return its process id."""
        arrivals = self.sandbox.gateway.arrivals
        environment = {
            "DURBAR_TOKEN": "sandbox",
            "DURBAR_API": self.sandbox.base_url,
            "DURBAR_DATABASE": self.url,
            "DURBAR_THINKING": "0.2",
            "DURBAR_SHARDS": SHARDS[which],
        }
        process = await self.nursery.begin(environment, self.folder / f"shard{which}.log", fresh=self.fresh)
        try:
            await until(lambda: self.sandbox.gateway.arrivals > arrivals, 2 * PATIENCE)
        except TimeoutError:
            raise AssertionError(f"shard {which} does not connect:\n{self.log()[-3000:]}") from None
        return process

    async def start(self) -> None:
        """Start both bots."""
        self.running = [await self.begin(which) for which in range(len(SHARDS))]

    async def kill(self, which: int) -> None:
        """Kill a bot, and start another in its place."""
        await self.end(which, signal.SIGKILL)
        self.running[which] = await self.begin(which)

    async def end(self, which: int, number: int = signal.SIGTERM) -> int:
        """End a bot, and return its exit status."""
        os.kill(self.running[which], number)
        status = await self.nursery.ended(self.running[which])
        self.running[which] = 0
        return status

    async def close(self) -> None:
        """Kill the bots that are running."""
        for which, process in enumerate(self.running):
            if process:
                await self.end(which, signal.SIGKILL)


async def try_shards(
    folder: Path,
    nursery: Nursery,
    postgres: Postgres,
    *,
    kills: int,
    outages: int,
    channels: int,
    pause: float = 8.0,
    away: float = 4.0,
    fresh: bool = False,
    games: Sequence[str] = (GAME,),
) -> Figures:
    """Let people play during kills and outages; then compare the database with the channels.

    Args:
        pause: the most seconds before the next kill or outage, once people play again.
        away: the fewest seconds of each PostgreSQL outage; it lasts until somebody was told of it.
        fresh: whether each bot starts as `python -m bot`, with nothing loaded.
    """
    figures, chance = Figures(), random.Random(7)
    base = Server(postgres.url, postgres.psql)
    sandbox = Sandbox(answer_seconds=ANSWERED)
    await sandbox.start()
    shards = Shards(sandbox, folder, postgres.url, nursery, fresh=fresh)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(sandbox.stop)
        stack.push_async_callback(shards.close)
        watcher = await stack.enter_async_context(Player(sandbox.base_url, "asha"))
        await watcher.new_channel("lobby-of-another", SERVERS[1])
        await shards.start()
        followed = Channels(watcher, NEW_BOARD)
        people, seen = list[Witness](), Seen()
        goes_on = True
        for number in range(channels):
            server = SERVERS[number % len(SERVERS)]
            person = await stack.enter_async_context(Witness(sandbox.base_url, server))
            await person.new_channel(f"shards-{number}", server)
            people.append(person)
        following = asyncio.create_task(followed.follow())
        playing = [
            asyncio.create_task(
                Person([person], games[number % len(games)], followed, seen, random.Random(number)).play(
                    lambda: goes_on
                )
            )
            for number, person in enumerate(people)
        ]

        def servers_since(moment: float) -> set[str]:
            return {person.server for person in people if person.at > moment}

        def count_refusals() -> int:
            return sum(person.refused for person in people)

        async def recover(servers: Sequence[str]) -> float:
            began = time.monotonic()

            def all_act() -> bool:
                return servers_since(began) >= set(servers)

            try:
                await until(all_act, 2 * PATIENCE)
            except TimeoutError:
                raise AssertionError(tell_stuck(people, base, shards)) from None
            return time.monotonic() - began

        await recover(SERVERS)
        plan = ["kill"] * kills + ["outage"] * outages
        chance.shuffle(plan)
        for what in plan:
            await asyncio.sleep(chance.uniform(0, pause))
            if what == "kill":
                which = chance.randrange(len(SHARDS))
                began = time.monotonic()
                await shards.kill(which)
                figures.connected.append(time.monotonic() - began)
                home = int(sandbox.world.guild_id)
                mine = [
                    server
                    for number, server in enumerate(SERVERS)
                    if ((home >> 22) + number) % len(SHARDS) == which
                ]
                await recover(mine)
                figures.after_kills.append(time.monotonic() - began)
                figures.kills += 1
            else:
                await asyncio.to_thread(postgres.end)
                await asyncio.sleep(away)
                # a person who waits for a board asks for it only after NEW_BOARD seconds
                await until(lambda: count_refusals() > figures.refused)
                await asyncio.to_thread(postgres.begin)
                figures.after_outages.append(await recover(SERVERS))
                figures.refused = count_refusals()
                figures.outages += 1
        goes_on = False
        await asyncio.gather(*playing)
        figures.judged = await judge(postgres.url, watcher, [person.channel for person in people])
        following.cancel()
        figures.unanswered = sum(person.unanswered for person in people)
        await _compare(figures, base, people)
        figures.violations = len(sandbox.violations)
        before = shards.log().split("Traceback")
        figures.tracebacks = [log[-200:] + after[:3000] for log, after in itertools.pairwise(before)]
        for which in range(len(SHARDS)):
            assert await shards.end(which) == 0
        ours = "select count(*) from pg_stat_activity where backend_type = 'client backend'"
        ((count,),) = base.rows(f"{ours} and pid <> pg_backend_pid()")
        figures.idle_connections = int(str(count))
    return figures


def tell_stuck(people: Sequence[Witness], base: Server, shards: Shards) -> str:
    """Return the latest messages that people have read, pending deliveries, and the end of the log."""
    waiting = "select id, channel_id, kind, state, attempts, claimed, error from deliveries"
    waiting += " where state in ('due', 'sending') and kind not in ('call', 'review')"
    read = [
        f"{each.channel} {each.server!r} {time.monotonic() - each.at:.0f} s: {each.read[-4:]}"
        for each in people
    ]
    log = shards.log().splitlines()[-60:]
    return "\n".join(["nobody plays any more", *read, *map(str, base.rows(waiting)), *log])


async def _compare(figures: Figures, base: Server, people: Sequence[Witness]) -> None:
    """Compare the replies that people got with the stored acts, and look for seeds in all messages."""
    stored = Counter(str(each) for (each,) in base.rows("select interaction_id from acts"))
    stored.pop("None", None)
    told = [each for person in people for each in person.done]
    figures.acts = len(told)
    figures.undone = [each for each in told if each not in stored]
    figures.repeated = sum(count > 1 for count in stored.values())
    running = base.rows("select seed from games where status = 'running'")
    # the seed without its words
    seeds = [secret for (seed,) in running if (secret := str(seed).partition("\\n")[0])]
    assert len(seeds) == len(running), "each running game has a secret"
    for person in people:
        for message in await person.messages():
            text = str(message.raw)
            figures.leaked += [text for seed in seeds if seed in text]


def print_figures(figures: Figures) -> None:
    """Print the measurements, one on a line."""
    assert figures.judged is not None
    for name, value in (
        ("kills", figures.kills),
        ("outages of PostgreSQL", figures.outages),
        ("acts", figures.acts),
        ("acts lost", len(figures.undone)),
        ("acts doubled", figures.repeated),
        ("posts", figures.judged.posts),
        ("posts lost", figures.judged.lost),
        ("posts doubled", len(figures.judged.doubled)),
        ("posts that still wait", len(figures.judged.waiting)),
        ("messages with a secret seed", len(figures.leaked)),
        ("tracebacks in the logs", len(figures.tracebacks)),
        ("connections left", figures.idle_connections),
        ("complaints of Discord", figures.violations),
        ("interactions without an answer", figures.unanswered),
        ("answers that PostgreSQL is away", figures.refused),
        ("until all was posted at the end, s", f"{figures.judged.late:.1f}"),
    ):
        print(f"{name}: {value}")
    for text in (*figures.judged.doubled, *figures.tracebacks):
        print(text, file=sys.stderr)
    for what, times in (
        ("a kill to the next process that is connected", figures.connected),
        ("a kill to the next act", figures.after_kills),
        ("an outage to the next act", figures.after_outages),
    ):
        if times:
            middle, worst = statistics.median(times), max(times)
            print(f"from {what}, s: median {middle:.1f}, worst {worst:.1f}")


def main() -> None:
    """Measure the figures of the lab notebook."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    for name, usual in (("kills", 40), ("outages", 4), ("channels", 8)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    given = vars(parser.parse_args())
    nursery = Nursery()
    try:
        with tempfile.TemporaryDirectory() as folder, started_postgres() as postgres:
            trial = try_shards(Path(folder), nursery, postgres, fresh=True, games=list(GAMES), **given)
            print_figures(asyncio.run(trial))
    finally:
        nursery.close()


if __name__ == "__main__":
    main()
