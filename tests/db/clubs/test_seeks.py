"""Seeks on SQLite and on PostgreSQL: a person in one party at most, whatever happens at the same time."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from db.records import NewDelivery, Seek, Stale
from db.store import Store
from tests.bot.callers import now
from tests.db.table import ASHA, CHANNEL, GUILD

POST = NewDelivery(CHANNEL, "party", "{}")


def seek(user: int, guild: int = GUILD) -> Seek:
    return Seek(guild, CHANNEL, user, "Asha", "en", "{}", now(), now() + timedelta(days=1))


async def test_a_seek_is_kept_replaced_and_withdrawn(store: Store) -> None:
    assert await store.seeks.add(seek(ASHA))
    assert await store.seeks.add(seek(ASHA))
    assert await store.seeks.add(seek(ASHA, GUILD + 1))
    [kept] = await store.seeks.list_waiting(GUILD)
    assert (kept.user_id, kept.party) == (ASHA, "")
    assert len(await store.seeks.list_waiting()) == 2
    assert await store.seeks.withdraw(GUILD, ASHA)
    assert not await store.seeks.withdraw(GUILD, ASHA)
    await store.forget(ASHA)
    assert await store.seeks.list_waiting() == ()


async def test_of_two_seeks_of_a_person_at_the_same_moment_one_is_kept(store: Store, rival: Store) -> None:
    """They have sent the form from two devices, and two processes answer."""
    assert all(await asyncio.gather(store.seeks.add(seek(ASHA)), rival.seeks.add(seek(ASHA))))
    [kept] = await store.seeks.list_waiting()
    assert kept.user_id == ASHA


async def test_only_one_of_two_processes_forms_a_party(store: Store, rival: Store) -> None:
    for user in (1, 2, 3):
        await store.seeks.add(seek(user))
    one, two, three = [each.id for each in await store.seeks.list_waiting()]
    done = await asyncio.gather(
        store.seeks.join((one, two), "a", POST),
        rival.seeks.join((two, three), "b", POST),
        return_exceptions=True,
    )
    assert [type(each) for each in done].count(Stale) == 1
    assert len((await store.claim_due()).claimed) == 1
    assert len(await store.seeks.list_waiting()) == 1
    party = "a" if await store.seeks.list_party("a") else "b"
    people = await store.seeks.list_party(party)
    assert not await store.seeks.add(seek(people[0].user_id))
    assert not await store.seeks.withdraw(GUILD, people[0].user_id)
    assert not await store.seeks.lapse(people[0], POST)
    await store.seeks.part(party, POST)
    await store.seeks.part(party, POST)
    assert await store.seeks.list_party(party) == ()


async def test_a_party_needs_all_its_people(store: Store) -> None:
    await store.seeks.add(seek(1))
    [one] = await store.seeks.list_waiting()
    with pytest.raises(Stale):
        await store.seeks.join((one.id, one.id + 1), "a", POST)
    assert await store.seeks.list_waiting() == (one,)
    assert await store.seeks.lapse(one, POST)
    assert not await store.seeks.lapse(one, POST)
