"""Let answers go before posts, because a person waits for an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

MAX_WAIT = 0.25  # seconds that a post waits, because a busy bot always has an answer to make


class AnswersFirst:
    """Counts the answers that are being made; posts wait until there is none."""

    def __init__(self) -> None:
        self._making = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @contextmanager
    def count_answer(self) -> Iterator[None]:
        """Count an answer while it is made."""
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
        """Return whether several answers are being made."""
        return self._making > 1

    async def wait(self) -> None:
        """Wait until no answer is being made, or until the longest wait is over."""
        if self._making:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._calm.wait(), MAX_WAIT)
