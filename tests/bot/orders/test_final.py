"""The last post of a game: how it ended."""

from __future__ import annotations

from dataclasses import replace

from bot.orders.service import OrderService
from bot.seating.lobby import Lobby
from bot.settings.game_settings import GameSettings, Uncounted, find_uncounted
from bot.story.end_posts import write_result
from db.store import Store
from rules.kernel import Rules
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, SEED, SOUTH, caller
from tests.every_game.golden import play_at_random
from tests.every_game.tiers import complete_game
from tests.phrases import begins, says


async def told(store: Store, *levels: str) -> Uncounted | None:
    """Return why a rated game with these levels ("": a person) does not count, in which a seat had a hint.

    Its end says that there was a hint.
    """
    table = OrderService(store, GAMES, lambda: None)
    lobby = Lobby(table, lambda: SEED)
    await lobby.create(caller(), "vijayanagara")
    await lobby.join(caller(NORTH), "*")
    await lobby.start(caller(NORTH))
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    held = zip(stored.seats, levels, strict=True)
    seats = [replace(seat, user_id=n, level=level) for n, (seat, level) in enumerate(held, NORTH)]
    settings = GameSettings.of(stored).with_(rated=True, hinted=(seats[0].seat,))
    at = table.load_seated(replace(stored, settings=settings.to_json(), seats=tuple(seats)))
    assert any(says(line, "final.hints") for line in write_result(at))
    return find_uncounted(GAMES["vijayanagara"], at.stored)


async def test_hints_cost_the_rating_where_there_was_one(store: Store) -> None:
    assert await told(store, "", "", "") is Uncounted.HINTED


async def test_beside_a_bot_player_hints_cost_nothing(store: Store) -> None:
    assert await told(store, "", "", "easy") is Uncounted.BOT


@complete_game
async def test_the_end_tells_each_person_first_whether_they_won(store: Store, rules: Rules) -> None:
    """Who won comes first, then each person's own result, the places, and last the seed in small print."""
    table = OrderService(store, GAMES, lambda: None)
    lobby = Lobby(table, lambda: SEED)
    await lobby.create(caller(), rules.KEY)
    await lobby.join(caller(NORTH), "*")
    await lobby.start(caller(NORTH))
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    first, *others = stored.seats
    seats = (first, *(replace(seat, user_id=SOUTH) for seat in others[:1]))
    bots = (replace(seat, user_id=0, level="easy") for seat in others[1:])
    last = play_at_random(rules, "posts")[-1]
    at = table.load_seated(replace(stored, seats=(*seats, *bots), position=last))
    assert at.ask is None
    assert rules.EXTRAS.scores is not None
    [winners, *_] = rules.EXTRAS.scores.ranking(at.live.state)
    head, *lines = write_result(at, (), [NORTH, SOUTH])
    assert head.startswith(f"<@{NORTH}> <@{SOUTH}>: ")
    own = [line for line in lines if begins(line, "final.won") or begins(line, "final.shared")]
    assert len(own) == sum(seat.seat in winners for seat in seats)
    lost = [line for line in lines if begins(line, "final.lost")]
    assert {NORTH, SOUTH} == {
        user for user in (NORTH, SOUTH) if any(f"<@{user}>" in e for e in (*own, *lost))
    }
    assert lines[: len(own) + len(lost)] == [line for line in lines if line in (*own, *lost)]
    assert not any(begins(line, key) for line in lines for key in ("final.record", "final.seed"))
