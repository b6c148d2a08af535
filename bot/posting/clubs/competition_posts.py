"""Post about cups and leagues: the post with the standings, a thread for each table, and news."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import structlog

from bot.competitions import news
from bot.competitions.service import NEWS, TABLE, CompetitionService
from bot.competitions.terms import LEAGUE
from bot.language.words import speak_within
from bot.people.preference_editor import PreferenceStore
from bot.posting import message_edits
from bot.posting.buttons import make_button_view
from bot.posting.delivery_check import MAYBE_ARRIVED, find_arrived
from bot.posting.outbox import NOT_INSTALLED, NotYet
from bot.posting.plain_first import send_plain_first
from bot.posting.threads.table_threads import NotOpened, TableThreads
from bot.replies.reply import ActionButton
from bot.story.post import Post
from db.clubs.competition_records import Competition, Match, Stage
from db.clubs.competitions import STANDINGS
from db.records import ChannelTaken, Delivery, Stale
from rules.kernel import Rules

log = structlog.get_logger(__name__)
KINDS = (STANDINGS, TABLE, NEWS)
BETWEEN = timedelta(minutes=1)  # the shortest time between two edits of a post with standings
DAY = timedelta(days=1)  # the shortest time between two edits of a running league's post
NO_THREAD = timedelta(hours=1)  # the time until the next attempt if a thread can't be opened


class NoThread(NotYet):
    """A thread for a table can't be opened yet. Its first message may already have been posted."""

    def __init__(self) -> None:
        super().__init__(NO_THREAD.total_seconds())

    def __repr__(self) -> str:
        return f"{MAYBE_ARRIVED}the channel takes no threads"  # the next attempt looks for the message


class CompetitionPosts:
    """Makes the posts of cups and leagues with a Discord client."""

    def __init__(
        self,
        client: discord.Client,
        service: CompetitionService,
        people: PreferenceStore,
        threads: TableThreads,
    ) -> None:
        self.client, self.service, self.people, self.threads = client, service, people, threads
        self.competitions = service.competitions

    async def post(self, delivery: Delivery) -> int | None:
        """Post a delivery and return the id of its message; None if the post is no longer needed.

        Raises `NotYet`, and errors of Discord.
        """
        if delivery.kind == NEWS:
            return await self._post_news(delivery)
        if delivery.kind == STANDINGS:
            return await self._post_standings(delivery)
        number, match_number = json.loads(delivery.content)
        return await self._post_table(delivery, await self.competitions.load(number), match_number)

    async def must_arrive(self, delivery: Delivery) -> bool:
        """Return whether the bot must retry a post for ever if Discord refuses it."""
        if delivery.kind == NEWS:
            return False
        content = json.loads(delivery.content)
        of = await self.competitions.load(content if delivery.kind == STANDINGS else content[0])
        return of.stage is not Stage.OVER

    async def _post_news(self, delivery: Delivery) -> int:
        post = Post.model_validate_json(delivery.content)
        found = await find_arrived(self.client, delivery)
        called = await self.people.filter_wanting_news(post.news, self.service.now())
        return await self._send(delivery, post.text, (), called, found)

    async def _post_standings(self, delivery: Delivery) -> int:
        of = await self.competitions.load(json.loads(delivery.content))
        wait = 0.0 if of.next_edit is None else (of.next_edit - self.service.now()).total_seconds()
        if of.message_id is not None and 0 < wait <= DAY.total_seconds():
            raise NotYet(wait)
        text, buttons = self.service.write_post(of)
        shown = _hash(text, buttons)
        if of.message_id is not None and shown == of.shown:
            return of.message_id
        message_id = None if of.message_id is None else await self._edit(of, of.message_id, text, buttons)
        if message_id is None:
            found = await find_arrived(self.client, delivery, text)
            message_id = found.id if found is not None else await self._send(delivery, text, buttons, ())
        slow = of.kind == LEAGUE and of.stage is Stage.RUNNING
        next_edit = self.service.now() + (DAY if slow else BETWEEN)
        await self.competitions.record_shown(of, message_id, shown, next_edit)
        return message_id

    async def _post_table(self, delivery: Delivery, of: Competition, number: int) -> int | None:
        match = of.find_match(number)
        if match is None or match.how or match.game_id is not None:
            return None
        rules = self.service.games.get(of.game)
        if rules is None:
            raise NotYet(NOT_INSTALLED)
        thread_id = await self._open_thread(delivery, of, match, rules)
        try:
            await self.service.lay_out(of, match, thread_id)
        except Stale:
            log.info("the table of a match is laid out already", competition=of.id, match=number)
        except ChannelTaken:  # perhaps this match took the channel a moment ago; the next attempt finds out
            raise NotYet from None
        return thread_id

    async def _open_thread(self, delivery: Delivery, of: Competition, match: Match, rules: Rules) -> int:
        """Open the thread of a match. If the delivery's channel refuses, try the channel that is set now.

        Raises `NoThread` if no other channel is set for tables, or if the other channel refuses too. The
        first time, also post this for the host. A deleted channel stops being the home of tables.
        """
        channel_id = delivery.channel_id
        title, text = news.name_thread(of, match), news.write_call(of, match)
        while True:
            try:
                with speak_within(of.language):
                    there = replace(delivery, channel_id=channel_id)
                    return await self.threads.open(there, rules, title, text)
            except NotOpened as error:
                log.info("the thread of a match can't be opened", channel=channel_id, error=str(error))
                refused = error
            if refused.gone:
                await self.service.store.homes.forget_channel(of.guild_id, channel_id)
            now = await self.service.store.homes.choose_channel(of.guild_id, of.channel_id)
            if channel_id != delivery.channel_id or now == channel_id:
                break
            channel_id = now
        if not delivery.error:
            await self.service.tell_no_thread(of, channel_id)
        raise NoThread

    async def _edit(
        self, of: Competition, message_id: int, text: str, buttons: Sequence[ActionButton]
    ) -> int | None:
        """Edit the post and return its message's id; None if the bot must post a new message."""
        channel = self.client.get_partial_messageable(of.channel_id, guild_id=of.guild_id)
        try:
            await channel.get_partial_message(message_id).edit(
                content=text, view=make_button_view(buttons), allowed_mentions=message_edits.NOBODY
            )
        except discord.HTTPException as error:
            if error.code not in (message_edits.NO_MESSAGE, message_edits.EDITED_ENOUGH):
                raise
            log.info("the post of a competition is posted anew", competition=of.id, error=str(error))
            return None
        return message_id

    async def _send(
        self,
        delivery: Delivery,
        text: str,
        buttons: Sequence[ActionButton],
        called: Sequence[int],
        arrived: discord.Message | None = None,
    ) -> int:
        view: Any = make_button_view(buttons) if buttons else discord.utils.MISSING
        message = await send_plain_first(
            self.client.get_partial_messageable(delivery.channel_id),
            text,
            called,
            discord.AllowedMentions(users=[discord.Object(user) for user in called]),
            arrived=arrived,
            view=view,
            nonce=delivery.nonce,
            silent=not called,
        )
        return message.id


def _hash(text: str, buttons: Sequence[ActionButton]) -> str:
    content = "\n".join([text, *(each.call.custom_id + each.label for each in buttons)])
    return hashlib.sha256(content.encode()).hexdigest()[:32]
