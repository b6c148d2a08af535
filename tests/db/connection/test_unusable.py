"""An unusable database is refused in one sentence that says what to do."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from db.connection.unusable import Unusable
from db.operating import backups
from db.operating.copies import find_revision
from db.schema import metadata
from db.store import Store
from tests.db.table import ASHA, OLD, lobby, make_old, started


def address(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def refusal(url: str) -> str:
    with pytest.raises(Unusable) as refused:
        await (await Store.open(url, locking=url.startswith("sqlite"))).close()
    assert "\n" not in str(refused.value)
    return str(refused.value)


async def test_a_folder(tmp_path: Path) -> None:
    assert "is a folder" in await refusal(address(tmp_path))


async def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "not a folder" in await refusal(address(tmp_path / "file" / "durbar.db"))


@pytest.mark.parametrize("place", [0, 4096])
async def test_a_damaged_file(tmp_path: Path, place: int) -> None:
    path = tmp_path / "durbar.db"
    async with await Store.open(address(path)) as store:
        await started(store)
    whole = path.read_bytes()
    path.write_bytes(whole[:place] + b"\xaa" * 3000 + whole[place + 3000 :])
    assert "Restore a backup" in await refusal(address(path))


async def test_a_file_that_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "durbar.db"
    async with await Store.open(address(path)) as store:
        await started(store)
    path.write_bytes(path.read_bytes()[:9000])
    assert "Restore a backup" in await refusal(address(path))


async def test_a_newer_database(new_url: str) -> None:
    async with await Store.open(new_url) as store:
        await store._database.run(lambda c: c.execute(text("UPDATE alembic_version SET version_num = 'x'")))
    assert "newer version" in await refusal(new_url)
    with pytest.raises(Unusable, match="newer version"):
        await Store.look(new_url)


@pytest.fixture
def nobodys() -> Iterator[Path]:
    """Yield a folder in which this process, as another user, may not write, or may only read."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def as_nobody() -> bool:
    """Give up root's rights, until `seteuid(0)`; return whether there were any."""
    if os.geteuid() == 0:
        os.seteuid(65534)
        return True
    return False


async def test_a_missing_right(nobodys: Path) -> None:
    async with await Store.open(address(nobodys / "durbar.db")) as store:
        await lobby(store)
    (nobodys / "durbar.db").chmod(0o444)
    nobodys.chmod(0o555)
    was_root = as_nobody()
    try:
        assert "right to write" in await refusal(address(nobodys / "durbar.db"))
        assert "right to write" in await refusal(address(nobodys / "new.db"))
        async with await Store.look(address(nobodys / "durbar.db")) as looked:
            assert (await looked.load(1)).id == 1
    finally:
        if was_root:
            os.seteuid(0)
        nobodys.chmod(0o755)


@pytest.mark.parametrize("at_once", [1, 8])
async def test_a_disk_that_fills_up(tmp_path: Path, at_once: int) -> None:
    """Each refused act gets the reason, whether it comes alone or with others."""
    url = address(tmp_path / "durbar.db")

    async def fill(store: Store) -> None:
        for first in range(0, 200, at_once):
            channels = range(first, first + at_once)
            found = await asyncio.gather(*(lobby(store, each) for each in channels), return_exceptions=True)
            if errors := [each for each in found if isinstance(each, BaseException)]:
                assert all(isinstance(each, Unusable) for each in errors), errors
                raise errors[0]

    async with await Store.open(url) as store:
        pages = await store._database.run(lambda c: c.exec_driver_sql("PRAGMA page_count").scalar_one())
        await store._database.run(lambda c: c.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))
        with pytest.raises(Unusable, match="disk is full"):
            await fill(store)


async def test_looking_changes_nothing(new_url: str, tmp_path: Path) -> None:
    """A database of an older version is read with the new tables, and is not changed."""
    await make_old(new_url)
    async with await Store.look(new_url) as looked:
        assert [each.id for each in await looked.list_blocked()] == [ASHA]
    with pytest.raises(Unusable, match="db upgrade"):
        await Store.open(new_url, migrating=False)
    saved = tmp_path / "saved.db"
    await backups.save(new_url, saved)
    before, beside = saved.read_bytes(), sorted(tmp_path.iterdir())
    async with await Store.look(address(saved)) as source, await Store.open(address(tmp_path / "b.db")) as to:
        counted = await backups.copy(source, to)
        assert [each.id for each in await to.list_blocked()] == [ASHA]
    assert counted.keys() == metadata.tables.keys()
    assert saved.read_bytes() == before
    assert [each for each in sorted(tmp_path.iterdir()) if each.name[:2] != "b."] == beside
    for url in (new_url, address(saved)):
        assert await find_revision(make_url(url)) == OLD
    async with await Store.open(new_url) as store:
        assert await store.list_blocked()
