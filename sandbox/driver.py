"""Act as a person in the sandbox, for tests and benchmarks: type, click, choose, submit and read.

async with Player(sandbox.base_url, "asha") as asha:
    reply = await asha.slash("game new", game="vijayanagara")
    reply = await asha.click(reply.message, "Join")
"""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import aiohttp

from sandbox.client_models import (
    Attachment,
    Button,
    Choice,
    Json,
    Message,
    Modal,
    Push,
    Reply,
    Select,
    make_modal,
)
from sandbox.world import find_user_id

__all__ = [
    "Attachment",
    "Button",
    "Choice",
    "File",
    "Message",
    "Modal",
    "NoAnswer",
    "NotAllowed",
    "Player",
    "Push",
    "Reply",
    "Select",
]

LINK = 5
RECENT = 50
PATIENCE = 90.0  # wait at most this many seconds for an expected event


class NoAnswer(Exception):
    """The bot did not answer in time. The person reads "This interaction failed"."""


class NotAllowed(Exception):
    """Discord's client does not allow this. The text says why."""


@dataclass(frozen=True)
class File:
    """A file to upload as an option or in a form."""

    name: str
    data: bytes


class Player:
    """A person, such as `asha` (`sandbox.world.NAMES`), with one current channel.

    An action can raise `NotAllowed` or `NoAnswer`. If something is missing, such as the button to click, it
    raises `LookupError`.

    `settle`: how many seconds an action waits for the final answer after a deferred one.
    """

    def __init__(
        self, base_url: str, who: str, channel: str = "durbar-hall", *, settle: float = PATIENCE
    ) -> None:
        self.base_url = base_url
        self.who = who
        self.channel = channel
        self.settle = settle
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(
            self.base_url, timeout=aiohttp.ClientTimeout(total=3 * PATIENCE)
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()

    @property
    def id(self) -> str:
        """Return the person's id."""
        return find_user_id(self.who)

    # Actions

    async def slash(self, name: str, /, **options: object) -> Reply:
        """Send a slash command such as "game new". A `File` option is uploaded first."""
        given = {key: await self._as_sent(value) for key, value in options.items() if value is not None}
        return await self._interact(
            {"type": "command", "channel": self.channel, "name": name, "options": given}
        )

    async def autocomplete(self, name: str, option: str, typed: str, /, **others: object) -> list[Choice]:
        """Return the bot's suggestions for an option with this typed text."""
        body = {"type": "autocomplete", "channel": self.channel, "name": name, "focused": option}
        return (await self._interact(body | {"options": others | {option: typed}})).choices

    async def click(
        self, message: Message | None, label_or_custom_id: str, *, stale: bool = False, silent: bool = False
    ) -> Reply:
        """Click a button of a message.

        `stale`: also click a button that has been removed or disabled. `silent`: the bot answers without a
        text, because the message itself shows the change; so don't wait for a text.
        """
        if message is None:
            raise LookupError("there is no message to click in")
        button = message.button(label_or_custom_id)
        if button.style == LINK:
            raise NotAllowed(f"{button.label} is a link to {button.url}")
        body = {"type": "component", "message": message.id, "custom_id": button.custom_id, "stale": stale}
        return await self._interact(body | ({"settle": 0.0} if silent else {}))

    async def choose(
        self, message: Message | None, custom_id: str, values: str | Sequence[str], *, stale: bool = False
    ) -> Reply:
        """Choose values in a list of a message. `values`: the values or their labels."""
        if message is None:
            raise LookupError("there is no message to choose in")
        wanted = [values] if isinstance(values, str) else list(values)
        select = next((one for one in message.selects if one.custom_id == custom_id), None)
        if select is None:
            raise LookupError(
                f"no select is called {custom_id!r}; there are {[one.custom_id for one in message.selects]}"
            )
        known = {value for _, value in select.options}
        labels = dict(select.options)
        chosen = [value if value in known else labels.get(value, value) for value in wanted]
        body = {
            "type": "component",
            "message": message.id,
            "custom_id": custom_id,
            "values": chosen,
            "stale": stale,
        }
        return await self._interact(body)

    async def submit(self, modal: Modal | None, values: Json) -> Reply:
        """Submit a form. `values`: for each custom_id, a text, a list of values or `File`s, or a bool."""
        if modal is None:
            raise LookupError("there is no form to submit")
        given = {key: await self._as_sent(value) for key, value in values.items()}
        return await self._interact({"type": "modal", "modal": modal.interaction, "values": given})

    async def say(self, content: str, reply: Message | None = None) -> Message:
        """Write a text in the channel. The bot reads only texts that have "@Durbar" or reply to the bot."""
        body = {"content": content} | ({} if reply is None else {"reply": reply.id})
        return Message(await self._call("POST", self._in_channel(self.channel), body))

    async def dismiss(self, message: Message) -> None:
        """Dismiss a message that only this person sees."""
        await self._call("DELETE", f"/user/{self.who}/messages/{message.id}")

    async def vote(self, message: Message, answer: int) -> None:
        """Vote in the poll of a message. The first answer is 1."""
        await self._call("POST", f"/user/{self.who}/votes", {"message": message.id, "answer": answer})

    async def new_forum(self, name: str) -> str:
        """Create a forum, and return its id."""
        made = await self._call("POST", f"/user/{self.who}/channels", {"name": name, "forum": True})
        return str(made["id"])

    async def new_channel(self, name: str, server: str = "") -> str:
        """Create a channel, make it the current one, and return its id.

        `server`: the name of the server, "" for the default one. A server that doesn't exist is created.
        """
        made = await self._call("POST", f"/user/{self.who}/channels", {"name": name, "server": server})
        self.channel = str(made["id"])
        return self.channel

    # Reading

    async def messages(self, channel: str | None = None, *, newest: int = 0) -> list[Message]:
        """Return the messages this person sees in a channel, by default the current one, oldest first.

        `newest`: how many of the newest messages; 0 for all.
        """
        answer = await self._call("GET", f"{self._in_channel(channel or self.channel)}?limit={newest}")
        return [Message(raw) for raw in answer["messages"]]

    async def channels(self) -> list[Json]:
        """Return the channels and threads that this person sees, as Discord's objects."""
        answer = await self._call("GET", f"/user/{self.who}/channels")
        return list(answer["channels"])

    async def all_pushes(self) -> list[Push]:
        """Return this person's notifications from all channels, oldest first."""
        answer: list[Json] = await self._call("GET", f"/user/{self.who}/pushes")
        return [Push(**one) for one in answer]

    async def pushes(self, channel: str | None = None) -> list[Push]:
        """Return this person's notifications from a channel, by default the current one, oldest first."""
        here = channel or self.channel
        names = {one["id"]: one["name"] for one in await self.channels()}
        return [each for each in await self.all_pushes() if here in (each.channel, names.get(each.channel))]

    async def last(self) -> Message:
        """Return the newest message this person sees in the current channel. Raises `LookupError` if none."""
        found = await self.messages(newest=1)
        if not found:
            raise LookupError(f"{self.channel} is empty")
        return found[-1]

    async def again(self, message: Message) -> Message:
        """Return the message in its present state. Raises `LookupError` if it has been deleted."""
        try:
            return Message(await self._call("GET", f"/user/{self.who}/messages/{message.id}"))
        except NotAllowed as error:
            raise LookupError("the message is gone") from error

    async def wait_for(self, wanted: Callable[[Message], bool], timeout: float = PATIENCE) -> Message:
        """Wait until one of the last 50 messages is `wanted`. Return the newest message that is.

        Raises `TimeoutError`.
        """
        deadline = time.monotonic() + timeout
        while True:
            answer = await self._call("GET", f"{self._in_channel(self.channel)}?limit={RECENT}")
            found = [one for one in map(Message, answer["messages"]) if wanted(one)]
            if found:
                return found[-1]
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"no such message in {self.channel} within {timeout} s")
            await self._call("GET", f"/user/{self.who}/updates?since={answer['revision']}&timeout={left:.3f}")

    async def updates(self, since: int, timeout: float = 25.0) -> tuple[int, list[Message]]:
        """Wait for changes. Return the new revision, and the new or changed messages of all channels.

        The list is empty if something else changed, or if nothing changed within `timeout` seconds.
        `since`: the revision that the last call returned.
        """
        answer = await self._call("GET", f"/user/{self.who}/updates?since={since}&timeout={timeout}")
        messages = [Message(each["message"]) for each in answer["updates"] if "message" in each]
        return int(answer["revision"]), messages

    async def commands(self) -> list[str]:
        """Return the full names of all slash commands, such as "game new"."""
        found: list[Json] = await self._call("GET", f"/user/{self.who}/commands")
        return [name for command in found if command["type"] == 1 for name in _full_names(command)]

    async def download(self, attachment: Attachment) -> bytes:
        """Return the bytes of an attachment."""
        async with self._open.get(attachment.url) as response:
            response.raise_for_status()
            return await response.read()

    async def wait_until_ready(self, timeout: float = PATIENCE, *, arrivals: int = 0) -> None:
        """Wait until a bot is connected and has registered its commands. Raises `TimeoutError`.

        `arrivals`: the bot must have connected more than this many times.
        """
        deadline = time.monotonic() + timeout
        while True:
            state = await self.control("state")
            if state["online"] and state["arrivals"] > arrivals and await self.commands():
                return
            if time.monotonic() > deadline:
                raise TimeoutError("no bot is connected with commands registered")
            await asyncio.sleep(0.02)

    # Control, for tests only

    async def control(self, what: str, wish: Json | None = None, *, method: str = "") -> Any:
        """Call the sandbox's control interface (see `sandbox.server`), and return its answer."""
        return await self._call(method or ("GET" if wish is None else "POST"), f"/control/{what}", wish)

    async def fault(self, do: str, route: str = "", *, times: int = 1, seconds: float = 0.3) -> None:
        """Arm a fault (see `sandbox.faults.Fault`)."""
        await self.control("faults", {"do": do, "route": route, "times": times, "seconds": seconds})

    async def disarm(self) -> None:
        """Disarm all faults, and wait until no request of the bot is being answered."""
        await self.control("faults", method="DELETE")
        while (await self.control("state"))["under_way"]:
            await asyncio.sleep(0.01)

    # HTTP

    @property
    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            raise RuntimeError("use the player in `async with`")
        return self._session

    def _in_channel(self, channel: str) -> str:
        return f"/user/{self.who}/channels/{channel}/messages"

    async def _call(self, method: str, path: str, body: Any = None) -> Any:
        async with self._open.request(method, path, json=body) as response:
            answer = await response.json()
            if response.status >= 400:
                raise NotAllowed(answer["error"])
            return answer

    async def _as_sent(self, value: object) -> object:
        if isinstance(value, File):
            form = aiohttp.FormData(quote_fields=False)
            form.add_field(
                "files[0]",
                io.BytesIO(value.data),
                filename=value.name,
                content_type="application/octet-stream",
            )
            async with self._open.post(f"/user/{self.who}/uploads", data=form) as response:
                answer = await response.json()
                if response.status >= 400:
                    raise NotAllowed(answer["error"])
                return answer[0]["id"]
        if isinstance(value, list | tuple):
            return [await self._as_sent(one) for one in value]
        return value

    async def _interact(self, body: Json) -> Reply:
        answer = await self._call("POST", f"/user/{self.who}/interactions", self._patience(body) | body)
        if answer["answer"] is None:
            raise NoAnswer(
                f"the bot did not answer {self.who}'s {body.get('name') or body.get('custom_id') or 'form'}"
            )
        modal = answer["modal"]
        return Reply(
            answer["answer"],
            answer["ms"],
            Message(answer["message"]) if answer["message"] else None,
            [Choice(one["name"], one["value"]) for one in answer["choices"] or []],
            make_modal(answer["id"], modal) if modal else None,
            [Message(raw) for raw in answer["follow_ups"]],
            answer["settled"],
        )

    def _patience(self, body: Json) -> Json:
        return {} if body["type"] == "autocomplete" else {"settle": self.settle}


def _full_names(command: Json, before: str = "") -> list[str]:
    name = f"{before}{command['name']}"
    below = [option for option in command.get("options") or [] if option["type"] in (1, 2)]
    return [full for option in below for full in _full_names(option, f"{name} ")] if below else [name]
