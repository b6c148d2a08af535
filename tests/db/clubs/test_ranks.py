"""Ranks, on SQLite and on PostgreSQL: each change has the roles given and taken once."""

from __future__ import annotations

import json
from dataclasses import replace

from db.clubs.ranks import RANK_GONE, RANKS
from db.records import Delivery, NewDelivery, Rank
from db.store import Store
from tests.bot.callers import now
from tests.db.table import ASHA, CHANNEL, GUILD, started

GOLD = Rank(GUILD, 11, 1100, "en")
SILVER = Rank(GUILD, 12, 1050, "en")


async def claim(store: Store) -> list[Delivery]:
    """Claim what is due for the roles of ranks, and the posts about them."""
    return [each for each in (await store.claim_due()).claimed if each.kind in (RANKS, RANK_GONE, "trouble")]


async def test_a_change_of_ranks_stores_one_delivery_until_it_is_claimed(store: Store, rival: Store) -> None:
    await store.ranks.set(SILVER)
    await rival.ranks.set(GOLD)
    assert await store.ranks.list_ranks(GUILD) == (GOLD, SILVER)
    [delivery] = await claim(store)
    assert (delivery.kind, json.loads(delivery.content)) == (RANKS, {"guild": GUILD})
    await store.ranks.set(replace(GOLD, points=1200))
    await store.finish(delivery.id, None, 0)
    [delivery] = await claim(store)
    await store.finish(delivery.id, None, 0)
    assert await rival.ranks.remove(GUILD, GOLD.role_id)
    assert not await store.ranks.remove(GUILD, GOLD.role_id)
    assert await store.ranks.list_ranks(GUILD) == (SILVER,)
    assert len(await claim(store)) == 1


async def test_who_has_which_role(store: Store) -> None:
    await store.ranks.record(GUILD, ASHA, 11)
    await store.ranks.record(GUILD, ASHA, 12)
    await store.ranks.record(GUILD + 1, ASHA, 13)
    assert await store.ranks.list_ranked(GUILD) == {ASHA: 12}
    await store.ranks.record(GUILD, ASHA, None)
    assert await store.ranks.list_ranked(GUILD) == {}


async def test_a_trouble_is_recorded_with_its_post(store: Store) -> None:
    game = await started(store)
    await store.ranks.set(GOLD)
    [delivery] = await claim(store)
    await store.finish(delivery.id, None, 0)
    post = NewDelivery(CHANNEL + 9, "trouble", "{}")
    await store.ranks.record_troubles(GUILD, {GOLD.role_id: "too_high"}, game.id, [post])
    assert len(await claim(store)) == 1
    assert [rank.trouble for rank in await store.ranks.list_ranks(GUILD)] == ["too_high"]
    await store.ranks.record_troubles(GUILD, {GOLD.role_id: ""})
    assert [rank.trouble for rank in await store.ranks.list_ranks(GUILD)] == [""]


async def test_who_is_forgotten_loses_the_role_and_leaves_no_id(store: Store) -> None:
    await store.ranks.record(GUILD, ASHA, 11)
    await store.forget(ASHA)
    assert await store.ranks.list_ranked(GUILD) == {}
    [delivery] = await claim(store)
    assert delivery.kind == RANK_GONE
    assert json.loads(delivery.content) == {"guild": GUILD, "user": ASHA, "role": 11}
    await store.ranks.record_gone(delivery.id)
    await store.put_off(delivery.id, "", now())
    [again] = [each for each in (await store.claim_due()).claimed if each.id == delivery.id]
    assert again.content == "{}"
