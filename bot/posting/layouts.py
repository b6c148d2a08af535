"""Lay out messages for one screen of a phone: a picture, a question, its answers, and the tools at the end.

Blue buttons continue an order, green buttons commit it, and all other buttons are grey. These messages are
layouts (Discord's Components V2). A layout has no content; its texts and pictures are components. A message
with plain content can become a layout, but a layout can't become a message with content. Old versions of the
bot sent plain content.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.analysis.hints import Analysis
from bot.language.words import say
from bot.learning.lessons import LessonService
from bot.learning.more import More
from bot.orders.order_form import OrderForm
from bot.orders.own_question import OwnQuestion
from bot.orders.service import OrderService
from bot.orders.undo_requests import UndoRequests
from bot.posting.buttons import (
    Button,
    List,
    Unwatched,
    keep_one_colour,
    make_answer,
    make_button,
    make_list,
)
from bot.posting.pictures import Drawing
from bot.replies.action import button
from bot.replies.panel import SCREEN, Panel
from bot.replies.reply import ActionButton, Look, Reply
from bot.replies.rows import count_rows as rows_of
from bot.replies.text import MAX_TEXT, add_number, cut_text
from bot.story.leads import add_below_result as add_line_below
from bot.views.whatif import WhatIf
from rules.asking import DONE
from rules.kernel import Option
from rules.orders.buttons.controls import CLOSED, LONGEST, Control, Menu, count_usable
from rules.words import cut_question

COLUMN = 326  # the width of a message in pixels on a phone with a width of 390 pixels
SCREENFUL = 605  # the height in pixels of a message that fits on a phone's screen with Discord's own lines
WHOLE_SCREEN = 746  # the most pixels of a message: the whole screen below the header and the name
LINE, BUTTONS, LIST = 22, 40, 46  # the height in pixels of a line of text, of a row of buttons, of a list
FLATTEST = 0.4  # the least height of a picture, as a part of its width, if the message fits on the screen
THINNEST = 0.3  # the least height of a picture, as a part of its width, if the message is too long
LETTER, AROUND, GAP = 8.2, 32, 8  # the width in pixels of a button's letter, of its edges, of a gap
ABREAST = 5  # the most buttons side by side
HINT = Analysis.hint.call().verb
NEAREST = OrderForm.enter_nearest.call("").verb
TEXTS = 4000  # the most characters in all texts of a message
TEXT_BYTES = 5000  # the most bytes of a text; if 2 texts together have about 10,170, Discord fails (HTTP 500)

Item = discord.ui.Item[Any]


class View(Unwatched, discord.ui.LayoutView):
    """A message with texts, pictures and buttons in any order."""


def make_layout(
    above: str, pictures: Sequence[discord.File], below: str, rows: Iterable[Sequence[Item]] = ()
) -> View:
    """Return a message: a text, pictures, a second text, and rows of buttons or lists."""
    view = View()
    _add_text(view, _cut_bytes(cut_text(above, TEXTS // 2)))
    for file in pictures:
        _add_picture(view, f"attachment://{file.filename}", file.description or "")
    _add_text(view, _cut_bytes(cut_text(below, TEXTS // 2)))
    kept = [[*row] for row in rows]
    keep_one_colour(item for row in kept for item in row)
    for row in kept:
        view.add_item(discord.ui.ActionRow(*row))
    return view


def _cut_bytes(text: str) -> str:
    """Cut a text to at most `TEXT_BYTES` bytes. In some scripts, a letter has several bytes."""
    if len(text.encode()) <= TEXT_BYTES:
        return text
    return text.encode()[: TEXT_BYTES - len("…".encode())].decode(errors="ignore") + "…"


def _add_text(view: View, text: str) -> None:
    if text:
        view.add_item(discord.ui.TextDisplay[Any](text))


def _add_picture(view: View, url: str, alt: str) -> None:
    item = discord.MediaGalleryItem(url, description=alt or None)
    view.add_item(discord.ui.MediaGallery[Any](item))


def lay_out_answer(answer: Reply, drawing: Drawing | None) -> tuple[View, list[discord.File]]:
    """Return the layout of a private answer, and the files to send with the message.

    If the answer asks a question, the picture comes first, and the text comes right above the buttons. But a
    picture with the answers' numbers comes right below the question, so that it is seen with the buttons.
    """
    files = [] if drawing is None else drawing.list_files()
    panel = answer.panel
    if panel is not None and answer.view is not None:
        panel = replace(panel, picture="")  # the picture of the answer's view has no numbers
    if panel is None:
        view = make_layout(answer.text, files, "", _make_rows(answer))
    else:
        above, below = write_question(answer, panel)
        if not panel.picture:
            above, below = "", _join_lines(above, below)
        view = make_layout(above, files, below, make_panel_rows(panel, answer.buttons))
    if answer.file is not None:
        name, content = answer.file
        files.append(discord.File(io.BytesIO(content.encode()), name))
        view.add_item(discord.ui.File[Any](f"attachment://{files[-1].filename}"))
    return view, files


def _make_rows(answer: Reply) -> list[Sequence[Item]]:
    """Return the rows of lists and buttons for an answer that asks no question of the game."""
    lists = [
        [make_list(each.call, place, Menu(each.label, tuple(each.options[:LONGEST])))]
        for place, each in enumerate(answer.lists)
    ]
    together = pack_buttons(make_button(each) for each in answer.buttons if not each.apart)
    apart = pack_buttons(make_button(each) for each in answer.buttons if each.apart)
    return [*lists, *together, *apart]


def find_tallest(answer: Reply) -> float:
    """Return the greatest height of an answer's picture (divided by its width) that fits on a screen."""
    return max(FLATTEST, (SCREENFUL - _count_taken(answer)) / COLUMN)


