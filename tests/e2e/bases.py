"""Read and change the bot's database in tests: a SQLite file, or a PostgreSQL server."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import Connection, create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from tests.conftest import EMPTY

T = TypeVar("T")
Rows = list[tuple[object, ...]]


class Base(Protocol):
    """A database."""

    url: str

    def rows(self, question: str) -> Rows:
        """Return the rows of a query."""

    def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of a query of `db.reading`."""

    def clear(self) -> None:
        """Remove everything while the bot is down, so that a backup can be restored."""

    def older(self, channel: str, hours: int) -> None:
        """Let hours pass in a channel while the bot is down: make everything in its rows older."""


class File:
    """A SQLite database."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "durbar.db"
        self.url = f"sqlite+aiosqlite:///{self.path}"

    def rows(self, question: str) -> Rows:
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as database, database:
            return list(database.execute(question))

    def read(self, work: Callable[[Connection], T]) -> T:
        engine = create_engine(f"sqlite:///file:{self.path}?mode=ro&uri=true")
        with engine.connect() as connection:
            found = work(connection)
        engine.dispose()
        return found

    def clear(self) -> None:
        for file in self.path.parent.glob(f"{self.path.name}*"):
            file.unlink()

    def older(self, channel: str, hours: int) -> None:
        past = f"'-{hours} hours'"
        here = f"(select id from games where channel_id = {channel})"
        with closing(sqlite3.connect(self.path)) as database, database:
            database.execute(f"update acts set time = datetime(time, {past}) where game_id in {here}")
            moved = ", ".join(
                f"'$.{name}', strftime('%Y-%m-%dT%H:%M:%SZ', json_extract(content, '$.{name}'), {past})"
                for name in ("since", "nudged")
            )
            database.execute(
                f"update deliveries set not_before = datetime(not_before, {past}),"
                f" content = json_set(content, {moved})"
                f" where kind = 'call' and state = 'due' and channel_id = {channel}"
            )


class Server:
    """An emptied PostgreSQL database. `psql` runs statements, and returns their output."""

    def __init__(self, url: str, psql: Callable[[str], str]) -> None:
        self.url, self._psql = url, psql
        psql(EMPTY)

    def rows(self, question: str) -> Rows:
        printed = self._psql(f"COPY ({question}) TO STDOUT;")
        return [tuple(map(_value, line.split("\t"))) for line in printed.splitlines()]

    def read(self, work: Callable[[Connection], T]) -> T:
        async def reading() -> T:
            engine = create_async_engine(self.url)
            async with engine.connect() as connection:
                found = await connection.run_sync(work)
            await engine.dispose()
            return found

        with ThreadPoolExecutor(1) as thread:  # the test's own event loop is already running
            return thread.submit(asyncio.run, reading()).result()

    def clear(self) -> None:
        self._psql(EMPTY)

    def older(self, channel: str, hours: int) -> None:
        past = f"interval '{hours} hours'"
        here = f"(select id from games where channel_id = {channel})"
        self._psql(f"update acts set time = date_trunc('second', time) - {past} where game_id in {here};")
        content = "content::jsonb"
        for name in ("since", "nudged"):
            moment = f"((content::jsonb ->> '{name}')::timestamptz at time zone 'utc') - {past}"
            shown = f"""to_char({moment}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')"""
            content = f"jsonb_set({content}, '{{{name}}}', coalesce(to_jsonb({shown}), 'null'))"
        self._psql(
            f"update deliveries set not_before = not_before - {past}, content = ({content})::text"
            f" where kind = 'call' and state = 'due' and channel_id = {channel};"
        )


def _value(text: str) -> object:
    if text == "\\N":
        return None
    return int(text) if re.fullmatch(r"-?\d+", text) else text
