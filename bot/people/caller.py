"""Define the caller: the person who acts or asks."""

from __future__ import annotations

from dataclasses import dataclass

from bot.people.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Caller:
    """The person who acts or asks, where, and by which interaction. One interaction never acts twice.

    Attributes:
        user_id: their id
        name: their name
        channel_id: the channel
        guild_id: the server; None in a private channel
        interaction_id: the interaction; None for an act that is part of another
        manages: whether they may manage the channel, and so end other people's games
        lacks: the permissions that the bot needs and does not have there
        preferences: their preferences, if they are already loaded
    """

    user_id: int
    name: str
    channel_id: int
    guild_id: int | None
    interaction_id: int | None
    manages: bool = False
    lacks: tuple[str, ...] = ()
    preferences: Preferences | None = None
