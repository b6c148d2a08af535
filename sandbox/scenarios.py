"""Set conditions for the bot, such as missing permissions, archived threads, deleted channels, outages.

`POST /control/conditions` takes one of these objects. `channel` is a name or an id.

- `{"do": "deny", "channel": ..., "permissions": ["send_messages", ...]}`: deny permissions;
- `{"do": "allow", "channel": ...}`: end the denial of permissions in a channel;
- `{"do": "archive" | "lock" | "reopen", "channel": ...}`: change a thread;
- `{"do": "delete", "channel": ...}`: delete a channel; with `"message"`, only that message;
- `{"do": "kick"}`, `{"do": "invite"}`: remove the bot from all servers, and add it again;
- `{"do": "outage"}`, `{"do": "recover"}`: make all servers unavailable, and available again;
- `{"do": "leave" | "join", "user": ...}`: let a person leave the servers, or return;
- `{"do": "forum", "channel": ...}`: create a forum with this name;
- `{"do": "thread", "channel": ..., "name": ..., "user": ...}`: let a person open a thread or a forum post;
- `{"do": "role"}`: allow all denied permissions in all channels, as if the bot got another role;
- `{"do": "rights", "roles": true | false}`: let the bot manage roles, or not;
- `{"do": "edited_enough"}`: refuse edits, as Discord does for old messages that were edited often (30046);
- `{"do": "editable"}`: accept edits again.
"""

from __future__ import annotations

from typing import Any

from sandbox.errors import Json, Refusal
from sandbox.gateway import Gateway
from sandbox.serializers import channel_json, guild_create, role_json
from sandbox.world import DM, GUILD_FORUM, MANAGE_ROLES, PUBLIC_THREAD, Channel, World

PERMISSIONS = {
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "send_polls": 1 << 49,
    "read_message_history": 1 << 16,
    "send_messages_in_threads": 1 << 38,
    "create_public_threads": 1 << 35,
    "pin_messages": 1 << 51,
}
MESSAGES, MESSAGE = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"
THREADS = "/channels/{channel_id}/threads", f"{MESSAGE}/threads"
ARCHIVED = 50083
EDITED_ENOUGH = 30046
AGAIN_AFTER = 3600.0  # seconds until an old message can be edited again


