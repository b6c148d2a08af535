"""A sign that bot players think, for who waits for them: none for a moment's thought, and few, for each
costs a request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

log = structlog.get_logger(__name__)
FIRST = 3.0  # seconds that they have thought before it is shown
AGAIN = 9.0  # seconds until it is shown anew: Discord lets it stand for ten, or until the next post

Show = Callable[[int], Awaitable[None]]  # in this channel


async def send_nowhere(_: int) -> None:
    """Show it to nobody."""


class ThinkingNotice:
    """Shows it in the channels of the games in which they think."""

    def __init__(self, show: Show = send_nowhere, first: float = FIRST, again: float = AGAIN) -> None:
        self.show, self.first, self.again = show, first, again
        self._shown: dict[int, asyncio.Task[None]] = {}

    def begin(self, game_id: int, channel_id: int) -> None:
        """They think in this game, or go on with it: several may think in a row."""
        if game_id not in self._shown:
            self._shown[game_id] = asyncio.create_task(self._keep(channel_id), name=f"sign {game_id}")

    def end(self, game_id: int) -> None:
        """Nobody thinks there any more."""
        if (shown := self._shown.pop(game_id, None)) is not None:
            shown.cancel()

    def close(self) -> None:
        """Show nothing more."""
        for game_id in list(self._shown):
            self.end(game_id)

    async def _keep(self, channel_id: int) -> None:
        try:
            await asyncio.sleep(self.first)
            while True:
                await self.show(channel_id)
                await asyncio.sleep(self.again)
        except Exception as error:  # they think on without it
            log.info("that somebody thinks can't be shown", channel=channel_id, error=str(error))
