"""Files with seeds are private, are used by one bot at a time, and are missed when they are gone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from db.connection.unusable import Unusable
from db.operating import backups
from db.store import Store
from tests.db.table import lobby, started


def modes(folder: Path) -> dict[str, str]:
    return {each.name: oct(each.stat().st_mode & 0o777) for each in folder.iterdir()}


def address(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def test_nobody_else_may_read_what_a_bot_writes(tmp_path: Path) -> None:
    old = tmp_path / "durbar.db"
    old.touch(0o644)
    async with await Store.open(address(old), locking=True) as store:
        await lobby(store)
        assert set(modes(tmp_path)) == {"durbar.db", "durbar.db-wal", "durbar.db-shm", "durbar.db.lock"}
        assert set(modes(tmp_path).values()) == {"0o600"}


async def test_a_backup_is_private_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, seen = address(tmp_path / "durbar.db"), []

    class Watched(sqlite3.Connection):
        def execute(self, *args: object) -> sqlite3.Cursor:
            seen.append(modes(tmp_path))
            return super().execute(*args)  # type: ignore[arg-type]

    async with await Store.open(url) as store:
        await lobby(store)
        connect = sqlite3.connect

        def connecting(path: object, **how: object) -> sqlite3.Connection:
            if Path(str(path)).suffix == ".partial":
                how["factory"] = Watched
            return connect(path, **how)  # type: ignore[call-overload,no-any-return]

        monkeypatch.setattr(sqlite3, "connect", connecting)
        await backups.save(url, tmp_path / "copy.db")
    assert all(found["copy.db.partial"] == "0o600" and "copy.db" not in found for found in seen)
    assert seen
    assert modes(tmp_path)["copy.db"] == "0o600"
    assert "copy.db-wal" not in modes(tmp_path), "it is one file"


async def test_a_second_bot_on_the_same_file_is_refused(tmp_path: Path) -> None:
    url = address(tmp_path / "durbar.db")
    async with await Store.open(url, locking=True) as store:
        with pytest.raises(Unusable, match="Another bot"):
            await Store.open(url, locking=True)
        async with await Store.open(url) as beside:  # what an operator does meanwhile
            await lobby(beside)
        assert (await store.load(1)).id == 1
    async with await Store.open(url, locking=True):
        pass


@pytest.mark.parametrize("which", ["durbar.db", "durbar.db-wal"])
async def test_a_file_that_has_vanished_takes_nothing_more(tmp_path: Path, which: str) -> None:
    async with await Store.open(address(tmp_path / "durbar.db"), locking=True) as store:
        await lobby(store)
        (tmp_path / which).rename(tmp_path / "away")
        with pytest.raises(Unusable, match="vanished"):
            await started(store, 2)
        with pytest.raises(Unusable, match="vanished"):
            await store.pulse()
        (tmp_path / "away").rename(tmp_path / which)
        await store.pulse()


async def test_a_wal_that_is_lost_loses_only_what_came_after_the_last_pulse(tmp_path: Path) -> None:
    store = await Store.open(address(tmp_path / "durbar.db"), locking=True)
    await lobby(store, 1)
    await store.pulse()
    await lobby(store, 2)
    (tmp_path / "copied.db").write_bytes((tmp_path / "durbar.db").read_bytes())  # without its WAL
    await store.close()
    async with await Store.look(address(tmp_path / "copied.db")) as copied:
        assert (await copied.load(1)).channel_id == 1
        assert await copied.find_in_channel(2) is None


async def test_a_disk_that_takes_nothing_is_noticed_by_the_pulse(store: Store) -> None:
    await store.pulse()
    if not store.alone:
        return
    await store._database.run(lambda c: c.exec_driver_sql("PRAGMA query_only = ON"))
    with pytest.raises(Unusable, match="right to write"):
        await store.pulse()
