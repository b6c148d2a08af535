"""Define the caller: the person who acts or asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.people.preferences import Preferences


def see_any(_: int) -> bool:
    """Return True: a caller without an interaction has no hidden channels."""
    return True


def lack_nothing(_: int, __: Sequence[str]) -> tuple[str, ...]:
    """Return an empty tuple: without an interaction, no permission is known to be missing."""
    return ()


@dataclass(frozen=True, slots=True)
class Caller:
    """The person who acts or asks, the channel, and the interaction. One interaction never acts twice.

    Attributes:
        user_id: the person's id in Discord
        name: the person's name
        channel_id: the channel's id in Discord
        guild_id: the id of the Discord server; None in a private channel
        interaction_id: the interaction's id; None for a message, for a game that starts by itself, and for an
            act that the bot carries out within another act
        manages: whether the person may manage the channel, and so act as the host of its games
        manages_server: whether the person may change the settings of the Discord server
        lacks: the permissions that the bot needs in this channel and does not have
        preferences: the person's preferences, if they are already loaded
        sees: `sees(id)` returns whether the person can see the channel of this server with this id
        parent_id: the channel to which this thread belongs; None if this channel is no thread. A thread can't
            have threads itself
        find_lacks: `find_lacks(id, names)` returns those of the named permissions that the bot does not have
            in the channel of this server with this id
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
