"""Provide a forum that records its posts, for clients that tests use in place of Discord."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, cast

import discord

FORUM = 800
OWN = 5  # the bot's user id


class Forum(discord.ForumChannel):
    """A forum. `fail` is called "before" and "after" each new post, and may raise an error."""

    def __init__(self, posts: list[Any], names: Sequence[str], fail: Callable[[str], None]) -> None:
        self.posts, self.fail = posts, fail
        self.id, self.guild = FORUM, cast(Any, self)
        self._available_tags = {n: discord.ForumTag(name=name) for n, name in enumerate(names)}

    async def create_thread(self, **given: Any) -> Any:
        self.fail("before")
        now = datetime.now().astimezone()
        about = {"id": 9000 + len(self.posts), "owner_id": OWN, "created_at": now, "given": given}
        thread = type("Thread", (), {**about, "parent_id": FORUM, "name": given["name"]})()
        self.posts.append(thread)
        self.fail("after")
        return type("Made", (), {"thread": thread})()

    async def active_threads(self) -> Sequence[Any]:
        return self.posts


def answer_not_found() -> discord.NotFound:
    """Return the error with which Discord answers for a channel that was deleted."""
    response = cast(Any, type("Response", (), {"status": 404, "reason": ""})())
    return discord.NotFound(response, {"code": 10003, "message": "Unknown Channel"})
