"""Buttons that are pressed without Discord: by the service that carries them out."""

from __future__ import annotations

from typing import Any, cast

from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import KNOWN, Action
from bot.replies.reply import ActionButton, Call, Reply


async def press(service: object, by: Caller, pressed: ActionButton | Call, **given: Any) -> Reply:
    """What somebody reads who presses this; `given`: what the click gives besides."""
    action = KNOWN[pressed.verb]
    assert isinstance(action, Action), "a service carries it out"
    bound = action.bind(service)
    return cast(Reply, await bound.run(by, bound.fields.read(pressed.about), given))


async def trade(table: OrderService, by: Caller, text: str) -> Reply:
    """Type an act out of turn, and confirm it if that is asked."""
    answer = await table.order_side_act(by, text)
    confirm = next((each for each in answer.buttons if each.look == "good"), None)
    return answer if confirm is None else await press(table, by, confirm)
