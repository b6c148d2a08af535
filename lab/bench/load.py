"""Play in many channels at once at random, under Discord's real limits, with one or more processes.

With `kills`, a process is killed now and then. At the end the database is compared with the channels.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import re
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field

from sqlalchemy import select, union_all

from bot.deadlines.reminders import CALL
from bot.discord_app.dev import start_sandbox
from bot.language.words import say
from bot.seating.lobby import Lobby
from bot.seating.rematches import Rematches
from bot.seating.typed_names import ALL_SEATS
from bot.story.post import REVIEW
from db.records import Transit
from db.schema import deliveries, games
from db.store import Store
from lab.bench.bots import Bots, free_port, measure_work
from lab.bench.calls import Calls, judge_calls
from lab.bench.rows import Row, percentile
from rules.errors import InputError
from rules.loading.games import GAMES
from sandbox.driver import PATIENCE, Message, NoAnswer, NotAllowed, Player
from sandbox.world import NAMES

COUNTS = ("d:", "go:", "own:")  # beginnings of button ids: to answer, to confirm, to see one's own question
REMATCH = Rematches.rematch.call(0).verb  # the button under the last board of a game
ASKED = re.compile(r"<@(\d+)>")
STEPS = 60  # the most clicks for an order; every order needs fewer
NEW_BOARD = 60.0  # seconds; a person who gets no new board for this time types /turn
LOOK = 5.0  # seconds between two measurements of the bot
SERVERS = "", "Another Server"  # the default server, and a second one
RAMP = 10.0  # seconds over which the starts of the channels are spread
DRAINED = 180.0  # wait at most this many seconds for posts that are still due at the end
SETTLED = 3.0  # seconds after a post until the database surely has the id of the posted message
BEGINS = 60  # how many characters of an unexpected post are shown
EVERY = 5.0, 15.0  # seconds between two kills
QUARTERS = "first", "second", "third", "last"  # quarters of the run
SHOWN = 4  # how many of the busiest routes are shown


@dataclass
class Seen:
    """The measurements of a run."""

    acts: int = 0
    answers: list[float] = field(default_factory=list)  # milliseconds from a click to its answer
    boards: list[float] = field(default_factory=list)  # ms from an act's last click to the next board
    lags: list[float] = field(default_factory=list)  # ms, the largest recent delays of the event loop
    memory: list[float] = field(default_factory=list)  # MiB, of the first bot, every few seconds
    workers: list[float] = field(default_factory=list)  # MiB, of its largest worker
    troubles: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    counted: Counter[str] = field(default_factory=Counter)  # requests that count against Discord's limit
    too_soon: Counter[str] = field(default_factory=Counter)  # requests that Discord refused as too early
    calls: Calls | None = None  # None until the end of the run
    work: dict[str, float] = field(default_factory=dict)  # seconds of processor time by kind of process


class Channels:
    """Follows all channels at once with one long poll, and knows the newest question in each."""

    def __init__(self, player: Player, patience: float = NEW_BOARD) -> None:
        """Follow the channels that a player sees.

        `patience`: how many seconds a person waits for a new question.
        """
        self.player, self.patience, self.asking = player, patience, dict[str, Message]()
        self.cards = dict[str, Message]()  # by channel, the card of a table that can start
        self._news = asyncio.Event()

    async def follow(self) -> None:
        """Record new questions and cards until cancelled."""
        since = 0
        while True:
            since, messages = await self.player.updates(since)
            for message in messages:
                if any(each.custom_id.startswith(f"{Lobby.start.call(0).verb}:") for each in message.buttons):
                    self.cards[message.channel] = message
                old = self.asking.get(message.channel)
                newer = old is None or int(message.id) > int(old.id)
                if newer and not message.ephemeral and (list_controls(message) or is_over(message)):
                    self.asking[message.channel] = message
            self._news.set()
            self._news = asyncio.Event()

    async def after(self, channel: str, old: Message | None) -> Message:
        """Wait until the newest question of a channel is not `old`, and return it.

        Raises `TimeoutError` after `patience` seconds.
        """
        async with asyncio.timeout(self.patience):
            while True:
                news, found = self._news, self.asking.get(channel)
                if found is not None and (old is None or found.id != old.id):
                    return found
                await news.wait()


def list_controls(message: Message) -> list[str | tuple[str, Sequence[str]]]:
    """Return the controls that can be used in a message: ids of buttons, and of lists with their values."""
    buttons = [b.custom_id for b in message.buttons if b.custom_id.startswith(COUNTS) and not b.disabled]
    lists = [each for each in message.selects if not each.disabled]
    return [*buttons, *((each.custom_id, [value for _, value in each.options]) for each in lists)]


def is_over(message: Message) -> bool:
    """Return whether a message is the last board of a game."""
    return any(button.custom_id.partition(":")[0] == REMATCH for button in message.buttons)


def list_asked(message: Message, people: Sequence[Player]) -> list[Player]:
    """Return the people who are asked by a question."""
    ids = set(ASKED.findall(message.text))
    return [player for player in people if player.id in ids]


async def give_order(player: Player, board: Message, chance: random.Random, seen: Seen) -> float:
    """Click at random until an order is complete, and return the time of the last click.

    The milliseconds from each click to its answer are added to `seen.answers`.
    """
    message: Message | None = board
    began = time.perf_counter()
    for _ in range(STEPS):
        found = list_controls(message) if message is not None else []
        if message is None or not found or (message is not board and "Done:" in message.text):
            break
        chosen = chance.choice(found)  # first a button or a list, then a value of the list
        began = time.perf_counter()
        if isinstance(chosen, str):
            reply = await player.click(message, chosen)
        else:
            reply = await player.choose(message, chosen[0], chance.choice(chosen[1]))
        seen.answers.append(reply.ms)
        message = reply.message
    return began


class Person:
    """One or several people who play all seats in one channel at random, game after game."""

    def __init__(
        self, players: Sequence[Player], game: str, channels: Channels, seen: Seen, chance: random.Random
    ) -> None:
        self.players, self.player = players, players[0]
        self.game, self.channels, self.seen, self.chance = game, channels, seen, chance
        self.board: Message | None = None

    async def play(self, goes_on: Callable[[], bool]) -> None:
        """Play while `goes_on` returns true."""
        while goes_on():
            try:
                await self._begin() if self.board is None or is_over(self.board) else await self._act(
                    self.board
                )
            except TimeoutError:
                await self._record_loss(f"no new board, {self.game}")
            except NoAnswer:
                await self._record_loss(f"not answered, {self.game}")
            except (NotAllowed, LookupError) as error:
                await self._record_loss(f"{type(error).__name__}, {self.game}: {error}"[:150])

    async def _begin(self) -> None:
        """Start a new game with all seats, or continue if a game is already there."""
        old = self.board
        await self.player.slash("game new", game=self.game)
        if len(self.players) == 1:
            await self.player.slash("game join", seat=ALL_SEATS)
        else:
            await self._share_seats()
        await self.player.slash("game start")
        self.board = await self.channels.after(self.player.channel, old)

    async def _share_seats(self) -> None:
        """Let the people take seats in turn until none is free."""
        for player in itertools.cycle(self.players):
            if (await player.slash("game join")).text == say("seat.full"):
                return

    async def _act(self, board: Message) -> None:
        """Let somebody who is asked give an order, and wait for the next board."""
        player = self.chance.choice(list_asked(board, self.players) or [self.player])
        began = await give_order(player, board, self.chance, self.seen)
        self.board = await self.channels.after(self.player.channel, board)
        self.seen.boards.append((time.perf_counter() - began) * 1000)
        self.seen.acts += 1

    async def _record_loss(self, why: str) -> None:
        """Record a problem, and look for a newer board, as people do."""
        self.seen.troubles[why] += 1
        newest = self.channels.asking.get(self.player.channel)
        if newest is not None and (self.board is None or newest.id != self.board.id):
            self.board = newest
            return
        with suppress(NoAnswer, NotAllowed, LookupError):
            reply = await self.chance.choice(self.players).slash("turn")
            if self.board is not None and reply.message is not None and list_controls(reply.message):
                self.board = reply.message
        await asyncio.sleep(1)


async def watch(bots: Bots, seen: Seen) -> None:
    """Measure the first bot every few seconds until cancelled."""
    while True:
        await asyncio.sleep(LOOK)
        own, largest = bots.memory()
        if own:  # `own` is 0 if the bot has just started
            seen.memory.append(own)
            seen.workers.append(largest)
        if (lag := await bots.lag()) is not None:
            seen.lags.append(lag)


async def kill_bots(bots: Bots, kills: int, seen: Seen, chance: random.Random) -> None:
    """Kill bots at random times."""
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(*EVERY))
        await asyncio.to_thread(bots.kill, chance.randrange(len(bots.processes)))
        seen.kills += 1


@dataclass(frozen=True)
class Judged:
    """The stored games compared with the messages in the channels."""

    posts: int
    lost: int  # messages that failed, or that the database has and the channel lacks
    doubled: tuple[str, ...]  # the beginnings of messages that the database doesn't have
    late: float  # seconds that `judge` waited for the messages that players wait for
    waiting: tuple[str, ...] = ()  # messages that players wait for, and that did not come within 3 minutes


async def judge(database: str, player: Player, channels: Sequence[str]) -> Judged:
    """Compare the database with the channels.

    First wait, at most 3 minutes, until the messages that players wait for are posted.
    """
    began = time.monotonic()
    columns = (deliveries.c.id, deliveries.c.channel_id, deliveries.c.kind, deliveries.c.state)
    query = select(*columns, deliveries.c.message_id, deliveries.c.error)
    query = query.where(deliveries.c.channel_id.in_([int(channel) for channel in channels]))
    async with await Store.open(database) as store:
        while True:
            rows = await store._database.run(lambda connection: connection.execute(query).all())
            under_way = [r for r in rows if r.state in (Transit.DUE, Transit.SENDING)]
            waits = [
                r for r in under_way if r.kind not in (CALL, REVIEW)
            ]  # no player waits for a call or a review
            if not waits or time.monotonic() - began > DRAINED:
                break
            await asyncio.sleep(1)
        late, there = time.monotonic() - began, dict[str, str]()
        for channel in channels:
            there |= {m.id: m.text for m in await player.messages(channel) if not m.ephemeral}
        lost = {str(row.message_id) for row in rows if row.message_id is not None} - there.keys()
        failed = sum(row.state == Transit.FAILED for row in rows)
        await asyncio.sleep(SETTLED)  # by then, the database has the messages of late reviews and calls too
        known = union_all(select(deliveries.c.message_id), select(games.c.panel_id))
        stored = {str(each) for each in await store._database.run(lambda c: c.scalars(known).all())}
    doubled = tuple(text[:BEGINS] for each, text in there.items() if each not in stored)
    waiting = tuple(f"{row.kind} {row.state} in {row.channel_id} {row.error or ''}" for row in waits)
    return Judged(len(there), len(lost) + failed, doubled, late, waiting)


@asynccontextmanager
async def gather(
    address: str, bots: Bots, count: int, seen: Seen, together: int = 1
) -> AsyncIterator[tuple[Player, Channels, list[Person]]]:
    """Yield an observer, the channels that it follows, and the players (`together` of them in each channel).

    Half of the channels are on a second server. With several processes, that server has its own shard. The
    sandbox enforces Discord's real limits.
    """
    async with AsyncExitStack() as stack:
        watcher = await stack.enter_async_context(Player(address, "asha"))
        await watcher.wait_until_ready(PATIENCE, arrivals=bots.gateways - 1)
        await watcher.control("limits", {"real": True})
        channels, people = Channels(watcher), list[Person]()
        for number in range(count):
            names = [name.lower() for name in NAMES[:together]]
            players = [await stack.enter_async_context(Player(address, name)) for name in names]
            channel = await players[0].new_channel(f"load-{number}", SERVERS[number % len(SERVERS)])
            for player in players:
                player.channel = channel
            game = list(GAMES)[number % len(GAMES)]
            people.append(Person(players, game, channels, seen, random.Random(number)))
        yield watcher, channels, people


async def load(
    address: str, database: str, bots: Bots, *, count: int, minutes: float, kills: int, together: int
) -> tuple[Seen, Judged]:
    """Play in `count` channels. Return the measurements, and the comparison at the end.

    In each channel, `together` people play. A person who plays alone is never called.
    """
    seen, chance = Seen(), random.Random(count)
    async with gather(address, bots, count, seen, together) as (watcher, channels, people):
        beside = [asyncio.create_task(channels.follow()), asyncio.create_task(watch(bots, seen))]
        killing = asyncio.create_task(kill_bots(bots, kills, seen, chance))
        end = time.monotonic() + minutes * 60

        async def begin(number: int, person: Person) -> None:
            await asyncio.sleep(RAMP * number / count)
            await person.play(lambda: time.monotonic() < end)

        await asyncio.gather(*(begin(number, person) for number, person in enumerate(people)))
        await killing
        seen.work = bots.work()
        state = await watcher.control("state")
        seen.counted, seen.too_soon = Counter(state["counted"]), Counter(state["too_soon"])
        judged = await judge(database, watcher, [person.player.channel for person in people])
        seen.calls = await judge_calls(database, people[0].players)
        for task in beside:
            task.cancel()
        if violations := (await watcher.control("state"))["violations"]:
            seen.troubles["broke Discord's rules"] += len(violations)
    return seen, judged


def write_calls(what: str, seen: Seen) -> Iterator[Row]:
    """Yield how often people were called, and each call that a person got twice."""
    assert seen.calls is not None, "the run is over"
    yield Row(f"{what}: calls", seen.calls.total, "")
    if seen.acts:
        yield Row(f"{what}: calls per act", seen.calls.total / seen.acts, "")
    yield Row(f"{what}: calls to questions", seen.calls.questions, "")
    yield Row(f"{what}: most calls of one person", seen.calls.most, "")
    yield Row(f"{what}: calls that somebody got twice", len(seen.calls.repeated), "")
    for call in seen.calls.repeated:
        yield Row(f"{what}: twice: {call}", 1, "")


def rows(
    games: int = 40, minutes: float = 2.0, processes: int = 1, kills: int = 0, people: int = 1
) -> Iterator[Row]:
    """Yield all figures of one run.

    Several processes share the database of `DURBAR_DATABASE`, an empty PostgreSQL. One process alone uses
    this database or a SQLite file of its own. `people`: how many people play together in each channel. Two or
    more people are called; a person who plays alone is not.
    """
    database = os.environ.get("DURBAR_DATABASE", "")
    if processes > 1 and not database.startswith("postgresql"):
        raise InputError("several processes need PostgreSQL: DURBAR_DATABASE=postgresql+asyncpg://...")
    with (
        tempfile.TemporaryDirectory(prefix="durbar-bench-") as folder,
        start_sandbox(free_port()) as (address, sandbox),
    ):
        database = database or f"sqlite+aiosqlite:///{folder}/durbar.db"
        bots = Bots(address, database, processes)
        try:
            bots.start()
            played = load(address, database, bots, count=games, minutes=minutes, kills=kills, together=people)
            seen, judged = asyncio.run(played)
            seen.work |= {"the sandbox": measure_work(sandbox.pid), "the players": time.process_time()}
        finally:
            bots.close()
    what = f"{games} channels" if processes == 1 else f"{games} channels, {processes} processes"
    what += f" of {people} people" * (people > 1)
    yield Row(f"{what}: acts a second", seen.acts / (minutes * 60), "/s")
    for name, times in (("answered", seen.answers), ("next board", seen.boards)):
        if times:
            yield Row(f"{what}: {name}, p50", statistics.median(times), "ms")
            yield Row(f"{what}: {name}, p99", percentile(times, 0.99), "ms")
    if seen.acts:
        yield Row(f"{what}: taps per act", len(seen.answers) / seen.acts, "")
    if seen.lags:
        yield Row(f"{what}: largest lag of the event loop, median", statistics.median(seen.lags), "ms")
        yield Row(f"{what}: largest lag of the event loop, maximum", max(seen.lags), "ms")
    for name, held in (("memory", seen.memory), ("memory of the largest worker", seen.workers)):
        if len(held) < len(QUARTERS):
            continue
        yield Row(f"{what}: {name} at first", held[0], "MiB")
        for number, quarter in enumerate(QUARTERS):
            part = held[len(held) * number // 4 : len(held) * (number + 1) // 4]
            # a median, because a single animation would raise the mean
            yield Row(f"{what}: {name}, {quarter} quarter", statistics.median(part), "MiB")
        yield Row(f"{what}: {name} at most", max(held), "MiB")
    if not kills:
        for who, seconds in seen.work.items():
            yield Row(f"{what}: processors taken by {who}", seconds / (minutes * 60), "")
            if seen.acts:
                yield Row(f"{what}: processor time of {who} per act", seconds * 1000 / seen.acts, "ms")
    yield Row(f"{what}: requests that count", seen.counted.total() / (minutes * 60), "/s")
    if seen.acts:
        yield Row(f"{what}: requests that count, per act", seen.counted.total() / seen.acts, "")
    for route, often in seen.counted.most_common(SHOWN):
        yield Row(f"{what}: {route}", often / (minutes * 60), "/s")
    if people > 1:
        yield from write_calls(what, seen)
    yield Row(f"{what}: 429s received", seen.too_soon.total(), "")
    for route, often in seen.too_soon.most_common():
        yield Row(f"{what}: 429s of {route}", often, "")
    for trouble, often in seen.troubles.items():
        yield Row(f"{what}: {trouble}", often, "")
    if kills:
        yield Row(f"{what}: kills", seen.kills, "")
    yield Row(f"{what}: acts", seen.acts, "")
    yield Row(f"{what}: posts", judged.posts, "")
    yield Row(f"{what}: lost", judged.lost, "")
    yield Row(f"{what}: doubled", len(judged.doubled), "")
    for text in judged.doubled:
        yield Row(f"{what}: doubled: {' '.join(text.split())}", 1, "")
    yield Row(f"{what}: time until all was posted", judged.late, "s")
    for post in judged.waiting:
        yield Row(f"{what}: not posted: {post}", 1, "")
