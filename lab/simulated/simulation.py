"""Play the whole life of a server in fast time, while the bot is killed again and again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import fmean
from typing import Any

import structlog
from sqlalchemy import func, select

from bot.competitions.form import FORMAT, GAME, PACE, PEOPLE, RATED, SIZE, TERMS
from bot.competitions.service import MINUTE
from bot.competitions.terms import CUP, LEAGUE, TWO, Format
from bot.people.caller import Caller
from db.clubs.competition_records import Stage
from db.records import Status
from db.schema import games
from db.store import Store
from lab.simulated.clock import Clock, replace_clock
from lab.simulated.discord_stub import Discord, Killed, Life
from lab.simulated.judging import Judged, judge
from lab.simulated.people import REFUSED, Habits, Person
from lab.simulated.process import Process, Reminded
from rules.errors import InputError
from rules.kernel import Rules

BEGIN = datetime(2027, 1, 4, 8, tzinfo=UTC)
GUILD, HALL, NOTICES, FIRST_ROOM, ROOMS = 1, 700, 701, 710, 12  # the server, and its channels
TICK = 3 * 3600.0  # seconds between two times at which people look in
SOON, LATE = (21.0, 90.0), (300.0, 7200.0)  # seconds until a process is started again
OUTAGE = 0.1  # the probability that a restart takes a time from `LATE` instead of `SOON`
LONGEST = timedelta(days=200)  # a simulation that takes longer will probably never end
GOING_ON = Status.LOBBY, Status.RUNNING
SEASON, ROUND = 15, 5  # days for a season of the league, and for a game of a cup
FORMATS = (Format.ALL_PLAY, Format.SWISS, Format.KNOCK_OUT)
ALL_PLAY, ENTRANTS = 6, 8  # the most people in a cup of all against all, and in other cups and the league
MORE = 10  # how many more times a usual game is listed among the games that people want


@dataclass(frozen=True)
class Plan:
    """The size of a simulation. `lasts`: the mean number of risks that a process survives (see `Life`)."""

    people: int = 30
    games: int = 200
    cups: int = 3
    league: bool = True
    lasts: float = 500.0
    seed: str = "0"


@dataclass(frozen=True)
class Findings:
    """The results of a simulation. `done`: how often people did each thing. `faults`: the faults, by kind."""

    days: float
    kills: int
    done: Counter[str]
    refused: int
    requests: Counter[str]
    waits: Sequence[float]
    judged: Judged
    faults: Mapping[str, Sequence[str]]


@dataclass
class Simulation:
    """A server and the processes of its bot, on an empty database.

    Attributes:
        url: the URL of the database
        plan: the size
        rules: the rules of the games that people play
        usual: the keys of the games that people play most; each cup and the league plays one of these games
        tell: a function that is called once a simulated day, to say how far the simulation is
        refused: how often people read a refusal
        told: the last day on which `tell` was called
        processes: the living processes; the first of them leads
        made: the numbers that identify the cups and the league
    """

    url: str
    plan: Plan
    rules: Mapping[str, Rules]
    usual: Sequence[str]
    tell: Callable[[str], object] = lambda _: None
    refused: int = 0
    told: int = 0
    processes: list[Process] = field(default_factory=list)
    made: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.draw, self.reminded = Random(self.plan.seed), Reminded()
        self.clock = Clock(BEGIN)
        self.people = [
            Person(
                1000 + number,
                f"Person {number}",
                self.draw.uniform(0.3, 0.9),
                self.draw.choice((0.4, 0.9, 1.0)),
            )
            for number in range(self.plan.people)
        ]
        rooms = list(range(FIRST_ROOM, FIRST_ROOM + ROOMS))
        members = [each.id for each in self.people]
        self.there = Discord(self.clock, GUILD, [HALL, NOTICES, *rooms], members)
        wanted = [*self.rules, *(key for key in self.usual for _ in range(MORE))]
        self.habits = Habits(self.there, GUILD, HALL, rooms, wanted, self.draw)

    async def run(self) -> Findings:
        """Play everything, and return what was found."""
        with replace_clock(self.clock), structlog.testing.capture_logs() as logged:
            asyncio.get_running_loop().set_exception_handler(_ignore_kills)
            async with await Store.open(self.url) as store:
                await _require_empty(store)
            self.processes = [await self._start(leads=True)]
            if self.url.startswith("postgresql"):
                self.processes.append(await self._start(leads=False))
            await self._begin()
            while not await self._is_over() and self.clock.time - BEGIN < LONGEST:
                await self._pass_time()
            await self._pass_last_day()
            for process in self.processes:
                await process.bury()
            return await self._judge(logged)

    async def _judge(self, logged: Sequence[Mapping[str, Any]]) -> Findings:
        async with await Store.open(self.url) as store:
            judged = await judge(store, self.there, self.rules, self.made, self.reminded.dropped)
        faults = {
            **judged.faults,
            "requests that came too soon": [*self.there.too_soon.elements()],
            "errors": [repr(each) for each in logged if each["log_level"] in ("error", "critical")],
        }
        return Findings(
            (self.clock.time - BEGIN) / timedelta(days=1),
            len(self.there.kills),
            self.habits.done,
            self.refused,
            self.there.requests,
            self.there.waits,
            judged,
            faults,
        )

    async def _start(self, *, leads: bool) -> Process:
        """Start a process. If it dies at once, start another one."""
        while True:
            life = Life(self.draw, self.plan.lasts)
            process = await Process.open(
                self.url, self.there, self.rules, self.draw, life, self.reminded, leads=leads
            )
            try:
                if leads:
                    await process.lead()
                return process
            except Killed:
                await self._end(process)

    async def _end(self, process: Process) -> None:
        """Bury a dead process, and let some time pass until the next one starts."""
        self.there.kills.append(self.clock.time)
        await process.bury()
        self.clock.wait(self.draw.uniform(*(LATE if self.draw.random() < OUTAGE else SOON)))

    async def _replace(self, dead: Process) -> None:
        """Start a new process. If the leader died and another process lives, let the other process lead."""
        if dead not in self.processes:
            return  # `dead` died together with the leader, and both have been replaced
        led = self.processes[0] is dead
        self.processes.remove(dead)
        await self._end(dead)
        if led and self.processes:
            heir = self.processes[0]
            self.processes.append(await self._start(leads=False))
            try:
                await heir.lead()
            except Killed:
                await self._replace(heir)
        else:
            self.processes.append(await self._start(leads=led))

    async def _do(self, work: Callable[[Process], Awaitable[object]], process: Process | None = None) -> bool:
        """Do some work in a process (None: in any process). Return whether the work was finished."""
        process = process or self.draw.choice(self.processes)
        try:
            await work(process)
        except REFUSED:
            self.refused += 1
        except Killed:
            await self._replace(process)
            return False
        return True

    async def _insist(self, work: Callable[[Process], Awaitable[object]], *, lead: bool = False) -> None:
        """Repeat some work until no kill interrupts it. `lead`: whether only the leader may do it."""
        while not await self._do(work, self.processes[0] if lead else None):
            pass

    async def _settle(self) -> None:
        """Let the leader do everything that is due."""
        await self._insist(Process.catch_up, lead=True)

    async def _begin(self) -> None:
        """Set up the notice board, the cups and the league, and let people join them."""
        host, habits = self.people[0], self.habits
        await self._insist(
            lambda process: process.services.clubs.notice_boards.set(
                habits.call(host, NOTICES, manages=True), "here"
            )
        )
        kinds = [(CUP, FORMATS[number % len(FORMATS)]) for number in range(self.plan.cups)]
        if self.plan.league:
            kinds.append((LEAGUE, Format.ALL_PLAY))
        for number, (kind, format_) in enumerate(kinds, 1):
            most = ALL_PLAY if format_ is Format.ALL_PLAY and kind == CUP else ENTRANTS
            await self._make(kind, format_, number, min(most, self.plan.people - 3))
        await self._settle()

    async def _make(self, kind: str, format_: Format, number: int, size: int) -> None:
        """Make a cup or a league, and let people join it."""
        host, game = self.people[0], self.usual[number % len(self.usual)]
        entered = {GAME: f"{game}.{TWO}", FORMAT: format_, PACE: "daily", TERMS: PEOPLE}
        league = kind == LEAGUE
        entered |= {SIZE: "4", TERMS: RATED} if league else {SIZE: str(size)}
        starts = int((self.clock.time + timedelta(days=2)).timestamp()) // MINUTE if league else 0
        name, days = f"{kind} {number}", SEASON if league else ROUND

        async def make(process: Process) -> None:
            known = await process.store.competitions.list_of(GUILD)
            if not any(each.name == name for each in known):
                by = self.habits.call(host, manages=True)
                await process.services.competitions.submit(by, kind, days, starts, name, entered=entered)

        await self._insist(make)
        async with await Store.open(self.url) as store:
            [made] = [each.id for each in await store.competitions.list_of(GUILD) if each.name == name]
        self.made.append(made)
        for person in self.draw.sample(self.people, size):
            by = self.habits.call(person)

            async def join(process: Process, by: Caller = by) -> None:
                await process.services.competitions.join(by, made)

            await self._insist(join)

    async def _pass_time(self) -> None:
        """Let people look in, and let the bot do what is due."""
        self.clock.wait(TICK)
        await self._look_around()
        for person in self.draw.sample(self.people, len(self.people)):
            if self.draw.random() >= person.looks:
                continue
            await self._visit(person)
            for process in self.processes:
                process.services.people.forget(person.id)
            await self._settle()
        await self._end_league()

    async def _pass_last_day(self) -> None:
        """Let the bot do what it has put off, such as closing threads."""
        self.clock.wait(TICK)
        await self._look_around()

    async def _visit(self, person: Person) -> None:
        """Let a person look in.

        With two processes, the person sometimes looks in on two devices at the same moment.
        """
        if len(self.processes) > 1 and self.draw.random() < 0.2:
            first, second = self.processes
            found = await asyncio.gather(
                self.habits.look_in(person, first),
                self.habits.look_in(person, second),
                return_exceptions=True,
            )
            for process, error in zip((first, second), found, strict=True):
                if isinstance(error, Killed):
                    await self._replace(process)
                elif isinstance(error, REFUSED):
                    self.refused += 1
                elif error is not None:
                    raise error
            return
        await self._do(lambda process: self.habits.look_in(person, process))

    async def _look_around(self) -> None:
        """Let the leader look for what is due at this time, and do it."""
        await self._insist(Process.look, lead=True)
        await self._settle()

    async def _end_league(self) -> None:
        """End a league when its second season begins, so that one whole season is played."""

        async def end(process: Process) -> None:
            for number in self.made:
                of = await process.store.competitions.load(number)
                if of.kind == LEAGUE and of.season > 1 and of.stage is not Stage.OVER:
                    by = self.habits.call(self.people[0], manages=True)
                    await process.services.competitions.end(by, number, "the end")

        await self._insist(end)

    async def _is_over(self) -> bool:
        """Return whether everything has been played. If there are enough games, let nobody open more.

        Once a simulated day, call `tell`.
        """
        counted, stages = dict[str, int](), list[Stage]()

        async def read(process: Process) -> None:
            nonlocal counted, stages
            query = select(games.c.status, func.count()).group_by(games.c.status)
            database = process.store._database
            counted = dict(await database.read(lambda c: [tuple(row) for row in c.execute(query)]))
            stages = [(await process.store.competitions.load(number)).stage for number in self.made]

        await self._insist(read)
        day = (self.clock.time - BEGIN).days
        if day > self.told:
            self.told = day
            over = sum(often for status, often in counted.items() if status not in GOING_ON)
            kills = len(self.there.kills)
            self.tell(f"day {day}: {sum(counted.values())} games, {over} of them over; {kills} kills")
        self.habits.open = sum(counted.values()) < self.plan.games
        if self.habits.open or any(stage is not Stage.OVER for stage in stages):
            return False
        return not any(counted.get(status) for status in GOING_ON)


def _ignore_kills(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    if not isinstance(context.get("exception"), Killed):
        loop.default_exception_handler(context)


async def _require_empty(store: Store) -> None:
    """Raise `InputError` if a database has games."""
    if await store._database.run(lambda connection: connection.scalar(select(func.count(games.c.id)))):
        raise InputError("the database has games: give an empty one")


def list_rows(found: Findings) -> Iterator[tuple[str, str]]:
    """Yield the figures of a simulation, with their names."""
    judged = found.judged
    yield "days", f"{found.days:.0f}"
    yield "kills", str(found.kills)
    for status, often in sorted(judged.games.items()):
        yield f"games {status}", str(often)
    for what, often in sorted(found.done.items()):
        yield what, str(often)
    yield "refusals that people read", str(found.refused)
    yield "pushes", str(judged.pushes)
    yield "most pushes on one phone", str(judged.most)
    yield "requests", str(found.requests.total())
    for route, often in found.requests.most_common():
        yield route, str(often)
    yield "requests that waited for a limit", str(len(found.waits))
    yield "mean seconds of such a wait", f"{fmean(found.waits or [0]):.2f}"
    yield "most seconds of such a wait", f"{max(found.waits, default=0):.1f}"
    for sort, each in found.faults.items():
        yield sort, str(len(each))
