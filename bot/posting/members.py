"""Find out that a notified player has left the Discord server.

Discord sends events about members only to bots that ask for these events, and this bot doesn't. So when a
post notifies a player, the bot asks Discord about them, unless they used the bot a short time ago.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import discord
import structlog

from bot.posting.unreachable import FAILING
from bot.seating.departures import Departures
from db.records import StoredGame

log = structlog.get_logger(__name__)
UNKNOWN_MEMBER = 10007  # Discord's error code for a person who is not on a server
SEEN = timedelta(hours=1)  # after a person used the bot, the bot doesn't ask about them for this time
KEPT = 10_000  # the most people in memory


class Members:
    """Asks Discord whether notified players are still on the server. `now` returns the present time."""

    def __init__(self, client: discord.Client, departures: Departures, now: Callable[[], datetime]) -> None:
        self.client, self.departures, self.now = client, departures, now
        self._seen = OrderedDict[tuple[int, int], datetime]()

    def see(self, guild_id: int | None, user_id: int) -> None:
        """Remember that a person is on the server, because they have just used the bot there."""
        if guild_id is None:
            return
        self._seen[guild_id, user_id] = self.now()
        self._seen.move_to_end((guild_id, user_id))
        if len(self._seen) > KEPT:
            self._seen.popitem(last=False)

    async def check(self, stored: StoredGame, users: Iterable[int], *, anew: bool) -> None:
        """Post in the game's channel which of these players have left the server. Only log a failure.

        With `anew`, ask Discord also about people who used the bot a short time ago.
        """
        guild_id = stored.guild_id
        if guild_id is None:
            return
        for user in [user for user in users if stored.seats_of(user)]:
            seen = self._seen.get((guild_id, user))
            if not anew and seen is not None and self.now() - seen < SEEN:
                continue
            try:
                await self.client.http.get_member(guild_id, user)
            except discord.NotFound as error:
                if error.code == UNKNOWN_MEMBER:
                    await self._tell(stored, user)
            except FAILING as error:
                log.info("a member can't be looked up", game=stored.id, error=str(error))
            else:
                self.see(guild_id, user)

    async def _tell(self, stored: StoredGame, user: int) -> None:
        try:
            await self.departures.tell(stored.id, user)
        except Exception:
            log.exception("a table can't be told who has left", game=stored.id)
