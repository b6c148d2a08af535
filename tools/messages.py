"""Update translation templates and catalogues from the source: `python -m tools.messages`.

The templates of games are generated from their source. frames.pot and slash.pot are written by hand. Each
catalogue gets the sentences that are new in its template, without a translation. It loses the sentences that
are gone from its template. If an English sentence has changed only a little, its translation stays and is
marked fuzzy until somebody checks it. If you give the code of a language ("de"), the program creates all
missing catalogues of this language. `--game KEY` updates the catalogues of an installed game, in the folder
of its package, and no others.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

import bot.language
import render
import rules
import web
from bot.language.game_language import COMMON, RULES, WORD
from bot.language.grammar import FORM
from rules.documents import list_reference_lines
from rules.face import find_package
from rules.kernel import Rules
from rules.lessons.aid import list_aid_titles
from rules.lessons.lesson import read_course
from rules.lessons.newcomer import FILE, find_newcomer
from rules.lessons.puzzle import IDEAS, load_ideas
from rules.loading.games import GAMES, OWN
from rules.loading.table_names import FILE as NAMES
from rules.loading.table_names import list_table_names
from rules.words import Text
from tools.rule_sentences import Source, list_shared

BOT_TEXTS = Path(bot.language.__file__).parent
GAMES_HERE = Path(rules.__file__).parent
EXAMPLE = Path(__file__).parents[1] / "examples" / "mela"  # its catalogues are updated too
IN_PACKAGES = {"say": 0, "Words": 0, "Phrase": 0}  # like `SAYING`; a package gives `Words` to `tell`
HEAD = """\
# Durbar: {title}
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
Message = tuple[str, Text]  # the context of an English text, and the text


@cache
def read_rules() -> Source:
    """Return the source of the rules, to find sentences in it."""
    return Source(GAMES_HERE)


@cache
def read_painters() -> Source:
    """Return the source of the pictures, to find sentences in it."""
    return Source(Path(render.__file__).parent, {"say": 0})


@cache
def read_pages() -> Source:
    """Return the source of the web pages, to find sentences in it."""
    return Source(Path(web.__file__).parent, {"say": 0})


def find_common() -> tuple[dict[Message, set[str]], list[str]]:
    """Return the sentences that belong to no game, and the places of texts that can't be traced.

    Each sentence comes with the modules that say it. The sentences come from the shared rules and
    pictures, and from all web pages.
    """
    found, lost = read_rules().sentences(list_shared(read_rules(), OWN))
    drawn, undrawn = read_painters().sentences(list_shared(read_painters(), OWN))
    written, unwritten = read_pages().sentences(read_pages().modules)
    texts = {("", text): where for text, where in (found | drawn | written).items()}
    return texts, [*lost, *undrawn, *unwritten]


def find_folder(game: Rules) -> Path:
    """Return the folder of a game's rules, which also has its catalogues."""
    return Path(str(import_module(find_package(game)).__file__)).parent


def find_spoken(game: Rules) -> tuple[dict[Text, set[str]], list[str]]:
    """Return the sentences in a game's code, and the places whose texts can't be found.

    A package has its painter beside its rules. Our own painters are in `render`.
    """
    if game.KEY not in OWN:
        source = Source(find_folder(game), IN_PACKAGES)
        return source.sentences(source.modules)
    folder = find_folder(game)
    spoken, lost = read_rules().sentences(
        path for path in read_rules().modules if path.is_relative_to(folder)
    )
    drawn, undrawn = read_painters().sentences(
        each for each in read_painters().modules if game.KEY in each.parts
    )
    return {**spoken, **drawn}, [*lost, *undrawn]


def find_sentences(game: Any) -> tuple[dict[Message, set[str]], list[str]]:
    """Return a game's texts, and the places in the code whose texts can't be found.

    Each text comes with its sources: the modules that say it, files, or words such as "data" and "names".
    """
    spoken, lost = find_spoken(game)
    shared_with_all, _ = find_common()
    found = {("", text): where for text, where in spoken.items() if ("", text) not in shared_with_all}
    for text in (*_of_options(game), *game.EXTRAS.languages.texts()):
        found.setdefault(("", text), {"data"})
    for text in list_table_names(game):
        found.setdefault(("", text), {NAMES})
    told = find_newcomer(game)
    for text in () if told is None else told.texts:
        found.setdefault(("", text), {FILE})
    for lesson, each in read_course(game).items():
        for text in each.texts:
            found.setdefault(("", text), {f"lessons/{lesson}"})
    for idea in load_ideas(game).values():
        for text in idea.texts:
            found.setdefault(("", text), {IDEAS})
    for text in (*list_reference_lines(game.__name__), *list_aid_titles(game.__name__)):
        found.setdefault(("", text), {"reference.md"})
    for word, meaning in game.EXTRAS.teaching.glossary().items():
        found.setdefault((WORD, word), {"reference.md"})
        found.setdefault(("", meaning), {"reference.md"})
    names: Mapping[str, str] = game.EXTRAS.languages.names()
    return {**{(name, text): {"names"} for name, text in names.items()}, **found}, lost


