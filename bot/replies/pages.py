"""Make the buttons that turn the pages of a long reply."""

from __future__ import annotations

from collections.abc import Callable

from bot.language.words import say
from bot.replies.action import button
from bot.replies.reply import ActionButton, Call


def make_page_buttons(page: int, pages: int, call: Callable[[int], Call]) -> tuple[ActionButton, ...]:
    """Return the buttons that show the page before and the page after. `call(n)` is the call for page n."""
    back = [button(call(page - 1), say("button.page_back"))] if page > 1 else []
    on = [button(call(page + 1), say("button.page_on"))] if page < pages else []
    return (*back, *on)