class Conditions:
    """Sets conditions, tells the bot about them as Discord would, and refuses what they forbid."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world, self.gateway = world, gateway

    async def set(self, wish: Json) -> None:
        """Set a condition. Raises `ValueError`, `KeyError` or `Refusal` if it can't be set."""
        match wish["do"]:
            case "deny" | "allow" | "archive" | "lock" | "reopen" as what:
                await self._change(self.world.channel(wish["channel"]), what, wish)
            case "delete" if "message" in wish:
                self.world.remove_post(self.world.post(wish["message"]))
            case "delete":
                channel = self.world.channel(wish["channel"])
                shown = channel_json(self.world, channel)
                self.world.remove_channel(channel)
                await self.gateway.dispatch(f"{_kind(channel)}_DELETE", shown)
            case "kick":
                self.world.bot_here = False
                for guild_id in self.world.guilds:
                    await self.gateway.dispatch("GUILD_DELETE", {"id": guild_id})
            case "outage":
                for guild_id in self.world.guilds:
                    await self.gateway.dispatch("GUILD_DELETE", {"id": guild_id, "unavailable": True})
            case "invite" | "recover":
                self.world.bot_here = True
                for guild_id in self.world.guilds:
                    await self.gateway.dispatch("GUILD_CREATE", guild_create(self.world, guild_id))
            case "forum":
                forum = self.world.add_forum(wish["channel"])
                await self.gateway.dispatch("CHANNEL_CREATE", channel_json(self.world, forum))
            case "thread":
                parent, owner = self.world.channel(wish["channel"]), self.world.user(wish["user"])
                thread = self.world.add_thread(parent, wish["name"], owner)
                await self.gateway.dispatch("THREAD_CREATE", channel_json(self.world, thread))
            case "role":
                for channel in self.world.channels.values():
                    channel.denied = 0
                member = self.world.member(self.world.bot)
                for guild_id in self.world.guilds:
                    await self.gateway.dispatch("GUILD_MEMBER_UPDATE", member | {"guild_id": guild_id})
            case "rights":  # whether the bot may manage roles
                own = self.world.role(self.world.bot_role_id)
                own.permissions = own.permissions & ~MANAGE_ROLES | (MANAGE_ROLES if wish["roles"] else 0)
                for guild_id in self.world.guilds:
                    changed = {"guild_id": guild_id, "role": role_json(own)}
                    await self.gateway.dispatch("GUILD_ROLE_UPDATE", changed)
            case "leave":
                self.world.left.add(self.world.user(wish["user"]).id)
            case "join":
                self.world.left.discard(self.world.user(wish["user"]).id)
            case "edited_enough" | "editable" as what:
                self.world.edited_enough = what == "edited_enough"
            case other:
                raise ValueError(f"no such condition: {other!r}")

    async def _change(self, channel: Channel, what: str, wish: Json) -> None:
        match what:
            case "deny":
                for name in wish["permissions"]:
                    channel.denied |= PERMISSIONS[name]
            case "allow":
                channel.denied = 0
            case _:
                channel.archived, channel.locked = what != "reopen", what == "lock"
        self.world.publish("channel", channel.id, channel.recipient)
        await self.gateway.dispatch(f"{_kind(channel)}_UPDATE", channel_json(self.world, channel))

    def check(self, method: str, template: str, params: dict[str, str], body: Any, files: bool) -> None:
        """Refuse a request that the conditions forbid.

        A message reopens an archived thread that is not locked.
        """
        channel = self.world.channels.get(params.get("channel_id", ""))
        if channel is None or channel.kind == DM:
            return
        if not self.world.bot_here or not self._may(channel, "view_channel"):
            raise Refusal(403, 50001, "Missing Access")
        if (method, template) == ("POST", MESSAGES):
            needed = ["send_messages_in_threads" if channel.kind == PUBLIC_THREAD else "send_messages"]
            needed += ["attach_files"] * files
            needed += ["embed_links"] * bool((body or {}).get("embeds"))
            needed += ["send_polls"] * bool((body or {}).get("poll"))
        elif template in THREADS:
            needed = ["send_messages" if channel.kind == GUILD_FORUM else "create_public_threads"]
        elif "/pins/" in template:
            needed = ["pin_messages"]
        else:
            needed = []
        if not all(self._may(channel, name) for name in needed):
            raise Refusal(403, 50013, "Missing Permissions")
        changes = method != "GET" and template != "/channels/{channel_id}"
        if channel.archived and changes:
            if channel.locked or (method, template) != ("POST", MESSAGES):
                raise Refusal(400, ARCHIVED, "Thread is archived")
            channel.archived = False  # a message reopens the thread
        if self.world.edited_enough and (method, template) == ("PATCH", MESSAGE):
            text = "Maximum number of edits to messages older than 1 hour reached. Try again later."
            raise Refusal(429, EDITED_ENOUGH, text, retry_after=AGAIN_AFTER)

    def reads_nothing(self, method: str, template: str, params: dict[str, str]) -> bool:
        """Return whether a request gets an empty list because the bot may not read the channel's messages."""
        channel = self.world.channels.get(params.get("channel_id", ""))
        return (
            (method, template) == ("GET", MESSAGES)
            and channel is not None
            and not self._may(channel, "read_message_history")
        )

    def _may(self, channel: Channel, permission: str) -> bool:
        return bool(self.world.bot_rights(channel) & PERMISSIONS[permission])


def _kind(channel: Channel) -> str:
    return "THREAD" if channel.kind == PUBLIC_THREAD else "CHANNEL"
