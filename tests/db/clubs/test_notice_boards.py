"""Notice boards, on SQLite and on PostgreSQL: an act stores one delivery for the board of its server."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from db.clubs.notice_boards import NOTICE, NOTICE_GONE
from db.records import Delivery, NoticeBoard
from db.store import Store
from tests.bot.callers import now
from tests.db.table import ASHA, CHANNEL, GUILD, act, move, started

HERE = 2**61 + 77
BOARD = NoticeBoard(GUILD, HERE, ASHA, "en")


async def claim(store: Store) -> list[Delivery]:
    """Claim what is due in the board's channel."""
    return [each for each in (await store.claim_due()).claimed if each.channel_id == HERE]


async def test_each_act_wants_the_board_written_once(store: Store, rival: Store) -> None:
    game = await started(store)
    assert await claim(store) == []
    await store.notice_boards.set(BOARD)
    [first] = await claim(store)
    assert first.kind == NOTICE
    game = await move(rival, game, "a")
    game = await move(store, game, "b")
    board = await store.notice_boards.find_in_channel(HERE)
    assert board is not None
    await store.notice_boards.record_shown(board, 5, "hash", now() + timedelta(minutes=1))
    await store.finish(first.id, 5, 0)
    [second] = await claim(store)
    assert second.id != first.id, "two acts while the board was written"
    await store.finish(second.id, 5, 0)
    await move(store, game, "c")
    assert await claim(store) == [], "the board was edited less than a minute ago"
    assert await store.notice_boards.find(GUILD) == await store.notice_boards.find_in_channel(HERE)


async def test_a_board_of_another_server_is_left_alone(store: Store) -> None:
    await store.notice_boards.set(BOARD)
    [first] = await claim(store)
    await store.finish(first.id, 5, 0)
    game = await store.load((await started(store)).id)
    assert len(await claim(store)) == 1
    await store.move_game(game, CHANNEL + 1, GUILD + 1, act=act())
    assert await claim(store) == []


async def test_a_removed_board_takes_its_message_along(store: Store) -> None:
    await store.notice_boards.set(BOARD)
    board = await store.notice_boards.find(GUILD)
    assert board is not None
    await store.notice_boards.record_shown(board, 5, "hash", now())
    await store.notice_boards.set(NoticeBoard(GUILD, HERE + 1, ASHA, "fr"))
    assert [(each.kind, each.content) for each in await claim(store)] == [(NOTICE_GONE, "5")]
    assert await store.notice_boards.remove(GUILD)
    assert not await store.notice_boards.remove(GUILD)
    assert await store.notice_boards.find(GUILD) is None


async def test_a_killed_process_leaves_the_delivery(store: Store, rival: Store) -> None:
    await store.notice_boards.set(BOARD)
    assert len(await claim(store)) == 1
    await rival.release_deliveries(None, ())
    assert len(await claim(rival)) == 1


async def test_processes_at_the_same_time(store: Store, rival: Store) -> None:
    games = [await started(store, CHANNEL + n) for n in range(4)]
    await store.notice_boards.set(BOARD)
    await asyncio.gather(*(move([store, rival][n % 2], game, "a") for n, game in enumerate(games)))
    found = list[Delivery]()
    while claimed := await claim(store):
        found += claimed
        await store.finish(claimed[0].id, 5, 0)
    assert 1 <= len(found) <= 2
