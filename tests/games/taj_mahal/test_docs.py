"""Every example of docs/taj-mahal.md does what the text says, and its tables name all there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.tableside.plans import read_plan
from rules import taj_mahal
from rules.kernel import InputError
from rules.taj_mahal.options import Options
from tests.every_game import test_notation_examples as notation

TEXT = (notation.DOCS / "taj-mahal.md").read_text(encoding="utf-8")


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


def test_plans() -> None:
    (block,) = re.findall(r"^```plan taj_mahal\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)
    for line in block.splitlines():
        text, _, answer = line.partition(" -> ")
        if answer:
            with pytest.raises(InputError, match=re.escape(answer)):
                read_plan(taj_mahal, text)
        else:
            assert len(read_plan(taj_mahal, text)) == len(text.split(";;"))


def test_every_option_and_every_level_is_described() -> None:
    for name in (*Options.model_fields, *taj_mahal.AUTOMATIC):
        assert f"| `{name}` |" in TEXT
    for name, field in Options.model_fields.items():
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{name}` |"))
        assert f"{field.default}" in row


def test_every_rule_is_in_the_reference_with_a_title_and_few_lines() -> None:
    for number, text in taj_mahal.reference().items():
        title, _, rest = text.partition("\n")
        assert title.strip(), number
        assert 1 <= len(rest.splitlines()) <= 6
    chapters = {number.partition(".")[0] for number in taj_mahal.reference()}
    assert chapters == set("1234567")
