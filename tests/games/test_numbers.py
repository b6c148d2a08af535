"""Each rule of `/rules` occurs in the code and in the name of a test, by its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.loading.games import GAMES

ROOT = Path(__file__).parents[2]
OPENS = {"taj_mahal": "", "rajas_of_the_ganges": "", "successors": "PA-"}  # how the numbers of a game begin
SET_UP = "0"  # Successors: what comes before line 1


def texts(folder: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py")))


@pytest.mark.parametrize(("key", "opens"), OPENS.items())
def test_each_rule_is_in_the_code_and_in_a_test_by_its_number(key: str, opens: str) -> None:
    rules = GAMES[key]
    code, tests = texts(ROOT / "rules" / key), texts(ROOT / "tests" / "games" / key)
    names = " ".join(re.findall(r"def test_(\w+)", tests))
    numbers = [number for number in rules.reference() if number != SET_UP]
    uncoded, untested = list[str](), list[str]()
    for number in numbers:
        within = [each for each in numbers if each.startswith(f"{number}.")]
        said = rf"(?<![\w.-]){re.escape(opens + number)}(?!\.?\d)"
        named = rf"(?<![a-z0-9]){opens.lower().replace('-', '_')}{number.replace('.', '_')}(?!_?\d)"
        if not within and not re.search(said, code):
            uncoded.append(number)
        if not within and not re.search(named, names.replace("_and_", " ").replace("_pa_", " pa_")):
            untested.append(number)
    assert (uncoded, untested) == ([], [])
