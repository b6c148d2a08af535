"""If a channel takes no posts, stop the game's clock and tell its host. Shorten posts that are refused."""

from __future__ import annotations

import discord
import structlog

from bot.deadlines.reminders import Reminders
from bot.language.words import say, speak_within
from bot.replies.text import MAX_TEXT, cut_text
from bot.story.post import Post
from db.records import StoredGame

log = structlog.get_logger(__name__)
FAILING = (discord.HTTPException, discord.RateLimited)  # if nobody waits for a reply, only log these errors


async def mark_unreachable(client: discord.Client, reminders: Reminders, stored: StoredGame) -> None:
    """Stop a game's clock because its channel takes no posts. Tell its host once in a direct message."""
    if not await reminders.stop_clock(stored.id):
        return
    preferences = await reminders.people.load(stored.host_id)
    with speak_within(preferences.language):
        title = reminders.orders.find_title(stored)
        text = say("lost.host", title=title, game=stored.id, channel=stored.channel_id)
    try:
        host = await client.create_dm(discord.Object(stored.host_id))
        await host.send(text, allowed_mentions=discord.AllowedMentions.none())
    except FAILING as error:
        log.info("the host can't get a direct message", game=stored.id, error=str(error))


def strip_picture(post: Post) -> Post:
    """Return a short form of a refused post: its question, result or first line, and how to see the rest."""
    refused = say("board.refused")
    if post.asks:  # keep `asks`: if the first half was sent already, its message must become a layout
        said = post.text.partition("\n")[0] if post.result_lines else post.asks.rpartition("\n")[2]
        first = cut_text(said, MAX_TEXT // 2)
        return post.model_copy(update={"text": first, "asks": refused})
    text = cut_text("\n".join([post.text.partition("\n")[0], refused]), MAX_TEXT)
    return post.model_copy(update={"text": text})
