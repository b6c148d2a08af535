"""Measure play in many channels, as `load` does, alternately without and with a crowd on the web pages.

The crowd is a process of its own (`lab.bench.crowd`). It has spectators of one game, and visitors of all
pages. The spectators should see each change soon after its post. The person who plays the watched game pauses
between acts, so that it is clear to which post a change belongs. With `pause`, the other people pause too, so
that the processors have time to spare. Without `pause`, they play as fast as the bot answers.
"""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from bot.discord_app.dev import start_sandbox
from lab.bench.bots import Bots, free_port, measure_work
from lab.bench.load import RAMP, Person, Seen, gather, watch
from lab.bench.rows import Row, percentile
from sandbox.driver import Message

PAUSE = 4.0  # seconds between two acts in the watched game
ROUNDS = 4  # each round has a part without the crowd, and a part with the crowd
SETTLING = 5.0  # seconds that are not measured after the crowd comes or goes
SOON = 1.0  # seconds; spectators should see a change within this time after its post
LINK = re.compile(r"\]\(<(http://[^>]+/g/[^>]+)>\)")
WITHOUT, WITH = "without", "with"


@dataclass
class Part:
    """The sums over all parts of a run that have the crowd, or over all parts without it.

    `work`: seconds of processor time by kind of process.
    """

    seen: Seen = field(default_factory=Seen)
    seconds: float = 0.0
    work: Counter[str] = field(default_factory=Counter)


class Act(NamedTuple):
    """An act in the watched game: when it began, and when it was posted."""

    began: float
    posted: float


class SlowPerson(Person):
    """A person who begins at most one act every `pause` seconds, and records the times of their acts."""

    def __init__(self, pause: float, *what: Any) -> None:
        super().__init__(*what)
        self.pause, self.acts = pause, list[Act]()

    async def _act(self, board: Message) -> None:
        began = time.time()
        await super()._act(board)
        if self.board is not None and self.board.id != board.id:
            self.acts.append(Act(began, datetime.fromisoformat(self.board.raw["timestamp"]).timestamp()))
        await asyncio.sleep(max(0.0, began + self.pause - time.time()))


