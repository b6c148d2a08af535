"""Run the gateway: WebSocket sessions with compression, heartbeats, resuming and replay."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import zstandard
from aiohttp import WSMsgType, web

from sandbox.errors import Json
from sandbox.serializers import guild_create
from sandbox.world import World

FRAME_LIMIT = 4096
# seconds from a heartbeat to its answer; the bot may need this time to finish sending the heartbeat
ACK_AFTER = 0.02
FRAMES_A_MINUTE = 120
RESUMABLE_SECONDS = 120.0
REMEMBERED_EVENTS = 1000
GUILD_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 15  # intents


class Op(IntEnum):
    """The opcodes of the gateway that the sandbox uses."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


def plain(text: bytes) -> bytes:
    """Return the text unchanged, for a connection without compression."""
    return text


def compressor(kind: str) -> Callable[[bytes], bytes]:
    """Return the compression that the bot asked for in the query. Raises `ValueError` for an unknown one."""
    match kind:
        case "":
            return plain
        case "zlib-stream":
            deflate = zlib.compressobj()
            return lambda text: deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH)
        case "zstd-stream":
            zstd = zstandard.ZstdCompressor(level=3).compressobj()
            return lambda text: zstd.compress(text) + zstd.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    raise ValueError(f"compress={kind} is neither zlib-stream nor zstd-stream")


@dataclass
class Connection:
    """An open socket, which may carry one session after another."""

    socket: web.WebSocketResponse
    compress: Callable[[bytes], bytes]

    async def send(self, payload: Json) -> None:
        """Send a payload. If the socket has just closed, don't send it: the session replays it later."""
        if self.socket.closed:
            return
        text = json.dumps(payload, separators=(",", ":")).encode()
        try:
            if self.compress is plain:
                await self.socket.send_str(text.decode())
            else:
                await self.socket.send_bytes(self.compress(text))
        except ConnectionError:
            return


