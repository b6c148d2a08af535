"""Make buttons, lists and forms for Discord.

The id of a button has all that its action needs (`bot.replies.action`). So buttons work after a restart.
Buttons have no callbacks of discord.py. `Durbar.on_interaction` gets every click.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from bot.language.words import join_clauses, say
from bot.orders.trades import Trades
from bot.replies.action import MAX_ABOUT, button
from bot.replies.mark import shorten_key
from bot.replies.reply import ActionButton, Call, EntryForm, FormField
from bot.replies.text import clip_label, cut_text, write_clause
from bot.seating.lobby import Lobby, make_start_buttons
from bot.seating.seats import Seats
from bot.session.loaded_game import list_seats
from bot.settings.game_settings import GameSettings
from db.records import StoredGame
from rules.kernel import SIDE, Option, Rules
from rules.orders.buttons.controls import LONGEST, Menu
from rules.orders.tokenizer import REMARK

LABEL, LINE, CLOSED = 80, 100, 150  # the most characters of a button, of a list's entry, of a closed list
TITLE = 45  # the most characters of the title of a form or of a field
TYPED, ORDER = 500, 1500  # the most characters in a short and in a long field, if a form sets no limit
LOOKS = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
}

Button = discord.ui.Button[Any]
List = discord.ui.Select[Any]


class Unwatched:
    """Buttons or a form that discord.py does not watch. The bot needs only their ids to answer a click.

    discord.py would keep watched buttons in memory. The buttons of a private message would stay there for 15
    minutes.
    """

    def is_finished(self) -> bool:
        """Return True. So discord.py does not wait for clicks."""
        return True


class View(Unwatched, discord.ui.View):
    """Buttons under a message."""


class Form(Unwatched, discord.ui.Modal):
    """Fields to fill in."""


def make_button(made: ActionButton) -> Button:
    """Return a Discord button. A long label is cut and ends with "…"."""
    return discord.ui.Button(
        label=cut_text(made.label, LABEL),
        style=LOOKS[made.look],
        custom_id=made.call.custom_id,
        disabled=made.off,
    )


def make_answer(made: ActionButton) -> Button:
    """Return the button of an answer to a question.

    A long label is cut after a whole word, without "…". A "…" at the end of an answer would mean that another
    question follows.
    """
    return make_button(made._replace(label=clip_label(made.label, LABEL)))


def make_list(call: Call, number: int, menu: Menu) -> List:
    """Return a list of options. The action of `call` gets the keys of the chosen options.

    A remark in a label goes into the small line below the label. Each list of a message needs another
    `number`.
    """
    return discord.ui.Select(
        custom_id=f"{call.custom_id}{number}",
        placeholder=clip_label(menu.label, CLOSED),
        max_values=min(menu.most, len(menu.options)),
        options=[_make_option(option) for option in menu.options],
    )


def _make_option(option: Option) -> discord.SelectOption:
    beside = describe_option(option)
    return discord.SelectOption(
        label=clip_label(REMARK.sub("", option.label), LINE),
        value=shorten_key(option.key),
        description=clip_label(beside, LINE) if beside else None,
    )


def describe_option(option: Option) -> str:
    """Return the small line below an entry: why the entry has no effect, or the remark in its label.

    If the entry has a clause `Option.says`, the line ends with it.
    """
    remark = REMARK.search(option.label)
    said = remark[0].strip(" ():") if remark is not None else ""
    if option.why_idle:
        said = say("idle.line", why=write_clause(option.why_idle))
    return join_clauses(part for part in (said, option.says) if part)


def make_form(form: EntryForm) -> Form:
    """Return a Discord form with lists and text fields. `read_form` reads a form that a person has sent."""
    made = Form(title=clip_label(form.title, TITLE), custom_id=form.reads.custom_id)
    for entry in form.fields:
        made.add_item(discord.ui.Label(text=clip_label(entry.over, TITLE), component=_make_field(entry)))
    return made


def _make_field(entry: FormField) -> List | discord.ui.TextInput[Any]:
    if not entry.options:
        return discord.ui.TextInput(
            custom_id=entry.key,
            style=discord.TextStyle.paragraph if entry.long else discord.TextStyle.short,
            placeholder=entry.hint or None,
            default=entry.text or None,
            required=entry.needed,
            max_length=entry.most or (ORDER if entry.long else TYPED),
        )
    shown = [
        discord.SelectOption(
            label=clip_label(option.label[:1].upper() + option.label[1:], LINE),
            value=option.key,
            default=place == entry.chosen,
        )
        for place, option in enumerate(entry.options[:LONGEST])
    ]
    return discord.ui.Select(custom_id=entry.key, options=shown)


def read_form(data: Any) -> dict[str, str]:
    """Return what a person chose or typed in a form: `{key of the field: text}`.

    `data` is the data of Discord's interaction.
    """
    fields = [row["component"] for row in data.get("components", ())]
    return {each["custom_id"]: (each.get("values") or [each.get("value") or ""])[0] for each in fields}


def list_ids(message: discord.Message) -> list[str]:
    """Return the ids of the buttons and lists under a message."""
    items = (item for row in message.components for item in getattr(row, "children", ()))
    return [each for item in items if (each := getattr(item, "custom_id", None))]


def make_button_view(buttons: Iterable[ActionButton]) -> View:
    """Return a view with these buttons."""
    view, made = View(), [make_button(each) for each in buttons]
    keep_one_colour(made)
    for each in made:
        view.add_item(each)
    return view


def keep_one_colour(items: Iterable[object]) -> None:
    """Make all buttons grey except one: the first enabled green button, else the first enabled blue button.

    Links don't change.
    """
    buttons = [item for item in items if isinstance(item, discord.ui.Button)]
    greens, blues = (
        [each for each in buttons if each.style == LOOKS[look] and not each.disabled]
        for look in ("good", "main")
    )
    kept = next(iter([*greens, *blues]), None)
    for each in buttons:
        if each is not kept and each.style != discord.ButtonStyle.link:
            each.style = LOOKS["plain"]


def make_offer_view(game: int, offers: Iterable[str], others: Iterable[ActionButton] = ()) -> View:
    """Return a view with a button for these proposals, and the buttons `others`.

    The button shows the possible answers to the proposals. If the proposals are too long for the button's id,
    the button shows the answers to all open proposals.
    """
    replies = Trades.reply.call(game, *(key.removeprefix(SIDE) for key in offers))
    if len(replies.about) > MAX_ABOUT:
        replies = Trades.reply.call(game)
    return make_button_view([button(replies, say("button.reply"), "main"), *others])


def make_card_view(rules: Rules, stored: StoredGame) -> View:
    """Return the buttons of a lobby's card: a button for each free seat. A full lobby gets start buttons.

    Once a person has a seat, one more button gives the first free seat to a bot player. If several seats are
    free, yet another button gives them all to bot players. That button comes first.
    """
    free = [key for key in list_seats(rules, stored) if stored.seat(key) is None]
    found = [
        button(Lobby.join.call(key, stored.id), say("button.join", seat=rules.name(key)), "main")
        for key in free
    ]
    if free and any(not seat.level for seat in stored.seats):
        label = say("button.bot", seat=rules.name(free[0]))
        found.append(button(Seats.seat_bot.call(free[0], game_id=stored.id), label, "main"))
        if len(free) > 1:
            found.insert(0, button(Seats.fill_lobby.call(stored.id), say("button.bots"), "main"))
    if not free:
        found += make_start_buttons(stored.id, GameSettings.of(stored))
    return make_button_view(found)