class CrowdProcess:
    """The process of the crowd. `file`: what the crowd has seen."""

    def __init__(self, folder: str) -> None:
        self.file = Path(folder, "crowd.jsonl")
        command = [sys.executable, "-m", "lab.bench.crowd", str(self.file)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    async def order(self, **what: object) -> None:
        """Give the crowd an order, and wait until it is done."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(what).encode() + b"\n")
        self.process.stdin.flush()
        if not await asyncio.to_thread(self.process.stdout.readline):
            raise RuntimeError("the crowd has ended")

    def read(self) -> list[list[Any]]:
        """Return what the crowd has seen."""
        return [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()]

    def close(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()


class Trial:
    """A run: its processes, and the measurements."""

    def __init__(self, bots: Bots, sandbox: int, crowd: CrowdProcess) -> None:
        self.bots, self.sandbox, self.crowd = bots, sandbox, crowd
        self.parts = {WITHOUT: Part(), WITH: Part()}
        self.acts = list[Sequence[Act]]()  # for each part with the crowd, the acts in the watched game
        self.held = list[tuple[str, float]]()  # memory of the bot at the end of each part, in MiB

    def count_work(self) -> Counter[str]:
        """Return the processor time of each kind of process so far, in seconds."""
        others = {"the sandbox": measure_work(self.sandbox), "the players": time.process_time()}
        crowd = {"the crowd": measure_work(self.crowd.process.pid)}
        return Counter(self.bots.work() | others | crowd)

    async def measure(self, kind: str, people: Sequence[Person], seconds: float) -> None:
        """Play on for some seconds, and add the measurements to the sums of this kind."""
        part, before = self.parts[kind], self.count_work()
        for person in people:
            person.seen = part.seen
        looking = asyncio.create_task(watch(self.bots, part.seen))
        await asyncio.sleep(seconds)
        looking.cancel()
        for person in people:
            person.seen = Seen()
        part.work.update(self.count_work() - before)
        part.seconds += seconds
        self.held.append((kind, self.bots.memory()[0]))

    async def run(
        self, address: str, *, count: int, minutes: float, spectators: int, pages: float, pause: float
    ) -> None:
        """Play, and measure alternately without and with the crowd."""
        async with gather(address, self.bots, count, Seen()) as (_, channels, gathered):
            pauses = [PAUSE, *[pause] * (count - 1)]
            people = [
                SlowPerson(each, person.player, person.game, channels, Seen(), person.chance)
                for each, person in zip(pauses, gathered, strict=True)
            ]
            watched = people[0]
            following = asyncio.create_task(channels.follow())
            ended = False

            async def begin(number: int, person: Person) -> None:
                await asyncio.sleep(RAMP * number / count)
                await person.play(lambda: not ended)

            playing = [asyncio.create_task(begin(number, each)) for number, each in enumerate(people)]
            await asyncio.sleep(2 * RAMP)
            seconds = minutes * 60 / ROUNDS / 2
            for _ in range(ROUNDS):
                await self.measure(WITHOUT, people, seconds)
                links = [link for person in people if (link := find_link(person.board))]
                link = find_link(watched.board)
                await self.crowd.order(link=link, spectators=spectators, links=links, a_minute=pages)
                await asyncio.sleep(SETTLING)
                noted = len(watched.acts)
                await self.measure(WITH, people, seconds)
                if find_link(watched.board) == link:  # otherwise a new game has begun, which nobody watches
                    self.acts.append(watched.acts[noted:])
                await self.crowd.order()
                await asyncio.sleep(SETTLING)
            ended = True
            await asyncio.gather(*playing)
            following.cancel()


def find_link(board: Message | None) -> str:
    """Return the link to the page under a board; "" for none."""
    found = LINK.search(board.text) if board is not None else None
    return found[1] if found else ""


def compare_acts(
    acts: Sequence[Sequence[Act]], notes: Sequence[Sequence[Any]], spectators: int
) -> tuple[list[float], int]:
    """Return the seconds after which spectators saw each post, and how often a spectator did not see a post.

    `acts`: the acts of each part with the crowd. If a spectator sees several changes between two acts, only
    the last of them counts.
    """
    changes = [note[1:4] for note in notes if note[0] == "changed"]
    late, missed = list[float](), 0
    for act, following in chain.from_iterable(map(pairwise, acts)):
        last = dict[int, tuple[float, str]]()
        for moment, number, stamp in changes:
            if act.began <= moment < following.began:
                last[number] = moment, stamp
        if not last:
            missed += spectators
            continue
        newest = Counter(stamp for _, stamp in last.values()).most_common(1)[0][0]
        seen = [moment - act.posted for moment, stamp in last.values() if stamp == newest]
        late += seen
        missed += spectators - len(seen)
    return late, missed


def rows(
    games: int = 40,
    minutes: float = 8.0,
    spectators: int = 500,
    pages: float = 1000.0,
    pause: float = 0.0,
) -> Iterator[Row]:
    """Yield the figures of one run.

    `minutes`: how long to measure. `pages`: page visits per minute. `pause`: each person except the watched
    one begins at most one act in this many seconds.
    """
    web = f"127.0.0.1:{free_port()}"
    with (
        tempfile.TemporaryDirectory(prefix="durbar-bench-") as folder,
        start_sandbox(free_port()) as (address, sandbox),
    ):
        database = f"sqlite+aiosqlite:///{folder}/durbar.db"
        bots = Bots(address, database, 1, DURBAR_WEB=web, DURBAR_WEB_PROXIES="127.0.0.1")
        crowd = CrowdProcess(folder)
        try:
            bots.start()
            trial = Trial(bots, sandbox.pid, crowd)
            asyncio.run(
                trial.run(
                    address, count=games, minutes=minutes, spectators=spectators, pages=pages, pause=pause
                )
            )
            notes = crowd.read()
        finally:
            bots.close()
            crowd.close()
    yield from compare_parts(trial, f"{games} channels", f"{spectators} spectators")
    yield from tell_crowd(trial, notes, spectators)


def compare_parts(trial: Trial, what: str, crowd: str) -> Iterator[Row]:
    """Yield the figures of the play and of the processes, with the crowd and without it."""
    calm, full = trial.parts[WITHOUT], trial.parts[WITH]

    def row(name: str, unit: str, measure: Callable[[Part], float]) -> Row:
        return Row(f"{what}, {crowd}: {name}", measure(full), unit, "without the crowd", measure(calm))

    yield row("acts a second", "/s", lambda part: part.seen.acts / part.seconds)
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        yield row(f"answered, {name}", "ms", partial(_measure_answers, share))
        yield row(f"next board, {name}", "ms", partial(_measure_posts, share))
    yield row("largest lag of the event loop, median", "ms", _lag)
    for who in full.work:
        yield row(f"processors taken by {who}", "", partial(_measure_work, who))
    for number, (kind, held) in enumerate(trial.held):
        yield Row(f"memory of the bot after part {number + 1}, {kind} the crowd", held, "MiB")
    for kind, part in trial.parts.items():
        for trouble, often in part.seen.troubles.items():
            yield Row(f"{kind} the crowd: {trouble}", often, "")


def _measure_answers(share: float, part: Part) -> float:
    return percentile(part.seen.answers or [0.0], share)


def _measure_posts(share: float, part: Part) -> float:
    return percentile(part.seen.boards or [0.0], share)


def _lag(part: Part) -> float:
    return statistics.median(part.seen.lags or [0])


def _measure_work(who: str, part: Part) -> float:
    return part.work[who] / part.seconds


def tell_crowd(trial: Trial, notes: Sequence[Sequence[Any]], spectators: int) -> Iterator[Row]:
    """Yield the figures of the crowd."""
    late, missed = compare_acts(trial.acts, notes, spectators)
    if late:
        for name, share in (("p50", 0.5), ("p99", 0.99)):
            yield Row(f"a change seen after its post, {name}", percentile(late, share), "s")
        yield Row("a change seen after its post, longest", max(late), "s")
        yield Row(
            f"changes seen within {SOON:g} s", 100 * sum(each <= SOON for each in late) / len(late), "%"
        )
    yield Row("changes that a spectator did not see before the next act", missed, "")
    changed = [note for note in notes if note[0] == "changed"]
    if changed:
        yield Row("requests for a change", statistics.mean(note[4] for note in changed), "")
        yield Row("bytes for a change", statistics.mean(note[5] for note in changed), "")
    visits = [note for note in notes if note[0] == "visit"]
    if visits:
        seconds = trial.parts[WITH].seconds + ROUNDS * SETTLING  # the crowd also visits while it settles
        yield Row("visits", len(visits) / (seconds / 60), "/min")
        yield Row("a visit, p50", 1000 * percentile([note[2] for note in visits], 0.5), "ms")
        yield Row("a visit, p99", 1000 * percentile([note[2] for note in visits], 0.99), "ms")
    for fault, often in Counter(note[2] for note in notes if note[0] == "fault").most_common(5):
        yield Row(f"the crowd: {fault}", often, "")
