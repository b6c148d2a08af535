"""Buttons that are pressed without Discord: by the service that carries them out."""

from __future__ import annotations

from typing import Any, cast

from bot.people.caller import Caller
from bot.replies.action import KNOWN, Action
from bot.replies.reply import ActionButton, Call, Reply


async def press(service: object, by: Caller, pressed: ActionButton | Call, **given: Any) -> Reply:
    """What somebody reads who presses this; `given`: what the click gives besides."""
    action = KNOWN[pressed.verb]
    assert isinstance(action, Action), "a service carries it out"
    bound = action.bind(service)
    return cast(Reply, await bound.run(by, bound.fields.read(pressed.about), given))
