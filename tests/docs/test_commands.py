"""Every command on a page works.

Console and sh blocks are read line by line. Cheap commands of `durbar` run, in the order of their page, in a
folder with the repository's files. The real parser reads the others, for the reason next to their name. For
`make` a dry run must succeed, and for pytest the named paths must have tests. For other programs the named
files must exist. Commands within a sentence must only exist, and paths for pytest must have tests.
Dated pages of the lab notebook are not checked.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from bot.cli.arguments import make_parser
from bot.cli.main import main
from render.games import PAINTERS
from rules.loading.games import GAMES
from tests.docs.pages import DOCS, FENCE, OF_ROOT, ROOT, commands, named
from tools.reference import PAGES, command_line, settings, slash_commands

SHOWN = [*OF_ROOT, *(page for page in sorted(DOCS.rglob("*.md")) if page.parent.name != "lab")]
RUN = {
    "new-game",
    "position",
    "try",
    "replay",
    "verify",
    "draw",
    "page",
    "aid",
    "deck",
    "data",
    "db",
    "admin",
}
PARSED = {
    "run": "ends only when somebody ends it; tests/e2e starts bots",
    "sandbox": "ends only when somebody ends it; tests/e2e starts it",
    "play": "waits for a person; tests/cli plays",
    "bench": "takes minutes; tests/lab runs each for a moment",
    "match": "takes minutes; tests/lab plays shorter ones",
    "calls": "takes minutes; tests/lab",
    "calibrate": "takes hours; tests/lab",
    "learn": "takes hours; tests/lab",
    "puzzles": "takes hours; tests/lab",
    "positions": "takes minutes; tests/lab",
    "fuzz": "takes minutes; tests/cli",
    "perft": "takes minutes; tests/cli",
    "deck report": "plays 2,000 games; tests/cli",
    "db restore": "needs an empty database; tests/cli/test_admin.py",
    "db copy": "needs PostgreSQL; tests/db/test_backups.py",
}
# What else a page may use; a host has it, or a contributor.
OTHERS = {"git", "docker", "curl", "install", "mkdir", "openssl", "pip", "export"}
DECK = DOCS / "how-to" / "type-in-a-deck.md"  # its reader saves the deck that the page shows
ASSIGNMENT = re.compile(r"^(DURBAR_\w+)=\S*\s+")
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
VARIABLES = set(re.findall(r"\$\(or \$\((\w+)\)", (ROOT / "Makefile").read_text(encoding="utf-8")))
SLASH = set(re.findall(r"^#+ /(.+)$", slash_commands(), re.MULTILINE))
NO_COMMANDS = {"healthz", "metrics", "data", "tmp", "dev", "etc"}  # pages and folders


def plain(line: str) -> str:
    """Return a line without the settings before it. These settings must exist."""
    while found := ASSIGNMENT.match(line):
        assert f"`{found[1]}`" in settings() or found[1] == "DURBAR_E2E", found[1]
        line = line[found.end() :]
    return line.removeprefix(".venv/bin/")


def shown(page: Path) -> list[list[str]]:
    """Return the commands in a page's blocks, split into words."""
    return [shlex.split(plain(line)) for line in commands(page)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a new folder with the repository's files, a record, a deck and an empty database."""
    for name in ("docs", "rules", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    record = ROOT / "tests/games/vijayanagara/random-1.play"
    (tmp_path / "game.play").write_bytes(record.read_bytes())
    [deck] = re.findall(r"^```deck\n(.+?)^```", DECK.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (tmp_path / "my-deck.yaml").write_text(deck, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DURBAR_DATABASE", f"sqlite+aiosqlite:///{tmp_path}/durbar.db")
    assert main(["db", "upgrade"]) == 0
    return tmp_path


@pytest.mark.parametrize("page", [page for page in SHOWN if any(commands(page))], ids=named)
def test_the_commands_of_blocks_work(
    page: Path, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for program, *words in shown(page):
        if program == "durbar":
            into = words.index(">") if ">" in words else len(words)
            works(words[:into])
            said = capsys.readouterr().out
            for file in words[into + 1 :]:
                (folder / file).write_text(said, encoding="utf-8")
        elif program == "make":
            dry_runs(words)
        elif program == "pytest":
            finds_tests(words)
        elif program == "pip" and (folder / words[-1] / "pyproject.toml").exists():
            installed(folder / words[-1], monkeypatch)
        elif program in ("python", "python3"):
            runs_module(words)
        else:
            assert program in OTHERS or (ROOT / program).exists() or is_installed(program), program


def installed(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the game of a package for one test, as pip would. tests/e2e really installs one."""
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    monkeypatch.syspath_prepend(package)
    for registry, group in ((GAMES, "durbar.games"), (PAINTERS, "durbar.painters")):
        [(key, place)] = project["entry-points"][group].items()
        entry = EntryPoint(key, place, group)
        monkeypatch.setattr(registry, "_own", {**registry._own, key: entry})
        monkeypatch.setitem(registry.__dict__, "_entries", {**registry._own, key: entry})


def works(words: list[str]) -> None:
    """Run a command of `durbar`, or only parse it if there is a reason."""
    make_parser(words[0]).parse_args(words)
    if words[0] in PARSED or " ".join(words[:2]) in PARSED:
        return
    assert words[0] in RUN
    again = any(word.startswith("docs/pictures/") for word in words)  # tests/render/test_draw_command.py
    assert again or main(words) == 0, words


def runs_module(words: list[str]) -> None:
    """Check that the module of `python -m MODULE` and its files exist."""
    assert words[0] == "-m"
    assert importlib.util.find_spec(words[1]) is not None, words[1]
    if words[1] == "pytest":
        finds_tests(words[2:])


def dry_runs(words: Sequence[str]) -> None:
    """Check that the Makefile has these targets and variables, and that `make` finds what they need."""
    assert {word for word in words if "=" not in word} <= TARGETS
    assert {word.partition("=")[0] for word in words if "=" in word} <= VARIABLES
    if (make := shutil.which("make")) is not None:
        subprocess.run([make, "-n", *words], cwd=ROOT, check=True, capture_output=True, timeout=60)


def finds_tests(words: Sequence[str]) -> None:
    """Check that pytest would find tests in each path of its command line, and each test that it names.

    A folder that isn't in the repository, such as "durbar-kabaddi", is one that the page's reader has made.
    """
    paths = [word for word in words if "/" in word]
    assert paths, f"a page names what pytest is to run: {shlex.join(words)}"
    for path in paths:
        if not (ROOT / path.partition("/")[0]).exists():
            continue
        file, _, name = path.partition("::")
        tests = set(list_tests(ROOT / file))
        assert tests, f"{file} has no tests"
        assert not name or name.partition("[")[0] in tests, path


def list_tests(path: Path) -> Iterator[str]:
    """Yield the names of the tests in a file, or in the files of a folder, as pytest finds them."""
    for file in [path] if path.is_file() else sorted(path.rglob("test_*.py")):
        for each in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name.startswith("test_"):
                yield each.name


def is_installed(program: str) -> bool:
    """Return whether `make venv` installs this program."""
    return importlib.util.find_spec(program.replace("-", "_")) is not None


@pytest.mark.parametrize("page", [page for page in SHOWN if page.name not in PAGES], ids=named)
def test_commands_within_sentences_are_there(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    known = {line for line in command_line().splitlines() if line.startswith("## ")}
    for words in re.findall(r"`(?:\.venv/bin/)?durbar ([a-z][a-z-]*(?: [a-z-]+)?)[^`]*`", text):
        first = words.split()[0]
        assert {f"## durbar {words}", f"## durbar {first}"} & known or any(
            line.startswith(f"## durbar {first} ") for line in known
        ), words
    for target in re.findall(r"`make ([a-z]+)`", text):
        assert target in TARGETS
    for words in re.findall(r"`[^`\n]*\bpytest ([^`\n]*tests/[^`\n]*)`", text):
        finds_tests(shlex.split(words))
    for words in re.findall(r"`/([a-z]+(?: [a-z]+)?)[^`/]*`", text):
        name = words.split()[0]
        assert words in SLASH or name in SLASH | NO_COMMANDS, words


def test_a_path_without_tests_is_found() -> None:
    finds_tests(["tests/docs/test_commands.py::test_a_path_without_tests_is_found", "-x"])
    for wrong in ("tests/docs/pages.py", "tests/no_such_folder", "tests/docs/test_commands.py::test_gone"):
        with pytest.raises(AssertionError):
            finds_tests([wrong])