def find_limit(answer: Reply) -> float:
    """Return the greatest height of an answer's picture (divided by its width) that is allowed at all."""
    return max(THINNEST, find_room(answer))


def find_room(answer: Reply) -> float:
    """Return the height that a screen has left for an answer's picture, divided by the picture's width.

    The height is negative if the text and the buttons alone are too high.
    """
    return (WHOLE_SCREEN - _count_taken(answer)) / COLUMN


def _count_taken(answer: Reply) -> int:
    """Return the height in pixels of an answer's text and buttons."""
    panel = answer.panel
    if panel is None:
        text, rows = answer.text, _make_rows(answer)
    else:
        text = _join_lines(*write_question(answer, panel))
        rows = make_panel_rows(panel, answer.buttons)
    taken = sum(LINE * rows_of(line) for line in text.splitlines())
    return taken + sum(LIST if isinstance(row[0], discord.ui.Select) else BUTTONS for row in rows)


def lay_out_post(
    story: str,
    asks: str,
    drawings: Mapping[str, Drawing],
    panel: Panel | None,
    buttons: Sequence[ActionButton] = (),
) -> tuple[View, list[discord.File]]:
    """Return a post's layout (what happened, the board, the question, the answers), and its files.

    Illegal answers that the text names have no buttons, so that the board gets more room. `buttons` are more
    tools.
    """
    files = [drawing.file(name) for name, drawing in drawings.items()]
    rows = pack_buttons(map(make_button, buttons))
    if panel is not None:
        rows = [*make_answer_rows(panel.named), *pack_buttons(_make_public_tools(panel, buttons))]
    return make_layout(
        story, files, _join_lines(asks, *([] if panel is None else [panel.clauses, panel.barred])), rows
    ), files


def write_question(answer: Reply, panel: Panel) -> tuple[str, str]:
    """Return the answer's text with the question, and the lines on what the question's answers bring."""
    question = "" if panel.question in answer.text else panel.question
    told = _join_lines(cut_text(answer.text, MAX_TEXT), question)
    return told, _join_lines(panel.clauses, panel.barred)


