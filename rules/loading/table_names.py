"""Read the names that a game gives to its tables: `table_names.yaml` in its folder.

A server counts its tables of a game. The first table gets the first name, and so on. When all names are used,
the list starts again, and each name gets a number at its end: "The Banyan Board II".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Annotated

from pydantic import Field, ValidationError

from rules.documents import Model, make_first_mistake
from rules.errors import BadFile
from rules.face import Rules, find_package
from rules.plain import read_plain

FILE = "table_names.yaml"
LONGEST = 40  # the greatest length of a table's name, from the list or chosen by the host
NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


class TableNames(Model, frozen=True):
    """The names that a game gives to its tables."""

    names: Annotated[list[Annotated[str, Field(min_length=3, max_length=LONGEST - 6)]], Field(min_length=2)]


def read_table_names(text: str, where: str) -> tuple[str, ...]:
    """Return the names in a document.

    Raises `ValueError`, which names `where`, the place and the reason.
    """
    try:
        names = TableNames.model_validate(read_plain(text)).names
    except BadFile as error:
        raise ValueError(f"{where}: {error}") from None
    except ValidationError as error:
        raise make_first_mistake(where, error) from None
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"{where}: names: “{twice[0]}” stands there twice")
    return tuple(names)


def list_table_names(rules: Rules) -> tuple[str, ...]:
    """Return the names for tables of a game; none if it has no `table_names.yaml`. Raises `ValueError`."""
    return _list_table_names(package) if (package := find_package(rules)) else ()


@cache
def _list_table_names(package: str) -> tuple[str, ...]:
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return ()
    return read_table_names(file.read_text(encoding="utf-8"), f"{package.rpartition('.')[2]}/{FILE}")


def offer_names(names: tuple[str, ...]) -> Callable[[int], Iterator[str]]:
    """Return a function `offer(earlier)` that yields names for a new table, best first.

    `earlier` is how many tables of the game there were before. Without `names`, only "" is yielded.
    """

    def offer(earlier: int) -> Iterator[str]:
        if not names:
            yield ""
            return
        for number in count(earlier):
            again, place = divmod(number, len(names))
            yield names[place] if not again else f"{names[place]} {_write_numeral(again + 1)}"

    return offer


def split_name(name: str) -> tuple[str, str]:
    """Return a table's name in two parts: ("The Banyan Board", " II"). Without a number, the second is ""."""
    first, _, last = name.rpartition(" ")
    return (first, f" {last}") if first and (last in NUMERALS[2:] or last.isdecimal()) else (name, "")


def _write_numeral(number: int) -> str:
    return NUMERALS[number] if number < len(NUMERALS) else str(number)
