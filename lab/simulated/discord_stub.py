"""Keep the channels of a simulated server, and define the client with which the bot reaches them.

The sandbox (`sandbox.server`) is a whole copy of Discord. But its clients wait in real time and use real
sockets, so the life of a server over months would take months. Here, time stands still until the simulation
sets it forward. A process can die right before or right after each request. The client has only the methods
that the poster calls in a simulation. The limits of requests are the same as in the sandbox.
"""

from __future__ import annotations

import asyncio
from array import array
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

import discord
from discord.components import _component_factory

from bot.posting.members import UNKNOWN_MEMBER
from bot.posting.message_edits import NO_MESSAGE
from bot.posting.threads.game_threads import RENAMES
from bot.posting.threads.new_threads import HAS_THREAD
from lab.simulated.clock import Clock
from sandbox.errors import Json
from sandbox.messages import display_texts
from sandbox.rate_limits import GLOBAL, OTHERS, ROUTES, Bucket, Window

T = TypeVar("T")
BOT = 1  # the bot's user id
REMEMBERED = timedelta(minutes=3)  # how long Discord recognizes a nonce
RENAMED_WITHIN = 600.0  # seconds; within this time, Discord accepts `RENAMES` renames of a thread
SEND = "POST", "/channels/{channel_id}/messages"
EDIT = "PATCH", "/channels/{channel_id}/messages/{message_id}"
HISTORY = "GET", "/channels/{channel_id}/messages"
FETCH = "GET", "/channels/{channel_id}/messages/{message_id}"
PIN = "PUT", "/channels/{channel_id}/messages/pins/{message_id}"
OPEN_THREAD = "POST", "/channels/{channel_id}/messages/{message_id}/threads"
EDIT_CHANNEL = "PATCH", "/channels/{channel_id}"
MEMBER = "GET", "/guilds/{guild_id}/members/{user_id}"
OPEN_DIRECT = "POST", "/users/@me/channels"


class Killed(BaseException):
    """The process was killed. No handler of errors in the bot catches this."""


class Life:
    """The life of a process, which ends at a random write or request.

    `lasts`: the mean number of risks that a process survives; with 0, it never dies. Each write or request
    has two risks.
    """

    def __init__(self, draw: Random, lasts: float) -> None:
        self.draw, self.lasts, self.over = draw, lasts, False

    def risk(self) -> None:
        """Raise `Killed` if the process dies here, or has died before."""
        if not self.over and self.lasts:
            self.over = self.draw.random() * self.lasts < 1
        if self.over:
            raise Killed


@dataclass
class Stored:
    """A message as Discord keeps it. `pushed`: the people whose phones have shown it."""

    id: int
    channel: int
    nonce: str
    sent: datetime
    content: str = ""
    parts: list[Json] = field(default_factory=list)
    layout: bool = False
    pushed: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """Return the whole text of the message."""
        return "\n".join([self.content, *display_texts(self.parts)]).strip()

    def change(self, content: object, view: Any) -> None:
        """Change the content and the components, unless they are `MISSING`."""
        if content is not discord.utils.MISSING:
            self.content = str(content or "")
        if view is not discord.utils.MISSING:
            self.parts = [] if view is None else view.to_components()
            self.layout = isinstance(view, discord.ui.LayoutView)


@dataclass
class Place:
    """A thread: its name, and whether it is archived."""

    name: str
    parent: int
    archived: bool = False
    renames: Window = field(default_factory=lambda: Window(RENAMES, RENAMED_WITHIN))

    def __post_init__(self) -> None:
        self.first_name = self.name


