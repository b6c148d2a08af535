"""Kill processes that share one PostgreSQL, again and again. No message may be lost or posted twice.

Each process plays all games at once. Only the leader posts, and each process can become the leader. A file
takes the place of Discord. The file accepts only one message with each nonce.
`python -m lab.bench.several URL FILE ACTS` runs one of these processes.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.discord_app import leader
from bot.posting import outbox
from db.records import Delivery, Kind, NewAct, NewDelivery, Seat, Stale
from db.store import Store
from lab.bench.rows import Row
from rules.errors import InputError
from rules.kernel import Entry, Game

PLAYER = 2**60 + 1  # the player of all games
ACTS, GAMES, PROCESSES, KILLS = 60, 200, 4, 60
EVERY = 2.0, 5.0  # the least and most seconds between two kills
SOON = timedelta(seconds=1)  # replaces `outbox.LEASE`; short, so that many takeovers fit in a run
HANDS = 5  # a process does at most this many acts at the same time
GIVE_UP = 120.0  # seconds without a new post after which the run fails


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run."""

    acts: int
    posts: int
    lost: int
    doubled: int
    disordered: int
    kills: int
    crashes: tuple[str, ...]  # the last line of stderr of each process that ended by itself
    takeover: float  # the longest time between two posts, in seconds


