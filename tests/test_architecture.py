"""ARCHITECTURE.md says what the contracts hold."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
MOST_LINES = 110  # of one page


def test_the_rooms_of_the_page_are_those_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    [layers] = [each["layers"] for each in contracts["contracts"] if each.get("containers") == ["bot"]]
    table = PAGE.partition("## The rooms of the bot")[2].partition("\n## ")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    assert [re.findall(r"`(\w+)`", row) for row in rows] == [re.findall(r"\w+", layer) for layer in layers]


def test_the_page_names_every_room() -> None:
    rooms = {path.stem for path in (ROOT / "bot").iterdir() if not path.name.startswith("_")}
    table = PAGE.partition("## The rooms of the bot")[2].partition("\n## ")[0]
    named = {
        name
        for row in table.splitlines()
        for name in re.findall(r"`(\w+)`", row.split("|")[1] if "|" in row else "")
    }
    assert named == rooms


def test_every_file_that_the_page_names_is_there() -> None:
    names = set(re.findall(r"`([\w/]+\.py)`", PAGE))
    assert names
    files = [
        str(path.relative_to(ROOT))
        for top in ("bot", "db", "lab", "render", "rules", "sandbox", "tools")
        for path in (ROOT / top).rglob("*.py")
    ]
    assert [name for name in names if not any(f"/{file}".endswith(f"/{name}") for file in files)] == []


def test_the_page_is_one_page() -> None:
    assert len(PAGE.splitlines()) <= MOST_LINES
