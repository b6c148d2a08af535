"""The last post of a game: how it ended."""

from __future__ import annotations

from dataclasses import replace

from bot.orders.service import OrderService
from bot.seating.lobby import Lobby
from bot.settings.game_settings import GameSettings, Uncounted, find_uncounted
from bot.story.end_posts import write_result
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, SEED, caller
from tests.phrases import says


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
