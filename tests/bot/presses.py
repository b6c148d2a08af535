"""Press buttons without Discord: find the service that carries them out, and call it."""

from __future__ import annotations

from typing import Any, cast

from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import KNOWN, Action
from bot.replies.reply import ActionButton, Call, Reply


async def press(service: object, by: Caller, pressed: ActionButton | Call, **given: Any) -> Reply:
    """Return the reply to a person who presses this button. `given`: further values from the click."""
    action = KNOWN[pressed.verb]
    assert isinstance(action, Action), "a service carries it out"
    bound = action.bind(service)
    return cast(Reply, await bound.run(by, bound.fields.read(pressed.about), given))


async def trade(table: OrderService, by: Caller, text: str) -> Reply:
    """Type an act out of turn, and confirm it if the reply asks for that."""
    answer = await table.order_side_act(by, text)
    confirm = next((each for each in answer.buttons if each.look == "good"), None)
    return answer if confirm is None else await press(table, by, confirm)
