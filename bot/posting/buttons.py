"""Buttons, lists and the order form. Their ids carry all that is needed, so they work after any restart.

An id is a verb and what it is about. `d:{game}:{turn}:{entry}.{check}:{key}` decides; `page:`, `undo:`,
`join:` and their like go the same way. A list's id is `q:{game}:{turn}:{entry}.{check}:{page}`; its values
are keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

import discord

from bot.language.words import say
from bot.posting.tool_buttons import TEMPLATE, Turned, knob_view
from bot.table.answers import BUTTONS, Answer, Knob, Mark, Panel, Refused, clip, number, parts, short
from bot.table.position import seats_of
from db.records import StoredGame
from rules.asking import DONE
from rules.kernel import Option, Rules

PER_PAGE = 25  # options in a list
LABEL, LINE, TITLE = 80, 100, 45  # characters on a button, in a list, over a form or a field of one
BESIDE = 3  # the row of buttons beside the game, where options leave it free
TOOLS = 4  # the row of undo, board and typing

FORM = "order"
PRESS = re.compile(
    r"(?P<verb>d|sure|plain|go|drop|peek|take|counter|page|undo|board|type|own|join|start|end):(?P<about>.+)"
)
ASKING = ("d:", "sure:", "go:", "q:")  # what the ids of a question's answers begin with
_MARK = re.compile(r"(?P<game>[^:]+):(?P<turn>[^:]+):(?P<entry>[^:.]+)\.(?P<check>[0-9a-f]{4})")
PICK = re.compile(r"q:(?P<mark>.+):(?P<page>\d+)")

Interaction = discord.Interaction[Any]
Style = discord.ButtonStyle


class Press(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=PRESS,
):
    """Any of our buttons."""

    def __init__(
        self, verb: str, about: str, label: str = "", style: Style = Style.secondary, row: int | None = None
    ) -> None:
        self.verb, self.about = verb, about
        super().__init__(
            discord.ui.Button(label=clip(label, LABEL), style=style, custom_id=f"{verb}:{about}", row=row)
        )

    @classmethod
    async def from_custom_id(cls, _: Interaction, __: discord.ui.Item[Any], match: re.Match[str], /) -> Self:
        return cls(match["verb"], match["about"])

    async def callback(self, interaction: Interaction) -> None:
        desk = interaction.client.desk
        await desk.guard(interaction, desk.pressed(interaction, self.verb, self.about))


class Pick(discord.ui.DynamicItem[discord.ui.Select[Any]], template=PICK):
    """A list of options, 25 a page."""

    def __init__(
        self, mark: str, page: int, options: Sequence[tuple[Option, str]] = (), count: int = 0
    ) -> None:
        self.mark = mark
        first = page * PER_PAGE + 1
        super().__init__(
            discord.ui.Select(
                custom_id=f"q:{mark}:{page}",
                placeholder=say(
                    "select.placeholder", first=first, last=first + len(options) - 1, count=count
                ),
                options=[
                    discord.SelectOption(label=clip(label, LINE), value=short(option.key))
                    for option, label in options
                ],
            )
        )

    @classmethod
    async def from_custom_id(cls, _: Interaction, __: discord.ui.Item[Any], match: re.Match[str], /) -> Self:
        return cls(match["mark"], int(match["page"]))

    async def callback(self, interaction: Interaction) -> None:
        desk = interaction.client.desk
        await desk.guard(interaction, desk.chosen(interaction, self.mark, self.item.values[0]))


def order_form(order: str = "", lesson: int = 0) -> discord.ui.Modal:
    """A line to type an order into, or to change one; `lesson`: the number of the lesson it is for, if it is
    for one. discord.py is not to remember it: see `form_text`."""
    form = discord.ui.Modal(title=say("modal.title"), custom_id=f"{FORM}:{lesson}" if lesson else FORM)
    line = discord.ui.TextInput[Any](
        style=discord.TextStyle.paragraph,
        placeholder=say("modal.hint"),
        default=order or None,
        max_length=1500,
    )
    form.add_item(discord.ui.Label(text=say("modal.label"), component=line))
    form.stop()
    return form


def choice_form(
    custom_id: str, title: str, fields: Sequence[tuple[str, str, Sequence[Option], int]]
) -> discord.ui.Modal:
    """Lists in a form: of each its key, what stands over it, its options, and the place of the one that is
    chosen beforehand."""
    form = discord.ui.Modal(title=clip(title, TITLE), custom_id=custom_id)
    for key, over, options, chosen in fields:
        shown = [
            discord.SelectOption(label=clip(option.label, LINE), value=option.key, default=place == chosen)
            for place, option in enumerate(options[:PER_PAGE])
        ]
        choice = discord.ui.Select[Any](custom_id=key, options=shown)
        form.add_item(discord.ui.Label(text=clip(over, TITLE), component=choice))
    form.stop()
    return form


def form_choices(interaction: Interaction, verb: str) -> tuple[str, dict[str, str]] | None:
    """What was chosen in a form of this kind: what it is about, and the value of each list."""
    data: Any = interaction.data or {}
    name, _, about = str(data.get("custom_id")).partition(":")
    if interaction.type is not discord.InteractionType.modal_submit or name != verb:
        return None
    lists = [row["component"] for row in data["components"]]
    return about, {each["custom_id"]: (each.get("values") or [""])[0] for each in lists}


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
    standing = {getattr(item, "custom_id", None) for row in message.components for item in _children(row)}
    if custom_id in standing:
        return None
    return PRESS.fullmatch(custom_id) or PICK.fullmatch(custom_id) or TEMPLATE.fullmatch(custom_id)


def asks(message: discord.Message | None) -> bool:
    """True where a message has a question's own buttons."""
    if message is None:
        return False
    ids = (getattr(item, "custom_id", None) or "" for row in message.components for item in _children(row))
    return any(custom_id.startswith(ASKING) for custom_id in ids)