class Discord:
    """The server. It stays the same while processes of the bot start and end.

    Attributes:
        messages: all messages, by id
        threads: all threads, by id
        members: the people who are on the server
        requests: the number of requests, by route
        edits: the times of the edits of each message, by id
        waits: for each request that a limit (of its route or of the whole bot) delayed, the seconds of delay
        kills: the times at which processes died
        too_soon: the requests that broke a limit which discord.py doesn't know
    """

    def __init__(self, clock: Clock, guild: int, channels: Sequence[int], members: Iterable[int]) -> None:
        self.clock, self.guild, self.channels, self.members = clock, guild, channels, {*members}
        self.messages: dict[int, Stored] = {}
        self.threads: dict[int, Place] = {}
        self.requests, self.too_soon = Counter[str](), Counter[str]()
        self.waits, self.kills = list[float](), list[datetime]()
        self.edits = defaultdict[int, list[datetime]](list)
        self._nonces: dict[tuple[int, str], Stored] = {}
        self._all = Window(*GLOBAL)
        self._buckets: dict[tuple[str, str, int], Bucket] = {}

    def take(self, route: tuple[str, str], place: int) -> None:
        """Count a request. If the limits don't allow it yet, wait as discord.py does."""
        self.requests[" ".join(route)] += 1
        bucket = self._buckets.setdefault((*route, place), Bucket(*ROUTES.get(route, OTHERS)))
        begin = self.clock.time.timestamp()
        bucket.leak(begin)
        if bucket.count_left <= 0:
            self.clock.wait(bucket.next_after)
        if self._all.count_left(self.clock.time.timestamp()) <= 0:
            self.clock.wait(self._all.wait(self.clock.time.timestamp()))
        now = self.clock.time.timestamp()
        self._all.count_left(now)
        bucket.leak(now)
        self._all.times.append(now)
        bucket.level += 1
        if now > begin:
            self.waits.append(now - begin)

    def send(
        self, channel: int, content: object, view: Any, nonce: str, users: Sequence[int], *, silent: bool
    ) -> Stored:
        """Add a message, unless Discord remembers an earlier message with the same nonce."""
        known = self._nonces.get((channel, nonce))
        if known is not None and self.clock.time - known.sent < REMEMBERED:
            return known
        number = discord.utils.time_snowflake(self.clock.time) + len(self.messages)
        message = Stored(number, channel, nonce, self.clock.time)
        message.change(content, view)
        if not silent:
            message.pushed = tuple(user for user in users if f"<@{user}>" in message.text)
        self.messages[number] = self._nonces[channel, nonce] = message
        return message

    def find(self, channel: int, message_id: int) -> Stored:
        """Return a message. Raises `discord.NotFound`."""
        message = self.messages.get(message_id)
        if message is None or message.channel != channel:
            raise refuse(discord.NotFound, 404, NO_MESSAGE)
        return message


