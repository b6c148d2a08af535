"""Hostile decks, positions and records: refused in a sentence, in time; nothing is kept."""

from __future__ import annotations

import asyncio
import gzip
import io
import struct
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.discord_app.client import Durbar
from bot.engine.workers import Workers
from bot.replies.reply import Refused
from bot.session.uploads import Games, Uploads
from bot.settings.decks import add_deck
from rules.errors import BadFile
from rules.loading.games import GAMES
from rules.plain import read_plain
from rules.records.record import load_record
from tests.bot.callers import CHANNEL, NORTH
from tests.hostile.conftest import GAME, REAL
from tests.hostile.house import Wire, answered, contents
from tests.hostile.inputs import documents
from tests.phrases import pattern


def sent(text: str) -> Any:
    """Return an attachment."""
    data = text.encode("utf-8", "surrogatepass")

    async def read() -> bytes:
        return data

    return SimpleNamespace(size=len(data), read=read)


async def test_files(bot: Durbar) -> None:
    commands = {each.qualified_name: each for each in bot.tree.walk_commands()}
    ways: list[tuple[str, int, dict[str, Any]]] = [
        ("game new", CHANNEL + 9, {"game": GAME, "seats": None}),
        ("host position", REAL, {}),
        ("host import", CHANNEL + 9, {}),
    ]
    before, tried = await contents(bot.store), 0
    for number, text in enumerate(documents()):
        name, channel, more = ways[number % 3]
        command: Any = commands[name]
        wire = Wire(bot, NORTH, channel, manages=True)
        file = {"deck" if name == "game new" else "file": sent(text)}
        work = command.callback(command.binding, wire, **more, **file)
        await answered(wire, work, (name, text[:200], len(text)))
        tried += 1
    assert await contents(bot.store) == before
    assert tried > 400


async def test_what_is_no_text_or_too_long(bot: Durbar) -> None:
    commands: dict[str, Any] = {each.qualified_name: each for each in bot.tree.walk_commands()}
    position = commands["host position"]
    for file in (
        sent("x" * 400_001),
        SimpleNamespace(size=9, read=lambda: asyncio.sleep(0, b"\xff\xfe\x00")),
    ):
        wire = Wire(bot, NORTH, REAL, manages=True)
        await answered(wire, position.callback(position.binding, wire, file), "no text")


def bombs() -> Iterator[bytes]:
    """Yield archives and pictures that expand to a thousand times their size, and one plain text."""
    zeros = b"a: 0\n" * 200_000
    yield gzip.compress(zeros)
    for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
        with io.BytesIO() as file:
            with zipfile.ZipFile(file, "w", method) as archive:
                archive.writestr("deck.yaml", zeros if method else "a: 0\n" * 9000)
            yield file.getvalue()
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(zeros)),
    )
    packed = (struct.pack(">I", len(data)) + name + data + b"\0" * 4 for name, data in chunks)
    yield b"\x89PNG\r\n\x1a\n" + b"".join(packed)


async def test_archives_and_pictures_are_never_unpacked(bot: Durbar) -> None:
    """A file is read as text or not at all, and its contents are never unpacked."""
    commands: dict[str, Any] = {each.qualified_name: each for each in bot.tree.walk_commands()}
    before = await contents(bot.store)
    for number, data in enumerate(bombs()):
        file = SimpleNamespace(size=len(data), read=lambda data=data: asyncio.sleep(0, data))
        for name in ("host position", "host import"):
            wire = Wire(bot, NORTH, REAL, manages=True)
            await answered(wire, commands[name].callback(commands[name].binding, wire, file), (name, number))
    assert await contents(bot.store) == before


def dawdle(_: Games, __: str, ___: str) -> None:
    time.sleep(3600)


async def test_a_file_that_takes_for_ever_is_given_up() -> None:
    with Workers(1) as workers:
        uploads = Uploads(GAMES, workers)
        with pytest.raises(Refused, match="line 1"):
            await uploads.read(add_deck, GAME, "title: [")
        workers.limit = 0.2
        with pytest.raises(Refused, match=pattern("upload.slow")):
            await uploads.read(dawdle, GAME, "")


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=9,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(st.characters(codec="utf-8"), max_size=300) | PLAIN.map(str))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read, error in ((read_plain, BadFile), (load_record, BadFile)):
        with suppress(error):
            read(text)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["durbar: 1", "game: toy", "seed: 1", "commitment: 0", "", "1 north pass", "1 x"])
        | st.text(max_size=20)
    )
)
def test_any_record_is_read_or_refused(lines: list[str]) -> None:
    with suppress(BadFile):
        load_record("\n".join(lines))
