"""The job queue of bot players: the order of jobs, shared jobs, and a server's share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.engine.job_queue import Busy, JobQueue, Urgency
from bot.engine.server_quota import ADVICE, FOR_REVIEWS, LATELY
from bot.engine.thinking import Task
from rules.kernel import Game

MOVE, HINT, REVIEW, PAGE = Urgency


def task(name: str, server: int = 0, seconds: float = 1.0) -> Task:
    return Task("toy", Game("", 1, name), "north", "easy", seconds, 0, server)


def name(asked: Task) -> str:
    return asked.position.start


class House:
    """Worker processes that carry out fake jobs one after the other, when `open` allows it."""

    def __init__(self, at_once: int = 1) -> None:
        self.done: list[str] = []
        self.time = 0.0
        self.gate = asyncio.Event()
        self.most = self.under_way = 0
        self.job_queue = JobQueue(self.run, at_once, lambda: self.time)

    async def run(self, work: Callable[[Task], Any], asked: Task) -> Any:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await self.gate.wait()
        self.under_way -= 1
        self.done.append(name(asked))
        return work(asked)

    def ask(self, urgency: Urgency, asked: Task) -> asyncio.Task[str]:
        return asyncio.create_task(self.job_queue.think(urgency, name, asked))


async def settled(*asked: asyncio.Task[Any]) -> list[Any]:
    return await asyncio.gather(*asked, return_exceptions=True)


async def begun() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_moves_come_before_hints_and_hints_before_reviews() -> None:
    house = House()
    first = house.ask(REVIEW, task("first"))
    await begun()
    later = [house.ask(each, task(each.name)) for each in (PAGE, REVIEW, HINT, MOVE)]
    await begun()
    house.gate.set()
    await settled(first, *later)
    assert house.done == ["first", "MOVE", "HINT", "REVIEW", "PAGE"]
    assert house.most == 1


async def test_of_equals_the_server_that_has_had_least_comes_first() -> None:
    house = House()
    first = house.ask(HINT, task("busy", server=1))
    await begun()
    later = [house.ask(HINT, task(f"busy {n}", server=1)) for n in range(3)]
    later.append(house.ask(HINT, task("quiet", server=2)))
    await begun()
    house.gate.set()
    await settled(first, *later)
    assert house.done[:2] == ["busy", "quiet"]


async def test_no_more_is_thought_at_once_than_there_are_processes() -> None:
    house = House(at_once=2)
    asked = [house.ask(MOVE, task(str(n))) for n in range(10)]
    await begun()
    assert house.under_way == 2
    house.gate.set()
    assert await settled(*asked) == [str(n) for n in range(10)]
    assert house.most == 2


async def test_equal_thoughts_are_thought_once() -> None:
    house = House()
    asked = [house.ask(HINT, task("one")) for _ in range(3)]
    house.gate.set()
    assert await settled(*asked) == ["one"] * 3
    assert await house.job_queue.think(HINT, name, task("one")) == "one"
    assert house.done == ["one"]


async def test_a_thought_that_failed_is_thought_again() -> None:
    house = House()
    house.gate.set()
    tries: list[str] = []

    def fails(asked: Task) -> str:
        tries.append(name(asked))
        raise RuntimeError("no idea")

    for _ in range(2):
        with pytest.raises(RuntimeError, match="no idea"):
            await house.job_queue.think(HINT, fails, task("hard"))
    assert tries == ["hard", "hard"]
    assert await house.job_queue.think(HINT, name, task("easy")) == "easy"


async def test_what_waits_in_the_queue_counts_as_well() -> None:
    house = House()
    first = asyncio.create_task(
        house.job_queue.think(HINT, name, task("under way", server=1, seconds=ADVICE / 2))
    )
    second = asyncio.create_task(
        house.job_queue.think(HINT, name, task("waits", server=1, seconds=ADVICE / 2))
    )
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await house.job_queue.think(HINT, name, task("too much", server=1, seconds=1.0))
    house.gate.set()
    await asyncio.gather(first, second)


async def test_a_server_may_have_so_much_advice_in_a_while_and_moves_don_t_count() -> None:
    house = House()
    house.gate.set()
    await house.job_queue.think(MOVE, name, task("its player", server=1, seconds=5 * ADVICE))
    await house.job_queue.think(HINT, name, task("much", server=1, seconds=ADVICE))
    house.time = 100.0
    with pytest.raises(Busy) as busy:
        await house.job_queue.think(HINT, name, task("more", server=1))
    assert busy.value.wait == LATELY - 100
    assert await house.job_queue.think(HINT, name, task("much", server=1, seconds=ADVICE)) == "much", "kept"
    assert await house.job_queue.think(MOVE, name, task("a move", server=1)) == "a move"
    assert await house.job_queue.think(HINT, name, task("theirs", server=2)) == "theirs"
    house.time = LATELY + 101
    assert await house.job_queue.think(HINT, name, task("more", server=1)) == "more"


async def test_what_waits_is_dropped_when_the_bot_closes() -> None:
    house = House()
    asked = [house.ask(MOVE, task(str(n))) for n in range(3)]
    await begun()
    await house.job_queue.close()
    found = await settled(*asked)
    assert all(isinstance(each, asyncio.CancelledError) for each in found)
    assert house.done == []


async def test_hints_and_pages_leave_time_for_the_review_of_a_game_that_ends() -> None:
    """After many hints, the review that the post of the end promised came ten minutes late."""
    house = House()
    house.gate.set()
    for job in range(4):
        seconds = (ADVICE - FOR_REVIEWS) / 4
        await house.job_queue.think(HINT, name, task(f"hint {job}", server=1, seconds=seconds))
    for urgency in (HINT, Urgency.PAGE):
        with pytest.raises(Busy):
            await house.job_queue.think(urgency, name, task(f"more {urgency}", server=1, seconds=1.0))
    await house.job_queue.think(REVIEW, name, task("a review", server=1, seconds=FOR_REVIEWS))
    with pytest.raises(Busy):
        await house.job_queue.think(REVIEW, name, task("another", server=1, seconds=1.0))
