"""Read puzzles: positions from played games in which some orders are far better than all others.

`puzzles.jsonl` in a game's folder has one puzzle per line, found by `durbar puzzles`. `ideas.yaml` says what
makes orders better. As in a lesson, an order is right by its effects (`want`, `avoid`), so an order that was
never evaluated can be right. docs/reference/lessons.md describes both files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError, model_validator

from rules.documents import Model, make_first_mistake
from rules.errors import BadFile
from rules.face import Rules, find_package
from rules.lessons.lesson import Hint, Lesson, Praise, Short, Text, read_course
from rules.plain import read_plain

FILE, IDEAS = "puzzles.jsonl", "ideas.yaml"
# The database keeps a person's puzzles under keys with these prefixes. `DAILY` begins the key of a puzzle of
# the day in a channel ("daily-2026-11-22-700-d318b646"). `PREFIX` begins the key of any other puzzle. Each
# key ends with the puzzle's own key.
PREFIX, DAILY = "puzzle-", "daily-"
Chance = Annotated[float, Field(ge=0, le=1)]


class Idea(Model, frozen=True):
    """An idea: what makes an order the best, and in which positions to look for it.

    Attributes:
        seats: the idea is looked for in orders of these seats; empty: of all seats
        when: the idea is looked for in positions whose document has this part
        change: the places where every good order makes a change that no other order makes
        keep: the places where every other order makes a change that no good order makes; if `change` and
            `keep` are empty, any change counts
        best: the lowest and highest chance to win that the best order may have
        rest: the lowest and highest chance to win that the best of all other orders may have

    A place is a path in the document: "spaces.*.temples". `*` is any one part; `{seat}` is the seat that
    gives the order. "spaces.*.temples >=" means that the number rises, "<=" that it falls.
    "independent.gujarat" means that the list `independent` has the member "gujarat". "order" means the keys
    of the order.
    """

    title: Annotated[str, Field(min_length=1, max_length=40)]
    task: Short
    right: Text  # why the order was right
    misses: Short  # what all other orders miss
    seats: tuple[str, ...] = ()
    when: dict[str, Any] = {}
    change: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    best: tuple[Chance, Chance] = (0.0, 1.0)
    rest: tuple[Chance, Chance] = (0.0, 1.0)

    @property
    def texts(self) -> Iterator[str]:
        """Yield all its texts, for translators."""
        yield from (self.title, self.task, self.right, self.misses)


class Weighed(Model, frozen=True):
    """A whole order, the chance to win after it, and the standard error of that chance."""

    keys: tuple[str, ...]
    chance: Chance
    error: Annotated[float, Field(ge=0)]


class Provenance(Model, frozen=True):
    """How a puzzle was found.

    Attributes:
        level: the level of the bot player that proposed the orders
        looks: how many thinking steps the bot player had for an order
        playouts: how many times the game was played on after each order
        margin: how much higher the chance to win had to be after a good order than after any other order
        seed, game: the seed of the search, and the number of the game in which the position occurred
    """

    by: Annotated[str, Field(pattern="durbar puzzles")]
    level: str
    looks: Annotated[int, Field(ge=1)]
    playouts: Annotated[int, Field(ge=1)]
    margin: Annotated[float, Field(gt=0, lt=1)]
    seed: str
    game: Annotated[int, Field(ge=0)]


class Puzzle(Model, frozen=True):
    """A position with its good orders and the best of the other orders, each list best first."""

    key: Annotated[str, Field(pattern=r"[0-9a-f]{8}")]
    idea: str
    seat: str
    position: dict[str, Any]
    want: dict[str, Any] = {}
    avoid: tuple[dict[str, Any], ...] = ()
    best: Annotated[tuple[Weighed, ...], Field(min_length=1)]
    rest: Annotated[tuple[Weighed, ...], Field(min_length=1)]
    provenance: Provenance

    @model_validator(mode="after")
    def _far_better(self) -> Puzzle:
        for one, other in zip(self.best[:-1] + self.rest[:-1], self.best[1:] + self.rest[1:], strict=True):
            if other.chance > one.chance:
                raise ValueError(f"{'.'.join(other.keys)} is listed below an order with a lower chance")
        if self.best[-1].chance - self.rest[0].chance < self.provenance.margin:
            raise ValueError(f"the best are not {self.provenance.margin} better than all others")
        if not self.want and not self.avoid:
            raise ValueError("`want` or `avoid` is needed")
        return self

    def lesson(self, idea: Idea) -> Lesson:
        """Return the puzzle as a lesson with the sentences of its idea.

        The orders in this lesson are keys, not typed words.
        """
        keys = " ".join(self.best[0].keys)
        hints = tuple(Hint(say=line, order=keys) for line in (idea.title, idea.right))
        return Lesson.model_construct(
            title=idea.title, seat=self.seat, position=self.position, say="", task=idea.task, want=self.want,
            avoid=self.avoid, accept=(keys,), hints=hints, right=(Praise(say=idea.right),),
            sum=idea.misses,
        )  # fmt: skip


def find_lesson(rules: Rules, key: str) -> Lesson | None:
    """Return a lesson of a game's course, or a puzzle as a lesson; None for an unknown key.

    Raises `ValueError` as `read_course` or `load_puzzles` does.
    """
    if not (own := make_puzzle_key(key)):
        return read_course(rules).get(key)
    puzzle = load_puzzles(rules).get(own)
    return None if puzzle is None else puzzle.lesson(load_ideas(rules)[puzzle.idea])


def make_puzzle_key(lesson: str) -> str:
    """Return a puzzle's own key from the key under which it is stored; "" for a lesson of a course."""
    return lesson.rpartition("-")[2] if lesson.startswith((PREFIX, DAILY)) else ""


