"""Read lessons: the files `lessons/*.yaml` in a game's folder, one lesson each, sorted by name.

A lesson is a position, a few sentences and a task. An order is right by its effects (`want`, `avoid`), never
by its wording. `accept`, `wrong` and `hints` give orders as players type them. docs/reference/lessons.md
describes the format for authors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from pydantic import Field, ValidationError, field_validator

from rules.documents import Model, make_first_mistake
from rules.errors import BadFile
from rules.face import Rules, find_package
from rules.plain import read_plain

FOLDER = "lessons"
WORDS_MAX = 70  # words before a task, so that a phone shows them and the picture on one screen
_FILE = re.compile(r"\d\d-([a-z]+(-[a-z]+)*)\.yaml")

Short = Annotated[str, Field(min_length=1, max_length=160)]
Text = Annotated[str, Field(min_length=1, max_length=400)]
Entries = list[tuple[str, str]]  # pairs of seat (or chance) and key


class Wrong(Model, frozen=True):
    """A wrong order that a learner might give, and the reply to it.

    `refused`: the number of the rule that forbids the order; "" if the order is legal and only misses the
    point. `has`: a part of the position after the order, as a document. The learner gave this wrong order if
    the position after the learner's order has this part. If `has` is empty, that position must equal the
    position after `order`.
    """

    order: Text
    refused: str = ""
    has: dict[str, Any] = {}
    reply: Text


class Hint(Model, frozen=True):
    """A hint. The last hint of a lesson has the `order` that **Show me** plays."""

    say: Text
    lit: tuple[str, ...] = ()
    order: str = ""


class Praise(Model, frozen=True):
    """A reply to a right order.

    `has`: the part of the document that must fit; if it doesn't, the next praise is tried.
    """

    has: dict[str, Any] = {}
    say: Text


class Lesson(Model, frozen=True):
    """One idea, one position, one task."""

    title: Annotated[str, Field(min_length=1, max_length=60)]
    minutes: Annotated[int, Field(ge=1, le=3)] = 1  # how long a newcomer takes
    seat: str  # the seat whose orders the learner gives
    position: dict[str, Any]  # see docs/reference/positions.md; `entries` are those of its open turn
    lit: tuple[str, ...] = ()  # the spaces that matter, lit up in the picture
    picture: str = ""  # a kind of picture of its game; "": the whole table
    text_picture: str = ""  # the kind of picture beside the text and the result; "": the same as `picture`
    card: bool = False  # show the text of the open card too
    say: str
    task: Short
    want: dict[str, Any] = {}  # what the document after the order must contain
    avoid: tuple[dict[str, Any], ...] = ()  # the document must not contain any of these parts
    after: Entries = []  # the results of chance and the answers of other seats in the lesson, in order
    off: tuple[str, ...] = ()  # acts that don't belong to the lesson: their buttons are grey
    fills: bool = True  # whether answers are filled in; false in a lesson that teaches to choose them
    accept: Annotated[tuple[Text, ...], Field(min_length=1)]
    wrong: tuple[Wrong, ...] = ()
    hints: Annotated[tuple[Hint, ...], Field(min_length=1)]
    # if the file gives a plain text instead of a list, this text praises every right order
    right: Annotated[tuple[Praise, ...], Field(min_length=1)]
    sum: Short

    @field_validator("say")
    @classmethod
    def _short_enough(cls, text: str) -> str:
        if len(text.split()) > WORDS_MAX:
            raise ValueError(f"{len(text.split())} words; a phone's screen holds {WORDS_MAX} beside the rest")
        return text

    @field_validator("hints")
    @classmethod
    def _ends_with_an_order(cls, hints: tuple[Hint, ...]) -> tuple[Hint, ...]:
        if not hints[-1].order:
            raise ValueError("the last hint needs the order that Show me plays")
        return hints

    @field_validator("right", mode="before")
    @classmethod
    def _read_praise(cls, right: object) -> object:
        return ({"say": right},) if isinstance(right, str) else right

    @field_validator("right")
    @classmethod
    def _fits_all(cls, right: tuple[Praise, ...]) -> tuple[Praise, ...]:
        if right[-1].has:
            raise ValueError("the last praise must fit every right order, so leave out “has”")
        return right

    @property
    def texts(self) -> Iterator[str]:
        """Yield all its texts, for translators."""
        yield from (self.title, self.say, self.task, *(praise.say for praise in self.right), self.sum)
        yield from (wrong.reply for wrong in self.wrong)
        yield from (hint.say for hint in self.hints)


def read_lesson(text: str, where: str) -> Lesson:
    """Return the lesson of a YAML document.

    Raises `ValueError`, which names `where`, the place and the reason.
    """
    try:
        return Lesson.model_validate(read_plain(text))
    except BadFile as error:
        raise ValueError(f"{where}: {error}") from None
    except ValidationError as error:
        raise make_first_mistake(where, error) from None


def read_course(rules: Rules) -> Mapping[str, Lesson]:
    """Return the lessons of a game by their keys, in order; none if the game has no lessons.

    Raises `ValueError`, which names the file, the place and the reason.
    """
    return _read_course(package) if (package := find_package(rules)) else {}


@cache
def _read_course(package: str) -> Mapping[str, Lesson]:
    folder = files(package).joinpath(FOLDER)
    if not folder.is_dir():
        return {}
    found: dict[str, Lesson] = {}
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        where = f"{package.rpartition('.')[2]}/{FOLDER}/{file.name}"
        if (named := _FILE.fullmatch(file.name)) is None:
            raise ValueError(f"{where}: name a lesson as in “03-breaking-away.yaml”")
        if named[1] in found:
            raise ValueError(f"{where}: “{named[1]}” is there twice")
        found[named[1]] = read_lesson(file.read_text(encoding="utf-8"), where)
    return found


def find_lacking(want: Any, have: Any, place: str = "") -> str:
    """Return the first place where a document lacks a wanted value; "" if it lacks none.

    A mapping must have all wanted parts. A list must have all wanted members. ">=6" and "<=2" are bounds. A
    missing number counts as 0.
    """
    if isinstance(want, Mapping):
        kept = have if isinstance(have, Mapping) else {}
        missing = (find_lacking(part, kept.get(key), f"{place}.{key}") for key, part in want.items())
        return next(filter(None, missing), "").lstrip(".")
    if isinstance(want, Sequence) and not isinstance(want, str):
        members = have if isinstance(have, Sequence) else ()
        return (
            ""
            if all(any(not find_lacking(one, member, "-") for member in members) for one in want)
            else place
        )
    bound = re.fullmatch(r"([<>])=(\d+)", want) if isinstance(want, str) else None
    if bound is not None:
        number = have if isinstance(have, int) else 0
        fits = number >= int(bound[2]) if bound[1] == ">" else number <= int(bound[2])
        return "" if fits else place
    return "" if want == have or (want in (0, None) and have in (0, None)) else place