class File:
    """Posts to a file. Each nonce is posted only once, even if several processes post."""

    def __init__(self, path: Path) -> None:
        self.path, self.read = path, 0
        self.known: dict[str, int] = {}  # each nonce in the file, and the number of its line

    async def post(self, delivery: Delivery) -> int | None:
        """Write the message unless its nonce is known; return its line number as the message's id."""
        with self.path.open("a+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(self.read)
            for line in file.read().splitlines():
                self.known[line.split()[0]] = len(self.known) + 1
            self.read = file.tell()
            if delivery.nonce not in self.known:
                file.write(f"{delivery.nonce} {delivery.game_id} {delivery.content} {time.time():.3f}\n")
                return len(self.known) + 1
            return self.known[delivery.nonce]

    async def must_arrive(self, _: Delivery) -> bool:
        """Return False: the file refuses nothing, so no delivery needs to be checked."""
        return False


class Worker(subprocess.Popen[bytes]):
    """A process that plays and posts until it is killed."""

    def __init__(self, url: str, path: Path, acts: int) -> None:
        self.said = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        command = [sys.executable, "-m", "lab.bench.several", url, str(path), str(acts)]
        super().__init__(command, stderr=self.said, stdout=subprocess.DEVNULL)

    def end(self) -> None:
        """Kill the process with SIGKILL."""
        self.kill()
        self.wait()
        self.said.close()

    def last_words(self) -> str:
        """Return the last line of its stderr."""
        self.said.seek(0)
        return (self.said.read().decode(errors="replace").strip().splitlines() or ["nothing"])[-1][:300]


async def _play(
    store: Store, game_id: int, acts: int, hands: asyncio.Semaphore, saved: Callable[[], None]
) -> None:
    """Act in a game until it has enough acts. After a lost race, try again."""
    while True:
        async with hands:
            if not await _act(store, game_id, acts):
                return
        if store.alone:  # PostgreSQL notifies all processes itself
            saved()


async def _act(store: Store, game_id: int, acts: int) -> bool:
    """Act once in a game; return False if it already has enough acts."""
    game = await store.load(game_id)
    if game.serial < acts:
        assert game.position is not None
        serial = game.serial + 1
        here = replace(game.position, log=(*game.position.log, Entry("red", str(serial))), loaded=None)
        over = len(here.log) == 5
        after = Game(here.seed, here.turn + 1, "state") if over else here
        post = NewDelivery(game.channel_id, "turn", str(serial))
        with suppress(Stale):
            act = NewAct(Kind.ORDER, "", 1, "red")
            await store.commit(game, after, [here] if over else [], act=act, deliveries=[post])
    return game.serial < acts


async def _serve(url: str, path: Path, acts: int) -> None:
    leader.EVERY, outbox.LEASE = 0.2, SOON
    async with await Store.open(url) as store:
        box = outbox.Outbox(store, File(path))
        watch = leader.Leadership(store, box.start, box.pause, lambda _: box.wake(), lambda _: None)
        await watch.start()
        games = [game.id for game in await store.list_games_of(PLAYER)]
        random.shuffle(games)  # otherwise all processes would play the same game at the same time
        hands = asyncio.Semaphore(HANDS)
        await asyncio.gather(*(_play(store, game, acts, hands, box.wake) for game in games))
        await asyncio.Event().wait()  # until killed


async def several(
    url: str, folder: Path, *, processes: int, games: int, acts: int, kills: int, every: tuple[float, float]
) -> Outcome:
    """Play until every game has `acts` acts and all messages are posted.

    Meanwhile, `kills` times, kill a process and start another. The database must be empty.
    """
    path, chance = folder / "posted", random.Random(kills)
    path.touch()
    async with await Store.open(url) as store:
        if store.alone:
            raise InputError("several processes need PostgreSQL: DURBAR_DATABASE=postgresql+asyncpg://...")
        await create_games(store, games)
        running, killed = [Worker(url, path, acts) for _ in range(processes)], 0
        crashes: list[str] = []
        try:
            count, since = -1, time.monotonic()
            while True:
                await asyncio.sleep(chance.uniform(*every))
                if killed < kills:
                    dying = chance.randrange(processes)
                    running[dying].end()
                    running[dying], killed = Worker(url, path, acts), killed + 1
                for at, process in enumerate(running):
                    if process.poll() is not None:
                        crashes.append(process.last_words())
                        process.end()
                        running[at] = Worker(url, path, acts)
                if count_lines(path) > count:
                    count, since = count_lines(path), time.monotonic()
                if killed == kills and count >= games * (acts - 3):
                    break
                if time.monotonic() - since > GIVE_UP:
                    short = games * (acts - 3) - count
                    said = f"; ended by themselves: {crashes}" if crashes else ""
                    raise InputError(f"{short} posts did not come within {GIVE_UP:.0f} s of the last{said}")
        finally:
            for process in running:
                process.end()
        return await compare_posts(store, path, killed, crashes)


async def create_games(store: Store, count: int) -> None:
    """Create games until there are `count`."""
    for channel in range(len(await store.list_games_of(PLAYER)), count):
        act = NewAct(Kind.LOBBY, "", 1)
        game = await store.create_game("toy", channel_id=channel, guild_id=None, host_id=1, act=act)
        game = await store.take_seat(game.id, Seat("red", PLAYER, "Red"), act=act)
        await store.start_game(game, Game("seed", 1, "state"), commitment="", act=act)


def count_lines(path: Path) -> int:
    """Return the number of messages in the file."""
    return path.read_bytes().count(b"\n")


async def compare_posts(store: Store, path: Path, kills: int, crashes: Sequence[str] = ()) -> Outcome:
    """Compare the stored games with the file, and return the outcome."""
    posted: dict[int, list[int]] = {}
    times = []
    for line in path.read_text().splitlines():
        _, game, content, when = line.split()
        posted.setdefault(int(game), []).append(int(content))
        times.append(float(when))
    acts = lost = doubled = disordered = 0
    for stored in await store.list_games_of(PLAYER):
        page = await store.list_acts(stored.id, size=10**6)
        due = [act.serial for act in page.acts if act.kind is Kind.ORDER]
        found = posted.get(stored.id, [])
        acts += len(due)
        lost += len(set(due) - set(found))
        doubled += len(found) - len(set(found))
        disordered += found != sorted(found)
    pause = max((later - before for before, later in pairwise(times)), default=0.0)
    return Outcome(acts, len(times), lost, doubled, disordered, kills, tuple(crashes), pause)


def rows(games: int = GAMES, kills: int = KILLS) -> Iterator[Row]:
    """Yield the result of a full run on the database of `DURBAR_DATABASE`, an empty PostgreSQL.

    Raises `InputError` for another address.
    """
    url = os.environ.get("DURBAR_DATABASE", "")
    if not url.startswith("postgresql"):
        raise InputError("several processes need PostgreSQL: DURBAR_DATABASE=postgresql+asyncpg://...")
    with TemporaryDirectory(prefix="durbar-bench-") as folder:
        work = several(
            url, Path(folder), processes=PROCESSES, games=games, acts=ACTS, kills=kills, every=EVERY
        )
        outcome = asyncio.run(work)
    what = f"{PROCESSES} processes, {games} games, {outcome.kills} kills"
    for name in ("acts", "posts", "lost", "doubled", "disordered"):
        yield Row(f"{what}: {name}", getattr(outcome, name), "")
    yield Row(f"{what}: processes that ended by themselves", len(outcome.crashes), "")
    for words in sorted(set(outcome.crashes)):
        yield Row(f"{what}: {words}", outcome.crashes.count(words), "")
    yield Row(f"{what}: longest pause between two posts", outcome.takeover, "s")


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))
