"""`durbar new-game` writes a game that passes the shared tests of playable games, and ruff."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bot.cli.main import main
from lab import new_game
from tests.every_game.golden import random_games
from tests.every_game.tiers import PLAYABLE

ROOT = Path(__file__).parents[2]
KEY = "kabaddi"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the project of a new game. It is installed if the folder is on Python's path."""
    folder = tmp_path_factory.mktemp("new") / f"durbar-{KEY}"
    assert main(["new-game", KEY, "--output", str(folder)]) == 0
    package = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    site = folder / f"durbar_{KEY}-{package['version']}.dist-info"
    site.mkdir()
    metadata = f"Name: {package['name']}\nVersion: {package['version']}\n"
    (site / "METADATA").write_text(metadata, encoding="utf-8")
    points = [
        f"[{group}]\n{name} = {place}\n"
        for group, entries in package["entry-points"].items()
        for name, place in entries.items()
    ]
    (site / "entry_points.txt").write_text("".join(points), encoding="utf-8")
    return folder


def run(project: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a module, or a program after "-c", in Durbar's folder, with the new game installed."""
    path = os.pathsep.join((str(project), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **more}
    command = [sys.executable, *(() if words[0] == "-c" else ("-m",)), *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_the_shared_tests_and_its_own_pass(project: Path) -> None:
    """The golden games are written into the project. All tests of the shared files run for the game."""
    tests = ["tests/every_game", "tests/bot/language/test_rules.py", str(project / "tests")]
    ran = run(project, "pytest", "-q", "-p", "no:cacheprovider", "-k", KEY, *tests, DURBAR_REWRITE=KEY)
    assert ran.returncode == 0, ran.stdout
    assert "skipped" not in ran.stdout
    golden = {file.stem for file in (project / "tests").glob("*.play")}
    assert golden == set(random_games(PLAYABLE["mela"]))
    assert not (ROOT / "tests" / "games" / KEY).exists()


def test_its_catalogues_stay_in_its_package(project: Path, tmp_path: Path) -> None:
    """`make messages GAME=kabaddi` finds the new sentence, and the one of the lesson."""
    before = read_files(ROOT / "rules")
    changed = Path(shutil.copytree(project, tmp_path / "changed"))
    view = changed / f"durbar_{KEY}" / "view.py"
    view.write_text(view.read_text(encoding="utf-8").replace("Round {n}", "Lap {n}"), encoding="utf-8")
    ran = run(changed, "tools.messages", "--game", KEY, "de")
    assert (ran.returncode, ran.stderr) == (0, "")
    german = (view.parent / "de" / "rules.po").read_text(encoding="utf-8")
    assert 'msgid "Lap {n} of {last}"' in german
    assert "lessons/haggling" in german
    assert read_files(ROOT / "rules") == before


def test_a_page_made_from_the_code_names_no_installed_game(project: Path) -> None:
    ran = run(project, "-c", "from tools.reference import command_line; print(command_line(), end='')")
    assert ran.stdout == (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")


def read_files(folder: Path) -> dict[Path, str]:
    """Return the catalogues in a folder."""
    files = [*folder.rglob("*.po"), *folder.rglob("*.pot")]
    return {file: file.read_text(encoding="utf-8") for file in files}


def test_what_tools_have_written_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = Path(shutil.copytree(new_game.PLACES[-1], tmp_path / "mela"))
    before = [*new_game.rename_files(KEY, "Kabaddi")]
    for file in (".ruff_cache/0.1/mela.py", "durbar_mela/__pycache__/turn.pyc", "tests/random-1.play"):
        (example / file).parent.mkdir(parents=True, exist_ok=True)
        (example / file).write_bytes(b"\xff")
    monkeypatch.setattr(new_game, "PLACES", (example,))
    assert [*new_game.rename_files(KEY, "Kabaddi")] == before


def test_ruff_finds_nothing(project: Path) -> None:
    for check in (["check"], ["format", "--check"]):
        ran = run(project, "ruff", *check, "--no-cache", str(project))
        assert ran.returncode == 0, ran.stdout
