"""Delay posts while the bot prepares an answer to a person. The person waits for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

MAX_WAIT = 0.25  # the most seconds that a post waits; without a limit, a busy bot might never post


class AnswersFirst:
    """Counts the answers that the bot prepares. A post waits until the count is 0, or for `MAX_WAIT`."""

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
        """Return whether the bot prepares two or more answers now."""
        return self._making > 1

    async def wait(self) -> None:
        """Wait until the bot prepares no answer, but at most `MAX_WAIT` seconds."""
        if self._making:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._calm.wait(), MAX_WAIT)