def _join_lines(*texts: str) -> str:
    return "\n".join(text for text in texts if text)


def make_panel_rows(panel: Panel, buttons: Sequence[ActionButton] = ()) -> list[Sequence[Item]]:
    """Return the rows of a panel: answers, the confirming button, changes of filled-in answers, tools.

    If an order was refused, buttons with the most similar legal orders come first.
    """
    nearest = [each for each in buttons if each.verb == NEAREST]
    buttons = [each for each in buttons if each.verb != NEAREST]
    undo = LessonService.undo if panel.lesson else UndoRequests.undo
    change = LessonService.change if panel.lesson else OrderService.change
    tools = _make_main_buttons(buttons)
    if panel.undo:
        label = say("button.undo_step" if panel.restart else "button.undo")
        if not (panel.draft or panel.lesson):
            label = say("button.undo_played")
        tools.append(make_answer(button(undo.call(panel.mark), label)))
    if panel.restart:
        drop = LessonService.drop if panel.lesson else OrderService.drop
        tools.append(make_answer(button(drop.call(panel.mark), say("button.drop"))))
    if panel.rest:
        label = say("button.steps" if panel.rest == "steps" else "button.rest")
        plain = LessonService.plain.call(panel.mark) if panel.lesson else OrderService.plain.call()
        tools.append(make_answer(button(plain, label)))
    tools += [make_button(each) for each in buttons if each.look != "main"]
    others = sum(map(bool, (panel.own, panel.take, panel.confirm))) + len(nearest)
    room = SCREEN - count_usable(panel.controls) - others - (panel.change is not None)
    tools = _fit_tools(tools, panel, room) if panel.draft or panel.controls else tools[:room]
    changes = [] if panel.change is None else [[make_list(change.call(panel.mark), 0, panel.change)]]
    guesses = pack_buttons([make_button(each) for each in nearest])
    return [*guesses, *make_answer_rows(panel), *changes, *pack_buttons(tools)]


def make_answer_rows(panel: Panel) -> list[Sequence[Item]]:
    """Return the rows of answers, then the confirming button. Buttons stand side by side if they fit."""
    mark, rows, abreast = panel.mark, list[Sequence[Item]](), list[Button]()
    ranges = find_ranges(panel)
    for index, control in enumerate(panel.controls):
        if isinstance(control, Menu):
            control = control._replace(label=_label_list(control.label, panel.question, ranges.get(index)))
        item = _make_control(control, panel, index)
        if isinstance(item, discord.ui.Button):
            abreast.append(item)
            continue
        rows += [*pack_buttons(abreast), [item]]
        abreast = []
    if panel.own:
        look: Look = "plain" if panel.draft else "main"  # "plain" under a refusal; "main" for the only button
        abreast.append(make_answer(button(OwnQuestion.show.call(mark.game), panel.own, look)))
    if panel.take:
        abreast.append(make_answer(button(WhatIf.take.call(mark), panel.take, "main")))
    if panel.confirm:
        confirm = LessonService.confirm if panel.lesson else OrderService.confirm
        abreast.append(make_answer(button(confirm.call(mark, panel.signature), panel.confirm, "good")))
    return [*rows, *pack_buttons(abreast)]


