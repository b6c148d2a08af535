"""Buttons, lists and the order form. Their ids carry all that is needed, so they work after any restart.

An id is a verb and what it is about. `d:{game}:{turn}:{entry}.{check}:{key}` decides; `undo:`, `join:` and
their like go the same way. A list's id is `l:{game}:{turn}:{entry}.{check}:{number}`; its values are keys.
Ids that are written no more (`sure`, `page`, lists of `q`) stand under old messages and are understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

import discord

from bot.language.words import say
from bot.orders.trades import REPLY
from bot.posting.action_buttons import TEMPLATE, Turned, Unwatched, View
from bot.replies.mark import Mark, read_number, shorten_key, split_about
from bot.replies.reply import ActionButton, FormField, Refused
from bot.replies.text import clip_label, write_clause
from bot.session.loaded_game import list_seats
from db.records import StoredGame
from rules.kernel import SIDE, Option, Rules
from rules.orders.controls import LONGEST, Menu
from rules.orders.questions import REMARK

ABOUT = 80  # characters of what a button is about, at most
LABEL, LINE, CLOSED = 80, 100, 150  # characters on a button, in a list, on a closed one
TITLE = 45  # characters over a form or a field of one

FORM = "order"
PRESS = re.compile(
    r"(?P<verb>d|sure|plain|go|drop|peek|take|counter|page|undo|board|type|own|look|legal|join|start|end|manner)"
    r":(?P<about>.+)"
)
ASKING = ("d:", "sure:", "go:", "q:", "l:", "c:")  # what the ids of a question's answers begin with
PICK = re.compile(r"(?P<list>[lqc]):(?P<mark>.+):(?P<number>\d+)")
_TAUGHT = re.compile(r"(?:k:)?[a-z]+:-\d|k:together:")  # what the ids of a lesson's buttons begin with
_MARK = re.compile(r"(?P<game>[^:]+):(?P<turn>[^:]+):(?P<entry>[^:.]+)\.(?P<check>[0-9a-f]{4})")

Interaction = discord.Interaction[Any]
Style = discord.ButtonStyle


class Form(Unwatched, discord.ui.Modal):
    """Fields to fill in. discord.py does not remember it: what comes back is read by its id."""


class Press(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=PRESS,
):
    """Any of our buttons."""

    def __init__(
        self, verb: str, about: str, label: str = "", style: Style = Style.secondary, off: bool = False
    ) -> None:
        self.verb, self.about = verb, about
        super().__init__(
            discord.ui.Button(
                label=clip_label(label, LABEL), style=style, custom_id=f"{verb}:{about}", disabled=off
            )
        )

    @classmethod
    async def from_custom_id(cls, _: Interaction, __: discord.ui.Item[Any], match: re.Match[str], /) -> Self:
        return cls(match["verb"], match["about"])

    async def callback(self, interaction: Interaction) -> None:
        responder = interaction.client.responder
        await responder.guard(interaction, responder.pressed(interaction, self.verb, self.about))


class Pick(discord.ui.DynamicItem[discord.ui.Select[Any]], template=PICK):
    """A list of options; what a label says beside its answer stands under it. `changes`: a list of what was
    filled in."""

    def __init__(self, mark: str, number: int, menu: Menu, *, changes: bool = False) -> None:
        self.mark, self.changes = mark, changes
        super().__init__(
            discord.ui.Select(
                custom_id=f"{'c' if changes else 'l'}:{mark}:{number}",
                placeholder=clip_label(menu.label, CLOSED),
                max_values=min(menu.most, len(menu.options)),
                options=[_line(option) for option in menu.options],
            )
        )

    @classmethod
    async def from_custom_id(cls, _: Interaction, __: discord.ui.Item[Any], match: re.Match[str], /) -> Self:
        menu = Menu("", (Option("?", "?"),))
        return cls(match["mark"], int(match["number"]), menu, changes=match["list"] == "c")

    async def callback(self, interaction: Interaction) -> None:
        responder = interaction.client.responder
        choosing = responder.chosen(interaction, self.mark, self.item.values, changes=self.changes)
        await responder.guard(interaction, choosing)


def _line(option: Option) -> discord.SelectOption:
    remark = REMARK.search(option.label)
    idle = say("idle.line", why=write_clause(option.why_idle)) if option.why_idle else ""
    beside = option.says or idle or (remark[0].strip(" ()") if remark is not None else "")
    return discord.SelectOption(
        label=clip_label(REMARK.sub("", option.label), LINE),
        value=shorten_key(option.key),
        description=clip_label(beside, LINE) if beside else None,
    )


def order_form(order: str = "", lesson: int = 0) -> Form:
    """A line to type an order into, or to change one; `lesson`: the number of the lesson it is for, if it is
    for one. `form_text` reads it."""
    form = Form(title=say("modal.title"), custom_id=f"{FORM}:{lesson}" if lesson else FORM)
    line = discord.ui.TextInput[Any](
        style=discord.TextStyle.paragraph,
        placeholder=say("modal.hint"),
        default=order or None,
        max_length=1500,
    )
    form.add_item(discord.ui.Label(text=say("modal.label"), component=line))
    return form


def entry_form(custom_id: str, title: str, entries: Sequence[FormField]) -> Form:
    """A form of lists and lines to type. `form_entries` reads it."""
    form = Form(title=clip_label(title, TITLE), custom_id=custom_id)
    for entry in entries:
        form.add_item(discord.ui.Label(text=clip_label(entry.over, TITLE), component=_field(entry)))
    return form


def _field(entry: FormField) -> discord.ui.Select[Any] | discord.ui.TextInput[Any]:
    if not entry.options:
        return discord.ui.TextInput(
            custom_id=entry.key,
            placeholder=say("modal.hint"),
            default=entry.text or None,
            required=entry.needed,
            max_length=500,
        )
    shown = [
        discord.SelectOption(
            label=clip_label(option.label, LINE), value=option.key, default=place == entry.chosen
        )
        for place, option in enumerate(entry.options[:LONGEST])
    ]
    return discord.ui.Select(custom_id=entry.key, options=shown)


def form_entries(interaction: Interaction, verb: str) -> tuple[str, dict[str, str]] | None:
    """What a form of this kind says: what it is about, and what was chosen or typed in each entry."""
    data: Any = interaction.data or {}
    name, _, about = str(data.get("custom_id")).partition(":")
    if interaction.type is not discord.InteractionType.modal_submit or name != verb:
        return None
    fields = [row["component"] for row in data["components"]]
    return about, {each["custom_id"]: (each.get("values") or [each.get("value") or ""])[0] for each in fields}


def form_text(interaction: Interaction) -> tuple[str, int] | None:
    """What was typed into an order form, which may have been opened before a restart, and the lesson it is
    for (0: the game of the channel); None if it is none."""
    data: Any = interaction.data or {}
    form, _, lesson = str(data.get("custom_id")).partition(":")
    if interaction.type is not discord.InteractionType.modal_submit or form != FORM:
        return None
    return str(data["components"][0]["component"]["value"]), int(lesson or 0)


def lost_press(interaction: Interaction) -> re.Match[str] | None:
    """Our button or list, if it was taken off its message before the click came; discord.py drops such a
    click."""
    message = interaction.message
    data: Any = interaction.data or {}
    if interaction.type is not discord.InteractionType.component or message is None:
        return None
    custom_id = str(data.get("custom_id"))
    if custom_id in _ids(message):
        return None
    return PRESS.fullmatch(custom_id) or PICK.fullmatch(custom_id) or TEMPLATE.fullmatch(custom_id)


def asks(message: discord.Message | None) -> bool:
    """True where a message has a question's own buttons."""
    return message is not None and any(custom_id.startswith(ASKING) for custom_id in _ids(message))