@dataclass
class Session:
    """A session that began with IDENTIFY. For a replay, it keeps its last events with their numbers."""

    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    events: deque[Json] = field(default_factory=lambda: deque(maxlen=REMEMBERED_EVENTS))
    connection: Connection | None = None
    left_at: float = 0.0
    shard: tuple[int, int] = (0, 1)
    intents: int = 0

    def hears(self, guild_id: str | None) -> bool:
        """Return whether the session's shard gets a server's events. `guild_id`: None for direct messages."""
        number, of = self.shard
        return number == (0 if guild_id is None else (int(guild_id) >> 22) % of)

    def record(self, event: str, data: Any) -> Json:
        """Number an event, keep it for a replay, and return its payload."""
        self.sequence += 1
        payload = {"op": Op.DISPATCH, "s": self.sequence, "t": event, "d": data}
        self.events.append(payload)
        return payload


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, *, heartbeat_ms: int = 41_250, token: str | None = None) -> None:
        self.world = world
        self.heartbeat_ms = heartbeat_ms
        self.token = token
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.arrivals = 0
        """The number of times that a bot has identified or resumed."""

    @property
    def connected(self) -> list[Session]:
        """Return the sessions with an open socket."""
        return [session for session in self.sessions.values() if session.connection is not None]

    async def dispatch(self, event: str, data: Json) -> None:
        """Send an event to every session whose shard has the event's server.

        A session without a socket gets the event when it resumes. A session that was gone too long to resume
        is deleted.
        """
        guild_id = data.get("guild_id") or (
            data["id"] if event.startswith("GUILD_") and "id" in data else None
        )
        for session in [each for each in self.sessions.values() if each.hears(guild_id)]:
            if session.connection is None and time.monotonic() - session.left_at > RESUMABLE_SECONDS:
                del self.sessions[session.id]
                continue
            payload = session.record(event, data)
            if session.connection is not None:
                await session.connection.send(payload)

    async def show_message(self, message: Json, bot_id: str) -> None:
        """Send a person's message to each session with the intent for messages, as Discord does.

        A session without the privileged intent gets the content only if the message mentions the bot.
        """
        named = any(user["id"] == bot_id for user in message["mentions"])
        for session in [each for each in self.sessions.values() if each.hears(message["guild_id"])]:
            if not session.intents & GUILD_MESSAGES:
                continue
            readable = named or session.intents & MESSAGE_CONTENT
            payload = session.record("MESSAGE_CREATE", message if readable else message | {"content": ""})
            if session.connection is not None:
                await session.connection.send(payload)

    # Faults

    async def close_all(self, code: int) -> None:
        """Close every socket with a code. After code 4000 the bot may resume."""
        await asyncio.gather(*(s.connection.socket.close(code=code) for s in self.connected if s.connection))

    async def ask_to_reconnect(self) -> None:
        """Ask the bot to reconnect and resume (op 7)."""
        for session in self.connected:
            assert session.connection is not None
            await session.connection.send({"op": Op.RECONNECT, "d": None})

    async def invalidate(self) -> None:
        """End each session that has an open socket. The bot must then identify again (op 9)."""
        for session in self.connected:
            assert session.connection is not None
            await session.connection.send({"op": Op.INVALID_SESSION, "d": False})
            del self.sessions[session.id]
        self._show_presence()

    # WebSocket

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve the WebSocket endpoint."""
        try:
            compress = compressor(request.query.get("compress", ""))
        except ValueError as error:
            raise web.HTTPBadRequest(text=str(error)) from error
        socket = web.WebSocketResponse(compress=False, max_msg_size=16 * FRAME_LIMIT)
        await socket.prepare(request)
        connection = Connection(socket, compress)
        await connection.send({"op": Op.HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}})
        try:
            await self._listen(connection)
        finally:
            for session in self.sessions.values():
                if session.connection is connection:
                    session.connection = None
                    session.left_at = time.monotonic()
            self._show_presence()
        return socket

    async def _listen(self, connection: Connection) -> None:
        recent: deque[float] = deque(maxlen=FRAMES_A_MINUTE)
        async for frame in connection.socket:
            if frame.type is not WSMsgType.TEXT or len(frame.data.encode()) > FRAME_LIMIT:
                await connection.socket.close(code=4002, message=b"Decode error")
                return
            arrived = time.monotonic()
            if len(recent) == FRAMES_A_MINUTE and arrived - recent[0] < 60:
                await connection.socket.close(code=4008, message=b"Rate limited")
                return
            recent.append(arrived)
            try:
                payload = json.loads(frame.data)
            except ValueError:
                await connection.socket.close(code=4002, message=b"Decode error")
                return
            await self._receive(connection, payload["op"], payload.get("d"))

    async def _receive(self, connection: Connection, op: int, data: Any) -> None:
        match op:
            case Op.HEARTBEAT:
                await asyncio.sleep(ACK_AFTER)
                await connection.send({"op": Op.ACK, "d": None})
            case Op.IDENTIFY | Op.RESUME if not self._accepts(data["token"]):
                await connection.socket.close(code=4004, message=b"Authentication failed")
            case Op.IDENTIFY:
                await self._identify(connection, data)
            case Op.RESUME:
                await self._resume(connection, data)
            case Op.PRESENCE:
                pass
            case Op.REQUEST_MEMBERS:
                await self._send_members(connection, data)
            case _:
                await connection.socket.close(code=4001, message=b"Unknown opcode")

    def _accepts(self, token: str) -> bool:
        return bool(token) if self.token is None else token == self.token

    async def _identify(self, connection: Connection, data: Json) -> None:
        number, of = data.get("shard") or (0, 1)
        session = Session(connection=connection, shard=(number, of), intents=data["intents"])
        here = [guild_id for guild_id in self.world.guilds if session.hears(guild_id)]
        self.sessions[session.id] = session
        ready = {
            "v": 10,
            "user": self.world.bot.as_json() | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in here],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "session_type": "normal",
            "private_channels": [],
            "application": {"id": self.world.bot.id, "flags": 0},
            "shard": [number, of],
        }
        await connection.send(session.record("READY", ready))
        for guild_id in here:
            await connection.send(session.record("GUILD_CREATE", guild_create(self.world, guild_id)))
        self.arrivals += 1
        self._show_presence()

    async def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or (session.events and data["seq"] < session.events[0]["s"] - 1):
            await connection.send({"op": Op.INVALID_SESSION, "d": False})
            return
        session.connection = connection
        for payload in [event for event in session.events if event["s"] > data["seq"]]:
            await connection.send(payload)
        await connection.send(session.record("RESUMED", {}))
        self.arrivals += 1
        self._show_presence()

    async def _send_members(self, connection: Connection, data: Json) -> None:
        wanted = set(data.get("user_ids") or [])
        members = [
            self.world.member(u) for u in (*self.world.users, self.world.bot) if not wanted or u.id in wanted
        ]
        chunk = {
            "guild_id": data["guild_id"],
            "members": members,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
            "nonce": data.get("nonce"),
        }
        session = next((s for s in self.sessions.values() if s.connection is connection), None)
        if session is not None:
            await connection.send(session.record("GUILD_MEMBERS_CHUNK", chunk))

    def _show_presence(self) -> None:
        online = bool(self.connected)
        if online != self.world.bot_online:
            self.world.bot_online = online
            self.world.publish("bot", "online")
