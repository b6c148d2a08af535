"""As last time: the button that puts the order of before into the draft."""

from __future__ import annotations

from bot.orders import last_order
from bot.orders.preview import refuse_elsewhere
from bot.orders.service import OrderService
from bot.orders.typed_order import require_asked
from bot.people.caller import Caller
from bot.replies.mark import Mark
from bot.replies.reply import Reply


class RepeatOrder:
    """What may be ordered as it was before."""

    def __init__(self, table: OrderService) -> None:
        self.table = table

    async def take(self, caller: Caller, mark: Mark) -> Reply:
        """The order of last time as the caller's draft, to be confirmed. Raises `Refused` where the game has
        gone on, or he has begun otherwise."""
        async with self.table.acting(caller):
            at = await self.table.at(caller, mark.game)
            require_asked(caller, at)
            draft, order = await self.table.draft(caller, at), last_order.find_repeat(at)
            if draft.keys or mark != at.mark or order is None:
                raise refuse_elsewhere(draft, mark)
            return await self.table.advance(caller, order, at_once=False)
