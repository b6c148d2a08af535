"""Every field of every data file: an invalid value is refused with its place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest
from pydantic import BaseModel

from rules.documents import check_data, read_with_mistakes
from rules.face import find_package
from tests.every_game.tiers import PLAYABLE
from tests.spoiling import Schema, put

# Lists in which one thing may stand twice.
BAGS = {"Begin.money", "River.spaces", "Printed.buildings", "Printed.markets"}
FREE = ("note", "name", "title")  # fields with words of their own


def read_data() -> Iterator[tuple[str, str, type[BaseModel], dict[str, BaseModel]]]:
    """Yield the game and the name of each data file, its model, and the files before it."""
    for key, rules in PLAYABLE.items():
        before = dict[str, BaseModel]()
        for name, model in rules.EXTRAS.data.items():
            yield key, name, model, dict(before)
            data, mistakes = read_with_mistakes(model, read_own(key, name), before)
            assert data is not None, mistakes
            before[name] = data


def read_own(key: str, name: str) -> str:
    """Return the text of a game's own file."""
    return files(find_package(PLAYABLE[key])).joinpath(name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("key", "name", "model", "before"),
    list(read_data()),
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_each_field_of_a_data_file_is_checked(
    key: str, name: str, model: type[BaseModel], before: dict[str, BaseModel]
) -> None:
    document = tomllib.loads(read_own(key, name))
    schema, taken = Schema(model), list[str]()
    for wrong in schema.spoil(document):
        any_words = wrong.value == "no such thing" and wrong.field.endswith(FREE)
        if any_words or (wrong.what == "twice" and wrong.field in BAGS):
            continue
        data, mistakes = check_data(model, put(document, wrong), before)
        if data is not None:
            taken.append(f"{wrong.field}: {wrong.what}: taken")
        elif not any(str(wrong.place[0]) in mistake for mistake in mistakes):
            taken.append(f"{wrong.field}: {wrong.what}: no place in “{mistakes[0]}”")
    assert not taken, "\n".join(taken)
    assert schema.tried >= schema.list_fields(), schema.list_fields() - schema.tried
