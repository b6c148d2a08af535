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
    tables = TableThreads(client, services.orders.service.store.homes, ForumTags(client))
    return DiscordPoster(
        client,
        services.views.history,
        services.analysis.replays,
        pictures,
        services.deadlines.reminders,
        services.learning.explanations,
        DailyPosts(client, services.learning.daily_puzzle, pictures),
        NoticePosts(client, services.clubs.notice_boards),
        SeekPosts(client, services.clubs.seekers, tables),
        DirectMessages(client, services.clubs.follows, services.views.notebooks),
        ShowPosts(client, services.clubs.shows, pictures),
        CompetitionPosts(client, services.competitions, services.people, tables),
        PollPosts(client, services.clubs.polls),
        HomePosts(client, services.seating.homes, tables),
        services.seating.lobby,
        services.clubs.ranks,
        answers_first,
    )
