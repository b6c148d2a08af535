"""Polls on who wins, on SQLite and on PostgreSQL: at most one for a game, looked for after closed turns."""

from __future__ import annotations

from db.clubs.polls import POLL, RESULT, Poll, read_planned
from db.clubs.shows import SHOW
from db.records import NewDelivery, Show
from db.store import Store
from tests.bot.callers import now
from tests.db.table import ASHA, GUILD, act, at, enter, started
from tests.db.test_follows import close_turn

HERE = 2**61 + 79


async def take(store: Store) -> list[tuple[str, tuple[int, int]]]:
    """Claim what is due in the channel of the show, mark it as sent, and return kind and content."""
    found = []
    while claimed := (await store.claim_due()).claimed:
        for each in claimed:
            await store.mark_sent(each.id, None)
        here = [each for each in claimed if each.channel_id == HERE and each.kind != SHOW]
        found += [(each.kind, read_planned(each.content)) for each in here]
    return found


async def begin_show(store: Store) -> None:
    await store.shows.set(Show(GUILD, HERE, ASHA, 18, "UTC", "en"), NewDelivery(HERE, SHOW, "{}", now()))


async def test_each_closed_turn_looks_for_the_last_chapter_until_there_is_a_poll(
    store: Store, rival: Store
) -> None:
    game = await close_turn(store, await started(store))
    assert await take(store) == [], "the server has no show"
    await begin_show(store)
    game = await close_turn(rival, await close_turn(store, game))
    assert await take(store) == [(POLL, (game.id, 2))], "one waits for both turns"
    poll = Poll(game.id, HERE, "en", ("red", "blue"))
    assert await store.polls.begin(poll) == poll
    assert await rival.polls.begin(poll._replace(language="fr")) == poll, "the first one stays"
    await store.polls.record_posted(game.id, 77)
    assert await rival.polls.find(game.id) == poll._replace(message_id=77)
    game = await close_turn(store, game)
    assert await take(store) == []
    await store.commit(game, enter(at(game), "mate"), act=act(), result="Red won.")
    assert await take(rival) == [(RESULT, (game.id, 0))]


async def test_a_game_without_a_poll_has_no_result(store: Store) -> None:
    await begin_show(store)
    game = await started(store)
    await store.commit(game, enter(at(game), "mate"), act=act(), result="Red won.")
    assert await take(store) == []
    assert await store.polls.find(game.id) is None