def teaches(message: discord.Message | None) -> bool:
    """True for a lesson that all in its thread see: a message for everybody with a lesson's buttons."""
    if message is None or message.flags.ephemeral:
        return False
    return any(_TAUGHT.match(custom_id) for custom_id in _ids(message))


def _ids(message: discord.Message) -> Iterator[str]:
    """The ids of the buttons and lists under a message."""
    for row in message.components:
        for item in getattr(row, "children", ()):
            if custom_id := getattr(item, "custom_id", None):
                yield custom_id


def read(text: str) -> Mark:
    """The mark that an id carries. Raises `Refused` for what stands on no button of ours."""
    if (found := _MARK.fullmatch(text)) is None:
        raise Refused(say("too_late"))
    return Mark(
        read_number(found["game"]), read_number(found["turn"]), read_number(found["entry"]), found["check"]
    )


def offer_view(game: int, offers: Iterable[str]) -> View:
    """One button that opens the answers to what is proposed, which are side acts."""
    about = f"{game}"
    for key in offers:
        longer = f"{about}:{shorten_key(key.removeprefix(SIDE))}"
        about = longer if len(longer) <= ABOUT else f"{game}"
    view = View()
    view.add_item(Turned(ActionButton(REPLY, about, say("button.reply"), "main")))
    return view


def card_view(rules: Rules, stored: StoredGame) -> View:
    """A button for each seat that is free, and one to start."""
    view = View()
    free = [key for key in list_seats(rules, stored) if stored.seat(key) is None]
    for key in free:
        view.add_item(
            Press("join", f"{stored.id}:{key}", say("button.join", seat=rules.name(key)), Style.primary)
        )
    if free and any(not seat.level for seat in stored.seats):
        about, label = f"{stored.id}:{free[0]}", say("button.automatic", seat=rules.name(free[0]))
        view.add_item(Turned(ActionButton("automatic", about, label)))
    if not free:
        view.add_item(Press("start", str(stored.id), say("button.start"), Style.success))
    return view


def split(about: str) -> tuple[str, str]:
    """An id's mark and what follows it; a key may have colons of its own. Raises `Refused`."""
    game, turn, place, key = split_about(about, 4)
    return f"{game}:{turn}:{place}", key
