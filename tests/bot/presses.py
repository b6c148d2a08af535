"""Press buttons without Discord: find the service that carries them out, and call it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cache
from typing import Any, cast

import bot
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import AnyAction, list_actions
from bot.replies.reply import ActionButton, Call, Reply


async def press(service: object, by: Caller, pressed: ActionButton | Call, **given: Any) -> Reply:
    """Return the reply to a person who presses this button. `given`: further values from the click."""
    [action] = (each for each in list_actions(type(service)) if pressed.verb in each.verbs)
    bound = action.bind(service)
    return cast(Reply, await bound.run(by, bound.fields.read(pressed.about), given))


async def trade(table: OrderService, by: Caller, text: str) -> Reply:
    """Type an act out of turn, and confirm it if the reply asks for that."""
    answer = await table.order_side_act(by, text)
    confirm = next((each for each in answer.buttons if each.look == "good"), None)
    return answer if confirm is None else await press(table, by, confirm)


@cache
def find_all_actions() -> dict[str, AnyAction]:
    """Return every action in the source of the bot, by each of its verbs."""
    found: dict[str, AnyAction] = {}
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if not module.name.endswith("__main__"):
            for _, owner in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                found |= {verb: each for each in list_actions(owner) for verb in each.verbs}
    return found