def refuse(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    """Return an error of Discord."""
    response: Any = SimpleNamespace(status=status, reason="refused")
    return kind(response, {"code": code, "message": "refused"})


class Wire:
    """The connection of one process with Discord."""

    def __init__(self, discord_: Discord, life: Life) -> None:
        self.discord, self.life = discord_, life

    async def request(self, route: tuple[str, str], place: int, work: Callable[[], T]) -> T:
        """Carry out a request, unless the process dies before it. The process can also die right after it."""
        await asyncio.sleep(0)  # let other tasks run, as any request does
        self.life.risk()
        self.discord.take(route, place)
        done = work()
        self.life.risk()
        return done


class Message:
    """A message as a process sees it."""

    def __init__(self, wire: Wire, stored: Stored) -> None:
        self._wire, self._stored = wire, stored
        self.id, self.nonce, self.content = stored.id, stored.nonce, stored.content
        self.author = SimpleNamespace(id=BOT)
        self.flags = SimpleNamespace(components_v2=stored.layout)
        self.attachments: list[Any] = []
        self.components = [_component_factory(part) for part in stored.parts]  # type: ignore[arg-type]

    async def edit(
        self, *, content: object = discord.utils.MISSING, view: Any = discord.utils.MISSING, **_: object
    ) -> Message:
        def change() -> Message:
            stored = self._wire.discord.find(self._stored.channel, self.id)
            stored.change(content, view)
            self._wire.discord.edits[self.id].append(self._wire.discord.clock.time)
            return Message(self._wire, stored)

        return await self._wire.request(EDIT, self._stored.channel, change)

    async def pin(self) -> None:
        await self._wire.request(PIN, self._stored.channel, lambda: None)


class Partial:
    """A message that the process knows only by its id."""

    def __init__(self, channel: Channel, message_id: int) -> None:
        self._channel, self._id = channel, message_id

    async def edit(self, **changes: Any) -> Message:
        stored = self._channel.wire.discord.find(self._channel.id, self._id)
        return await Message(self._channel.wire, stored).edit(**changes)


class Channel:
    """A channel, a thread or a person's direct messages."""

    def __init__(self, wire: Wire, channel_id: int) -> None:
        self.wire, self.id = wire, channel_id

    async def send(
        self,
        content: object = None,
        *,
        view: Any = None,
        nonce: str = "",
        allowed_mentions: discord.AllowedMentions | None = None,
        silent: bool = False,
        **_: object,
    ) -> Message:
        allowed: Any = [] if allowed_mentions is None else allowed_mentions.users
        users = [user.id for user in allowed] if isinstance(allowed, list) else []
        direct = (-self.id,) if self.id < 0 else ()  # the id of direct messages is the person's, negated
        there = self.wire.discord

        def add() -> Message:
            shown = None if view is discord.utils.MISSING else view
            message = there.send(self.id, content, shown, nonce, users, silent=silent)
            if direct and not silent:
                message.pushed = direct
            return Message(self.wire, message)

        return await self.wire.request(SEND, self.id, add)

    def get_partial_message(self, message_id: int) -> Partial:
        return Partial(self, message_id)

    async def fetch_message(self, message_id: int) -> Message:
        def find() -> Message:
            return Message(self.wire, self.wire.discord.find(self.id, message_id))

        return await self.wire.request(FETCH, self.id, find)

    async def history(self, *, limit: int, after: discord.Object | None = None) -> AsyncIterator[Message]:
        least = 0 if after is None else after.id

        def find() -> list[Stored]:
            there = self.wire.discord.messages.values()
            return [each for each in there if each.channel == self.id and each.id > least]

        for stored in (await self.wire.request(HISTORY, self.id, find))[:limit]:
            yield Message(self.wire, stored)


class Thread(discord.Thread):
    """A thread as a process sees it."""

    def __init__(self, wire: Wire, thread_id: int) -> None:
        place = wire.discord.threads[thread_id]
        self._wire = wire
        self.id, self.name, self.parent_id = thread_id, place.name, place.parent
        self.archived, self.locked, self.auto_archive_duration = place.archived, False, 10_080
        self.guild: Any = SimpleNamespace(id=wire.discord.guild, get_channel=lambda _: None)
        self._type, self._applied_tags = discord.ChannelType.public_thread, array("Q")

    async def edit(self, **changes: Any) -> Thread:
        there = self._wire.discord

        def change() -> Thread:
            place = there.threads[self.id]
            now = there.clock.time.timestamp()
            if "name" in changes:
                if place.renames.count_left(now) <= 0:
                    there.too_soon["renames of a thread"] += 1
                    raise discord.RateLimited(place.renames.wait(now))
                place.renames.times.append(now)
                place.name = changes["name"]
            place.archived = changes.get("archived", place.archived)
            return Thread(self._wire, self.id)

        return await self._wire.request(EDIT_CHANNEL, self.id, change)


class Guild:
    """The server as a process sees it. Everybody sees all of its channels."""

    def __init__(self, wire: Wire) -> None:
        self._wire, self.id = wire, wire.discord.guild
        self.roles: Sequence[Any] = ()
        rights = SimpleNamespace(view_channel=True, manage_threads=False)
        self.channels = [
            SimpleNamespace(id=each, permissions_for=lambda _: rights) for each in wire.discord.channels
        ]

    @property
    def threads(self) -> list[Thread]:
        return [Thread(self._wire, each) for each in self._wire.discord.threads]

    async def fetch_member(self, user_id: int) -> Any:
        return await self._wire.request(MEMBER, self.id, lambda: self._find(user_id))

    def _find(self, user_id: int) -> Any:
        if user_id not in self._wire.discord.members:
            raise refuse(discord.NotFound, 404, UNKNOWN_MEMBER)
        return SimpleNamespace(id=user_id)


class Client:
    """The client of one process."""

    def __init__(self, discord_: Discord, life: Life) -> None:
        self._wire = Wire(discord_, life)
        self.http, self.user = self, SimpleNamespace(id=BOT)

    def get_partial_messageable(self, channel_id: int, guild_id: int | None = None) -> Channel:  # noqa: ARG002
        return Channel(self._wire, channel_id)

    def get_channel(self, channel_id: int) -> Any:
        known = channel_id in self._wire.discord.threads
        return Thread(self._wire, channel_id) if known else SimpleNamespace(id=channel_id)

    def get_guild(self, _: int) -> Guild:
        return Guild(self._wire)

    async def create_dm(self, user: discord.Object) -> Channel:
        direct = Channel(self._wire, -user.id)
        return await self._wire.request(OPEN_DIRECT, user.id, lambda: direct)

    async def get_member(self, _: int, user_id: int) -> Any:
        return await Guild(self._wire).fetch_member(user_id)

    async def start_thread_with_message(
        self, channel_id: int, message_id: int, *, name: str, **_: object
    ) -> None:
        there = self._wire.discord

        def begin() -> None:
            there.find(channel_id, message_id)
            if message_id in there.threads:
                raise refuse(discord.HTTPException, 400, HAS_THREAD)
            there.threads[message_id] = Place(name, channel_id)

        await self._wire.request(OPEN_THREAD, channel_id, begin)
