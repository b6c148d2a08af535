"""Answer messages that mention the bot. Discord sends the bot no text of other messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

import discord
import structlog

from bot.discord_app.cogs.play import strip_command
from bot.language.words import say, speak
from bot.orders.mentions import Mentions
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.posting import layouts
from bot.replies.reply import Reply

log = structlog.get_logger(__name__)
READ = (discord.MessageType.default, discord.MessageType.reply)


class ChannelMessages:
    """Answers messages from the gateway.

    `blocked` is a function that returns the ids of people and servers that get no answer.
    """

    def __init__(
        self, mentions: Mentions, people: PreferenceStore, blocked: Callable[[], Collection[int]]
    ) -> None:
        self.mentions, self.people, self.blocked = mentions, people, blocked

    async def answer(self, message: discord.Message, own: discord.ClientUser) -> None:
        """Answer a person's message if it mentions the bot. Leave all other messages alone."""
        person, guild = message.author, message.guild
        if person.bot or message.type not in READ or own not in message.mentions:
            return
        if {person.id, guild.id if guild else None} & {*self.blocked()}:
            return
        reply = await self._make_reply(message, re.sub(rf"<@!?{own.id}>", " ", message.content))
        view, _ = layouts.lay_out_answer(reply, None)
        try:
            await message.reply(view=view, mention_author=False)
        except discord.HTTPException as error:
            log.info("a mention could not be answered", channel=message.channel.id, error=str(error))

    async def _make_reply(self, message: discord.Message, text: str) -> Reply:
        """Return the answer. If the channel has no game, the answer is in the language of the person."""
        person, guild = message.author, message.guild
        preferences = await self.people.load(person.id)
        speak(preferences.choose_language(guild.preferred_locale.value if guild else ""))
        server = guild.id if guild else None
        channel, name = message.channel.id, person.display_name
        caller = Caller(person.id, name, channel, server, None, preferences=preferences)
        try:
            return await self.mentions.answer(caller, strip_command(text))
        except Exception:
            log.exception("a mention failed", message=message.id)
            return Reply(say("mention.how"))
