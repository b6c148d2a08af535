"""Show in the channel that a bot player is thinking.

The notice appears after a few seconds and is renewed rarely, because each request counts against Discord's
limits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

log = structlog.get_logger(__name__)
FIRST = 3.0  # seconds of thinking before the notice is shown
AGAIN = 9.0  # seconds until the notice is renewed; Discord shows it for 10 seconds, or until the next post

Show = Callable[[int], Awaitable[None]]  # shows the notice in the channel with this id


async def send_nowhere(_: int) -> None:
    """Show no notice."""


class ThinkingNotice:
    """Shows the notice in the channels of games in which a bot player thinks.

    Args:
        show: a function that shows the notice in a channel for about 10 seconds
        first: the seconds of thinking before the notice
        again: the seconds until the notice is renewed
    """

    def __init__(self, show: Show = send_nowhere, first: float = FIRST, again: float = AGAIN) -> None:
        self.show, self.first, self.again = show, first, again
        self._shown: dict[int, asyncio.Task[None]] = {}

    def begin(self, game_id: int, channel_id: int) -> None:
        """Start the notice of a game. If a notice of the game is already running, do nothing."""
        if game_id not in self._shown:
            self._shown[game_id] = asyncio.create_task(self._repeat(channel_id), name=f"sign {game_id}")

    def end(self, game_id: int) -> None:
        """End the notice of a game."""
        if (shown := self._shown.pop(game_id, None)) is not None:
            shown.cancel()

    def close(self) -> None:
        """End all notices."""
        for game_id in list(self._shown):
            self.end(game_id)

    async def _repeat(self, channel_id: int) -> None:
        """Show and renew the notice until the task is cancelled, or until the notice can't be shown."""
        try:
            await asyncio.sleep(self.first)
            while True:
                await self.show(channel_id)
                await asyncio.sleep(self.again)
        except Exception as error:  # the bot player goes on thinking without a notice
            log.info("the thinking notice can't be shown", channel=channel_id, error=str(error))
