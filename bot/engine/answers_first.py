"""Delay posts while the bot makes an answer, because a person waits for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

MAX_WAIT = 0.25  # seconds; a busy bot is always making some answer, so a post can't wait until there is none


class AnswersFirst:
    """Counts the answers that the bot is making. A post waits until there are none, or for `MAX_WAIT`."""

    def __init__(self) -> None:
        self._making = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @contextmanager
    def count_answer(self) -> Iterator[None]:
        """Count one more answer until the context ends."""
        self._making += 1
        self._calm.clear()
        try:
            yield
        finally:
            self._making -= 1
            if not self._making:
                self._calm.set()

    @property
    def crowded(self) -> bool:
        """Return whether the bot is making two or more answers."""
        return self._making > 1

    async def wait(self) -> None:
        """Wait until the bot makes no answer, at most `MAX_WAIT` seconds."""
        if self._making:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._calm.wait(), MAX_WAIT)
