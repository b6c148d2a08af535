"""Turns a stored delivery into a message: its text, the board, and buttons if its question still waits."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import discord
import structlog

from bot import ui
from bot.announce import ASIDE, BOARD, INDEX, LOBBY, Place, Post
from bot.answers import Knob, Mark
from bot.artist import Artist, Drawing
from bot.chronicle import Chronicle
from bot.keeper import CALL, Keeper
from bot.knobs import Turned, knob_view
from bot.lobby import card
from bot.manners import Call, Manners
from bot.words import say, speaking
from db.records import Delivery, Status, StoredGame

log = structlog.get_logger(__name__)
REMEMBERED = timedelta(minutes=2)  # how long Discord surely knows a nonce again
LOOKED_AT = 50  # messages searched for a post that may have arrived
MISSING = discord.utils.MISSING


class DiscordPoster:
    """Posts deliveries with a Discord client."""

    def __init__(self, client: discord.Client, chronicle: Chronicle, artist: Artist, keeper: Keeper) -> None:
        self.client, self.chronicle, self.artist, self.keeper = client, chronicle, artist, keeper
        self.table, self.look, self.store = keeper.table, chronicle.look, keeper.store

    async def post(self, delivery: Delivery) -> int | None:
        """The id of the message that stands in the channel now. Raises what Discord and the network raise."""
        if (found := await self._arrived(delivery)) is not None:
            return found
        stored = await self.store.load(delivery.game_id)
        try:
            return await self._post_kind(delivery, stored)
        except (discord.Forbidden, discord.NotFound):
            await self.keeper.lost(stored.id)
            raise

    async def _post_kind(self, delivery: Delivery, stored: StoredGame) -> int | None:
        with speaking(Manners.of(stored).language):
            if delivery.kind == LOBBY:
                return await self._post_card(delivery, stored)
            if delivery.kind == INDEX:
                return await self._post_index(delivery, stored)
            if delivery.kind != CALL:
                return await self._post(delivery, stored, Post.model_validate_json(delivery.content))
            call = await self.keeper.ring(delivery.game_id, Call.model_validate_json(delivery.content))
            return None if call is None else await self._post(delivery, stored, call)

    async def _post(self, delivery: Delivery, stored: StoredGame, post: Post) -> int:
        view = self._buttons(delivery, post, stored)
        called = await self._heard(post.ping)
        drawing = await self._drawing(stored, post) if delivery.kind == BOARD else None
        try:
            message = await self._send(delivery, stored, post, view, drawing, called)
        except discord.Forbidden:
            if drawing is None:
                raise
            # Perhaps only pictures are forbidden here: the words at least, then.
            message = await self._send(delivery, stored, post, view, None, called)
        over = stored.status not in (Status.LOBBY, Status.RUNNING)
        if delivery.kind == BOARD or over:
            await self._retire(stored, unless=message.id)
            asks = delivery.kind == BOARD and view is not None and not over
            await self.store.set_message(stored.id, "panel", message.id if asks else None)
        if delivery.kind == BOARD:
            if Manners.of(stored).lost:
                await self.keeper.found(stored.id)
            await self._time(stored, heard=called == post.ping)
            await self._grow_index(stored, delivery, message.id)
        return message.id

    async def _time(self, stored: StoredGame, *, heard: bool) -> None:
        """Start the clock of what was asked. The post stands without a clock too."""
        try:
            await self.keeper.plan(stored.id, heard=heard)
        except Exception:
            log.exception("a game can't be timed", game=stored.id)

    async def _post_index(self, delivery: Delivery, stored: StoredGame) -> int | None:
        """The index: one message, pinned if that is allowed, and edited as the game goes on."""
        if stored.pinned_id is not None:
            try:
                await self._edit_index(stored)
            except discord.NotFound:
                log.info("the index of a game is gone", game=stored.id)
            else:
                return stored.pinned_id
        text = say("index.head", title=self.table.games[stored.game].TITLE)
        embed = discord.Embed(description=await self.chronicle.links(stored))
        message = await self._channel(stored).send(text, embed=embed, nonce=delivery.nonce)
        await self.store.set_message(stored.id, "pinned", message.id)
        try:
            await message.pin()
        except discord.Forbidden:
            await message.edit(content="\n".join([text, say("index.not_pinned")]))
        return message.id

    async def _grow_index(self, stored: StoredGame, delivery: Delivery, message_id: int) -> None:
        """Add a turn to the index; a game goes on without it."""
        if stored.pinned_id is None:
            return
        await self.store.mark_sent(delivery.id, message_id)
        try:
            await self._edit_index(stored)
        except discord.HTTPException as error:
            log.info("the index stays as it was", game=stored.id, error=str(error))

    async def _edit_index(self, stored: StoredGame) -> None:
        assert stored.pinned_id is not None, "there is an index"
        embed = discord.Embed(description=await self.chronicle.links(stored))
        await self._message(stored, stored.pinned_id).edit(embed=embed)

    async def _send(
        self,
        delivery: Delivery,
        stored: StoredGame,
        post: Post,
        view: discord.ui.View | None,
        drawing: Drawing | None,
        called: Sequence[int],
    ) -> discord.Message:
        return await self._channel(stored).send(
            post.text,
            view=MISSING if view is None else view,
            file=MISSING if drawing is None else drawing.file(),
            nonce=delivery.nonce,
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in called]
            ),
        )

    async def _heard(self, users: Sequence[int]) -> tuple[int, ...]:
        """Those of them whom a ping may reach now."""
        now = self.keeper.now()
        likes = {user: await self.keeper.people.of(user) for user in users}
        return tuple(
            user
            for user in users
            if likes[user].pings and not likes[user].quiet_until(now) and not likes[user].is_away(now)
        )

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
        if post.knobs:
            return knob_view(post.knobs)
        if delivery.kind == BOARD and stored.status is Status.ENDED:
            return knob_view(
                [
                    Knob("rematch", str(stored.id), say("button.rematch"), "good"),
                    Knob("replay", f"{stored.id}:1", say("button.replay")),
                ]
            )
        if stored.status is not Status.RUNNING or stored.position is None or post.at is None:
            return None
        if delivery.kind == ASIDE:
            mark = Mark.of(stored.id, stored.position)
            return ui.offer_view(mark, post.offers, post.counters) if post.offers else None
        if delivery.kind != BOARD or post.at != Place.of(stored.position):
            return None
        try:
            panel = self.table.seated(stored).panel()
        except Exception:
            log.exception("a question can't be shown", game=stored.id, turn=post.at.turn, entry=post.at.entry)
            return None
        if panel is None:
            return None
        view = ui.question_view(panel)
        view.add_item(Turned(Knob("since", str(stored.id), say("button.since")), row=ui.TOOLS))
        return view

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
        if delivery.attempts < 2 or delivery.kind in (LOBBY, CALL, INDEX) or delivery.first_tried is None:
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
