"""The last post of a game: how it ended."""

from __future__ import annotations

from dataclasses import replace

from bot.orders.service import OrderService
from bot.seating.lobby import Lobby
from bot.settings.game_settings import GameSettings
from bot.story.announce import write_result
from db.store import Store
from rules.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, SEED, caller
from tests.phrases import says


async def told(store: Store, *levels: str) -> str:
    """Return the end of a rated game with these levels ("": a person), in which a seat had a hint."""
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
    [line] = [line for line in write_result(at) if says(line, "final.hints") or says(line, "final.hinted")]
    return line


async def test_hints_cost_the_rating_where_there_was_one(store: Store) -> None:
    assert says(await told(store, "", "", ""), "final.hinted")


async def test_beside_an_bot_player_hints_cost_nothing(store: Store) -> None:
    assert says(await told(store, "", "", "easy"), "final.hints")
