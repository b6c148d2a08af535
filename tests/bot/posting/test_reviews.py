"""Reviews that are to be posted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.posting.outbox import NotYet
from bot.posting.reviews import TRIES, Reviews
from db.records import Status


async def test_a_review_that_takes_too_long_is_left_out_in_the_end() -> None:
    """Nobody waits for it; and who thinks is free for others."""

    async def reviewed(_: object) -> Any:
        raise TimeoutError

    async def send(*_: object) -> Any:
        raise AssertionError("there is nothing to send")

    counsel: Any = SimpleNamespace(reviewed=reviewed)
    artist: Any = None
    delivery: Any = None
    stored: Any = SimpleNamespace(id=1, status=Status.ENDED)
    reviews = Reviews(counsel, artist)
    for _ in range(TRIES - 1):
        with pytest.raises(NotYet):
            await reviews.post(delivery, stored, send)
    assert await reviews.post(delivery, stored, send) is None
