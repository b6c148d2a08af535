"""A database moved from SQLite to PostgreSQL and back: it has the same rows and continues its ids."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from db.operating.backups import NotEmpty, copy
from db.schema import metadata
from db.store import Store
from tests.db.table import lobby, post, started


async def rows(store: Store) -> list[object]:
    return [
        await store._database.run(lambda connection, table: connection.execute(select(table)).all(), table)
        for table in metadata.sorted_tables
    ]


async def test_there_and_back(url: str, tmp_path: Path) -> None:
    first = f"sqlite+aiosqlite:///{tmp_path}/first.db"
    async with await Store.open(first) as source, await Store.open(url) as store:
        await started(source, 1)
        await source.record_act(1, act=(await source.list_acts(1)).acts[-1], deliveries=[post("one")])
        counted = await copy(source, store)
        assert counted["games"] == 1
        assert await rows(store) == await rows(source)
        with pytest.raises(NotEmpty):
            await copy(source, store)
        async with await Store.open(f"sqlite+aiosqlite:///{tmp_path}/back.db") as back:
            await copy(store, back)
            assert await rows(back) == await rows(source)
        assert (await lobby(store, 2)).id == 2
