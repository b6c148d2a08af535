"""docs/reference/games/vijayanagara-sheets.md prints the sheets and the weights of the code."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rules import vijayanagara
from rules.chance import find_faces
from rules.player import Player
from rules.players import Mover, play_out
from rules.vijayanagara.board import FACTIONS
from rules.vijayanagara.players import worth
from rules.vijayanagara.players.answers import RULES, SHEETS
from rules.vijayanagara.players.proposal import Line

PAGE = (Path(__file__).parents[3] / "docs/reference/games/vijayanagara-sheets.md").read_text(encoding="utf-8")


def told(line: Line) -> str:
    """Return a line of a sheet as the page has it: its docstring."""
    return " ".join((line.__doc__ or "").split())


def numbered(lines: tuple[tuple[str, Line], ...]) -> str:
    return "\n".join(f"{n}. {told(line)}" for n, (_, line) in enumerate(lines, 1))


def weights() -> str:
    """Return the table of the weights."""
    rows = ["| | VP |", "|---|---|"]
    rows += [f"| {what} | {', '.join(f'{n:g}' for n in numbers)} |" for what, numbers in worth.TABLE]
    return "\n".join(rows)


@pytest.mark.parametrize("faction", list(SHEETS))
def test_the_sheets_are_printed_line_for_line(faction: str) -> None:
    sheet = SHEETS[faction]
    printed = f"Commands: {numbered(sheet.commands)} Decrees: {numbered(sheet.decrees)}"
    assert " ".join(printed.split()) in " ".join(PAGE.split())


def test_the_answers_at_a_glance_are_printed() -> None:
    printed = " ".join(PAGE.split()).lower()
    told = [" ".join((rule.__doc__ or "").split()).lower() for rule in RULES.values()]
    assert [each for each in told if each not in printed] == []


def test_the_weights_are_printed() -> None:
    assert weights() in PAGE


def test_a_line_proposes_what_its_sheet_names_it_by() -> None:
    number, seen = Random(3).randrange, set[str]()
    state = vijayanagara.setup(vijayanagara.Options())
    players: dict[str, Player] = dict.fromkeys(FACTIONS, Mover(number))

    def look(s: vijayanagara.State, _: int) -> bool:
        for faction, sheet in SHEETS.items():
            for name, line in (*sheet.commands, *sheet.decrees):
                for made in line(s, faction):
                    assert made.name == name
                    seen.add(f"{faction} {line.__name__}")
        return False

    play_out(vijayanagara, state, players, lambda turn, at, due: find_faces("s", turn, at, due), until=look)
    assert len(seen) > 18, "most lines speak in one game"
