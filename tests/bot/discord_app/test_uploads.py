"""Uploaded files: decks, records and positions are UTF-8 texts of limited size."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast

import discord
import pytest

from bot.discord_app.cogs.lobby import RECORD_KB, read_deck, read_record
from bot.replies.reply import Refused
from tests.phrases import pattern

Read = Callable[[discord.Attachment], Awaitable[str]]


class Upload:
    """A file as Discord delivers it."""

    def __init__(self, data: bytes) -> None:
        self.data, self.size = data, len(data)

    async def read(self) -> bytes:
        """Return its bytes."""
        return self.data


def upload(data: bytes) -> discord.Attachment:
    """Return these bytes as an attachment."""
    return cast(discord.Attachment, cast(Any, Upload(data)))


@pytest.mark.parametrize("read", [read_deck, read_record])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
async def test_another_encoding_is_refused_as_what_it_is(read: Read, encoding: str) -> None:
    with pytest.raises(Refused, match=pattern("file.text")):
        await read(
            upload("durbar: 2\ngame: taj_mahal\n# Vijayanagara – où".replace("–", "-").encode(encoding))
        )


@pytest.mark.parametrize("read", [read_deck, read_record])
async def test_utf_8_is_read_with_a_mark_and_without(read: Read) -> None:
    for encoding in ("utf-8", "utf-8-sig"):
        assert await read(upload("Ā card".encode(encoding))) == "Ā card"


async def test_a_record_that_is_too_long_is_refused() -> None:
    with pytest.raises(Refused, match=pattern("file.size")):
        await read_record(upload(b"x" * (RECORD_KB * 1000 + 1)))
