"""Write servers, channels, roles and the bot's application as Discord's JSON."""

from __future__ import annotations

from sandbox.errors import Json
from sandbox.world import DM, EVERYBODY, GUILD_FORUM, PUBLIC_THREAD, Channel, Role, World


def channel_json(world: World, channel: Channel) -> Json:
    """Return a channel as REST and the gateway show it to the bot."""
    last = next((post.id for post in reversed(channel.posts) if post.only_for is None), None)
    common: Json = {"id": channel.id, "type": channel.kind, "last_message_id": last, "flags": 0}
    if channel.kind == DM:
        assert channel.recipient is not None
        return common | {"recipients": [channel.recipient.as_json()]}
    common |= {
        "guild_id": channel.guild_id,
        "name": channel.name,
        "parent_id": channel.parent,
        "rate_limit_per_user": 0,
    }
    if channel.kind == PUBLIC_THREAD:
        count = sum(not post.gone for post in channel.posts)
        return common | {
            "owner_id": channel.owner,
            "thread_metadata": {
                "archived": channel.archived,
                "archive_timestamp": channel.created,
                "auto_archive_duration": channel.archives_after,
                "locked": channel.locked,
                "create_timestamp": channel.created,
            },
            "message_count": count,
            "member_count": 2,
            "total_message_sent": count,
            "applied_tags": channel.tags,
        }
    text_channels = [
        one.id
        for one in world.channels.values()
        if (one.kind, one.guild_id) == (channel.kind, channel.guild_id)
    ]
    return (
        common
        | {
            "topic": channel.topic,
            "position": text_channels.index(channel.id),
            "permission_overwrites": [
                {"id": world.bot_role_id, "type": 0, "allow": "0", "deny": str(channel.denied)}
            ]
            * bool(channel.denied),
            "nsfw": False,
        }
        | ({"available_tags": channel.tags} if channel.kind == GUILD_FORUM else {})
    )


def role_json(role: Role) -> Json:
    """Return a role of a server."""
    return {
        "id": role.id,
        "name": role.name,
        "permissions": str(role.permissions),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def list_roles(world: World, guild_id: str) -> list[Json]:
    """Return the roles of a server. The `@everyone` role has the server's id."""
    return [role_json(role) for role in (Role(guild_id, "@everyone", EVERYBODY, 0), *world.roles)]


def guild_json(world: World, guild_id: str) -> Json:
    """Return a server as `GuildResponse`."""
    nothing = dict.fromkeys(
        (
            "icon description home_header splash discovery_splash banner application_id afk_channel_id "
            "system_channel_id widget_channel_id max_presences vanity_url_code rules_channel_id "
            "safety_alerts_channel_id public_updates_channel_id incidents_data"
        ).split()
    )
    zero = dict.fromkeys(
        (
            "system_channel_flags verification_level default_message_notifications mfa_level "
            "explicit_content_filter premium_tier premium_subscription_count nsfw_level"
        ).split(),
        0,
    )
    return (
        nothing
        | zero
        | {
            "id": guild_id,
            "name": world.guilds[guild_id],
            "features": [],
            "owner_id": world.users[0].id,
            "region": "deprecated",
            "afk_timeout": 300,
            "widget_enabled": False,
            "roles": list_roles(world, guild_id),
            "max_members": 500_000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
            "preferred_locale": "en-US",
            "premium_progress_bar_enabled": False,
            "nsfw": False,
            "emojis": [],
            "stickers": [],
        }
    )


def guild_create(world: World, guild_id: str) -> Json:
    """Return a server as the gateway's GUILD_CREATE event."""
    everybody = [*world.users, world.bot]
    here = [channel for channel in world.channels.values() if channel.guild_id == guild_id]
    return guild_json(world, guild_id) | {
        "joined_at": "2024-01-01T00:00:00+00:00",
        "large": False,
        "unavailable": False,
        "member_count": len(everybody),
        "members": [world.member(world.bot)],
        "channels": [channel_json(world, c) for c in here if c.kind != PUBLIC_THREAD],
        "threads": [channel_json(world, c) for c in here if c.kind == PUBLIC_THREAD and not c.archived],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application_json(world: World) -> Json:
    """Return the bot's application as the bot itself sees it."""
    return {
        "id": world.bot.id,
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": world.bot.as_json(),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": world.users[0].as_json(),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }
