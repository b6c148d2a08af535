"""Write the reference pages that come from the code: `python -m tools.reference` (`make reference`).

Each page depends only on the code, so a test can compare the page with its file in docs/reference.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from babel.messages.pofile import read_po
from discord import app_commands
from discord.ext import commands
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

import bot.discord_app
import rules
from bot.cli.arguments import make_parser
from bot.discord_app.environment import Environment
from rules.loading.games import GAMES, OWN
from tools.terms import TERMS

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
WIDTH = 120
NOTE = "<!-- `make reference` writes this page from the code: change the code, not the page. -->"


def write_all() -> list[str]:
    """Write each page that is out of date; return the names of these pages."""
    stale = [name for name, page in PAGES.items() if not is_current(name, page())]
    for name in stale:
        (FOLDER / name).write_text(PAGES[name](), encoding="utf-8")
    return stale


def is_current(name: str, text: str) -> bool:
    """Return whether the file in docs/reference has this text."""
    file = FOLDER / name
    return file.exists() and file.read_text(encoding="utf-8") == text


def _page(title: str, lead: str, parts: Iterator[str]) -> str:
    return "\n".join([f"# {title}", "", NOTE, "", textwrap.fill(lead, WIDTH), "", *parts]).rstrip() + "\n"


def _item(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=f"{indent}- ", subsequent_indent=f"{indent}  ", break_on_hyphens=False
    )


# ---------------------------------------------------------------------- slash commands


def slash_commands() -> str:
    """Return the page of all slash commands."""
    lead = (
        "This page lists what you can type on Discord. A command is about the game of the channel or thread "
        "where you type it. You may leave out what is in [brackets]."
    )
    return _page("Slash commands", lead, _by_command())


def _by_command() -> Iterator[str]:
    for info in pkgutil.walk_packages(bot.discord_app.__path__, f"{bot.discord_app.__name__}."):
        importlib.import_module(info.name)
    found: dict[str, list[str]] = {}
    for cog in _cogs(commands.Cog):
        named = sorted(cog.__cog_app_commands__, key=lambda each: each.name)
        if cog.__cog_is_app_commands_group__:
            group = str(cog.__cog_group_name__)
            inner = [line for each in named for line in _slash_command(each, f"### /{group} ")]
            found[group] = [f"## /{group}\n", f"{_capital(str(cog.__cog_group_description__))}.\n", *inner]
        else:
            found |= {each.name: [*_slash_command(each, "## /")] for each in named}
    for name in sorted(found):
        yield from found[name]


def _cogs(base: type[commands.Cog]) -> Iterator[type[commands.Cog]]:
    """Yield Durbar's classes of commands, without those of other packages."""
    for cog in base.__subclasses__():
        if cog.__module__.startswith("bot."):
            yield cog
        yield from _cogs(cog)


def _slash_command(
    command: app_commands.Command[Any, ..., Any] | app_commands.Group, heading: str
) -> Iterator[str]:
    if isinstance(command, app_commands.Group):
        for each in sorted(command.commands, key=lambda inner: inner.name):
            yield from _slash_command(each, f"{heading}{command.name} ")
        return
    yield f"{heading}{command.name}\n"
    yield f"{_capital(str(command.description))}.\n"
    for parameter in command.parameters:
        name = f"`{parameter.display_name}`" if parameter.required else f"[`{parameter.display_name}`]"
        choices = ", ".join(f"`{choice.name}`" for choice in parameter.choices)
        yield _item(f"{name}: {parameter.description}" + (f" ({choices})" if choices else ""))
    if command.parameters:
        yield ""


# ---------------------------------------------------------------------- the command line


def command_line() -> str:
    """Return the page of all subcommands of `durbar`."""
    lead = (
        "This page lists what you can type at a terminal. `make venv` puts `durbar` into `.venv/bin` of "
        'Durbar\'s folder. In that folder, type `export PATH="$PWD/.venv/bin:$PATH"` once in each terminal. '
        "The container has `durbar` on its path already. You may leave out what is in [brackets]. Exit code "
        "0 means that the command worked. 1 means that a check found something wrong. 2 means that the "
        "command can't do what you asked."
    )
    return _page("The command line", lead, _subcommands(make_parser(), "durbar"))


def _subcommands(whole: argparse.ArgumentParser, name: str) -> Iterator[str]:
    subcommands = [action for action in whole._actions if isinstance(action, argparse._SubParsersAction)]
    left_out = (argparse._HelpAction, argparse._SubParsersAction)
    taken = [action for action in whole._actions if not isinstance(action, left_out)]
    if taken or not subcommands:
        yield from _subcommand(whole, name, taken)
    for action in subcommands:
        for word, each in action.choices.items():
            yield from _subcommands(each, f"{name} {word}")


def _subcommand(whole: argparse.ArgumentParser, name: str, taken: list[argparse.Action]) -> Iterator[str]:
    yield f"## {name}\n"
    yield f"{textwrap.fill(_capital(whole.description or ''), WIDTH)}.\n"
    yield from (_item(_argument(action)) for action in taken)
    if taken:
        yield ""