def _of_options(game: Any) -> Iterator[str]:
    for field in game.Options.model_fields.values():
        yield from (text for text in (field.title, field.description) if text)
        # A dict has each value of the option, and the words for it on a table's card.
        if isinstance(field.json_schema_extra, dict):
            yield from map(str, field.json_schema_extra.values())


def make_template(messages: Mapping[Message, Iterable[str]]) -> Catalog:
    """Return the template of these messages."""
    made = Catalog(fuzzy=False)
    for (context, text), where in messages.items():
        made.add(text, context=context or None, locations=[(place, 0) for place in sorted(where)])
    return made


def update_catalogue(kept: Path, new: Catalog) -> Catalog:
    """Return the catalogue in the file `kept`, updated to its new template.

    The translated forms of a name stay as long as the name exists.
    """
    with kept.open("rb") as file:
        old = read_po(file)
    names = {message.context for message in new if message.context}
    forms = [message for message in old if (message.context or "").partition(FORM)[1]]
    old.update(new, update_header_comment=False)
    for message in forms:
        key = (message.context or "").partition(FORM)[0]
        if key in names:
            old.add(message.id, message.string, context=message.context, user_comments=message.user_comments)
    old.obsolete.clear()
    return old


def write(path: Path, made: Catalog, title: str, language: str = "") -> None:
    """Write a catalogue into its file."""
    plural = get_plural(Locale.parse(language)) if language else get_plural("en")
    body = BytesIO()
    write_po(body, made, width=100, omit_header=True, include_lineno=False, ignore_obsolete=True)
    head = HEAD.format(title=title, language=language, plurals=f"nplurals={plural[0]}; plural={plural[1]};")
    path.parent.mkdir(exist_ok=True)
    path.write_text(head + body.getvalue().decode().strip() + "\n", encoding="utf-8")


def main(words: list[str]) -> int:
    """Update the catalogues of one installed game, or all of Durbar's. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.messages", description="Update the catalogues.")
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="create its missing catalogues: de")
    parser.add_argument("--game", metavar="KEY", help="only those of this installed game, in its package")
    arguments = parser.parse_args(words)
    for language in arguments.languages:
        Locale.parse(language)  # an unknown language ends the program here, before anything is written
    sys.path.append(str(EXAMPLE))
    GAMES.add(EXAMPLE.name, f"durbar_{EXAMPLE.name}")
    if arguments.game is None:
        update_shared(arguments.languages)
    elif arguments.game not in GAMES:
        print(f"there is no game “{arguments.game}”; there are: {', '.join(GAMES)}", file=sys.stderr)
        return 2
    for key in (*OWN, EXAMPLE.name) if arguments.game is None else (arguments.game,):
        update_game(GAMES[key], arguments.languages)
    return 0


def update_shared(begun: Iterable[str]) -> None:
    """Update what the bot and all games say. `begun`: the languages whose missing catalogues are created."""
    for name, title in (("frames", "what the bot says"), ("slash", "what the slash commands do and take")):
        with (BOT_TEXTS / f"{name}.pot").open("rb") as file:
            _write_all(BOT_TEXTS, read_po(file), title, f"{name}.po", begun)
    messages, _ = find_common()
    write(GAMES_HERE / "common.pot", make_template(messages), "what all games say")
    _write_all(GAMES_HERE, make_template(messages), "what all games say", COMMON, begun)


def update_game(game: Rules, begun: Iterable[str]) -> None:
    """Update what a game says. `begun`: the languages whose missing catalogues are created."""
    messages, lost = find_sentences(game)
    for line in lost:
        print(f"can't be translated: {line}", file=sys.stderr)
    title = f"the rules of {game.TITLE}"
    write(find_folder(game) / "rules.pot", make_template(messages), title)
    _write_all(find_folder(game), make_template(messages), title, RULES, begun)


def _write_all(folder: Path, new: Catalog, title: str, name: str, begun: Iterable[str]) -> None:
    for language in begun:
        path = folder / language / name
        if not path.exists():
            write(path, new, title, language)
    for path in sorted(folder.glob(f"*/{name}")):
        write(path, update_catalogue(path, new), title, path.parent.name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
