"""A package of a game that can't be used is left out and named; the other games work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules.loading.games import GAMES, OWN

ROOT = Path(__file__).parents[3]
GOOD = {"__init__.py": "from durbar_mela import *\nfrom durbar_mela import KEY, TITLE\nKEY = 'bad'\n"}
POINTS = "[durbar.games]\nbad = durbar_bad\n[durbar.painters]\nbad = durbar_bad.painter:PAINTER\n"
PAINTER = """
from durbar_mela.painter import PAINTER as MELA

def draw_goods(view):
    return None

KIND = MELA.kinds["goods"]
PAINTER = MELA._replace(kinds={"goods": KIND._replace(draw=draw_goods)})
"""
# A file of the package, and what must be in the only line about it.
FAULTS = [
    ("__init__.py", "from durbar_mela import no_such_name\n", "ImportError", "__init__.py, line 1"),
    ("__init__.py", "import no_such_module\n", "no_such_module", "line 1"),
    ("__init__.py", "TITLE = ", "SyntaxError", "__init__.py, line 1"),
    ("__init__.py", "TITLE = 'Bad'\n", "turn is missing", "Rules"),
    ("__init__.py", GOOD["__init__.py"] + "def setup(options): raise KeyError('x')\n", "KeyError", "line 4"),
    ("newcomer.yaml", "about: 3\n", "newcomer.yaml", "about"),
    ("painter.py", "PAINTER = None\n", "Painter", "durbar-bad 1.0"),
    ("painter.py", PAINTER, "PAINTER.kinds[goods].draw takes (view)", "3 arguments"),
]
# What a bot does at its start.
START = """
from bot.engine.packages import drop_bad_packages
from rules.loading.games import GAMES
drop_bad_packages()
print(*GAMES, sep=" ")
print(*GAMES.refused, sep="\\n")
"""


def install(site: Path, file: str, text: str) -> str:
    """Install the package with this file changed. Return Python's path."""
    package, points = site / "durbar_bad", site / "durbar_bad-1.0.dist-info"
    for folder in (package, points):
        folder.mkdir()
    for name, good in {**GOOD, "painter.py": "from durbar_mela.painter import PAINTER\n", file: text}.items():
        (package / name).write_text(good, encoding="utf-8")
    (points / "METADATA").write_text("Name: durbar-bad\nVersion: 1.0\n", encoding="utf-8")
    (points / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    return os.pathsep.join(map(str, (site, ROOT, ROOT / "examples" / "mela")))


def run(path: str, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("file", "text", "why", "where"), FAULTS)
def test_the_other_games_start(tmp_path: Path, file: str, text: str, why: str, where: str) -> None:
    ran = run(install(tmp_path, file, text), "-c", START)
    assert (ran.returncode, ran.stderr) == (0, "")
    games, refused = ran.stdout.splitlines()
    assert games.split()[: len(OWN)] == [*OWN]
    assert "bad" not in games.split()
    assert refused.startswith("durbar-bad 1.0: ")
    assert why in refused
    assert where in refused


def test_a_good_package_is_there(tmp_path: Path) -> None:
    """Otherwise the tests above would show nothing."""
    ran = run(install(tmp_path, "__init__.py", GOOD["__init__.py"]), "-c", START)
    games, refused = ran.stdout.splitlines() or ("", "")
    assert "bad" in games.split()
    assert refused == ""


def test_the_command_line_says_why_in_one_line(tmp_path: Path) -> None:
    path = install(tmp_path, "__init__.py", "TITLE = 'Bad'\n")
    ran = run(path, "-m", "bot.cli.main", "play", "bad")
    assert ran.returncode == 2
    assert ran.stderr.startswith("durbar: durbar-bad 1.0: ")
    assert len(ran.stderr.splitlines()) == 1
    assert run(path, "-m", "bot.cli.main", "position", "taj_mahal").returncode == 0


def test_the_processes_of_workers_start(tmp_path: Path) -> None:
    """They draw the first board of each game."""
    path = install(tmp_path, "__init__.py", "TITLE = 'Bad'\n")
    ran = run(path, "-c", "import bot.engine.preload")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_games_of_this_process_are_all_loaded() -> None:
    assert GAMES.refused == []
