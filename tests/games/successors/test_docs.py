"""Every example of docs/successors.md does what the text says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.successors import AUTOMATIC, Options
from tests.every_game import test_notation_examples as notation

TEXT = (notation.DOCS / "successors.md").read_text(encoding="utf-8")


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


def test_every_option_and_every_level_is_described() -> None:
    for name in (*Options.model_fields, *AUTOMATIC):
        assert f"| `{name}` |" in TEXT


def test_the_first_sentence_calls_it_a_reconstruction() -> None:
    assert "is a reconstruction" in TEXT.splitlines()[2]
