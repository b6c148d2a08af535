"""Define what a person reads in the sandbox: messages, buttons, lists, forms, suggestions and replies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
EPHEMERAL, LOADING = 1 << 6, 1 << 7


@dataclass(frozen=True)
class Attachment:
    """A file attached to a message. `alt` is its description."""

    id: str
    filename: str
    url: str
    alt: str
    size: int
    width: int | None
    height: int | None


@dataclass(frozen=True)
class Button:
    """A button as it is shown. `custom_id` is empty for links."""

    label: str
    custom_id: str
    style: int
    disabled: bool
    url: str


@dataclass(frozen=True)
class Select:
    """A list as it is shown. `options` are pairs of label and value."""

    custom_id: str
    placeholder: str
    options: tuple[tuple[str, str], ...]
    least: int
    most: int
    disabled: bool


@dataclass(frozen=True)
class Message:
    """A message as one person sees it. `raw` is Discord's JSON."""

    raw: Json

    @property
    def id(self) -> str:
        return str(self.raw["id"])

    @property
    def channel(self) -> str:
        return str(self.raw["channel_id"])

    @property
    def author(self) -> str:
        return str(self.raw["author"]["username"])

    @property
    def content(self) -> str:
        return str(self.raw["content"])

    @property
    def ephemeral(self) -> bool:
        return bool(self.raw["flags"] & EPHEMERAL)

    @property
    def thinking(self) -> bool:
        return bool(self.raw["flags"] & LOADING)

    @property
    def edited(self) -> bool:
        return self.raw["edited_timestamp"] is not None

    @property
    def pinned(self) -> bool:
        return bool(self.raw["pinned"])

    @property
    def text(self) -> str:
        """Return all text that a person can read: content, embeds and text components, one per line."""
        lines = [self.content]
        for embed in self.raw["embeds"]:
            lines += [
                (embed.get("author") or {}).get("name", ""),
                embed.get("title", ""),
                embed.get("description", ""),
            ]
            lines += [f"{one['name']}\n{one['value']}" for one in embed.get("fields", [])]
            lines.append((embed.get("footer") or {}).get("text", ""))
        lines += [one["content"] for one in self.components if one["type"] == 10]
        return "\n".join(line for line in lines if line)

    @property
    def attachments(self) -> list[Attachment]:
        return [
            Attachment(
                one["id"],
                one["filename"],
                one["url"],
                one.get("description", ""),
                one["size"],
                one.get("width"),
                one.get("height"),
            )
            for one in self.raw["attachments"]
        ]

    @property
    def components(self) -> list[Json]:
        """Return all components, each container before its contents."""
        return list(_walk(self.raw["components"]))

    @property
    def buttons(self) -> list[Button]:
        return [
            Button(
                one.get("label") or one.get("emoji", {}).get("name", ""),
                one.get("custom_id", ""),
                one["style"],
                one.get("disabled", False),
                one.get("url", ""),
            )
            for one in self.components
            if one["type"] == 2
        ]

    @property
    def selects(self) -> list[Select]:
        return [
            Select(
                one["custom_id"],
                one.get("placeholder", ""),
                tuple((option["label"], option["value"]) for option in one.get("options", [])),
                one["min_values"],
                one["max_values"],
                one.get("disabled", False),
            )
            for one in self.components
            if one["type"] in (3, 5, 6, 7, 8)
        ]

    def button(self, label_or_custom_id: str) -> Button:
        """Return the button with this label or custom_id.

        Raises `LookupError` if there is not exactly one.
        """
        known = [one for one in self.buttons if one.custom_id == label_or_custom_id]
        known = known or [one for one in self.buttons if one.label == label_or_custom_id]
        if len(known) != 1:
            shown = ", ".join(one.label for one in self.buttons) or "none"
            raise LookupError(f"{len(known)} buttons are called {label_or_custom_id!r}; there are: {shown}")
        return known[0]


@dataclass(frozen=True)
class Push:
    """A notification as a person's phone shows it, with the ids of its message and channel."""

    title: str
    body: str
    message: str
    channel: str


@dataclass(frozen=True)
class Modal:
    """An open form. `fields` are the custom_ids to fill in."""

    interaction: str
    title: str
    custom_id: str
    fields: tuple[str, ...]
    raw: Json


@dataclass(frozen=True)
class Choice:
    """A suggestion for an option."""

    name: str
    value: str | int | float


@dataclass(frozen=True)
class Reply:
    """The result of an interaction.

    Attributes:
        answer: the kind of the bot's answer: message, deferred, deferred_update, update, choices or modal.
        ms: milliseconds from the click to the bot's first answer.
        message: the bot's answer, or the message that the bot changed.
        choices: the suggestions.
        modal: the form.
        follow_ups: later messages.
        settled: whether the final answer has come; a deferred answer is not final.
    """

    answer: str
    ms: float
    message: Message | None
    choices: list[Choice] = field(default_factory=list)
    modal: Modal | None = None
    follow_ups: list[Message] = field(default_factory=list)
    settled: bool = True

    @property
    def text(self) -> str:
        """Return the text of the answer. Raises `LookupError` if the answer is not a message."""
        return self.shown.text

    @property
    def shown(self) -> Message:
        """Return the answer as a message. Raises `LookupError` if the answer is not a message."""
        if self.message is None:
            raise LookupError(f"the answer is {self.answer}, not a message")
        return self.message


def make_modal(interaction: str, raw: Json) -> Modal:
    """Return the form that answers an interaction."""
    fields = tuple(one["custom_id"] for one in _walk(raw["components"]) if one.get("custom_id"))
    return Modal(interaction, raw["title"], raw["custom_id"], fields, raw)


def _walk(components: Iterable[Json]) -> Iterator[Json]:
    for one in components:
        yield one
        yield from _walk(one.get("components") or [])
        yield from _walk([one[key] for key in ("accessory", "component") if one.get(key)])
