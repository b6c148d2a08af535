"""Read what a game tells newcomers: `newcomer.yaml` in its folder.

It says what the game is about, how to read its board, which seat is best to begin with, and what its
questions, answers and names mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import Field, ValidationError

from rules.documents import Model, make_first_mistake
from rules.errors import BadFile
from rules.face import Rules, find_package
from rules.plain import read_plain

FILE = "newcomer.yaml"
Paragraph = Annotated[str, Field(min_length=1, max_length=480)]
Line = Annotated[str, Field(min_length=1, max_length=180)]
Sentence = Annotated[str, Field(min_length=1, max_length=110)]


class Newcomer(Model, frozen=True):
    """What a game tells newcomers.

    Attributes:
        kinds: for each kind of question (`Ask.kind`), what to know when it is asked for the first time
        answers: for each kind of question, what each answer does
        words: the meanings of the game's own names, by key; shown with texts that use these names
        sides: for each seat that differs from the others, what it does
    """

    about: Paragraph
    line: Annotated[str, Field(max_length=110)] = ""  # `about` in one line, for the start of a game
    fits: Annotated[str, Field(max_length=110)] = ""  # how heavy it is, how long a turn takes, who likes it
    minutes: Annotated[int, Field(ge=0)] = 0  # how long a turn takes, as `fits` says; 0: unknown
    goal: Annotated[str, Field(max_length=60)] = ""  # who wins, and how long a game is
    board: Annotated[tuple[Line, ...], Field(min_length=1)]  # what each sign in the picture means
    sides: dict[str, Annotated[str, Field(min_length=1, max_length=80)]] = {}
    seat: str = ""  # the seat that is best to begin with; "": the first
    options: dict[str, str] = {}  # options of a first game in this seat, such as who chooses the sides
    kinds: dict[str, Sentence] = {}
    answers: dict[str, dict[str, Sentence]] = {}
    words: dict[str, Sentence] = {}

    @property
    def texts(self) -> Iterator[str]:
        """Yield all its texts, for translators."""
        yield from filter(
            None,
            (
                self.about,
                self.line,
                self.fits,
                self.goal,
                *self.board,
                *self.sides.values(),
                *self.kinds.values(),
            ),
        )
        for answers in (*self.answers.values(), self.words):
            yield from answers.values()


def read_newcomer(text: str, where: str) -> Newcomer:
    """Return what a YAML document tells newcomers.

    Raises `ValueError`, which names `where`, the place and the reason.
    """
    try:
        return Newcomer.model_validate(read_plain(text))
    except BadFile as error:
        raise ValueError(f"{where}: {error}") from None
    except ValidationError as error:
        raise make_first_mistake(where, error) from None


def find_newcomer(rules: Rules) -> Newcomer | None:
    """Return what a game tells newcomers; None if it tells nothing. Raises `ValueError`."""
    return _find_newcomer(package) if (package := find_package(rules)) else None


@cache
def _find_newcomer(package: str) -> Newcomer | None:
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return None
    return read_newcomer(file.read_text(encoding="utf-8"), f"{package.rpartition('.')[2]}/{FILE}")
