"""Handle channels that take no posts, or only part of one: stop the game's clock and tell its host."""

from __future__ import annotations

import discord
import structlog

from bot.deadlines.reminders import Reminders
from bot.language.words import say, speak_within
from bot.replies.text import MAX_TEXT, cut_text
from bot.story.announce import Post
from db.records import StoredGame

log = structlog.get_logger(__name__)
FAILING = (discord.HTTPException, discord.RateLimited)  # what Discord says to what nobody waits for


async def mark_unreachable(client: discord.Client, reminders: Reminders, stored: StoredGame) -> None:
    """Stop the clock of a game that nobody sees, and tell its host, once, in a direct message."""
    if not await reminders.stop_clock(stored.id):
        return
    preferences = await reminders.people.load(stored.host_id)
    title = reminders.orders.find_title(stored)
    with speak_within(preferences.language):
        text = say("lost.host", title=title, game=stored.id, channel=stored.channel_id)
    try:
        host = await client.create_dm(discord.Object(stored.host_id))
        await host.send(text, allowed_mentions=discord.AllowedMentions.none())
    except FAILING as error:
        log.info("a host can't be told", game=stored.id, error=str(error))


def strip_picture(post: Post) -> Post:
    """As much of a post's text as any channel takes: whom it calls, and how to see the rest."""
    first = post.asks.rpartition("\n")[2] or post.text.partition("\n")[0]
    text = cut_text("\n".join([first, say("board.refused")]), MAX_TEXT)
    return post.model_copy(update={"text": text, "asks": ""})
