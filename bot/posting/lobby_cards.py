"""Post the card of a lobby, and edit the card when the table changes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import discord
import structlog

from bot.language.words import say
from bot.orders.service import OrderService
from bot.posting import message_edits
from bot.posting.buttons import list_ids, make_card_view
from bot.posting.delivery_check import search_channel
from bot.seating.lobby import Lobby
from bot.session.loaded_game import list_seats
from bot.story.post import LOBBY, LOWER
from bot.views.lobby_card import write_lobby_card
from db.records import Delivery, NewDelivery, Status, StoredGame

log = structlog.get_logger(__name__)


class LobbyCards:
    """Posts and edits the cards of lobbies."""

    def __init__(self, client: discord.Client, orders: OrderService) -> None:
        self.client, self.orders, self.store = client, orders, orders.store

    async def post(self, delivery: Delivery, stored: StoredGame) -> int | None:
        """Post or edit the card of a lobby and return the message's id; None if there is no message.

        If another delivery of the card is due, do nothing, because that delivery will show all changes.
        """
        rules = self.orders.find_rules(stored)
        channel = self._get_channel(stored)
        if stored.panel_id is None and (found := await self._find_card(delivery, stored)) is not None:
            await self.store.set_message(stored.id, "panel", found)
            stored = replace(stored, panel_id=found)
        if await self.store.is_due(stored.id, LOBBY):
            return stored.panel_id
        if stored.status is not Status.LOBBY:
            if stored.panel_id is not None:
                over = say("card.dropped" if stored.position is None else "card.begun")
                if stored.status is Status.ADJOURNED:
                    over = say("card.adjourned")
                await channel.get_partial_message(stored.panel_id).edit(
                    content=write_lobby_card(rules, stored, over),
                    view=None,
                    allowed_mentions=message_edits.NOBODY,
                )
                await self.store.set_message(stored.id, "panel", None)
            return stored.panel_id
        if stored.panel_id is not None:
            try:
                await channel.get_partial_message(stored.panel_id).edit(
                    content=write_lobby_card(rules, stored),
                    view=make_card_view(rules, stored),
                    allowed_mentions=message_edits.NOBODY,
                )
            except discord.HTTPException as error:
                if not isinstance(error, discord.NotFound) and error.code != message_edits.EDITED_ENOUGH:
                    raise
                # The card was deleted or has been edited too often, so the bot posts a new one below.
                log.info("the card of a game is posted anew", game=stored.id, error=str(error))
            else:
                return stored.panel_id
        new = await self._send(delivery, stored)
        await self.store.set_message(stored.id, "panel", new)
        return new

    async def plan_move(self, finished: StoredGame) -> None:
        """Plan to post the card of the channel's next lobby again, if there is one.

        A post about the `finished` game, such as its review, stands below the card. After the move, people
        find both: the card is the last message again.
        """
        stored = await self.store.find_in_channel(finished.channel_id)
        if stored is not None and stored.status is Status.LOBBY and stored.panel_id is not None:
            await self.store.schedule(stored.id, NewDelivery(stored.channel_id, LOWER, "{}"))
            self.orders.due()

    async def move(self, delivery: Delivery, stored: StoredGame) -> int | None:
        """Post the card of a lobby again, delete the old card, and return the new message's id."""
        old, begun = stored.panel_id, delivery.first_tried
        if stored.status is not Status.LOBBY or old is None:
            return old
        if delivery.attempts > 1 and begun is not None and old > discord.utils.time_snowflake(begun):
            return old  # an earlier attempt has done everything
        new = await self._find_card(delivery, stored) or await self._send(delivery, stored)
        with suppress(discord.NotFound):  # somebody has deleted it
            await self._get_channel(stored).get_partial_message(old).delete()
        await self.store.set_message(stored.id, "panel", new)
        return new

    def _get_channel(self, stored: StoredGame) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)

    async def _send(self, delivery: Delivery, stored: StoredGame) -> int:
        """Post a card, and return the message's id."""
        rules = self.orders.find_rules(stored)
        message = await self._get_channel(stored).send(
            write_lobby_card(rules, stored),
            view=make_card_view(rules, stored),
            nonce=delivery.nonce,
            allowed_mentions=message_edits.NOBODY,
        )
        return message.id

    async def _find_card(self, delivery: Delivery, stored: StoredGame) -> int | None:
        """Return the id of a card that an earlier attempt at this delivery has posted; None if there is none.

        The text of a card changes with the table. The ids of its buttons name the game.
        """
        if delivery.attempts < 2:
            return None
        keys = list_seats(self.orders.find_rules(stored), stored)
        calls = *(Lobby.join.call(key, stored.id) for key in keys), Lobby.start.call(stored.id)
        ids, known = {call.custom_id for call in calls}, stored.panel_id or 0

        def is_card(message: discord.Message) -> bool:
            return message.id > known and not ids.isdisjoint(list_ids(message))

        found = await search_channel(self.client, delivery, is_card)
        return None if found is None else found.id