def _make_public_tools(panel: Panel, buttons: Sequence[ActionButton]) -> list[Button]:
    """Return the tools under a post, as many as fit on a screen.

    If room is short, keep the hint, and leave out other tools.
    """
    room = SCREEN - count_usable(panel.controls) - bool(panel.own)
    hints = [make_button(each) for each in buttons if each.verb == HINT]
    tools = _make_main_buttons(buttons)
    tools[max(0, room - 1 - len(hints)) :] = []
    tools += hints
    if panel.controls:
        # If no answer or tool has a colour, this button gets one: the way on is to read the explanation. But
        # lists say themselves what their entries bring.
        listed = all(isinstance(control, Menu) or control.key.endswith(DONE) for control in panel.controls)
        look: Look = "plain" if listed or _has_colour(panel, tools) else "main"
        tools.append(make_answer(button(More.explain_answers.call(), say("button.legal"), look)))
    if panel.undo:
        tools.append(make_answer(button(UndoRequests.undo.call(panel.mark), say("button.undo_played"))))
    tools += [make_button(each) for each in buttons if each.look != "main" and each.verb != HINT]
    return _fit_tools(tools, panel, room)


def _fit_tools(tools: Sequence[Button], panel: Panel, room: int) -> list[Button]:
    """Return at most `room` tools. The last one is the button that opens all tools.

    It has no colour: the way on is an answer, and a colour would lead away from the answers.
    """
    tools_of = LessonService.tools if panel.lesson else More.show_menu
    more = button(tools_of.call(panel.mark.game), say("button.look"))
    return [*tools[: room - 1], make_answer(more)] if room > 0 else []


def _has_colour(panel: Panel, tools: Sequence[Button]) -> bool:
    """Return whether a button of the panel or a tool has a colour."""
    own = panel.own and not panel.draft
    coloured = any(tool.style is not discord.ButtonStyle.secondary for tool in tools)
    return bool(panel.main or own or panel.take or panel.confirm) or coloured


def _make_main_buttons(buttons: Sequence[ActionButton]) -> list[Button]:
    """Return the buttons with the look "main". They come right below the answers."""
    return [make_button(each) for each in buttons if each.look == "main"]


def _make_control(control: Control, panel: Panel, index: int) -> Button | List:
    printed = panel.printed
    if isinstance(control, Menu):
        options = _sort_numbered(control.options, panel.numbers)
        numbered = tuple(
            option if option.key not in printed else _number_option(option, printed[option.key])
            for option in options
        )
        pick = LessonService.pick if panel.lesson else OrderService.pick
        return make_list(pick.call(panel.mark), index, control._replace(options=numbered))
    label = control.label if control.key not in printed else add_number(printed[control.key], control.label)
    click = LessonService.click if panel.lesson else OrderService.click
    look: Look = "main" if control.key == panel.main else "plain"
    made = button(click.call(panel.mark, control.key), label, look, off=bool(control.why_not))
    return make_answer(made)


def find_ranges(panel: Panel) -> dict[int, tuple[int, int]]:
    """Return the numbers in each list: `{index of the list's control: (first number, last number)}`.

    The numbers are those in the picture. Return {} if one list has all numbers, if two lists share a number,
    if a list has fewer than 2 numbers, or if a list's numbers have gaps.
    """
    menus = [(index, each) for index, each in enumerate(panel.controls) if isinstance(each, Menu)]
    held = {
        index: sorted({panel.numbers[each.key] for each in menu.options if each.key in panel.numbers})
        for index, menu in menus
    }
    every = [number for numbers in held.values() for number in numbers]
    runs = all(
        len(numbers) > 1 and numbers == [*range(numbers[0], numbers[-1] + 1)] for numbers in held.values()
    )
    if not runs or len(set(every)) < len(every) or (len(held) == 1 and len(every) == len(panel.marks)):
        return {}
    return {index: (numbers[0], numbers[-1]) for index, numbers in held.items()}


def _label_list(label: str, question: str, numbers: tuple[int, int] | None) -> str:
    """Return the label of a closed list. `numbers` are the first and the last number in a list of numbers.

    A phone shows the first `CLOSED` characters. If the rest of a long label stands in the question above, the
    label only says to choose.
    """
    shortened = _shorten_list_label(label, question)
    found = _number_list(shortened, numbers)
    if len(found) > CLOSED and shortened.lower() in question.lower():
        return _number_list(say("list.choose"), numbers)
    return found


