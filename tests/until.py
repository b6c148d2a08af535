"""Wait for something that happens by itself: as long as needed on any machine, but not forever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sandbox.driver import PATIENCE


async def until(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until `true` returns a true value. Raises `TimeoutError` after `seconds`."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)
