"""Read the player aid of a game: `aid.yaml` in the game's folder lists the rules on the aid.

A sheet is for one seat, or for all seats (`ALL`). Its sentences and its glossary come from the game's short
version of the rules (`reference.md`), so that nothing is written twice. The aid is in the language of the
game's names. Lines without a translation stay English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import ceil
from typing import Annotated, NamedTuple

from pydantic import Field, ValidationError

from rules.documents import Model, load_sections, make_first_mistake
from rules.errors import BadFile
from rules.face import Rules, find_package
from rules.plain import read_plain
from rules.words import Name, language, mark_text, say

FILE = "aid.yaml"
ALL = "all"
LINES = 28  # lines of a page
ACROSS = 62  # approximate number of characters in a line
HEADING = 2.4  # lines that the title of a chapter takes
_ASIDE = re.compile(r"^(?:Our ruling|We play|Option ).*|(?:^| )Write `.*")  # a match runs to the line's end
WORDS = "Words"  # the title of the last chapter


class _Chapter(Model, frozen=True):
    title: Annotated[str, Field(min_length=1, max_length=40)]
    rules: Annotated[tuple[str, ...], Field(min_length=1)]


class _Aid(Model, frozen=True):
    sheets: Annotated[dict[str, tuple[_Chapter, ...]], Field(min_length=1)]


class Item(NamedTuple):
    """A rule or a word on an aid."""

    number: str  # "" if the item is a word
    title: str
    text: str


class Chapter(NamedTuple):
    """A chapter of an aid. `explains`: it is the glossary of the game's words."""

    title: str
    items: tuple[Item, ...]
    explains: bool = False


def find_aid(rules: Rules) -> Mapping[str, tuple[Chapter, ...]]:
    """Return the sheets of a game, by seat or `ALL`; none if the game has no aid.

    Raises `ValueError`, which names the file, the place and the reason.
    """
    package = find_package(rules)
    if not package or not files(package).joinpath(FILE).is_file():
        return {}
    return _read_sheets(_read_written(package), rules, language(rules.name))


def list_aid_titles(package: str) -> Iterator[str]:
    """Yield the titles on the aid of a game, for translators' catalogues."""
    if files(package).joinpath(FILE).is_file():
        read = _Aid.model_validate(read_plain(_read_written(package)))
        yield from dict.fromkeys(chapter.title for sheet in read.sheets.values() for chapter in sheet)


def _read_written(package: str) -> str:
    return files(package).joinpath(FILE).read_text(encoding="utf-8")


@cache
def _read_sheets(text: str, rules: Rules, _: str) -> Mapping[str, tuple[Chapter, ...]]:
    glossary = rules.EXTRAS.teaching.glossary()
    return read_aid(text, f"{rules.KEY}/{FILE}", load_sections(find_package(rules)), glossary, rules.name)


def read_aid(
    text: str, where: str, reference: Mapping[str, str], glossary: Mapping[str, str], name: Name = str
) -> Mapping[str, tuple[Chapter, ...]]:
    """Return the sheets of a document, in the language of `name`.

    Raises `ValueError`, which names `where`, the place and the reason.
    """
    try:
        read = _Aid.model_validate(read_plain(text))
    except BadFile as error:
        raise ValueError(f"{where}: {error}") from None
    except ValidationError as error:
        raise make_first_mistake(where, error) from None
    words = tuple(Item("", word.partition("|")[0], meaning) for word, meaning in glossary.items())
    found: dict[str, tuple[Chapter, ...]] = {}
    for seat, chapters in read.sheets.items():
        made = []
        for chapter in chapters:
            if unknown := [number for number in chapter.rules if number not in reference]:
                raise ValueError(f"{where}: sheets.{seat}: there is no rule {unknown[0]}")
            parts = [(number, *reference[number].partition("\n")[::2]) for number in chapter.rules]
            items = tuple(
                Item(number, mark_text(title).within(name), _shorten_rule(body, name))
                for number, title, body in parts
            )
            made.append(Chapter(mark_text(chapter.title).within(name), items))
        explained = Chapter(say(WORDS).within(name), words, explains=True)
        found[seat] = (*made, *((explained,) if words else ()))
    return found


def _shorten_rule(text: str, name: Name) -> str:
    """Return a rule without the sentences that say what to type.

    Lines on rulings and options are left out too; only `/rules` shows them. If no line is left, return the
    whole rule.
    """
    said = text.strip().splitlines()
    kept = [line for line in (_strip_notation(line, name) for line in said) if line]
    kept = kept or [mark_text(line).within(name) for line in said if line]
    return " ".join(kept).replace("`", "")  # a picture has no font for code


def _strip_notation(line: str, name: Name) -> str:
    """Return a line without its part that says what to type.

    A translated line is cut before its first sentence with code in backquotes, because that sentence says
    what to type.
    """
    short, whole = _ASIDE.sub("", line), mark_text(line).within(name)
    if short in ("", line):
        return whole if short else ""
    return short if whole == line else f"{whole.partition('`')[0].rpartition('. ')[0]}."


def split_pages(chapters: Sequence[Chapter], lines: int = LINES) -> list[tuple[Chapter, ...]]:
    """Return a sheet in pages of about `lines` lines. A page fits on a phone's screen.

    A chapter stays whole if it fits on one page. A longer chapter continues on the next page, with its title
    again.
    """
    found: list[list[Chapter]] = []
    left = 0.0
    for chapter in chapters:
        if not found or HEADING + sum(map(_estimate_lines, chapter.items)) > left:
            found.append([])
            left = lines
        left -= HEADING
        kept: list[Item] = []
        for item in chapter.items:
            if kept and _estimate_lines(item) > left:
                found[-1].append(Chapter(chapter.title, tuple(kept)))
                found.append([])
                kept, left = [], lines - HEADING
            kept.append(item)
            left -= _estimate_lines(item)
        found[-1].append(Chapter(chapter.title, tuple(kept)))
    return [tuple(page) for page in found]


def _estimate_lines(item: Item) -> float:
    """Return about how many lines an item takes, with its title."""
    return 1.3 + ceil(len(item.text) / ACROSS)


def as_text(title: str, chapters: tuple[Chapter, ...]) -> str:
    """Return a sheet as Markdown text."""
    parts = [f"# {title}"]
    for chapter in chapters:
        parts.append(f"## {chapter.title}")
        for item in chapter.items:
            head = f"**{f'{item.number} ' if item.number else ''}{item.title}**"
            parts.append(f"{head}: {' '.join(item.text.split())}")
    return "\n\n".join(parts) + "\n"
