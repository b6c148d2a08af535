"""Set and describe the options of a game: what its rules leave to choose before the start.

The rules read the options, and the published hash of a game covers them, so they never change after the
start. What a table can change later is a setting (`bot.settings.game_settings`).
"""

from __future__ import annotations

import typing
from typing import Literal

from annotated_types import Ge, Le
from pydantic import BaseModel, ValidationError

from bot.language.words import join_names, say
from bot.replies.reply import Refused
from rules.kernel import Rules
from rules.orders.tokenizer import echo
from rules.players.outlook import is_certain
from rules.words import mark_text

SEATS = "seats"  # the option for the number of players


def draws_sides(rules: Rules, options: str) -> bool:
    """Return whether chance decides which seat plays which side. Options are JSON text."""
    return rules.EXTRAS.draws_sides(rules.Options.model_validate_json(options))


def has_luck(rules: Rules, options: str) -> bool:
    """Return whether dice or cards decide anything: in play, or only who plays which side.

    Options are JSON text. A seal proves what the dice and cards decide.
    """
    return not is_certain(rules) or draws_sides(rules, options)


def set_seats(rules: Rules, options: str, seats: int) -> str:
    """Return the options with this number of players. Options are JSON text. Raises `Refused`."""
    if SEATS not in rules.Options.model_fields:
        number = len(rules.seats(rules.Options.model_validate_json(options)))
        raise Refused(say("seats.fixed", title=rules.TITLE, n=number))
    return set_option(rules, options, SEATS, str(seats))


def set_option(rules: Rules, options: str, name: str, value: str) -> str:
    """Return the options with one value set. Options are JSON text. Raises `Refused`."""
    now = rules.Options.model_validate_json(options).model_dump()
    typed = {
        str(literal): literal for literal in typing.get_args(rules.Options.model_fields[name].annotation)
    }
    try:
        return rules.Options.model_validate({**now, name: typed.get(value, value)}).model_dump_json()
    except ValidationError as error:
        allowed = list_option_values(rules.Options, name)
        why = error.errors()[0]["msg"].removeprefix("Value error, ")
        if allowed and value not in allowed:  # for an allowed value, `why` names the conflict
            why = say("options.may_be", allowed=join_names(allowed, "or"))
        why = why if why[-1] in ".?!" else f"{why}."
        raise Refused(say("options.bad_value", name=name, value=echo(value), why=why)) from None


def list_option_values(options: type[BaseModel], name: str) -> list[str]:
    """Return the values of an option of the rules, as people type them; none if there is no fixed list."""
    field = options.model_fields.get(name)
    if field is None:
        return []
    if field.annotation is bool:
        return ["on", "off"]
    if typing.get_origin(field.annotation) is Literal:
        return [str(value) for value in typing.get_args(field.annotation)]
    bounds = {type(bound): bound for bound in field.metadata}
    if field.annotation is int and Ge in bounds and Le in bounds:
        return [str(value) for value in range(bounds[Ge].ge, bounds[Le].le + 1)]
    return []


def describe_option(rules: Rules, name: str, value: object) -> str:
    """Return the value of an option in a few words: the game's words for it, or its title and the value."""
    field = rules.Options.model_fields[name]
    if words := find_words(rules, name, value):
        return mark_text(words).read(rules.name)
    title = mark_text(field.title).read(rules.name) if field.title else name
    return say("card.option", name=title, value=format_option(value).replace("_", " "))


def find_words(rules: Rules, name: str, value: object) -> str:
    """Return the game's words for the value of an option; "" if it has none."""
    extra = rules.Options.model_fields[name].json_schema_extra
    words = extra.get(str(value)) if isinstance(extra, dict) else None
    return words if isinstance(words, str) else ""


def format_option(value: object) -> str:
    """Return the value of an option in words."""
    if isinstance(value, bool):
        return say("value.on") if value else say("value.off")
    return say("options.file") if "\n" in str(value) else str(value)