def _number_list(label: str, numbers: tuple[int, int] | None) -> str:
    if numbers is None:
        return label
    return say("list.numbers", first=numbers[0], last=numbers[1], label=label)


def _shorten_list_label(label: str, question: str) -> str:
    """Return the label of a closed list, shortened if it is too long for a phone.

    A shortened label leaves out the text after the question ("Against you: 6 4."), or titles that are in the
    question above.
    """
    if len(label) <= CLOSED:
        return label
    if (asked := cut_question(label)) != label and label in question:
        return asked
    *titles, rest = label.split(": ")
    if not titles:
        return label
    left = ": ".join([*(title for title in titles if f"{title}: " not in question), rest])
    return left[:1].upper() + left[1:]


def _sort_numbered(options: Sequence[Option], numbers: Mapping[str, int]) -> list[Option]:
    """Sort the options of a list by their numbers. Options without a number keep their places."""
    rising = iter(
        sorted((each for each in options if each.key in numbers), key=lambda each: numbers[each.key])
    )
    return [next(rising) if each.key in numbers else each for each in options]


def _number_option(option: Option, number: int) -> Option:
    return replace(option, label=add_number(number, option.label))


def pack_buttons(buttons: Iterable[Button]) -> list[Sequence[Item]]:
    """Return buttons in rows. A row has as many buttons as fit on a phone."""
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
    """Return the whole text of a message."""
    shown = discord.ui.LayoutView.from_message(message) if message.flags.components_v2 else None
    texts = [] if shown is None else shown.walk_children()
    said = [item.content for item in texts if isinstance(item, discord.ui.TextDisplay)]
    return "\n".join(part for part in (message.content, *said) if part)


def add_pictures(message: discord.Message, files: Sequence[discord.File]) -> View:
    """Return the layout of a message with added pictures. They stand above its last text, the question."""
    before = discord.ui.LayoutView.from_message(message).children
    texts = [item for item in before if isinstance(item, discord.ui.TextDisplay)]
    view = View()
    for item in before:
        if item in texts[-1:]:
            for file in files:
                _add_picture(view, f"attachment://{file.filename}", file.description or "")
        view.add_item(item)
    return view


def add_below_result(message: discord.Message, line: str) -> View:
    """Return the layout of a game's end with `line` added below the first line of the first text."""
    view, first, left = View(), True, list(message.attachments)
    for item in discord.ui.LayoutView.from_message(message).children:
        if isinstance(item, discord.ui.TextDisplay) and first:
            _add_text(view, cut_text(add_line_below(item.content, line), TEXTS // 2))
            first = False
        elif isinstance(item, discord.ui.MediaGallery):
            for shown in item.items:
                _add_picture(view, f"attachment://{left.pop(0).filename}", shown.description or "")
        else:
            view.add_item(item)
    return view


def restate(message: discord.Message, text: str) -> View:
    """Return the layout of a message with `text` as its first text, and without buttons."""
    return remove_buttons(message, "", text)


def remove_buttons(message: discord.Message, note: str, text: str = "") -> View:
    """Return the layout of a message without its buttons.

    `note` takes their place. A `text` replaces the first text.
    """
    view = View()
    left = list(message.attachments)
    for item in discord.ui.LayoutView.from_message(message).children:
        if isinstance(item, discord.ui.TextDisplay):
            _add_text(view, text or item.content)
            text = ""
        elif isinstance(item, discord.ui.MediaGallery):
            for shown in item.items:
                file = left.pop(0)
                _add_picture(view, f"attachment://{file.filename}", shown.description or "")
    _add_text(view, note)
    return view


def replace_buttons(sent: View, note: str) -> View:
    """Return the layout of a sent message with a note in place of its buttons. Its files stay."""
    view = View()
    for item in sent.children:
        if not isinstance(item, discord.ui.ActionRow):
            view.add_item(item)
    _add_text(view, note)
    return view
