"""A player who has left the Discord server: the table is told, and the seat is offered."""

from __future__ import annotations

from bot.seating.departures import Departures
from bot.settings.game_settings import GameSettings
from tests.bot.callers import CHANNEL, NORTH, SOUTH, Room
from tests.phrases import says


async def test_the_table_is_told_once_and_anybody_may_take_the_seat(game: Room) -> None:
    stored = await game.store.find_in_channel(CHANNEL)
    assert stored is not None
    departures = Departures(game.table)
    await departures.tell(stored.id, SOUTH)
    await departures.tell(stored.id, SOUTH)
    (_, told), (_, offer) = await game.posted()
    assert told.ping == (NORTH,), "the host"
    assert says(told.text, "departed.host", user=SOUTH)
    assert [button.verb for button in offer.buttons] == ["claim"]
    assert GameSettings.of(await game.store.load(stored.id)).offered == {"south": 0}


async def test_nobody_is_called_for_a_host_who_has_left(game: Room) -> None:
    stored = await game.store.find_in_channel(CHANNEL)
    assert stored is not None
    await Departures(game.table).tell(stored.id, NORTH)
    (_, told), _ = await game.posted()
    assert not told.ping
    assert says(told.text, "departed", user=NORTH)
