"""Post Discord's own polls that ask who will win a game, and post the results of the polls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import discord
import structlog

from bot.clubs.polls import Asked, Polls
from bot.posting import message_edits
from bot.posting.channel_sight import load_sight
from bot.posting.delivery_check import find_arrived
from db.clubs.polls import POLL, RESULT, Poll, read_planned
from db.records import Delivery, Show

log = structlog.get_logger(__name__)
KINDS = (POLL, RESULT)
EXPIRED = 520001  # Discord's error code for closing a poll that has ended
OPEN = timedelta(days=7)  # how long people can vote, unless the game ends earlier


class PollPosts:
    """Posts polls and their results with a Discord client."""

    def __init__(self, client: discord.Client, polls: Polls) -> None:
        self.client, self.polls = client, polls
        self.store = polls.store

    async def post(self, delivery: Delivery) -> int | None:
        """Post a poll or its result and return the message's id; None if nothing is posted.

        Raises errors of Discord.
        """
        game_id, turn = read_planned(delivery.content)
        if delivery.kind == RESULT:
            poll = await self.store.polls.find(game_id)
            return None if poll is None else await self._tell(delivery, poll)
        show = await self.store.shows.find_in_channel(delivery.channel_id)
        if show is None:
            return None
        asked = await self.polls.ask(show, game_id, turn, self._make_sight(show))
        if asked is None or asked.message_id is not None:
            return None if asked is None else asked.message_id
        found = await find_arrived(self.client, delivery, asked.text)
        message_id = found.id if found is not None else await self._ask(delivery, asked)
        if message_id is not None:
            await self.store.polls.record_posted(game_id, message_id)
        return message_id

    def _make_sight(self, show: Show) -> Callable[[int], Awaitable[bool]]:
        """Return a function that takes a channel's id.

        It returns whether all roles that see the show also see this channel.
        """

        async def is_open(channel_id: int) -> bool:
            sight = await load_sight(self.client, show.guild_id)
            return sight.is_as_open(channel_id, show.channel_id)

        return is_open

    async def _ask(self, delivery: Delivery, asked: Asked) -> int | None:
        """Post a poll and return the message's id; None if the bot may not post polls there."""
        poll = discord.Poll(asked.question, OPEN)
        for answer in asked.answers:
            poll.add_answer(text=answer)
        try:
            message = await self.client.get_partial_messageable(delivery.channel_id).send(
                asked.text,
                poll=poll,
                nonce=delivery.nonce,
                silent=True,
                suppress_embeds=True,
                allowed_mentions=message_edits.NOBODY,
            )
        except discord.Forbidden as error:
            log.info("a channel takes no polls", channel=delivery.channel_id, error=str(error))
            return None
        return message.id

    async def _close(self, message: discord.Message) -> discord.Message:
        """Close a poll, and return its message with the final votes."""
        try:
            return await message.end_poll()
        except discord.HTTPException as error:
            if error.code != EXPIRED:
                raise
            return message  # the poll ended by itself a moment ago

    async def _tell(self, delivery: Delivery, poll: Poll) -> int | None:
        """Close a poll, post its result, and return the message's id; None if nothing is posted."""
        if poll.message_id is None:
            return None
        channel = self.client.get_partial_messageable(delivery.channel_id)
        try:
            message = await channel.get_partial_message(poll.message_id).fetch()
        except discord.NotFound:
            log.info("a poll was deleted", game=poll.game_id)
            return None
        ends = None if message.poll is None else message.poll.expires_at
        if ends is not None and ends > discord.utils.utcnow():
            message = await self._close(message)
        answers = [] if message.poll is None else message.poll.answers
        if len(answers) != len(poll.seats):
            return None
        text = await self.polls.tell(poll, [answer.vote_count for answer in answers])
        if text is None:
            return None
        found = await find_arrived(self.client, delivery, text)
        if found is not None:
            return found.id
        told = await channel.send(
            text,
            reference=message.to_reference(fail_if_not_exists=False),
            nonce=delivery.nonce,
            silent=True,
            suppress_embeds=True,
            allowed_mentions=message_edits.NOBODY,
        )
        return told.id
