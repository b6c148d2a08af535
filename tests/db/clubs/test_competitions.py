"""Competitions on SQLite and on PostgreSQL: what a change writes, and that one of two changes succeeds."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from db.clubs.competition_records import Competition, Entrant, LogLine, Match, Stage
from db.clubs.competitions import STANDINGS
from db.connection.transaction import Transaction
from db.records import Kind, NewDelivery, NoGame, Stale, Status, StoredGame
from db.store import Store
from tests.bot.callers import now
from tests.db.table import ASHA, BIRBAL, CHANNEL, GUILD, act, lobby

NEW = Competition(GUILD, CHANNEL, ASHA, "cup", "Winter Cup", "chess", "en", "{}", now())


async def make(store: Store) -> Competition:
    made = await store.competitions.create(NEW, LogLine(ASHA, "made", now()))
    people = tuple(Entrant(user, "Asha", now()) for user in (ASHA, BIRBAL))
    pair = Match(1, 1, 1, 1, (ASHA, BIRBAL))
    after = replace(made, stage=Stage.RUNNING, season=1, entrants=people, matches=(pair,))
    return await store.competitions.change(made, after, log=[LogLine(ASHA, "begun", now())])


async def test_a_change_writes_the_differences(store: Store) -> None:
    of = await make(store)
    assert (of.serial, of.stage) == (2, Stage.RUNNING)
    assert await store.competitions.load(of.id) == of
    [match] = of.matches
    assert match.id
    counted = replace(match, due=now(), points=("1", "0"), how="played")
    left = replace(of.entrants[0], withdrawn=True)
    after = replace(of, entrants=(left,), matches=(counted,), wake=now())
    of = await store.competitions.change(of, after)
    assert (of.entrants, of.matches) == ((left,), (counted,))
    assert [each.line for each in await store.competitions.list_log(of.id)] == ["made", "begun"]
    assert [each.id for each in await store.competitions.list_of(GUILD)] == [of.id]
    assert await store.competitions.list_of(GUILD + 1) == ()
    with pytest.raises(NoGame):
        await store.competitions.load(of.id + 1)


async def test_only_one_of_two_changes_succeeds(store: Store, rival: Store) -> None:
    of = await make(store)
    post = NewDelivery(CHANNEL, "cup.news", "{}")
    done = await asyncio.gather(
        store.competitions.change(of, replace(of, stage=Stage.OVER), posts=[post]),
        rival.competitions.change(of, replace(of, season=2), posts=[post]),
        return_exceptions=True,
    )
    assert [type(each) for each in done].count(Stale) == 1
    kinds = []
    while claimed := (await store.claim_due()).claimed:
        for delivery in claimed:
            kinds.append(delivery.kind)
            await store.mark_sent(delivery.id, None)
    assert sorted(kinds) == ["cup.news", STANDINGS]


async def test_the_standings_wait_for_their_time(store: Store) -> None:
    of = await make(store)
    [due] = (await store.claim_due()).claimed
    await store.competitions.record_shown(of, 7, "hash", now() + timedelta(hours=1))
    await store.mark_sent(due.id, 7)
    of = await store.competitions.load(of.id)
    assert (of.message_id, of.shown) == (7, "hash")
    for season in (2, 3):
        of = await store.competitions.change(of, replace(of, season=season))
    due_later = await store.claim_due()
    assert due_later.claimed == ()
    assert due_later.more is not None


async def lay_out(store: Store, match: Match, channel: int) -> StoredGame:
    """Create the table of a match, as the bot does."""
    first = act("new", Kind.LOBBY)

    def create(changes: Transaction) -> StoredGame:
        made = changes.create_game("chess", channel_id=channel, guild_id=GUILD, host_id=ASHA, act=first)
        changes.lay_out_match(match.id, made.id)
        return made

    return await store.run_together(first, create)


async def test_a_match_has_one_table(store: Store) -> None:
    of = await make(store)
    made = await lay_out(store, of.matches[0], CHANNEL)
    with pytest.raises(Stale):
        await lay_out(store, of.matches[0], CHANNEL + 1)
    assert (await store.competitions.load(of.id)).matches[0].game_id == made.id
    assert await store.find_in_channel(CHANNEL + 1) is None


async def test_what_is_due(store: Store) -> None:
    of = await make(store)
    assert await store.competitions.list_due(now()) == ()
    made = await lay_out(store, of.matches[0], CHANNEL)
    assert await store.competitions.list_due(now()) == ()
    await store.end_game(made, Status.DROPPED, "no result", act=act("end", Kind.END))
    assert await store.competitions.list_due(now()) == (of.id,)
    of = await store.competitions.load(of.id)
    counted = replace(of.matches[0], points=("1", "0"), how="played")
    of = await store.competitions.change(of, replace(of, matches=(counted,), wake=now()))
    assert await store.competitions.list_due(now()) == (of.id,)
    await store.competitions.change(of, replace(of, stage=Stage.OVER))
    assert await store.competitions.list_due(now()) == ()


async def test_a_forgotten_person_has_no_name(store: Store) -> None:
    of = await make(store)
    joining = await store.competitions.create(NEW, LogLine(ASHA, "made", now()))
    entrant = Entrant(ASHA, "Asha", now())
    await store.competitions.change(joining, replace(joining, entrants=(entrant,)))
    await lobby(store, CHANNEL + 5)
    await store.forget(ASHA)
    await store.forget(BIRBAL)
    of = await store.competitions.load(of.id)
    ids = [each.user_id for each in of.entrants]
    assert len({*ids}) == 2
    assert all(each.user_id < 0 and each.withdrawn and not each.user_name for each in of.entrants)
    assert sorted(of.matches[0].people) == sorted(ids)
    assert of.host_id < 0
    assert all(each.user_id < 0 for each in await store.competitions.list_log(of.id))
    assert (await store.competitions.load(joining.id)).entrants == ()
