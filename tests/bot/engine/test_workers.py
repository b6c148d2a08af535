"""Worker processes: what they run, and how they start and end with the bot."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import pytest

from bot.engine.workers import LAST, Workers
from bot.posting import drawing_places
from bot.posting.drawing_places import GivenUp, Work
from bot.posting.pictures import MAX_ANIMATIONS, Drawing, Pictures
from render import Picture
from render.worker import Animation, Job, draw
from tests.e2e.house import runs
from tests.render.views import later, middle, start
from tests.until import until

PATIENCE = 500.0  # seconds for a piece of work on a machine that is busy with much else

# A bot in small: it says who its workers are, and is then killed.
KILLED = """
import asyncio, os
from bot.engine.workers import Workers

async def main():
    workers = Workers(2)
    workers.start()
    print({await workers.run(os.getpid) for _ in range(20)}, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def die(marker: str) -> str:
    """Let the process die at the first call."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


async def test_what_work_gives_and_raises_comes_back() -> None:
    with Workers(1, limit=PATIENCE) as workers:
        assert await workers.run(pow, 2, 5) == 32
        assert await workers.run(os.getpid) != os.getpid()
        with pytest.raises(ValueError, match="invalid literal"):
            await workers.run(int, "x")


def pages_asked_for() -> int:
    """Return how many memory pages the system must provide for pictures that come and go."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(100):
        bytearray(1_500_000)  # as many bytes as a board has pixels: 366 pages
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux, and of glibc")
async def test_a_worker_keeps_the_memory_of_a_picture_for_the_next_one() -> None:
    with Workers(1, limit=PATIENCE) as workers:
        assert await workers.run(pages_asked_for) < 20 * 366


# A bot in small that ends while a worker is at work.
ENDS = """
import asyncio, time
from bot.engine.workers import Workers

async def main():
    with Workers(1) as workers:
        await workers.run(bool)
        work = asyncio.create_task(workers.run(time.sleep, 10_000))
        await asyncio.sleep(0.1)
    print("ends", flush=True)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_bot_that_ends_does_not_wait_for_work(tmp_path: Path) -> None:
    """An animation has the lowest priority, so it may take minutes on a busy machine."""
    (tmp_path / "ends.py").write_text(ENDS)
    done = subprocess.run([sys.executable, tmp_path / "ends.py"], capture_output=True, text=True, check=True)
    assert done.stdout == "ends\n"
    assert "Error" not in done.stderr


async def test_a_worker_that_dies_is_replaced_and_its_work_done(tmp_path: Path) -> None:
    with Workers(1, limit=PATIENCE) as workers:
        first = await workers.run(os.getpid)
        assert await workers.run(die, str(tmp_path / "died")) == "alive"
        assert await workers.run(os.getpid) != first


async def test_a_worker_that_hangs_is_replaced() -> None:
    with Workers(1, limit=PATIENCE) as workers:
        first = await workers.run(os.getpid)
        workers.limit = 0.2
        hanging = asyncio.create_task(workers.run(time.sleep, 3600))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(workers.run(pow, 2, 5))
        with pytest.raises(TimeoutError):
            await hanging
        workers.limit = PATIENCE
        assert await waiting == 32, "what waited behind it is done"
        assert await workers.run(os.getpid) != first
        assert workers.deaths == 1
    await until(lambda: not runs(first))


async def test_workers_that_cannot_begin_now_begin_later(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = [ConnectionRefusedError("no server"), OSError("no room"), EOFError("killed on the way")]

    def begun(fds: list[int]) -> tuple[int, int]:
        if refused:
            raise refused.pop()
        return connect(fds)

    connect = forkserver.connect_to_new_process
    monkeypatch.setattr(forkserver, "connect_to_new_process", begun)
    with Workers(1, limit=PATIENCE) as workers:
        with pytest.raises(BrokenProcessPool):
            await workers.run(os.getpid)
        assert await workers.run(os.getpid) != os.getpid(), "once more in vain, and then it works"
        assert workers.deaths == 3
        assert await workers.run(os.getpid)
    assert not refused


async def test_a_picture_comes_though_its_worker_is_killed() -> None:
    with Workers(1, limit=PATIENCE) as workers:
        pictures = Pictures(workers)
        pid = await workers.run(os.getpid)
        drawing = asyncio.create_task(pictures.draw(Job(start())))
        await asyncio.sleep(0)
        os.kill(pid, signal.SIGKILL)
        assert (await drawing).picture.file.startswith(b"\x89PNG")


async def test_a_worker_loads_nothing_of_the_bot() -> None:
    with Workers(1, limit=PATIENCE) as workers:
        pictures = Pictures(workers)
        assert (await pictures.draw(Animation((middle(), later())))).file().filename == "board.gif"
        for module in ("discord", "sqlalchemy"):
            assert not await workers.run(eval, f"{module!r} in __import__('sys').modules"), module


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="a way of Linux")
async def test_who_draws_animations_works_when_nobody_else_would() -> None:
    with Workers(1, nice=LAST, limit=PATIENCE) as workers:
        assert await workers.run(os.sched_getscheduler, 0) == os.SCHED_IDLE
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert await workers.run(os.getpriority, os.PRIO_PROCESS, 0) == min(LAST, own + LAST)


async def test_no_worker_outlives_a_bot_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "small.py"
    script.write_text(KILLED)
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": "."}
    ) as bot:
        assert bot.stdout is not None
        pids = [int(pid) for pid in bot.stdout.readline().strip("{}\n").split(",")]
        assert pids
        assert all(map(runs, pids))
        bot.kill()
    await until(lambda: not any(map(runs, pids)))


async def test_equal_pictures_are_drawn_once() -> None:
    drawn: list[Job | Animation] = []

    def paint(job: Job | Animation) -> Picture:
        drawn.append(job)
        time.sleep(0.05)
        return draw(job)

    pictures = Pictures(paint=paint)
    at_once = await asyncio.gather(*(pictures.draw(Job(start())) for _ in range(20)))
    assert len(drawn) == 1
    assert len({id(drawing.picture) for drawing in at_once}) == 1
    assert (await pictures.draw(Job(start()))).picture is at_once[0].picture
    await pictures.draw(Job(start(), theme="night"))
    assert len(drawn) == 2


async def test_nobody_waits_in_vain_for_a_picture_that_another_gave_up() -> None:
    pictures = Pictures()
    first, second = (asyncio.create_task(pictures.draw(Job(start()))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).picture.width == 1080


async def test_trouble_with_a_picture_is_not_kept() -> None:
    pictures = Pictures()
    with pytest.raises(KeyError, match="poster"):
        await pictures.draw(Job(start(), "poster"))
    with pytest.raises(KeyError, match="poster"):
        await pictures.draw(Job(start(), "poster"))
    assert pictures.shelf.used == 0


class OneHand:
    """A single worker, which draws the pictures in the order of the jobs."""

    processes = 1

    def __init__(self) -> None:
        self.drawn = list[str]()
        self._free = asyncio.Lock()

    async def run(self, _: object, job: Job | Animation) -> Picture:
        async with self._free:
            await asyncio.sleep(0)
            self.drawn.append(job.theme)
            return Picture(b"", "", 1, 1)


async def test_pictures_of_answers_come_before_boards() -> None:
    hand: Any = OneHand()
    pictures = Pictures(hand)
    boards = [
        asyncio.create_task(pictures.draw(Job(start(), theme=f"board {n}"), Work.POST)) for n in range(5)
    ]
    await asyncio.sleep(0)
    await pictures.draw(Job(start(), theme="answer"))
    await asyncio.gather(*boards)
    assert hand.drawn == ["board 0", "answer", "board 4", "board 3", "board 2", "board 1"]


async def test_a_picture_that_a_player_waits_for_too_is_never_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing_places, "MOST_POSTS", 1)
    hand: Any = OneHand()
    pictures = Pictures(hand)
    posts = [
        asyncio.create_task(pictures.draw(Job(start(), theme=f"board {n}"), Work.POST)) for n in range(3)
    ]
    await asyncio.sleep(0)
    answer = asyncio.create_task(pictures.draw(Job(start(), theme="board 1")))
    _, given_up, _, drawn = await asyncio.gather(*posts, answer, return_exceptions=True)
    assert isinstance(given_up, GivenUp)
    assert isinstance(drawn, Drawing)


async def test_animations_that_nobody_waits_for_are_drawn_elsewhere_and_not_too_many_wait() -> None:
    hand: Any = OneHand()
    projector: Any = OneHand()
    pictures = Pictures(hand, animators=projector)
    await projector._free.acquire()  # it has other things to do
    animations = [
        asyncio.create_task(pictures.draw(Animation((start(),), f"animation {n}"), Work.POST))
        for n in range(MAX_ANIMATIONS)
    ]
    await pictures.draw(Job(start(), theme="board"), Work.POST)
    crowded = [pictures.crowded]
    await pictures.draw(Animation((start(),), "asked for"))
    projector._free.release()
    await asyncio.gather(*animations)
    assert [*crowded, pictures.crowded] == [True, False]
    assert (hand.drawn, len(projector.drawn)) == (["board", "asked for"], MAX_ANIMATIONS)


# What every process sees of the environment in which a bot with a token was started.
SEEN = """
import asyncio, os
from bot.engine.workers import Workers, prepare

async def main():
    with Workers(1) as workers:
        print(await workers.run(read_environment))

def read_environment():
    whole = open(f"/proc/{os.getppid()}/environ").read() + open("/proc/self/environ").read()
    return "s3cret" in whole + str(dict(os.environ))

if __name__ == "__main__":
    prepare()
    from bot.engine.hidden import read_hidden
    assert read_hidden() == {"token": "s3cret", "database": "postgresql+asyncpg://a:s3cret@b/c"}
    asyncio.run(main())
"""


def test_workers_have_no_token(tmp_path: Path) -> None:
    script = tmp_path / "bot_with_a_token.py"
    script.write_text(SEEN)
    secrets = {"DURBAR_TOKEN": "s3cret", "DURBAR_DATABASE": "postgresql+asyncpg://a:s3cret@b/c"}
    ended = subprocess.run(
        [sys.executable, str(script)], env={**os.environ, "PYTHONPATH": os.getcwd(), **secrets}, text=True,
        capture_output=True, check=True,
    )  # fmt: skip
    assert ended.stdout.strip() == "False"
