"""Build the poster, which posts every kind of delivery."""

from __future__ import annotations

import discord

from bot.discord_app.services import Services
from bot.engine.answers_first import AnswersFirst
from bot.posting.clubs.competition_posts import CompetitionPosts
from bot.posting.clubs.home_posts import HomePosts
from bot.posting.clubs.notice_posts import NoticePosts
from bot.posting.clubs.poll_posts import PollPosts
from bot.posting.clubs.seek_posts import SeekPosts
from bot.posting.clubs.show_posts import ShowPosts
from bot.posting.daily_posts import DailyPosts
from bot.posting.direct_messages import DirectMessages
from bot.posting.pictures import Pictures
from bot.posting.poster import DiscordPoster
from bot.posting.threads.forum_tags import ForumTags
from bot.posting.threads.table_threads import TableThreads


def build_poster(
    client: discord.Client, services: Services, pictures: Pictures, answers_first: AnswersFirst | None = None
) -> DiscordPoster:
    """Return the poster, connected with the services."""
    tables = TableThreads(client, services.orders.store.homes, ForumTags(client))
    return DiscordPoster(
        client,
        services.history,
        services.replays,
        pictures,
        services.reminders,
        services.explanations,
        DailyPosts(client, services.daily_puzzle, pictures),
        NoticePosts(client, services.notice_boards),
        SeekPosts(client, services.seekers, tables),
        DirectMessages(client, services.follows, services.notebooks),
        ShowPosts(client, services.shows, pictures),
        CompetitionPosts(client, services.competitions, services.people, tables),
        PollPosts(client, services.polls),
        HomePosts(client, services.homes, tables),
        services.lobby,
        services.ranks,
        answers_first,
    )
