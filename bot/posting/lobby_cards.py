"""Post the card of a lobby, and edit the card when the table changes."""

from __future__ import annotations

import discord
import structlog

from bot.language.words import say, speak_within
from bot.orders.service import OrderService
from bot.posting import message_edits
from bot.posting.buttons import make_card_view
from bot.posting.unreachable import FAILING
from bot.settings.game_settings import GameSettings
from bot.story.post import LOBBY
from bot.views.lobby_card import write_lobby_card
from db.records import Delivery, Status, StoredGame

log = structlog.get_logger(__name__)


class LobbyCards:
    """Posts and edits the cards of lobbies."""

    def __init__(self, client: discord.Client, orders: OrderService) -> None:
        self.client, self.orders, self.store = client, orders, orders.store

    async def post(self, delivery: Delivery, stored: StoredGame) -> int | None:
        """Post or edit the card of a lobby and return the message's id; None if there is no message.

        If another delivery of the card is due, do nothing, because that delivery will show all changes.
        """
        if await self.store.is_due(stored.id, LOBBY):
            return stored.panel_id
        rules = self.orders.find_rules(stored)
        channel = self.client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)
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
        text, view = write_lobby_card(rules, stored), make_card_view(rules, stored)
        if stored.panel_id is not None:
            try:
                await channel.get_partial_message(stored.panel_id).edit(
                    content=text, view=view, allowed_mentions=message_edits.NOBODY
                )
            except discord.HTTPException as error:
                if not isinstance(error, discord.NotFound) and error.code != message_edits.EDITED_ENOUGH:
                    raise
                # The card was deleted or has been edited too often, so the bot posts a new one below.
                log.info("the card of a game is posted anew", game=stored.id, error=str(error))
            else:
                return stored.panel_id
        message = await channel.send(
            text, view=view, nonce=delivery.nonce, allowed_mentions=message_edits.NOBODY
        )
        await self.store.set_message(stored.id, "panel", message.id)
        return message.id

    async def move_below(self, finished: StoredGame) -> None:
        """Post the card of the channel's next lobby again, and delete the old card.

        A post about the `finished` game stands below the old card, such as its review. After the move, people
        find both: the card is the last message again. Only log a failure.
        """
        stored = await self.store.find_in_channel(finished.channel_id)
        if stored is None or stored.status is not Status.LOBBY or stored.panel_id is None:
            return
        rules = self.orders.find_rules(stored)
        channel = self.client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)
        try:
            with speak_within(GameSettings.of(stored).language):
                text, view = write_lobby_card(rules, stored), make_card_view(rules, stored)
            message = await channel.send(text, view=view, allowed_mentions=message_edits.NOBODY)
            await self.store.set_message(stored.id, "panel", message.id)
            await channel.get_partial_message(stored.panel_id).delete()
        except FAILING as error:
            log.info("the card of a lobby can't be moved", game=stored.id, error=str(error))
