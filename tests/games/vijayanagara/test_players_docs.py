"""docs/vijayanagara.md prints the sheets and the weights as the code has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.vijayanagara.players import worth
from rules.vijayanagara.players.answers import SHEETS
from rules.vijayanagara.players.proposal import Line

PAGE = (Path(__file__).parents[3] / "docs" / "vijayanagara.md").read_text(encoding="utf-8")


def told(line: Line) -> str:
    """A line of a sheet as the page has it: its docstring."""
    return " ".join((line.__doc__ or "").split())


def numbered(lines: tuple[Line, ...]) -> str:
    return "\n".join(f"{n}. {told(line)}" for n, line in enumerate(lines, 1))


def weights() -> str:
    """The table of what things are worth."""
    rows = ["| | VP |", "|---|---|"]
    rows += [f"| {what} | {', '.join(f'{n:g}' for n in numbers)} |" for what, numbers in worth.TABLE]
    return "\n".join(rows)


@pytest.mark.parametrize("faction", list(SHEETS))
def test_the_sheets_are_printed_line_for_line(faction: str) -> None:
    sheet = SHEETS[faction]
    assert f"Commands:\n\n{numbered(sheet.commands)}\n\nDecrees:\n\n{numbered(sheet.decrees)}\n" in PAGE


def test_the_weights_are_printed() -> None:
    assert weights() in PAGE
