"""Posts of reviews."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.engine.job_queue import Busy
from bot.posting.outbox import THINKING, NotYet
from bot.posting.review_posts import AT_ONCE, CROWDED, TRIES, ReviewPosts
from bot.replies.reply import Reply
from bot.story.post import Post
from db.records import Status
from render.curves import Curves


async def test_a_review_that_takes_too_long_is_left_out_in_the_end() -> None:
    """Nobody waits for it, and its worker becomes free for others."""

    async def reviewed(_: object) -> Any:
        raise TimeoutError

    async def send(*_: object) -> Any:
        raise AssertionError("there is nothing to send")

    analysis: Any = SimpleNamespace(write_review=reviewed)
    pictures: Any = None
    delivery: Any = None
    stored: Any = SimpleNamespace(id=1, status=Status.ENDED)
    reviews = ReviewPosts(analysis, pictures)
    for _ in range(TRIES - 1):
        with pytest.raises(NotYet):
            await reviews.post(delivery, stored, send, send)
    assert await reviews.post(delivery, stored, send, send) is None


@pytest.mark.parametrize(("wait", "asked_again"), [(90.0, 90.0), (0.5, THINKING)])
async def test_what_there_is_no_time_for_yet_is_not_asked_for_before_there_is(
    wait: float, asked_again: float
) -> None:
    async def reviewed(_: object) -> Any:
        raise Busy(wait)

    async def send(*_: object) -> Any:
        raise AssertionError("there is nothing to send")

    analysis: Any = SimpleNamespace(write_review=reviewed)
    nothing: Any = None
    stored: Any = SimpleNamespace(id=1, status=Status.ENDED)
    with pytest.raises(NotYet) as put_off:
        await ReviewPosts(analysis, nothing).post(nothing, stored, send, send)
    assert put_off.value.wait == asked_again


async def test_only_few_are_thought_about_at_once_for_each_holds_a_whole_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.posting.review_posts.PATIENCE", 0.0)
    begun, over = list[int](), asyncio.Event()

    async def reviewed(stored: Any) -> Any:
        begun.append(stored.id)
        await over.wait()
        raise Busy(1.0)

    analysis: Any = SimpleNamespace(write_review=reviewed)
    nothing: Any = None
    reviews = ReviewPosts(analysis, nothing)

    async def ask(game: int) -> float:
        stored: Any = SimpleNamespace(id=game, status=Status.ENDED)
        with pytest.raises(NotYet) as put_off:
            await reviews.post(nothing, stored, nothing, nothing)
        return put_off.value.wait

    for game in range(AT_ONCE):
        assert await ask(game) == THINKING
    assert await ask(AT_ONCE) == CROWDED
    await asyncio.sleep(0)
    assert begun == list(range(AT_ONCE))
    over.set()
    await asyncio.sleep(0)
    assert await ask(AT_ONCE) == THINKING, "there is room again"
    reviews.close()


async def test_the_turning_point_goes_into_the_post_of_the_end() -> None:
    """The review that is posted gives its sentence; a review without one changes nothing."""
    told = list[str]()

    async def send(*_: object) -> Any:
        return SimpleNamespace(id=7)

    async def tell(_: object, line: str) -> None:
        told.append(line)

    async def draw(*_: object) -> None:
        return None

    pictures: Any = SimpleNamespace(draw=draw)
    delivery: Any = SimpleNamespace(content=Post(text="").model_dump_json())
    stored: Any = SimpleNamespace(id=1, status=Status.ENDED)
    for gist in ("Turning point", ""):
        answer = Reply("", curves=Curves("", (), (), ()), gist=gist)

        async def reviewed(_: object, answer: Reply = answer) -> Reply:
            return answer

        analysis: Any = SimpleNamespace(write_review=reviewed)
        assert await ReviewPosts(analysis, pictures).post(delivery, stored, send, tell) == 7
    assert told == ["Turning point"]
