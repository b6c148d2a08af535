"""Every example of docs/aadu-huli.md does what the text says, and its numbers are those of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from rules.aadu_huli.options import Options
from rules.aadu_huli.players import LEVELS
from tests.every_game import test_notation_examples as notation

TEXT = (notation.DOCS / "aadu-huli.md").read_text(encoding="utf-8")


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
    for name in (*Options.model_fields, *LEVELS):
        assert f"| `{name}` |" in TEXT
    for name, field in Options.model_fields.items():
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{name}` |"))
        assert f"{field.default}" in row


def test_the_numbers_of_ways_are_those_that_are_tested() -> None:
    counts = yaml.safe_load(Path(__file__).with_name("depths.yaml").read_text(encoding="utf-8"))
    ways = " | ".join(f"{n:,}".replace(",", " ") for n in counts["the start"]["ways"])
    assert f"| ways | {ways} |" in TEXT
