"""Several changes in one transaction are saved together or not at all."""

from __future__ import annotations

import pytest

from db.connection.transaction import Transaction
from db.records import ChannelTaken, Kind, NewAct, Seat, StoredGame
from db.store import Store
from tests.bot.callers import CHANNEL

MADE = NewAct(Kind.LOBBY, "new", 1, "", 77)


def open_lobby(changes: Transaction) -> StoredGame:
    """Open a lobby in the tests' channel."""
    return changes.create_game(
        "toy", channel_id=CHANNEL, guild_id=1, host_id=1, options="{}", settings="{}", seed="", commitment="",
        act=MADE,
    )  # fmt: skip


async def test_all_is_saved(store: Store) -> None:
    def work(changes: Transaction) -> StoredGame:
        made = open_lobby(changes)
        sits = NewAct(Kind.LOBBY, "join", 1, "north")
        return changes.take_seat(made.id, Seat("north", 1, "Asha"), act=sits)

    made = await store.run_together(MADE, work)
    assert await store.find_in_channel(CHANNEL) == made
    assert made.seats_of(1) == ("north",)


async def test_nothing_is_saved_if_the_second_change_fails(store: Store) -> None:
    def work(changes: Transaction) -> StoredGame:
        open_lobby(changes)
        raise RuntimeError("killed between the two")

    with pytest.raises(RuntimeError, match="killed"):
        await store.run_together(MADE, work)
    assert await store.find_in_channel(CHANNEL) is None


async def test_a_taken_channel_is_named(store: Store) -> None:
    first = await store.run_together(MADE, open_lobby)
    again = NewAct(Kind.LOBBY, "new", 1, "", 78)

    def work(changes: Transaction) -> StoredGame:
        return changes.create_game(
            "toy", channel_id=CHANNEL, guild_id=1, host_id=1, options="{}", settings="{}", seed="",
            commitment="", act=again,
        )  # fmt: skip

    with pytest.raises(ChannelTaken) as taken:
        await store.run_together(again, work)
    assert taken.value.existing.id == first.id
