"""Tag each table's post in a forum with its game and its state. Make the tags that the forum lacks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord
import structlog

from bot.language.words import LANGUAGES, say, speak_within
from bot.replies.text import cut_text
from db.records import Status
from rules.kernel import Rules

log = structlog.get_logger(__name__)
TAG = 20  # the most characters in the name of a tag
TAGS, TAGS_OF_FORUM = 5, 20  # the most tags of a post and of a forum
Tags = Sequence[discord.ForumTag]


class ForumTags:
    """Finds tags in forums, and makes new tags, with a Discord client."""

    def __init__(self, client: discord.Client) -> None:
        self.client = client
        self._lock = asyncio.Lock()  # two tables must not add tags to a forum at the same time

    async def find(
        self, forum: discord.ForumChannel, rules: Rules, status: Status, present: Tags = (), *, full: bool
    ) -> Tags:
        """Return the tags that a table's post should have. New tags get names in the current language.

        `present` has the tags that the post has now. The post keeps the tags that people gave it. Make the
        tags that the forum lacks, if the bot has the permission. `full` is whether all seats of a lobby are
        taken.
        """
        wanted = [cut_text(rules.TITLE, TAG)]
        if status is Status.LOBBY:
            wanted += [] if full else [say("tag.free")]
        else:
            wanted.append(say("tag.running" if status is Status.RUNNING else "tag.over"))
        async with self._lock:
            there = await self._add(forum, wanted)
        own = {cut_text(rules.TITLE, TAG)}.union(*_list_states())
        kept = [tag for tag in present if tag.name not in own]
        chosen = [tag for name in wanted for tag in there if tag.name in _list_names(name)]
        return [*chosen, *kept][:TAGS]

    async def _add(self, forum: discord.ForumChannel, wanted: Sequence[str]) -> Tags:
        """Add the wanted tags that a forum lacks, if the bot may do so. Return the tags of the forum."""

        def list_missing(tags: Tags) -> list[str]:
            names = {tag.name for tag in tags}
            return [name for name in wanted if not names & _list_names(name)]

        if not list_missing(forum.available_tags):
            return forum.available_tags
        found = await self.client.fetch_channel(forum.id)
        assert isinstance(found, discord.ForumChannel), "a forum stays one"
        if not (missing := [discord.ForumTag(name=name) for name in list_missing(found.available_tags)]):
            return found.available_tags  # another table has added them
        tags = [*found.available_tags, *missing][:TAGS_OF_FORUM]
        try:
            edited = await found.edit(available_tags=tags)
        except discord.Forbidden as error:
            log.info("tags can't be added to a forum", channel=forum.id, error=str(error))
            return found.available_tags
        return edited.available_tags


def _list_names(name: str) -> set[str]:
    """Return the names that a tag has in all languages. `name` is one of these names."""
    return next((names for names in _list_states() if name in names), {name})


def _list_states() -> list[set[str]]:
    """Return the names of the tags for the 3 states of a table. Each set has the names in all languages."""
    found: list[set[str]] = [set(), set(), set()]
    for language in LANGUAGES:
        with speak_within(language):
            names = say("tag.free"), say("tag.running"), say("tag.over")
        for names_of_state, name in zip(found, names, strict=True):
            names_of_state.add(name)
    return found
