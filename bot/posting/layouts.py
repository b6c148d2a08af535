"""Messages as one screen of a phone: the picture, what is asked, right under it the answers, the tools last.

The colours mean something: blue goes on, green commits, grey looks, red takes back. Messages of this form
(Components V2) have no text of their own: what is read and what is shown are components. The form stays with
a message for ever, and older messages have the other one.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.language.words import say
from bot.learning.lessons import LessonService
from bot.orders.autofill import MANNER
from bot.orders.own_question import OwnQuestion
from bot.orders.preview import count_rows as rows_of
from bot.orders.service import OrderService
from bot.orders.undo_requests import UndoRequests
from bot.posting.buttons import Button, List, Unwatched, make_answer, make_button, make_list
from bot.posting.pictures import Drawing
from bot.replies.action import button
from bot.replies.panel import SCREEN, Panel
from bot.replies.reply import ActionButton, Look, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.views.more import More
from bot.views.whatif import WhatIf
from rules.kernel import Option
from rules.orders.controls import CLOSED, Control, Menu, count_usable

COLUMN = 326  # pixels that a phone of 390 has for a message
SCREENFUL = 605  # pixels of a message that it shows at once, without who sent it and that only you can see it
LINE, BUTTONS, LIST = 22, 40, 46  # pixels: a row of text, of buttons, a list
FLATTEST = 0.4  # times its width that a picture is high at least
LETTER, AROUND, GAP = 8.2, 32, 8  # pixels: a letter on a button, its edges, the space to the next one
LEAST = 2  # tools: what takes back, and what looks
ABREAST = 5  # buttons in a row, at most
TEXTS = 4000  # characters in all texts of a message

Item = discord.ui.Item[Any]


class View(Unwatched, discord.ui.LayoutView):
    """Texts, pictures and buttons in any order."""


def make_layout(
    above: str, pictures: Sequence[discord.File], below: str, rows: Iterable[Sequence[Item]] = ()
) -> View:
    """Return a message: text, pictures, text, and rows of buttons or lists."""
    view = View()
    _say(view, cut_text(above, TEXTS // 2))
    for file in pictures:
        _show(view, f"attachment://{file.filename}", file.description or "")
    _say(view, cut_text(below, TEXTS // 2))
    for row in rows:
        view.add_item(discord.ui.ActionRow(*row))
    return view


def _say(view: View, text: str) -> None:
    if text:
        view.add_item(discord.ui.TextDisplay[Any](text))


def _show(view: View, url: str, alt: str) -> None:
    item = discord.MediaGalleryItem(url, description=alt or None)
    view.add_item(discord.ui.MediaGallery[Any](item))


def lay_out_answer(answer: Reply, drawing: Drawing | None) -> tuple[View, list[discord.File]]:
    """Return a private answer, and what is to be sent with it.

    Where it asks something the picture comes first, and what is read stands above the buttons.
    """
    files = [] if drawing is None else [drawing.file()]
    panel = answer.panel
    if panel is not None and answer.view is not None:
        panel = replace(panel, picture="")  # what is drawn is another picture: it has no numbers
    if panel is None:
        view = make_layout(answer.text, files, "", pack_buttons(map(make_button, answer.buttons)))
    else:
        view = make_layout("", files, _asking(answer, panel), make_panel_rows(panel, answer.buttons))
    if answer.file is not None:
        name, content = answer.file
        files.append(discord.File(io.BytesIO(content.encode()), name))
        view.add_item(discord.ui.File[Any](f"attachment://{files[-1].filename}"))
    return view, files


def find_tallest(answer: Reply) -> float:
    """Times its width that the picture of an answer may be high, for all of it to stand on one screen."""
    panel = answer.panel
    if panel is None:
        text, rows = answer.text, pack_buttons(map(make_button, answer.buttons))
    else:
        text, rows = _asking(answer, panel), make_panel_rows(panel, answer.buttons)
    taken = sum(LINE * rows_of(line) for line in text.splitlines())
    taken += sum(LIST if isinstance(row[0], discord.ui.Select) else BUTTONS for row in rows)
    return max(FLATTEST, (SCREENFUL - taken) / COLUMN)


def lay_out_post(
    story: str,
    asks: str,
    drawings: Mapping[str, Drawing],
    panel: Panel | None,
    buttons: Sequence[ActionButton] = (),
) -> tuple[View, list[discord.File]]:
    """Lay out the post of a turn: what happened, the board, the question, the answers.

    Illegal answers are named above the others and have no button, because the board needs the room.
    `buttons`: more tools.
    """
    files = [drawing.file(name) for name, drawing in drawings.items()]
    rows = pack_buttons(map(make_button, buttons))
    if panel is not None:
        rows = [*answer_rows(panel.named), *pack_buttons(_public(panel, buttons))]
    return make_layout(story, files, _joined(asks, "" if panel is None else panel.barred), rows), files


def _asking(answer: Reply, panel: Panel) -> str:
    """Return what is read under the picture, right above the answers."""
    question = "" if panel.question in answer.text else panel.question
    return _joined(cut_text(answer.text, MAX_TEXT), question, panel.barred)


def _joined(*texts: str) -> str:
    return "\n".join(text for text in texts if text)


def make_panel_rows(panel: Panel, buttons: Sequence[ActionButton] = ()) -> list[Sequence[Item]]:
    """Make the rows of a panel: answers, then confirm and undo, then the other buttons that fit."""
    undo = LessonService.undo if panel.lesson else UndoRequests.undo
    change = LessonService.change if panel.lesson else OrderService.change
    tools = _main(buttons)
    if panel.undo:
        tools.append(make_answer(button(undo.call(panel.mark), say("button.undo"))))
    if panel.restart:
        drop = LessonService.drop if panel.lesson else OrderService.drop
        tools.append(make_answer(button(drop.call(panel.mark), say("button.drop"))))
    if panel.rest:
        label = say("button.steps" if panel.rest == "steps" else "button.rest")
        plain = LessonService.plain.call(panel.mark) if panel.lesson else OrderService.plain.call()
        tools.append(make_answer(button(plain, label)))
    tools += [make_button(each) for each in buttons if each.look != "main"]
    others = sum(map(bool, (panel.own, panel.take, panel.confirm)))
    manners, others_filled = _changes(panel, SCREEN - count_usable(panel.controls) - others - LEAST)
    room = SCREEN - count_usable(panel.controls) - others - len(manners) - (others_filled is not None)
    tools = _with_look(tools, panel, room) if panel.draft or panel.controls else tools[:room]
    changes = [] if others_filled is None else [[make_list(change.call(panel.mark), 0, others_filled)]]
    return [*answer_rows(panel), *pack_buttons(manners), *changes, *pack_buttons(tools)]


def _changes(panel: Panel, room: int) -> tuple[list[Button], Menu | None]:
    """What was filled in and may be changed: other manners are buttons, if there is room, the rest a list."""
    if panel.change is None:
        return [], None
    if panel.confirm:  # beside a whole order each row counts
        return [], panel.change
    manners = [each for each in panel.change.options if each.key.startswith(MANNER)]
    others = tuple(each for each in panel.change.options if each not in manners)
    if len(manners) + bool(others) > room:
        return [], panel.change
    change = LessonService.change_manner if panel.lesson else OrderService.change_manner
    buttons = [make_answer(button(change.call(panel.mark, each.key), each.label)) for each in manners]
    return buttons, panel.change._replace(options=others) if others else None


def answer_rows(panel: Panel) -> list[Sequence[Item]]:
    """Return the answers in their order, buttons side by side where there is room, and then what confirms."""
    mark, rows, abreast = panel.mark, list[Sequence[Item]](), list[Button]()
    numbers = {option.key: number for number, option in enumerate(panel.numbered, 1)}
    for index, control in enumerate(panel.controls):
        if isinstance(control, Menu):
            control = control._replace(label=_closed(control.label, panel.question))
        item = _control(control, panel, index, numbers)
        if isinstance(item, discord.ui.Button):
            abreast.append(item)
            continue
        rows += [*pack_buttons(abreast), [item]]
        abreast = []
    if panel.own:
        abreast.append(make_answer(button(OwnQuestion.show.call(mark.game), panel.own, "main")))
    if panel.take:
        abreast.append(make_answer(button(WhatIf.take.call(mark), panel.take, "main")))
    if panel.confirm:
        confirm = LessonService.confirm if panel.lesson else OrderService.confirm
        abreast.append(make_answer(button(confirm.call(mark, panel.signature), panel.confirm, "good")))
    return [*rows, *pack_buttons(abreast)]


def _public(panel: Panel, buttons: Sequence[ActionButton]) -> list[Button]:
    """Return the tools under a post, as far as the screen has room."""
    tools = _main(buttons)
    if panel.controls:
        tools.append(make_answer(button(More.explain_answers.call(), say("button.legal"))))
    tools += [make_button(each) for each in buttons if each.look != "main"]
    return _with_look(tools, panel, SCREEN - count_usable(panel.controls) - bool(panel.own))


def _with_look(tools: Sequence[Button], panel: Panel, room: int) -> list[Button]:
    """As many of the tools as there is room for, and at the end the one behind which all others are."""
    tools_of = LessonService.tools if panel.lesson else More.show_menu
    look = button(tools_of.call(panel.mark.game), say("button.look"))
    return [*tools[: room - 1], make_answer(look)] if room > 0 else []


def _main(buttons: Sequence[ActionButton]) -> list[Button]:
    """Return those that go on in the game: they stand right under its answers."""
    return [make_button(each) for each in buttons if each.look == "main"]


def _control(control: Control, panel: Panel, index: int, numbers: Mapping[str, int]) -> Button | List:
    if isinstance(control, Menu):
        numbered = tuple(
            option if option.key not in numbers else _numbered(option, numbers[option.key])
            for option in control.options
        )
        here = [numbers[option.key] for option in control.options if option.key in numbers]
        label = control.label
        if 1 < len(here) < len(numbers):  # one of several lists: the numbers say which of them has a place
            label = say("list.numbers", first=here[0], last=here[-1], label=label)
        pick = LessonService.pick if panel.lesson else OrderService.pick
        return make_list(pick.call(panel.mark), index, control._replace(label=label, options=numbered))
    label = control.label if control.key not in numbers else f"{numbers[control.key]}. {control.label}"
    click = LessonService.click if panel.lesson else OrderService.click
    look: Look = "plain" if control.idle else "main"
    made = button(click.call(panel.mark, control.key), label, look, off=bool(control.why_not))
    return make_answer(made)


def _closed(label: str, question: str) -> str:
    """What is read on a closed list: where it is too long for a phone, the question alone, without the report
    it ends in ("Against you: 6 4.") and without the titles that the question right above says too."""
    asked, mark, _ = label.partition("? ")
    if len(label) <= CLOSED:
        return label
    if mark and label in question:
        return f"{asked}?"
    *titles, rest = label.split(": ")
    if not titles:
        return label
    left = ": ".join([*(title for title in titles if f"{title}: " not in question), rest])
    return left[:1].upper() + left[1:]


def _numbered(option: Option, number: int) -> Option:
    return replace(option, label=f"{number}. {option.label}")


def pack_buttons(buttons: Iterable[Button]) -> list[Sequence[Item]]:
    """Return buttons in rows, as many side by side as a phone has room for."""
    rows, left = list[list[Item]](), 0.0
    for each in buttons:
        label = each.label or ""
        width = AROUND + LETTER * len(label)
        if not rows or len(rows[-1]) == ABREAST or width > left:
            rows.append([])
            left = COLUMN
        rows[-1].append(each)
        left -= width + GAP
    return list(rows)


def read(message: discord.Message) -> str:
    """Return all the text of a message."""
    shown = discord.ui.LayoutView.from_message(message) if message.flags.components_v2 else None
    texts = [] if shown is None else shown.walk_children()
    said = [item.content for item in texts if isinstance(item, discord.ui.TextDisplay)]
    return "\n".join(part for part in (message.content, *said) if part)


def add_pictures(message: discord.Message, files: Sequence[discord.File]) -> View:
    """Return a message of this form with pictures that were not drawn in time, over what it asks."""
    before = discord.ui.LayoutView.from_message(message).children
    texts = [item for item in before if isinstance(item, discord.ui.TextDisplay)]
    view = View()
    for item in before:
        if item in texts[-1:]:
            for file in files:
                _show(view, f"attachment://{file.filename}", file.description or "")
        view.add_item(item)
    return view


def restate(message: discord.Message, text: str) -> View:
    """Return a message of this form that says this instead of what it told first; without its buttons."""
    return remove_buttons(message, "", text)


def remove_buttons(message: discord.Message, note: str, text: str = "") -> View:
    """Return a message of this form without its buttons.

    `note` takes their place; `text` replaces the first text.
    """
    view = View()
    left = list(message.attachments)
    for item in discord.ui.LayoutView.from_message(message).children:
        if isinstance(item, discord.ui.TextDisplay):
            _say(view, text or item.content)
            text = ""
        elif isinstance(item, discord.ui.MediaGallery):
            for shown in item.items:
                file = left.pop(0)
                _show(view, f"attachment://{file.filename}", shown.description or "")
    _say(view, note)
    return view
