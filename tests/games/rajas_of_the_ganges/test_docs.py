"""Every example of docs/rajas.md does what the text says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rules import rajas_of_the_ganges as rajas
from tests.every_game import test_notation_examples as notation

TEXT = (notation.DOCS / "rajas.md").read_text(encoding="utf-8")


def examples() -> Iterator[Any]:
    """Position, seat, the order, what it is said to be the same as, what is answered."""
    for position, seat, block in notation.FENCE.findall(TEXT):
        above = ""
        for line in block.splitlines():
            order, _, answer = line.removeprefix("= ").partition(" -> ")
            same = above if line.startswith("= ") else ""
            yield pytest.param(position, seat, order, same, answer, id=f"{seat}: {order}")
            above = same or order


@pytest.mark.parametrize(("position", "seat", "order", "same", "answer"), list(examples()))
def test_example(position: str, seat: str, order: str, same: str, answer: str) -> None:
    notation.test_example(position, seat, order, same, answer)


def plans() -> Iterator[Any]:
    """A line of plans, and what is answered."""
    for block in re.findall(r"^```plan rajas_of_the_ganges\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            text, _, answer = line.partition(" -> ")
            yield pytest.param(text, answer, id=text)


@pytest.mark.parametrize(("text", "answer"), list(plans()))
def test_plan(text: str, answer: str) -> None:
    notation.test_plan(rajas.KEY, text, answer)


def test_every_option_and_every_level_is_described() -> None:
    for name in (*rajas.Options.model_fields, *(policy.key for policy in rajas.EXTRAS.standing)):
        assert f"| `{name}` |" in TEXT
    assert all(f"`{level}`" in TEXT for level in rajas.AUTOMATIC)
