"""Hold the state of the sandbox in memory: servers, people, channels, messages and files.

Every change is published with a kind and a key, and gets a number, its revision. A watcher asks for all
changes after the last revision that it has seen.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sandbox.errors import Json, unknown

DISCORD_EPOCH_MS = 1_420_070_400_000
EVERYBODY = 0x2_0048_8005_CC40
"""View, send (also in threads), embed, attach, read history, react, use commands, open threads, ask polls."""
OWNER = (1 << 52) - 1
MANAGE_ROLES = 1 << 28
BOT_RIGHTS = EVERYBODY | 1 << 13 | MANAGE_ROLES | 1 << 34 | 1 << 36 | 1 << 51
"""What everybody may do, and: manage messages, roles and threads, open private threads, pin."""

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SILENT = 1 << 12
COMPONENTS_V2 = 1 << 15

MOST_KEPT = 256 * 2**20
"""Most bytes of all files together."""

GUILD_TEXT, DM, PUBLIC_THREAD, GUILD_FORUM = 0, 1, 11, 15

PEOPLE = 4
"""How many people there are, unless somebody wants more."""

NAMES = (
    *("Asha", "Bala", "Chandra", "Dev", "Esha", "Farid", "Gita", "Hari", "Indu", "Jaya"),
    *("Kiran", "Leela", "Mohan", "Nila", "Omar", "Priya", "Qadir", "Ravi", "Sita", "Tara"),
    *("Uma", "Veda", "Wasim", "Yash", "Zoya", "Amit", "Bina", "Chitra", "Deepa", "Edwin"),
    *("Fatima", "Gopal", "Hema", "Irfan", "Jatin", "Kamala", "Lalit", "Meera", "Naveen", "Padma"),
)


def snowflakes() -> itertools.count[int]:
    """Return an iterator of ids in Discord's form. The ids grow, and begin at the time of the call."""
    return itertools.count((time.time_ns() // 1_000_000 - DISCORD_EPOCH_MS) << 22)


def find_user_id(key: str) -> str:
    """Return the id of the person with this key. Raises `ValueError` if no person can have the key."""
    return _number_user([name.lower() for name in NAMES].index(key))


def _number_user(number: int) -> str:
    """Return the id of a person.

    The bot's id is higher than the ids of the first four people, and lower than all others.
    """
    return str(200000000000000001 + number + (number >= PEOPLE))


def now() -> str:
    """Return the current time as Discord writes it."""
    return datetime.now(UTC).isoformat()


@dataclass(frozen=True)
class User:
    """A person, or the bot. `key` is the short name used in addresses."""

    key: str
    id: str
    name: str
    permissions: int = EVERYBODY
    bot: bool = False

    def as_json(self) -> Json:
        """Return the account as `UserResponse`."""
        return {
            "id": self.id,
            "username": self.key,
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "public_flags": 0,
            "flags": 0,
            "bot": self.bot,
            "primary_guild": None,
        }

    def as_member(self, roles: list[str]) -> Json:
        """Return the person as a member of the server, without the account."""
        return {
            "avatar": None,
            "banner": None,
            "communication_disabled_until": None,
            "flags": 0,
            "joined_at": "2024-01-01T00:00:00+00:00",
            "nick": None,
            "pending": False,
            "premium_since": None,
            "roles": roles,
            "mute": False,
            "deaf": False,
        }


@dataclass
class Role:
    """A role.

    It is above all roles with a lower `position`. Only Discord gives a `managed` role to members.
    """

    id: str
    name: str
    permissions: int
    position: int
    managed: bool = False


@dataclass
class Channel:
    """A text channel, a direct message (`recipient` set), a public thread (`parent` set), or a forum.

    `tags`: the tags that a forum offers, or the ids of the tags of a forum post.
    """

    id: str
    name: str
    guild_id: str | None = None
    topic: str = ""
    kind: int = GUILD_TEXT
    recipient: User | None = None
    parent: str | None = None
    owner: str | None = None
    created: str = field(default_factory=now)
    archived: bool = False
    locked: bool = False
    archives_after: int = 1440
    tags: list[Any] = field(default_factory=list)
    renamed: list[float] = field(default_factory=list)
    """When the bot renamed it, in seconds of the monotonic clock."""
    denied: int = 0
    """The permission bits that the bot has on the server but not in this channel."""
    posts: list[Post] = field(default_factory=list)
    pins: dict[str, str] = field(default_factory=dict)

    def is_seen_by(self, user: User) -> bool:
        """Return whether the channel is in this person's channel list."""
        return self.recipient is None or self.recipient is user


@dataclass
class Post:
    """A message: its public form, the only person who sees it (if private), and whether it is deleted."""

    data: Json
    channel: Channel
    only_for: User | None = None
    gone: bool = False
    votes: dict[str, int] = field(default_factory=dict)
    """The answers in its poll, by the id of who has voted."""

    @property
    def id(self) -> str:
        return str(self.data["id"])

    def is_seen_by(self, user: User) -> bool:
        """Return whether this person sees the message."""
        return not self.gone and self.channel.is_seen_by(user) and self.only_for in (None, user)


@dataclass(frozen=True)
class StoredFile:
    """The content of a file behind an attachment's address."""

    name: str
    data: bytes
    content_type: str


@dataclass(frozen=True)
class Push:
    """The notification of a message on a person's phone, and the ids of the message and its channel.

    The body has only the message's content, without texts of components. Markdown and timestamps stay as they
    are. A message without content has an empty body (discord-api-docs#7854).
    """

    user: User
    title: str
    body: str
    message: str
    channel: str


@dataclass(frozen=True)
class Update:
    """A change. `only_for`: the one person who sees it; None for everybody."""

    revision: int
    kind: str
    key: str
    only_for: User | None


class World:
    """The whole state of the sandbox."""

    def __init__(self, bot_name: str, people: int = PEOPLE) -> None:
        """Set up the state. `people`: how many people there are. The first of them owns the servers."""
        self._ids = snowflakes()
        self.bot = User(bot_name.lower(), "200000000000000005", bot_name, BOT_RIGHTS, bot=True)
        self.users = [
            User(name.lower(), _number_user(number), name, EVERYBODY if number else OWNER)
            for number, name in enumerate(NAMES[:people])
        ]
        self.guild_id = "300000000000000001"
        """The server that always exists."""
        self.guilds = {self.guild_id: "The Sandbox"}
        """All servers and their names. Everybody is in each."""
        self.bot_role_id = "300000000000000002"
        ranks = [
            Role(str(300000000000000010 + position), name, 0, position)
            for position, name in enumerate(("Bronze", "Silver", "Gold"), 1)
        ]
        self.roles = [
            *ranks,
            Role(self.bot_role_id, bot_name, BOT_RIGHTS, 4, managed=True),
            Role("300000000000000015", "Organiser", EVERYBODY | MANAGE_ROLES, 5),
        ]
        """The roles of each server besides @everyone, the lowest first."""
        self.given: dict[str, list[str]] = {self.bot.id: [self.bot_role_id]}
        """The ids of the roles of each person."""
        self.channels: dict[str, Channel] = {}
        self.posts: dict[str, Post] = {}
        self.pushes: list[Push] = []
        """The notifications of all people, the oldest first."""
        self.files: dict[str, StoredFile] = {}
        self._kept = 0
        self.global_commands: list[Json] = []
        self.guild_commands: list[Json] = []
        self.bot_online = False
        self.bot_here = True
        """Whether the bot is in the servers."""
        self.left: set[str] = set()
        """The ids of people who have left the servers."""
        self.edited_enough = False
        """Whether edits are refused, as for old messages that were edited too often."""
        self.revision = 0
        self._latest: dict[tuple[str, str], Update] = {}
        self._changed = asyncio.Event()

    def new_id(self) -> str:
        """Return a new snowflake."""
        return str(next(self._ids))

    # People and channels

    def user(self, who: str) -> User:
        """Return the person or bot with this key or id. Refuse with 10013 if there is none."""
        for user in (*self.users, self.bot):
            if who in (user.key, user.id):
                return user
        raise unknown("User", 10013)

    def role(self, which: str) -> Role:
        """Return the role with this id or name. Refuse with 10011 if there is none."""
        for role in self.roles:
            if which in (role.id, role.name):
                return role
        raise unknown("Role", 10011)

    def channel(self, channel_id: str) -> Channel:
        """Return the channel with this id or name. Refuse with 10003 if there is none."""
        found = self.channels.get(channel_id)
        if found is None:
            found = next((c for c in self.channels.values() if c.name == channel_id and c.kind != DM), None)
        if found is None:
            raise unknown("Channel", 10003)
        return found

    def add_guild(self, name: str) -> str:
        """Create a server, and return its id. With several shards, each new server goes to the next shard."""
        guild_id = str(int(self.guild_id) + (len(self.guilds) << 22))
        self.guilds[guild_id] = name
        return guild_id

    def add_channel(
        self, name: str, topic: str = "", channel_id: str = "", guild_id: str | None = None
    ) -> Channel:
        """Create a text channel in a server (None for the usual one).

        `channel_id`: a fixed id, so that games stored for an earlier sandbox find the channel again.
        """
        return self._add(Channel(channel_id or self.new_id(), name, guild_id or self.guild_id, topic))

    def add_forum(self, name: str, guild_id: str | None = None) -> Channel:
        """Create a forum in a server (None for the usual one). Each of its posts is a thread."""
        return self._add(Channel(self.new_id(), name, guild_id or self.guild_id, kind=GUILD_FORUM))

    def bot_rights(self, channel: Channel) -> int:
        """Return the permissions of the bot in a channel."""
        return self.role(self.bot_role_id).permissions & ~channel.denied if self.bot_here else 0

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with its messages."""
        del self.channels[channel.id]
        for post in channel.posts:
            post.gone = True
        self.publish("channel", channel.id, channel.recipient)

    def add_thread(self, parent: Channel, name: str, owner: User, thread_id: str | None = None) -> Channel:
        """Create a public thread. A thread that starts from a message has the message's id."""
        thread = Channel(
            thread_id or self.new_id(),
            name,
            parent.guild_id,
            kind=PUBLIC_THREAD,
            parent=parent.id,
            owner=owner.id,
        )
        return self._add(thread)

    def direct(self, user: User) -> Channel:
        """Return the direct-message channel between the bot and this person."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        return self._add(Channel(self.new_id(), self.bot.name, kind=DM, recipient=user))

    def _add(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        self.publish("channel", channel.id, channel.recipient)
        return channel

    def member(self, user: User, *, permissions: bool = False) -> Json:
        """Return a person as a member of the server, with the account."""
        member = user.as_member(self.given.get(user.id, [])) | {"user": user.as_json()}
        return member | {"permissions": str(user.permissions)} if permissions else member

    # Messages

    def post(self, message_id: str, channel_id: str | None = None) -> Post:
        """Return a message that exists. Refuse with 10008 if there is none."""
        found = self.posts.get(message_id)
        if found is None or found.gone or (channel_id is not None and found.channel.id != channel_id):
            raise unknown("Message", 10008)
        return found

    def add_post(self, post: Post) -> Post:
        """Add a message to its channel."""
        self.posts[post.id] = post
        post.channel.posts.append(post)
        self.publish("message", post.id, post.only_for)
        if post.only_for is None and not post.data["flags"] & SILENT:
            self._notify(post)
        return post

    def _notify(self, post: Post) -> None:
        """Push a new message to the people whom it mentions, and a direct message to its recipient."""
        channel, author = post.channel, post.data["author"]
        ids = {one["id"] for one in post.data["mentions"]} | {getattr(channel.recipient, "id", "")}
        title = author["global_name"] or author["username"].capitalize()
        if channel.guild_id is not None:
            title += f" (#{channel.name}, {self.guilds[channel.guild_id]})"
        body = self._write_plain(post.data["content"])
        for user in self.users:
            if user.id in ids - {author["id"]} - self.left:
                self.pushes.append(Push(user, title, body, post.id, channel.id))
                self.publish("push", str(len(self.pushes) - 1), user)

    def _write_plain(self, content: str) -> str:
        """Return the content of a message as a notification shows it: names replace mentions."""
        names = {user.id: user.name for user in (*self.users, self.bot)}
        text = re.sub(r"<@!?(\d+)>", lambda found: f"@{names.get(found[1], 'unknown-user')}", content)
        shown = {channel.id: channel.name for channel in self.channels.values()}
        return re.sub(r"<#(\d+)>", lambda found: f"#{shown.get(found[1], 'unknown')}", text)

    def touch(self, post: Post) -> None:
        """Tell the watchers that a message has changed."""
        self.publish("message", post.id, post.only_for)

    def remove_post(self, post: Post) -> None:
        """Delete a message."""
        post.gone = True
        post.channel.pins.pop(post.id, None)
        self._latest.pop(("message", post.id), None)
        self.publish("deleted", post.id, post.only_for)

    # Files

    def keep(self, file_id: str, file: StoredFile) -> None:
        """Keep a file. If all files together exceed `MOST_KEPT`, the oldest are dropped."""
        self.files[file_id] = file
        self._kept += len(file.data)
        while self._kept > MOST_KEPT:
            self._kept -= len(self.files.pop(next(iter(self.files))).data)

    # Commands

    def commands(self) -> list[Json]:
        """Return the commands for a person.

        A command of the server hides a global command with the same name.
        """
        own = {(command["type"], command["name"]) for command in self.guild_commands}
        return self.guild_commands + [c for c in self.global_commands if (c["type"], c["name"]) not in own]

    # Watching

    def publish(self, kind: str, key: str, only_for: User | None = None) -> None:
        """Record a change, and wake all watchers."""
        self.revision += 1
        self._latest.pop((kind, key), None)
        self._latest[kind, key] = Update(self.revision, kind, key, only_for)
        self._changed.set()
        self._changed = asyncio.Event()

    def updates(self, user: User, since: int) -> list[Update]:
        """Return the changes that this person may see and that are newer than a revision, oldest first.

        If a thing changed several times, return only its last change.
        """
        newer = itertools.takewhile(lambda update: update.revision > since, reversed(self._latest.values()))
        return [update for update in newer if update.only_for in (None, user)][::-1]

    async def wait_for_updates(self, user: User, since: int, timeout: float) -> list[Update]:
        """Wait up to `timeout` seconds for changes, and return them as `updates` does; [] if none came."""
        deadline = time.monotonic() + timeout
        while not (found := self.updates(user, since)):
            left = deadline - time.monotonic()
            if left <= 0:
                break
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                break
        return found
