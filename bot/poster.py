"""Turns a stored delivery into a message: its text, the board, and buttons if its question still waits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord
import structlog

from bot import ui
from bot.announce import ASIDE, BOARD, LOBBY, Place, Post
from bot.answers import Mark
from bot.artist import Artist, Drawing
from bot.lobby import card
from bot.look import Look
from bot.table import Table
from bot.words import say
from db.records import Delivery, Status, StoredGame

log = structlog.get_logger(__name__)
REMEMBERED = timedelta(minutes=2)  # how long Discord surely knows a nonce again
LOOKED_AT = 50  # messages searched for a post that may have arrived
MISSING = discord.utils.MISSING


class DiscordPoster:
    """Posts deliveries with a Discord client."""

    def __init__(self, client: discord.Client, table: Table, look: Look, artist: Artist) -> None:
        self.client, self.table, self.look, self.artist = client, table, look, artist
        self.store = table.store

    async def post(self, delivery: Delivery) -> int | None:
        """The id of the message that stands in the channel now. Raises what Discord and the network raise."""
        if (found := await self._arrived(delivery)) is not None:
            return found
        stored = await self.store.load(delivery.game_id)
        if delivery.kind == LOBBY:
            return await self._post_card(delivery, stored)
        post = Post.model_validate_json(delivery.content)
        view = self._buttons(delivery, post, stored)
        drawing = await self._drawing(stored, post) if delivery.kind == BOARD else None
        message = await self._channel(stored).send(
            post.text,
            view=MISSING if view is None else view,
            file=MISSING if drawing is None else drawing.file(),
            nonce=delivery.nonce,
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in post.ping]
            ),
        )
        if delivery.kind == BOARD or stored.status not in (Status.LOBBY, Status.RUNNING):
            await self._retire(stored, unless=message.id)
            asks = delivery.kind == BOARD and view is not None
            await self.store.set_message(stored.id, "panel", message.id if asks else None)
        return message.id

    async def _post_card(self, delivery: Delivery, stored: StoredGame) -> int | None:
        """The card of a game that has not begun: one message, edited when somebody sits down or stands up."""
        rules = self.table.games[stored.game]
        nobody = discord.AllowedMentions.none()
        if stored.status is not Status.LOBBY:
            if stored.panel_id is not None:
                over = say("card.dropped" if stored.position is None else "card.begun")
                await self._message(stored, stored.panel_id).edit(
                    content=card(rules, stored, over), view=None, allowed_mentions=nobody
                )
                await self.store.set_message(stored.id, "panel", None)
            return stored.panel_id
        text, view = card(rules, stored), ui.card_view(rules, stored)
        if stored.panel_id is not None:
            try:
                await self._message(stored, stored.panel_id).edit(
                    content=text, view=view, allowed_mentions=nobody
                )
            except discord.NotFound:  # somebody has deleted the card, so it is posted anew
                log.info("the card of a game is gone", game=stored.id)
            else:
                return stored.panel_id
        message = await self._channel(stored).send(
            text, view=view, nonce=delivery.nonce, allowed_mentions=nobody
        )
        await self.store.set_message(stored.id, "panel", message.id)
        return message.id

    def _buttons(self, delivery: Delivery, post: Post, stored: StoredGame) -> discord.ui.View | None:
        """The question that the post asks, if it is still the one that waits. Its text stands without
        buttons too."""
        if stored.status is not Status.RUNNING or stored.position is None or post.at is None:
            return None
        if delivery.kind == ASIDE:
            return ui.offer_view(Mark.of(stored.id, stored.position), post.offers) if post.offers else None
        if delivery.kind != BOARD or post.at != Place.of(stored.position):
            return None
        try:
            panel = self.table.seated(stored).panel()
        except Exception:
            log.exception("a question can't be shown", game=stored.id, turn=post.at.turn, entry=post.at.entry)
            return None
        return None if panel is None else ui.question_view(panel)

    async def _drawing(self, stored: StoredGame, post: Post) -> Drawing | None:
        """The board at the time of the post. Its text stands without a picture too."""
        assert post.at is not None, "a board is posted of some point in the game"
        try:
            view = await self.look.view_at(stored, post.at)
            before = None if post.since is None else await self.look.view_at(stored, post.since)
            return await self.artist.draw(view, before)
        except Exception:
            log.exception("a board can't be drawn", game=stored.id, turn=post.at.turn, entry=post.at.entry)
            return None

    async def _retire(self, stored: StoredGame, unless: int) -> None:
        """Take the buttons off the post before; old buttons do no harm, so trying once is enough."""
        if stored.panel_id in (None, unless):
            return
        try:
            await self._message(stored, stored.panel_id).edit(view=None)
        except discord.HTTPException as error:
            log.info("old buttons stay", game=stored.id, message=stored.panel_id, error=str(error))

    async def _arrived(self, delivery: Delivery) -> int | None:
        """The message of an attempt that nobody heard of, where Discord may have forgotten its nonce."""
        if delivery.attempts < 2 or delivery.kind == LOBBY or delivery.first_tried is None:
            return None
        if datetime.now(UTC) - delivery.first_tried < REMEMBERED:
            return None
        channel = self.client.get_partial_messageable(delivery.channel_id)
        text = Post.model_validate_json(delivery.content).text
        since = discord.Object(discord.utils.time_snowflake(delivery.first_tried - REMEMBERED))
        async for message in channel.history(limit=LOOKED_AT, after=since):
            ours = self.client.user is not None and message.author.id == self.client.user.id
            if ours and (str(message.nonce) == delivery.nonce or message.content == text):
                return message.id
        return None

    def _channel(self, stored: StoredGame) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)

    def _message(self, stored: StoredGame, message_id: int) -> discord.PartialMessage:
        return self._channel(stored).get_partial_message(message_id)
