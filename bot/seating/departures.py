"""Tell a table that one of its players has left the Discord server, and offer their seats."""

from __future__ import annotations

from bot.deadlines.caretaker import make_seat_offer
from bot.language.words import say, speak_within
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.seating.seats import Seats
from bot.settings.game_settings import GameSettings
from bot.story.post import TEXT, Post
from db.records import Kind, NewAct, Status


class Departures:
    """Offers the seats of people who are no longer on the server of their game."""

    def __init__(self, orders: OrderService) -> None:
        self.orders, self.store = orders, orders.store

    async def tell(self, game_id: int, user_id: int) -> None:
        """Tell the table of a running game that a player has left, and offer the player's seats to anybody.

        Do nothing if the seats are already on offer. The player's next act withdraws the offer.
        """
        stored = await self.store.load(game_id)
        async with self.orders.lock_channel(Caller(0, "", stored.channel_id, stored.guild_id, 0)):
            stored = await self.store.load(game_id)
            settings = GameSettings.of(stored)
            keys = [key for key in stored.seats_of(user_id) if settings.offered.get(key) != 0]
            if stored.status is not Status.RUNNING or not keys:
                return
            rules = self.orders.find_rules(stored)
            settings = settings.with_(offered={**settings.offered, **dict.fromkeys(keys, 0)})
            with speak_within(settings.language):
                host = stored.host_id if stored.host_id != user_id else 0
                ping = (host,) if host else ()
                text = say("departed.host" if host else "departed", user=user_id, host=host)
                told = Post(text=text, ping=ping).delivery(stored, TEXT)
                offers = [make_seat_offer(Seats.claim.call, stored, rules, key, 0) for key in keys]
            act = NewAct(Kind.TABLE, "left the server", user_id)
            await self.store.set_settings(stored, settings.to_json(), act=act, deliveries=[told, *offers])
            self.orders.saved()