def _argument(action: argparse.Action) -> str:
    value = str(action.metavar or (action.dest.upper() if action.nargs != 0 else ""))
    if action.option_strings:
        name = f"`{', '.join(action.option_strings)}{f' {value}' if value and action.nargs != 0 else ''}`"
    else:
        name = f"`{value}`"
    if not action.required or action.nargs == "?":
        name = f"[{name}]"
    said = (action.help or "") % {"default": action.default}
    said = said.replace(", ".join(GAMES), ", ".join(OWN))  # the page names no game of an installed package
    # a range is left out here, because the help shows its first and last number
    if action.choices is not None and not isinstance(action.choices, range):
        choices = ", ".join(f"`{each}`" for each in action.choices)
        said = f"{said} ({choices})" if said else choices
    return f"{name}: {said}" if said else name


# ---------------------------------------------------------------------- settings


def settings() -> str:
    """Return the page of all settings of the bot."""
    lead = (
        "The bot reads its settings from environment variables and nothing else. It logs nothing secret. "
        "If a setting is wrong, the bot does not start, and prints one line that says what is wrong."
    )
    return _page("Settings of a bot", lead, _settings())


def _settings() -> Iterator[str]:
    yield "| variable | default | meaning |"
    yield "|---|---|---|"
    for name, field in Environment.model_fields.items():
        choices = f" ({_values(field)})" if get_origin(field.annotation) is Literal else ""
        yield f"| `DURBAR_{name.upper()}` | {_default(field.default)} | {field.description}{choices} |"


def _default(value: Any) -> str:
    if value is None or value is PydanticUndefined:
        return "none"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


# ---------------------------------------------------------------------- the games, their words


def _our_games() -> dict[str, Any]:
    """Return the games of this repository, without those of installed packages."""
    return {key: GAMES[key] for key in OWN}


def order_words() -> str:
    """Return the page of names: for each game, its seats, options and levels, and the words in its orders."""
    lead = (
        "For each game, this page lists the seats, the options, the bot players, and what you may type for "
        "places and pieces. The beginning of a word is enough. [Orders](orders.md) says how to put "
        "an order together."
    )
    return _page("Names and options of each game", lead, _games())


def _games() -> Iterator[str]:
    for key, game in _our_games().items():
        yield f"## {game.TITLE}\n"
        yield f"The command line calls it `{key}`.\n"
        yield _item("Seats: " + ", ".join(f"`{seat}`" for seat in game.seats(game.Options())))
        yield _item("Bot players: " + ", ".join(f"`{level}`" for level in ("random", *game.BOT_PLAYERS)))
        if acts := game.EXTRAS.trades.words:
            yield _item("At any time: " + ", ".join(f"`{word}`" for word in sorted(acts)))
        yield ""
        yield "| option | values | default | meaning |"
        yield "|---|---|---|---|"
        for name, field in game.Options.model_fields.items():
            yield f"| `{name}` | {_values(field)} | {_default(field.default)} | {field.description} |"
        yield ""
        typed = {each: [*game.aliases(each)] for each in game.EXTRAS.languages.names() if each[0].isalpha()}
        typed = {each: also for each, also in typed.items() if also}
        if typed:
            yield "| name | also typed |"
            yield "|---|---|"
            for each, also in typed.items():
                yield f"| {game.name(each)} | {', '.join(f'`{word}`' for word in also)} |"
            yield ""


def _values(field: FieldInfo) -> str:
    if get_origin(field.annotation) is Literal:
        return ", ".join(f"`{each}`" for each in get_args(field.annotation))
    if field.annotation is bool:
        return "`true`, `false`"
    bounds = {type(bound).__name__: bound for bound in field.metadata}
    if {"Ge", "Le"} <= bounds.keys():
        return f"`{bounds['Ge'].ge}` to `{bounds['Le'].le}`"
    return "a text"


# ---------------------------------------------------------------------- terms


def terms() -> str:
    """Return the page of terms in English and French: first the program's terms, then each game's terms."""
    lead = (
        "Durbar uses one word for one thing, in code, on screens and in these pages. This page lists these "
        "words in English and French. The words of the games come from their catalogues."
    )
    return _page("Terms", lead, _terms())


def _terms() -> Iterator[str]:
    yield "## The program\n"
    yield "| English | French | meaning |"
    yield "|---|---|---|"
    for english, french, meaning in TERMS:
        yield f"| {english} | {french} | {meaning} |"
    yield ""
    for key, game in _our_games().items():
        yield f"## {game.TITLE}\n"
        yield "| English | French |"
        yield "|---|---|"
        yield from sorted(set(_translate(key, game)), key=lambda row: (row.casefold(), row))
        yield ""


def _translate(key: str, game: Any) -> Iterator[str]:
    # left out: singulars, numbered things, nouns used as adjectives
    forms = re.compile(r"1-.*|.*-\d+|.*-units")
    names = {name for name in game.EXTRAS.languages.names() if not forms.fullmatch(name)} | {"glossary"}
    file = Path(rules.__file__).parent / key / "fr" / "rules.po"
    with file.open("rb") as text:
        for message in read_po(text):
            if message.context in names and message.string:
                yield f"| {_first(message.id)} | {_first(message.string)} |"


def _first(text: Any) -> str:
    """Return the first form of a text. A term's name is its first form."""
    return str(text if isinstance(text, str) else text[0]).split("|")[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".")


PAGES: Mapping[str, Callable[[], str]] = {
    "commands.md": slash_commands,
    "command-line.md": command_line,
    "settings.md": settings,
    "order-words.md": order_words,
    "terms.md": terms,
}

if __name__ == "__main__":
    for name in write_all():
        print(f"docs/reference/{name}", file=sys.stderr)
