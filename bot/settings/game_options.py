"""The options of a game that has not begun: read, set, shown."""

from __future__ import annotations

import typing
from typing import Literal

from annotated_types import Ge, Le
from pydantic import BaseModel, ValidationError

from bot.language.words import join_names, say
from bot.replies.reply import Refused
from bot.settings import table_options
from bot.settings.game_settings import GameSettings
from db.records import StoredGame
from rules.kernel import Rules
from rules.orders.tokenizer import echoed
from rules.words import printed


def seats_with(rules: Rules, options: str, seats: int) -> str:
    """The options, JSON in and out, for so many players. Raises `Refused` where that can't be."""
    if "seats" not in rules.Options.model_fields:
        number = len(rules.seats(rules.Options.model_validate_json(options)))
        raise Refused(say("seats.fixed", title=rules.TITLE, n=number))
    return set_field(rules, options, "seats", str(seats))


def format_options(rules: Rules, stored: StoredGame) -> str:
    """The options that are not as usual, with their values, in one line."""
    now, settings = rules.Options.model_validate_json(stored.options), GameSettings.of(stored)
    usual, fields = rules.Options(), rules.Options.model_fields
    common = GameSettings(language=settings.language)  # in which all of this is said
    own = {
        field.title or name: getattr(now, name)
        for name, field in fields.items()
        if getattr(now, name) != getattr(usual, name)
    }
    table = {
        name: getattr(settings, name)
        for name in table_options.NAMES
        if name not in fields and getattr(settings, name) != getattr(common, name)
    }
    values = {name: _spoken(value).replace("_", " ") for name, value in (own | table).items()}
    pairs = [say("card.option", name=name, value=value) for name, value in values.items()]
    return say("card.options", options=" · ".join(pairs)) if pairs else say("card.usual")


def list_options(rules: Rules, stored: StoredGame) -> list[str]:
    """Each option with its value and what it means."""
    now = rules.Options.model_validate_json(stored.options)
    meanings = {
        name: printed(field.description or "").read(rules.name)
        for name, field in rules.Options.model_fields.items()
    }
    return [
        say("options.meaning", name=name, value=_spoken(getattr(now, name)), meaning=meanings[name])
        if field.description
        else say("options.line", name=name, value=_spoken(getattr(now, name)))
        for name, field in rules.Options.model_fields.items()
    ] + table_options.list_lines(rules, GameSettings.of(stored))


def list_values(options: type[BaseModel], name: str) -> list[str]:
    """The values that an option may have, as people type them; nothing where they can't be listed."""
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


def set_field(rules: Rules, options: str, name: str, value: str) -> str:
    """The options, JSON in and out, with one set. Raises `Refused` for a value that it can't have."""
    now = rules.Options.model_validate_json(options).model_dump()
    typed = {
        str(literal): literal for literal in typing.get_args(rules.Options.model_fields[name].annotation)
    }
    try:
        return rules.Options.model_validate({**now, name: typed.get(value, value)}).model_dump_json()
    except ValidationError as error:
        allowed = list_values(rules.Options, name)
        why = error.errors()[0]["msg"].removeprefix("Value error, ")
        if allowed and value not in allowed:  # else it does not go together with another option
            why = say("options.may_be", allowed=join_names(allowed, "or"))
        why = why if why[-1] in ".?!" else f"{why}."
        raise Refused(say("options.bad_value", name=name, value=echoed(value), why=why)) from None


def _spoken(value: object) -> str:
    if isinstance(value, bool):
        return say("value.on") if value else say("value.off")
    return say("options.file") if "\n" in str(value) else str(value)
