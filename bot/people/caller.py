"""Define the caller: the person who acts or asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.people.preferences import Preferences


def see_any(_: int) -> bool:
    """Return True. For a caller without an interaction, no channel counts as hidden."""
    return True


def lack_nothing(_: int, __: Sequence[str]) -> tuple[str, ...]:
    """Return no permissions. For a caller without an interaction, no permission counts as missing."""
    return ()


@dataclass(frozen=True, slots=True)
class Caller:
    """The person who acts or asks, with the channel and the interaction. An interaction can act only once.

    Attributes:
        user_id: the person's id in Discord
        name: the person's name
        channel_id: the channel's id in Discord
        guild_id: the id of the Discord server; None in a private channel
        interaction_id: the interaction's id; None for a message, for a game that starts by itself, and for an
            act of the bot that is a part of another act
        manages: whether the person may manage the channel, and so act as the host of its games
        manages_server: whether the person may change the settings of the Discord server
        lacks: the permissions that the bot needs in this channel and does not have
        preferences: the person's preferences, if they are already loaded
        sees: `sees(channel_id)` returns whether the person can see this channel of the server
        parent_id: if the channel is a thread, the channel to which the thread belongs; else None. A thread
            can't have threads itself
        find_lacks: `find_lacks(channel_id, names)` returns which of these permissions the bot lacks in this
            channel of the server
    """

    user_id: int
    name: str
    channel_id: int
    guild_id: int | None
    interaction_id: int | None
    manages: bool = False
    manages_server: bool = False
    lacks: tuple[str, ...] = ()
    preferences: Preferences | None = None
    sees: Callable[[int], bool] = field(default=see_any, repr=False, compare=False)
    parent_id: int | None = None
    find_lacks: Callable[[int, Sequence[str]], tuple[str, ...]] = field(
        default=lack_nothing, repr=False, compare=False
    )
