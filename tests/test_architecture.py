"""ARCHITECTURE.md describes the import contracts."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from rules.loading.games import OWN

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
        for top in ("bot", "db", "lab", "render", "rules", "sandbox", "tools", "web")
        for path in (ROOT / top).rglob("*.py")
    ]
    assert [name for name in names if not any(f"/{file}".endswith(f"/{name}") for file in files)] == []


def test_the_page_is_one_page() -> None:
    assert len(PAGE.splitlines()) <= MOST_LINES


def test_input_errors_have_the_three_kinds_of_the_page() -> None:
    kinds = {
        node.name
        for top in ("bot", "db", "lab", "render", "rules", "tools", "web")
        for path in (ROOT / top).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and "InputError" in {ast.unparse(base) for base in node.bases}
    }
    assert kinds == {"NotUnderstood", "Ambiguous", "NotAllowed"}


def test_modules_have_the_names_that_they_export() -> None:
    """`__all__` holds texts, which no tool renames with the code."""
    exporting = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for top in ("bot", "db", "lab", "render", "rules", "sandbox", "tools", "web")
        for path in (ROOT / top).rglob("*.py")
        if "\n__all__ = " in path.read_text(encoding="utf-8")
    ]
    assert exporting
    for module in map(import_module, exporting):
        assert [name for name in module.__all__ if not hasattr(module, name)] == [], module.__name__


# What a game may import of another: 5.5 of Vijayanagara breaks a tie by a game of Aadu-Huli aata.
ALLOWED = {("rules", "vijayanagara", "aadu_huli"), ("render", "vijayanagara", "aadu_huli")}


def _imported(path: Path, top: str) -> set[str]:
    """Return the modules of `rules` or `render` that a file imports, by the names of their first parts."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith(f"{top}.")}
    return found


@pytest.mark.parametrize("top", ["rules", "render"])
def test_no_game_imports_another_and_nothing_else_imports_a_game(top: str) -> None:
    for path in (ROOT / top).rglob("*.py"):
        room = path.relative_to(ROOT / top).parts[0].removesuffix(".py")
        for game in _imported(path, top) & set(OWN) - {room}:
            assert (top, room, game) in ALLOWED, f"{path.relative_to(ROOT)} imports {game}"


@pytest.mark.parametrize("top", ["rules", "render"])
def test_each_room_is_a_game_or_stands_in_the_layers(top: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    [layers] = [each["layers"] for each in contracts["contracts"] if each.get("containers") == [top]]
    named = {name for layer in layers for name in re.findall(r"\w+", layer)}
    found = {path.stem for path in (ROOT / top).glob("*.py")}
    found |= {path.parent.name for path in (ROOT / top).glob("*/__init__.py")}
    assert found - {"__init__"} == named | set(OWN)
