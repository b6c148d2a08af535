"""Test how the drawing processes are shared."""

from __future__ import annotations

import asyncio

import pytest

from bot.posting.drawing_places import MOST_POSTS, DrawingPlaces, GivenUp, Work


class Drawers:
    """Records the order in which pieces of work get a place. Each holds it until it is told to end."""

    def __init__(self, places: int = 1) -> None:
        self.places, self.begun = DrawingPlaces(places), list[str]()
        self.ends = dict[str, asyncio.Event]()
        self.tasks = dict[str, asyncio.Task[None]]()

    async def ask(self, work: Work, *names: str) -> None:
        """Ask for places one after the other."""
        for name in names:
            self.ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._hold(work, name))
            await asyncio.sleep(0)

    async def _hold(self, work: Work, name: str) -> None:
        async with self.places.take(work):
            self.begun.append(name)
            await self.ends[name].wait()

    async def end_all(self) -> list[str]:
        """End each piece in the order in which they began, and return their names in this order."""
        for number in range(len(self.tasks)):
            name = self.begun[number]
            self.ends[name].set()
            await self.tasks[name]
            await asyncio.sleep(0)
        return self.begun


async def test_the_newest_post_goes_first() -> None:
    drawers = Drawers()
    await drawers.ask(Work.POST, "a", "b", "c")
    assert await drawers.end_all() == ["a", "c", "b"]


async def test_players_go_before_posts_but_not_for_ever() -> None:
    drawers = Drawers()
    await drawers.ask(Work.POST, "post")
    await drawers.ask(Work.POST, "waits")
    answers = [f"answer {n}" for n in range(Work.POST.value + 1)]
    await drawers.ask(Work.ANSWER, *answers)
    assert await drawers.end_all() == ["post", *answers[:-1], "waits", answers[-1]]


async def test_a_page_that_somebody_looks_at_goes_first_but_not_for_ever() -> None:
    drawers = Drawers()
    watched = [f"watched {n}" for n in range(Work.PAGE.value + 2)]
    await drawers.ask(Work.WATCHED_PAGE, *watched)
    await drawers.ask(Work.PAGE, "page")
    assert await drawers.end_all() == [*watched[:-1], "page", watched[-1]]


@pytest.mark.parametrize("work", Work)
async def test_a_place_is_free_again_after_work_that_was_cancelled(work: Work) -> None:
    drawers = Drawers()
    await drawers.ask(work, "runs", "waits", "goes on")
    for name in ("runs", "waits"):
        drawers.tasks[name].cancel()
    await asyncio.wait({drawers.tasks["runs"], drawers.tasks["waits"]})
    drawers.ends["goes on"].set()
    await drawers.tasks["goes on"]
    assert drawers.begun == ["runs", "goes on"]


async def test_a_place_that_was_just_given_is_not_lost() -> None:
    drawers = Drawers()
    await drawers.ask(Work.POST, "a", "b")
    drawers.tasks["a"].cancel()
    await asyncio.wait({drawers.tasks["a"]})
    drawers.tasks["b"].cancel()  # perhaps before it has seen that it got a place
    await asyncio.wait({drawers.tasks["b"]})
    await drawers.ask(Work.POST, "c")
    assert drawers.begun[-1] == "c"


async def test_the_oldest_post_stays_without_its_picture_if_too_many_wait() -> None:
    drawers = Drawers()
    names = [f"{n}" for n in range(MOST_POSTS + 3)]
    await drawers.ask(Work.POST, *names)
    for given_up in names[1:3]:
        with pytest.raises(GivenUp):
            await drawers.tasks.pop(given_up)
    assert await drawers.end_all() == ["0", *reversed(names[3:])]
