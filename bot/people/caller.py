"""Who asks, where, and by which interaction."""

from __future__ import annotations

from dataclasses import dataclass

from bot.people.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, where, and by which interaction: the same interaction never acts twice."""

    user_id: int
    name: str
    channel_id: int
    guild_id: int | None
    interaction_id: int | None  # None: of an act that is part of another
    manages: bool = False  # may manage the channel, and so end what others began
    lacks: tuple[str, ...] = ()  # what the bot may not do there though it needs to
    preferences: Preferences | None = None  # how he likes to play, if it is known already