def load_ideas(rules: Rules) -> Mapping[str, Idea]:
    """Return the ideas of a game by their keys. The search for puzzles tries them in this order.

    If the game has no ideas, the mapping is empty. Raises `ValueError`, which names the file, the place and
    the reason.
    """
    text = _read_text(rules, IDEAS)
    return read_ideas(text, f"{rules.KEY}/{IDEAS}") if text else {}


def load_puzzles(rules: Rules) -> Mapping[str, Puzzle]:
    """Return the puzzles of a game by their keys; none if the game has none.

    Raises `ValueError`, which names the file, the line and the reason.
    """
    return _load_puzzles(find_package(rules), rules.KEY, rules) if _read_text(rules, FILE) else {}


@cache
def _load_puzzles(_: str, key: str, rules: Rules) -> Mapping[str, Puzzle]:
    return read_puzzles(_read_text(rules, FILE), f"{key}/{FILE}", load_ideas(rules))


@cache
def read_ideas(text: str, where: str) -> Mapping[str, Idea]:
    """Return the ideas of a YAML document.

    Raises `ValueError`, which names `where`, the place and the reason.
    """
    try:
        return TypeAdapter(dict[str, Idea]).validate_python(read_plain(text))
    except BadFile as error:
        raise ValueError(f"{where}: {error}") from None
    except ValidationError as error:
        raise make_first_mistake(where, error) from None


def read_puzzle(line: str, where: str, known: Mapping[str, Idea]) -> Puzzle:
    """Return the puzzle of a line.

    Raises `ValueError`, which names `where`, the place and the reason.
    """
    try:
        puzzle = Puzzle.model_validate(json.loads(line))
    except ValidationError as error:
        raise make_first_mistake(where, error) from None
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    if puzzle.idea not in known:
        raise ValueError(f"{where}: idea: there is no idea “{puzzle.idea}”")
    return puzzle


def read_puzzles(text: str, where: str, known: Mapping[str, Idea]) -> Mapping[str, Puzzle]:
    """Return the puzzles of a file.

    Raises `ValueError`, which names `where`, the line and the reason.
    """
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(text.splitlines(), 1):
        puzzle = read_puzzle(line, f"{where}: line {number}", known)
        if puzzle.key in found:
            raise ValueError(f"{where}: line {number}: “{puzzle.key}” is there twice")
        found[puzzle.key] = puzzle
    return found


def _read_text(rules: Rules, name: str) -> str:
    return _read(package, name) if (package := find_package(rules)) else ""


@cache
def _read(package: str, name: str) -> str:
    file = files(package).joinpath(name)
    return file.read_text(encoding="utf-8") if file.is_file() else ""
