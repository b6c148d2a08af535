"""Names of tables, on SQLite and on PostgreSQL: no two open tables of a server have the same."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest

from db.records import Kind, Names, NameTaken, Stale, Status, StoredGame
from db.store import Store
from tests.db.table import ASHA, GUILD, act


def number_tables(earlier: int) -> Iterator[str]:
    """Return the names "Table 1", "Table 2", ... from the next one on."""
    return (f"Table {number}" for number in count(earlier + 1))


async def make_table(
    store: Store, channel: int, names: Names = number_tables, guild: int | None = GUILD, game: str = "chess"
) -> StoredGame:
    return await store.create_game(
        game, channel_id=channel, guild_id=guild, host_id=ASHA, names=names, act=act("new", Kind.LOBBY)
    )


async def test_the_next_name_that_no_open_table_has(store: Store) -> None:
    first = await make_table(store, 1)
    await make_table(store, 2, lambda _: ("Table 3",))
    assert (first.name, (await make_table(store, 3)).name) == ("Table 1", "Table 4")
    assert (await make_table(store, 4, guild=GUILD + 1)).name == "Table 1", "another server"
    assert (await make_table(store, 5, game="go")).name == "Table 2", "of a game, Table 1 is open"
    assert (await make_table(store, 6, guild=None)).name == "Table 1", "a private channel"
    assert (await store.load(first.id)).name == "Table 1"


async def test_a_name_is_refused_while_an_open_table_has_it(store: Store) -> None:
    first = await make_table(store, 1, lambda _: ("The Walls",))
    with pytest.raises(NameTaken):
        await make_table(store, 2, lambda _: ("the walls",))
    assert await store.find_in_channel(2) is None
    await store.end_game(first, Status.DROPPED, "", act=act())
    assert (await make_table(store, 2, lambda _: ("the walls",))).name == "the walls"


async def test_a_table_is_renamed(store: Store) -> None:
    first, second = await make_table(store, 1), await make_table(store, 2)
    with pytest.raises(NameTaken):
        await store.rename_table(first, second.name.upper(), act=act())
    renamed = await store.rename_table(first, first.name.upper(), act=act())
    assert (renamed.name, renamed.serial) == ("TABLE 1", first.serial + 1)
    with pytest.raises(Stale):
        await store.rename_table(first, "Another", act=act())


async def test_two_processes_choose_different_names(store: Store, rival: Store) -> None:
    made = await asyncio.gather(*(make_table([store, rival][n % 2], n) for n in range(1, 9)))
    assert len({table.name for table in made}) == len(made)
