"""Find out which people and roles can see a channel of a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

Channel = discord.abc.GuildChannel
Who = discord.Member | discord.Role


@dataclass(frozen=True, slots=True)
class ChannelSight:
    """The roles, channels and active threads of a server, by id."""

    roles: Sequence[discord.Role]
    channels: Mapping[int, Channel]
    threads: Mapping[int, discord.Thread]

    def sees(self, who: Who, channel_id: int) -> bool:
        """Return whether a person or a role can see a channel or thread.

        Return False for an unknown channel, such as an archived thread. For a private thread, return True
        only if the person or role may manage threads.
        """
        thread = self.threads.get(channel_id)
        channel = self.channels.get(channel_id if thread is None else thread.parent_id)
        if channel is None:
            return False
        rights = channel.permissions_for(who)
        return rights.view_channel and (thread is None or not thread.is_private() or rights.manage_threads)

    def is_as_open(self, channel_id: int, other_id: int) -> bool:
        """Return whether each role that sees the channel `other_id` also sees the channel `channel_id`."""
        return all(self.sees(role, channel_id) for role in self.roles if self.sees(role, other_id))


def read_sight(guild: discord.Guild) -> ChannelSight:
    """Return the roles, channels and threads that Discord's gateway has sent for a server."""
    return ChannelSight(
        guild.roles,
        {channel.id: channel for channel in guild.channels},
        {thread.id: thread for thread in guild.threads},
    )


async def load_sight(client: discord.Client, guild_id: int) -> ChannelSight:
    """Return the roles, channels and threads of a server. If the gateway has not sent them, ask Discord.

    Raises what Discord raises.
    """
    known = client.get_guild(guild_id)
    if known is not None:
        return read_sight(known)
    guild = await client.fetch_guild(guild_id)
    channels: Sequence[Any] = await guild.fetch_channels()
    threads = await guild.active_threads()
    return ChannelSight(
        guild.roles,
        {channel.id: channel for channel in channels},
        {thread.id: thread for thread in threads},
    )
