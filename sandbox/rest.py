"""Serve the REST routes of Discord that a bot with slash commands and components needs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sandbox.errors import Json, Problem, Refusal, invalid_form, unknown
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.limits import CHAT_INPUT, command_problems, message_problems
from sandbox.messages import Workshop
from sandbox.polls import expire
from sandbox.serializers import application_json, channel_json, guild_json, list_roles
from sandbox.wire import Upload
from sandbox.world import (
    GUILD_FORUM,
    GUILD_TEXT,
    MANAGE_ROLES,
    PUBLIC_THREAD,
    Channel,
    Post,
    Role,
    User,
    World,
    now,
)

NONCE_SECONDS = 300.0
RENAMES, RENAMES_SECONDS = 2, 600.0


@dataclass(frozen=True)
class Call:
    """A request of the bot that fits the published schema."""

    params: dict[str, str]
    query: dict[str, str]
    body: Any
    uploads: dict[int, Upload]


Result = tuple[int, Any]
Handler = Callable[[Call], Result]


class Rest:
    """The handlers of requests. `routes` maps each method and published path to its handler."""

    def __init__(
        self, world: World, gateway: Gateway, interactions: Interactions, workshop: Workshop
    ) -> None:
        self.world = world
        self.gateway = gateway
        self.interactions = interactions
        self.workshop = workshop
        self.announcements: list[tuple[str, Json]] = []
        """Gateway events that a request has caused. The server sends them and empties the list."""
        self._nonces: dict[tuple[str, str], tuple[float, Post]] = {}
        commands = "/applications/{application_id}/commands"
        own = "/applications/{application_id}/guilds/{guild_id}/commands"
        channel = "/channels/{channel_id}"
        message = channel + "/messages/{message_id}"
        pins = channel + "/messages/pins"
        webhook = "/webhooks/{webhook_id}/{webhook_token}"
        self.routes: dict[tuple[str, str], Handler] = {
            ("GET", "/users/@me"): self._me,
            ("GET", "/users/{user_id}"): lambda call: (200, world.user(call.params["user_id"]).as_json()),
            ("POST", "/users/@me/channels"): self._direct,
            ("GET", "/oauth2/applications/@me"): lambda _: (200, application_json(world)),
            ("GET", "/applications/@me"): lambda _: (200, application_json(world)),
            ("GET", "/gateway"): lambda _: (200, {"url": gateway.url}),
            ("GET", "/gateway/bot"): self._gateway_bot,
            ("GET", "/guilds/{guild_id}"): self._guild,
            ("GET", "/guilds/{guild_id}/channels"): self._channels,
            ("GET", "/guilds/{guild_id}/roles"): self._roles,
            ("GET", "/guilds/{guild_id}/threads/active"): self._active_threads,
            ("GET", "/guilds/{guild_id}/members/{user_id}"): self._member,
            ("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"): self._give_role,
            ("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"): self._take_role,
            ("GET", commands): lambda call: (200, _list_commands(call, world.global_commands)),
            ("PUT", commands): self._put_commands,
            ("POST", commands): self._post_command,
            ("GET", own): lambda call: (200, _list_commands(call, world.guild_commands)),
            ("PUT", own): self._put_commands,
            ("POST", own): self._post_command,
            ("GET", channel): lambda call: (200, channel_json(world, self._channel(call))),
            ("PATCH", channel): self._edit_channel,
            ("POST", channel + "/typing"): self._typing,
            ("GET", channel + "/messages"): self._list_messages,
            ("POST", channel + "/messages"): self._create_message,
            ("GET", message): lambda call: (200, self._post(call).data),
            ("PATCH", message): self._edit_message,
            ("DELETE", message): self._delete_message,
            ("GET", pins): self._pins,
            ("PUT", pins + "/{message_id}"): self._pin,
            ("DELETE", pins + "/{message_id}"): self._unpin,
            ("PUT", channel + "/pins/{message_id}"): self._pin,
            ("DELETE", channel + "/pins/{message_id}"): self._unpin,
            ("POST", channel + "/polls/{message_id}/expire"): self._expire_poll,
            ("POST", channel + "/threads"): self._thread,
            ("POST", message + "/threads"): self._thread,
            ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"): self._callback,
            ("POST", webhook): self._follow_up,
        }
        for last in ("@original", "{message_id}"):
            self.routes |= {
                ("GET", f"{webhook}/messages/{last}"): self._get_webhook_message,
                ("PATCH", f"{webhook}/messages/{last}"): self._edit_webhook_message,
                ("DELETE", f"{webhook}/messages/{last}"): self._delete_webhook_message,
            }

    # The bot, the server and its people

    def _me(self, _: Call) -> Result:
        return 200, self.world.bot.as_json() | {
            "mfa_enabled": False,
            "locale": "en-US",
            "verified": True,
            "email": None,
        }

    def _gateway_bot(self, _: Call) -> Result:
        limit = {"max_concurrency": 1, "remaining": 1000, "reset_after": 0, "total": 1000}
        return 200, {"url": self.gateway.url, "shards": 1, "session_start_limit": limit}

    def _direct(self, call: Call) -> Result:
        channel = self.world.direct(self.world.user(str(call.body["recipient_id"])))
        return 200, channel_json(self.world, channel)

    def _guild_id(self, call: Call) -> str:
        guild_id = call.params["guild_id"]
        if guild_id not in self.world.guilds:
            raise Refusal(404, 10004, "Unknown Guild")
        return guild_id

    def _guild(self, call: Call) -> Result:
        return 200, guild_json(self.world, self._guild_id(call))

    def _channels(self, call: Call) -> Result:
        guild_id, kinds = self._guild_id(call), (GUILD_TEXT, GUILD_FORUM)
        found = [c for c in self.world.channels.values() if c.kind in kinds and c.guild_id == guild_id]
        return 200, [channel_json(self.world, channel) for channel in found]

    def _active_threads(self, call: Call) -> Result:
        guild_id = self._guild_id(call)
        found = [
            channel_json(self.world, channel)
            for channel in self.world.channels.values()
            if channel.kind == PUBLIC_THREAD and channel.guild_id == guild_id and not channel.archived
        ]
        return 200, {"threads": found, "members": [], "has_more": False}

    def _roles(self, call: Call) -> Result:
        return 200, list_roles(self.world, self._guild_id(call))

    def _member(self, call: Call) -> Result:
        self._guild_id(call)
        return 200, self.world.member(self._find_member(call))

    def _find_member(self, call: Call) -> User:
        user = self.world.user(call.params["user_id"])
        if user.id in self.world.left:
            raise unknown("Member", 10007)
        return user

    def _give_role(self, call: Call) -> Result:
        user, role = self._find_roles(call)
        given = self.world.given.setdefault(user.id, [])
        if role.id not in given:
            given.append(role.id)
        return self._tell_roles(call, user)

    def _take_role(self, call: Call) -> Result:
        user, role = self._find_roles(call)
        given = self.world.given.get(user.id, [])
        if role.id in given:
            given.remove(role.id)
        return self._tell_roles(call, user)

    def _find_roles(self, call: Call) -> tuple[User, Role]:
        """Return a member and a role. Refuse if the bot may not give the role."""
        self._guild_id(call)
        user, role = self._find_member(call), self.world.role(call.params["role_id"])
        own = self.world.role(self.world.bot_role_id)
        if role.managed or not own.permissions & MANAGE_ROLES or role.position >= own.position:
            raise Refusal(403, 50013, "Missing Permissions")
        return user, role

    def _tell_roles(self, call: Call, user: User) -> Result:
        member = self.world.member(user) | {"guild_id": call.params["guild_id"]}
        self.announcements.append(("GUILD_MEMBER_UPDATE", member))
        return 204, None

    # Commands

    def _put_commands(self, call: Call) -> Result:
        guild = call.params.get("guild_id")
        old = self.world.guild_commands if guild else self.world.global_commands
        sent = call.body or []
        if problems := list(command_problems(sent)):
            raise invalid_form(problems)
        return 200, self._store_commands(call, [self._register(one, old, guild) for one in sent])

    def _post_command(self, call: Call) -> Result:
        guild = call.params.get("guild_id")
        old = self.world.guild_commands if guild else self.world.global_commands
        new = self._register(call.body, old, guild)
        kept = [one for one in old if one["id"] != new["id"]]
        if problems := list(command_problems([*kept, call.body])):
            raise invalid_form(problems)
        self._store_commands(call, [*kept, new])
        return (200 if len(kept) < len(old) else 201), new

    def _store_commands(self, call: Call, commands: list[Json]) -> list[Json]:
        if call.params["application_id"] != self.world.bot.id:
            raise Refusal(404, 10002, "Unknown Application")
        if "guild_id" in call.params:
            self._guild_id(call)
            self.world.guild_commands = commands
        else:
            self.world.global_commands = commands
        self.world.publish("commands", "all")
        return commands

    def _register(self, sent: Json, old: list[Json], guild: str | None) -> Json:
        kind = sent.get("type") or CHAT_INPUT
        known = next((one["id"] for one in old if (one["type"], one["name"]) == (kind, sent["name"])), None)
        rights = sent.get("default_member_permissions")
        command: Json = {key: value for key, value in sent.items() if value is not None}
        command |= {
            "id": known or self.world.new_id(),
            "application_id": self.world.bot.id,
            "version": self.world.new_id(),
            "type": kind,
            "description": sent.get("description") or "",
            "default_member_permissions": None if rights is None else str(rights),
            "options": [_option_json(option) for option in sent.get("options") or []],
        }
        return command | {"guild_id": guild} if guild else command

    # Channels and messages

    def _channel(self, call: Call) -> Channel:
        if call.params["channel_id"] not in self.world.channels:
            raise Refusal(404, 10003, "Unknown Channel")
        return self.world.channels[call.params["channel_id"]]

    def _post(self, call: Call) -> Post:
        post = self.world.post(call.params["message_id"], self._channel(call).id)
        if post.only_for is not None:
            raise Refusal(404, 10008, "Unknown Message")
        return post

    def _edit_channel(self, call: Call) -> Result:
        channel = self._channel(call)
        if call.body.get("name") not in (None, channel.name):
            self._count_rename(channel)
        channel.name = call.body.get("name") or channel.name
        channel.topic = call.body.get("topic") or channel.topic
        channel.archived = call.body.get("archived", channel.archived)
        channel.archives_after = call.body.get("auto_archive_duration", channel.archives_after)
        if (applied := call.body.get("applied_tags")) is not None:
            channel.tags = _read_applied(self.world.channels.get(channel.parent or ""), applied)
        if (tags := call.body.get("available_tags")) is not None:
            channel.tags = self._read_tags(tags)
        self.world.publish("channel", channel.id, channel.recipient)
        shown = channel_json(self.world, channel)
        self.announcements.append(("CHANNEL_UPDATE" if channel.parent is None else "THREAD_UPDATE", shown))
        return 200, shown

    def _count_rename(self, channel: Channel) -> None:
        """Refuse the third new name of a channel within ten minutes."""
        at = time.monotonic()
        channel.renamed = [one for one in channel.renamed if at - one < RENAMES_SECONDS]
        if len(channel.renamed) >= RENAMES:
            wait = RENAMES_SECONDS - (at - channel.renamed[0])
            raise Refusal(
                429,
                20028,
                "The write action you are performing on the channel has hit the write rate limit",
                retry_after=wait,
            )
        channel.renamed.append(at)

    def _read_tags(self, sent: list[Json]) -> list[Json]:
        """Return a forum's tags, each with an id. Refuse over 20 tags, and empty, long or repeated names."""
        names = [tag["name"] for tag in sent]
        if len(sent) > 20 or len({*names}) < len(names) or any(not 0 < len(name) <= 20 for name in names):
            raise invalid_form(
                [Problem(("available_tags",), "20 tags at most, each with a name of its own.")]
            )
        empty = {"moderated": False, "emoji_id": None, "emoji_name": None}
        return [
            {key: tag.get(key, value) for key, value in empty.items()}
            | {"id": str(tag.get("id") or self.world.new_id()), "name": tag["name"]}
            for tag in sent
        ]

    def _typing(self, call: Call) -> Result:
        self.world.publish("typing", self._channel(call).id)
        return 204, None

    def _list_messages(self, call: Call) -> Result:
        posts = [post for post in self._channel(call).posts if not post.gone and post.only_for is None]
        before, after = int(call.query.get("before", 1 << 63)), int(call.query.get("after", 0))
        posts = [post for post in posts if after < int(post.id) < before]
        limit = int(call.query.get("limit", 50))
        chosen = posts[:limit] if "after" in call.query else posts[-limit:]
        return 200, [post.data for post in reversed(chosen)]

    def _create_message(self, call: Call) -> Result:
        channel = self._channel(call)
        nonce = str(call.body["nonce"]) if call.body.get("nonce") is not None else None
        if nonce is not None and call.body.get("enforce_nonce"):
            sent, earlier = self._nonces.get((channel.id, nonce), (0.0, None))
            if earlier is not None and time.monotonic() - sent < NONCE_SECONDS:
                return 200, earlier.data
        if problems := list(message_problems(call.body, call.uploads)):
            raise invalid_form(problems)
        post = self.workshop.blank(channel, self.world.bot)
        if reference := call.body.get("message_reference"):
            self.workshop.refer(post, channel, str(reference["message_id"]))
        if nonce is not None:
            post.data["nonce"] = nonce
            self._nonces[channel.id, nonce] = (time.monotonic(), post)
        self.workshop.fill(post, call.body, call.uploads)
        self.world.add_post(post)
        return 200, post.data

    def _edit_message(self, call: Call) -> Result:
        post = self._post(call)
        if post.data["author"]["id"] != self.world.bot.id:
            raise Refusal(403, 50005, "Cannot edit a message authored by another user")
        self.interactions.edit(post, call.body, call.uploads)
        return 200, post.data

    def _delete_message(self, call: Call) -> Result:
        self.world.remove_post(self._post(call))
        return 204, None

    def _expire_poll(self, call: Call) -> Result:
        post = self._post(call)
        if post.data["author"]["id"] != self.world.bot.id:
            raise Refusal(403, 50005, "Cannot edit a message authored by another user")
        expire(post.data.get("poll"))
        self.world.touch(post)
        return 200, post.data

    # Pins and threads

    def _pins(self, call: Call) -> Result:
        channel = self._channel(call)
        newest = sorted(channel.pins.items(), key=lambda item: item[1], reverse=True)
        items = [{"pinned_at": when, "message": self.world.posts[one].data} for one, when in newest]
        return 200, {"items": items, "has_more": False}

    def _pin(self, call: Call) -> Result:
        post = self._post(call)
        if len(post.channel.pins) >= 250:
            raise Refusal(400, 30003, "Maximum number of pins reached (250)")
        post.channel.pins.setdefault(post.id, now())
        post.data["pinned"] = True
        self.world.touch(post)
        return 204, None

    def _unpin(self, call: Call) -> Result:
        post = self._post(call)
        post.channel.pins.pop(post.id, None)
        post.data["pinned"] = False
        self.world.touch(post)
        return 204, None

    def _thread(self, call: Call) -> Result:
        parent = self._channel(call)
        message_id = call.params.get("message_id")
        if message_id is not None:
            self.world.post(message_id, parent.id)
            if message_id in self.world.channels:
                raise Refusal(400, 160004, "A thread has already been created for this message")
        if parent.kind == PUBLIC_THREAD:
            raise Refusal(400, 50024, "Cannot execute action on this channel type")
        if parent.kind == GUILD_FORUM:
            return self._post_in_forum(call, parent)
        thread = self.world.add_thread(parent, call.body["name"], self.world.bot, message_id)
        thread.archives_after = call.body.get("auto_archive_duration") or thread.archives_after
        shown = channel_json(self.world, thread)
        self.announcements.append(("THREAD_CREATE", shown))
        return 201, shown

    def _post_in_forum(self, call: Call, forum: Channel) -> Result:
        """Create a post: a thread and its first message, which have the same id."""
        sent = call.body.get("message")
        if sent is None:
            raise invalid_form([Problem(("message",), "This field is required")])
        if problems := list(message_problems(sent, call.uploads)):
            raise invalid_form(problems)
        applied = _read_applied(forum, call.body.get("applied_tags") or [])
        thread = self.world.add_thread(forum, call.body["name"], self.world.bot)
        thread.tags = applied
        thread.archives_after = call.body.get("auto_archive_duration") or thread.archives_after
        first = self.workshop.blank(thread, self.world.bot)
        first.data["id"] = thread.id
        self.workshop.fill(first, sent, call.uploads)
        self.world.add_post(first)
        shown = channel_json(self.world, thread)
        self.announcements.append(("THREAD_CREATE", shown))
        return 201, shown | {"message": first.data}

    # Interactions

    def _callback(self, call: Call) -> Result:
        params = call.params
        answer = self.interactions.respond(
            params["interaction_id"], params["interaction_token"], call.body, call.uploads
        )
        wanted = call.query.get("with_response", "").lower() in ("1", "true")
        return (200, answer) if wanted else (204, None)

    def _follow_up(self, call: Call) -> Result:
        at = self.interactions.by_token(call.params["webhook_token"])
        return 200, self.interactions.follow_up(at, call.body, call.uploads).data

    def _get_webhook_message(self, call: Call) -> Result:
        at = self.interactions.by_token(call.params["webhook_token"])
        return 200, self.interactions.message_of(at, call.params.get("message_id", "@original")).data

    def _edit_webhook_message(self, call: Call) -> Result:
        at = self.interactions.by_token(call.params["webhook_token"])
        message_id = call.params.get("message_id", "@original")
        return 200, self.interactions.edit_with_token(at, message_id, call.body, call.uploads).data

    def _delete_webhook_message(self, call: Call) -> Result:
        at = self.interactions.by_token(call.params["webhook_token"])
        self.interactions.delete_with_token(at, call.params.get("message_id", "@original"))
        return 204, None


def _list_commands(call: Call, commands: list[Json]) -> list[Json]:
    """Return commands as the bot reads them. Keep translations only if the bot asks for translations."""
    if call.query.get("with_localizations", "").lower() in ("1", "true"):
        return commands

    def plain(named: Json) -> Json:
        kept = {key: value for key, value in named.items() if not key.endswith("_localizations")}
        if "options" in kept:
            kept["options"] = [plain(option) for option in kept["options"]]
        return kept

    return [plain(command) for command in commands]


def _option_json(option: Json) -> Json:
    shown: Json = {key: value for key, value in option.items() if value is not None}
    if "options" in shown:
        shown["options"] = [_option_json(inner) for inner in shown["options"]]
    return shown


def _read_applied(forum: Channel | None, sent: list[Any]) -> list[str]:
    """Return the ids of a post's tags. Refuse tags that the forum does not have, and more than five."""
    known = {tag["id"] for tag in forum.tags} if forum is not None and forum.kind == GUILD_FORUM else set()
    applied = [*map(str, sent)]
    if len(applied) > 5 or not {*applied} <= known:
        raise invalid_form([Problem(("applied_tags",), "Unknown tag, or more than 5.")])
    return applied
