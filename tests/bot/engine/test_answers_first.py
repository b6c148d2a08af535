"""Posts wait for replies that are being made, but not forever."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine import answers_first
from bot.engine.answers_first import AnswersFirst


async def test_a_post_waits_until_the_last_answer_is_made() -> None:
    first, done = AnswersFirst(), list[str]()

    async def post() -> None:
        await first.wait()
        done.append("post")

    with first.count_answer():
        posting = asyncio.create_task(post())
        with first.count_answer():
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)
        done.append("answers")
    await posting
    assert done == ["answers", "post"]


async def test_without_answers_a_post_waits_for_nothing() -> None:
    await asyncio.wait_for(AnswersFirst().wait(), 0.01)


async def test_a_post_waits_for_a_long_answer_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers_first, "MAX_WAIT", 0.01)
    first = AnswersFirst()
    with first.count_answer():
        await asyncio.wait_for(first.wait(), 5)
