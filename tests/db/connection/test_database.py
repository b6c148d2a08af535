"""Transactions that wait at the same time share one commit; each still succeeds or fails alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import OperationalError

from db.connection import database as database_module
from db.connection.database import OneFile


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[OneFile]:
    opened = await OneFile.open(make_url(f"sqlite+aiosqlite:///{tmp_path}/one.db"))
    await opened.run(lambda connection: connection.exec_driver_sql("CREATE TABLE told (line TEXT)"))
    yield opened
    await opened.close()


def write(connection: Connection, line: str, error: Exception | None = None) -> str:
    connection.exec_driver_sql("INSERT INTO told VALUES (?)", (line,))
    if error is not None:
        raise error
    return line


def read(connection: Connection) -> list[str]:
    return list(connection.exec_driver_sql("SELECT line FROM told ORDER BY rowid").scalars())


async def rest(database: OneFile) -> None:
    """Wait until the database's thread has nothing to do."""
    await database._run_in_thread(lambda: None)


def read_pragma(connection: Connection, name: str) -> object:
    return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


def lose(connection: Connection) -> None:
    connection.exec_driver_sql("ROLLBACK")
    raise OSError("the disk is full")


async def test_what_waits_together_is_kept_with_one_commit(database: OneFile) -> None:
    statements: list[str] = []
    database._file.set_trace_callback(statements.append)
    lines = [str(number) for number in range(8)]
    assert await asyncio.gather(*(database.run(write, line) for line in lines)) == lines
    assert await database.read(read) == lines
    assert statements.count("COMMIT") < len(lines)


async def test_of_those_that_wait_together_only_what_fails_is_undone(database: OneFile) -> None:
    made = (database.run(write, "a"), database.run(write, "b", ValueError("b")), database.run(write, "c"))
    kept = await asyncio.gather(*made, return_exceptions=True)
    assert [kept[0], str(kept[1]), kept[2]] == ["a", "b", "c"]
    assert await database.read(read) == ["a", "c"]


async def test_where_sqlite_undoes_them_all_everybody_is_told(database: OneFile) -> None:
    made = (database.run(write, "a"), database.run(lose), database.run(write, "c"))
    kept = await asyncio.gather(*made, return_exceptions=True)
    told = [isinstance(each, Exception) for each in kept]
    lines = await database.read(read)
    assert told == ["a" not in lines, True, "c" not in lines]
    await database.run(write, "after")
    assert (await database.read(read))[-1] == "after"


async def test_the_wal_is_moved_into_the_file_between_commits(
    database: OneFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "COMMITS", 2)
    await rest(database)
    database._unmoved, statements = 0, list[str]()
    database._file.set_trace_callback(statements.append)
    for line in ("a", "b", "c"):
        await database.run(write, line)
        await rest(database)
    short = [line for line in statements if line == "COMMIT" or "checkpoint" in line]
    assert short == ["COMMIT", "COMMIT", "PRAGMA wal_checkpoint(PASSIVE)", "COMMIT"]
    assert await database.run(read_pragma, "wal_autocheckpoint") == 0, "never within a commit"


async def test_a_look_sees_what_was_written_and_writes_nothing(database: OneFile) -> None:
    await database.run(write, "a")
    assert await database.read(read) == ["a"]
    with pytest.raises(OperationalError):
        await database.read(write, "b")
