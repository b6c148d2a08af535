"""As last time: the button that puts the order of before into the draft."""

from __future__ import annotations

from bot.table import last_time
from bot.table.answers import Answer, Caller, Mark
from bot.table.orders import Table
from bot.table.preview import elsewhere
from bot.table.typed import asked_of


class Repeating:
    """What may be ordered as it was before."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def take(self, caller: Caller, mark: Mark) -> Answer:
        """The order of last time as the caller's draft, to be confirmed. Raises `Refused` where the game has
        gone on, or he has begun otherwise."""
        async with self.table.acting(caller):
            at = await self.table.at(caller, mark.game)
            asked_of(caller, at)
            draft, order = await self.table.draft(caller, at), last_time.repeated(at)
            if draft.keys or mark != at.mark or order is None:
                raise elsewhere(draft, mark)
            return await self.table.advance(caller, order, at_once=False)