def _children(row: Any) -> Sequence[Any]:
    return getattr(row, "children", ())


def written(mark: Mark) -> str:
    """A mark as ids carry it."""
    return f"{mark.game}:{mark.turn}:{mark.entry}.{mark.check}"


def read(text: str) -> Mark:
    """The mark that an id carries. Raises `Refused` for what stands on no button of ours."""
    if (found := _MARK.fullmatch(text)) is None:
        raise Refused(say("too_late"))
    return Mark(number(found["game"]), number(found["turn"]), number(found["entry"]), found["check"])


def question_view(panel: Panel, page: int = 0, knobs: Sequence[Knob] = ()) -> discord.ui.View:
    """The options of a question as buttons, or as a list where there are many, and the tools under them;
    `knobs`: buttons beside the game, where there is a row left."""
    view = discord.ui.View(timeout=None)
    mark, numbers = written(panel.mark), {option.key: n for n, option in enumerate(panel.numbered, 1)}

    def label(option: Option) -> str:
        return f"{numbers[option.key]}. {option.label}" if option.key in numbers else option.label

    many = len(panel.options) + len(panel.sure) + bool(panel.apart) > BUTTONS
    listed = [option for option in panel.options if option.key != DONE] if many else []
    shown = [option for option in panel.options if option not in listed]
    if listed:
        last = (len(listed) - 1) // PER_PAGE
        page = min(page, last)
        here = listed[page * PER_PAGE : (page + 1) * PER_PAGE]
        view.add_item(Pick(mark, page, [(option, label(option)) for option in here], len(listed)))
        if last:
            following = (page + 1) % (last + 1)
            more = say("button.more", page=following + 1, pages=last + 1)
            view.add_item(Press("page", f"{mark}:{following}", more, row=1))
    if panel.confirm:
        view.add_item(Press("go", mark, panel.confirm, Style.success, row=0))
    if panel.own:
        view.add_item(Press("own", str(panel.mark.game), panel.own, Style.primary, row=0))
    if panel.take:
        view.add_item(Press("take", mark, panel.take, Style.success, row=0))
    pressed = [
        *((option, "d", Style.success if option.key == DONE else Style.primary) for option in shown),
        *((option, "sure", Style.success) for option in panel.sure),
    ]
    for index, (option, verb, style) in enumerate(pressed):
        row = 1 if listed else index // 5
        view.add_item(Press(verb, f"{mark}:{short(option.key)}", label(option), style, row))
    if panel.apart:
        view.add_item(Press("plain", mark, panel.apart, row=1 if listed else len(pressed) // 5))
    free = listed or len(pressed) + bool(panel.apart) <= BESIDE * 5
    for knob in knobs if free or not panel.draft else ():
        view.add_item(Turned(knob, BESIDE if free else TOOLS))
    if panel.undo:
        view.add_item(Press("undo", mark, say("button.undo"), Style.danger, TOOLS))
    if panel.draft:
        view.add_item(Press("drop", mark, say("button.drop"), row=TOOLS))
    if panel.draft and not panel.confirm:
        view.add_item(Press("peek", mark, say("button.peek"), row=TOOLS))
    view.add_item(Press("board", str(panel.mark.game), say("button.board"), row=TOOLS))
    if panel.options:
        view.add_item(Press("type", str(panel.mark.game), say("button.type"), row=TOOLS))
    return view


def answer_view(answer: Answer) -> discord.ui.View | None:
    """What stands under a private answer."""
    if answer.panel is not None:
        return question_view(answer.panel, knobs=answer.knobs)
    if answer.knobs:
        return knob_view(answer.knobs)
    if answer.confirm_end is None:
        return None
    view = discord.ui.View(timeout=None)
    view.add_item(Press("end", str(answer.confirm_end), say("end.yes"), Style.danger))
    return view


def offer_view(mark: Mark, offers: Mapping[str, str], counters: Sequence[str] = ()) -> discord.ui.View:
    """Side acts as buttons, key to label; `counters`: those that one may answer with a form."""
    view = discord.ui.View(timeout=None)
    for key, label in list(offers.items())[: PER_PAGE - len(counters)]:
        told = label if len(label) <= LABEL else label.partition(":")[0]  # the post has the terms
        view.add_item(Press("d", f"{written(mark)}:{short(key)}", told))
    for key in counters:
        view.add_item(Press("counter", f"{mark.game}:{short(key)}", say("button.counter")))
    return view


def card_view(rules: Rules[Any], stored: StoredGame) -> discord.ui.View:
    """A button for each seat that is free, and one to start."""
    view = discord.ui.View(timeout=None)
    free = [key for key in seats_of(rules, stored) if stored.seat(key) is None]
    for key in free:
        view.add_item(
            Press("join", f"{stored.id}:{key}", say("button.join", seat=rules.name(key)), Style.primary)
        )
    if free and any(not seat.level for seat in stored.seats):
        about, label = f"{stored.id}:{free[0]}", say("button.automatic", seat=rules.name(free[0]))
        view.add_item(Turned(Knob("automatic", about, label)))
    if not free:
        view.add_item(Press("start", str(stored.id), say("button.start"), Style.success))
    return view


def split(about: str) -> tuple[str, str]:
    """An id's mark and what follows it; a key may have colons of its own. Raises `Refused`."""
    game, turn, place, key = parts(about, 4)
    return f"{game}:{turn}:{place}", key
