"""Check that what calls people is sent without signs of markdown, which a phone would show."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

SIGNS = re.compile(r"\*\*|~~|`|^-# |^#+ |<t:|\]\(http", re.MULTILINE)
Sent = list[tuple[int, str, list[int]]]  # the channel, the text and the called people of each message


def check_plain(text: str, called: Collection[int]) -> None:
    """Raise `AssertionError` if a text calls people and has signs of markdown."""
    assert not (called and SIGNS.search(text)), text


class Recorder:
    """A channel that records what is sent there, with later edits. `first` is the id of its first message."""

    def __init__(self, channel_id: int, sent: Sent, first: int) -> None:
        self.channel_id, self.sent, self.first = channel_id, sent, first

    async def send(self, text: str, *, allowed_mentions: Any, **_: Any) -> Any:
        called = [user.id for user in allowed_mentions.users]
        check_plain(text, called)
        place, sent, channel_id = len(self.sent), self.sent, self.channel_id
        sent.append((channel_id, text, called))

        class Message:
            id = self.first + place

            async def edit(self, *, content: str, **_: Any) -> Any:
                sent[place] = (channel_id, content, called)
                return self

        return Message()
