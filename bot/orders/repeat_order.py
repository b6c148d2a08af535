"""As last time: the button that puts the order of before into the draft."""

from __future__ import annotations

from bot.orders import last_order
from bot.orders.preview import elsewhere
from bot.orders.service import Table
from bot.orders.typed_order import asked_of
from bot.people.caller import Caller
from bot.replies.mark import Mark
from bot.replies.reply import Answer


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
            draft, order = await self.table.draft(caller, at), last_order.repeated(at)
            if draft.keys or mark != at.mark or order is None:
                raise elsewhere(draft, mark)
            return await self.table.advance(caller, order, at_once=False)
