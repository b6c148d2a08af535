"""Waiting for what happens by itself: as long as it takes, on any machine, and not for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sandbox.driver import PATIENCE


async def until(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Waits until something holds; TimeoutError when it never does."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)
