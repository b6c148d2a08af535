"""Run the tests of your changes, in less than a minute: `python -m tools.quick` (`make quick`).

The tests of the changed files come first, then the tests of their folders, then tests/kernel and tests/docs.
Only `make test` runs tests/e2e (whole bots), tests/turns and tests/lab (long runs). After `SECONDS`, no more
tests are started.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SECONDS = 45
ALWAYS = ("tests/kernel", "tests/docs")
LONG = ("tests/e2e", "tests/lab", "tests/turns")


class Limit:
    """A pytest plugin that ends the run when its time is over."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.over, self.failed = False, 0

    def pytest_runtest_logfinish(self) -> None:
        """Check after each test whether there is time for another."""
        self.over = time.monotonic() > self.end

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Skip the test if the time is over. True tells pytest that the test is handled."""
        if not self.over:
            return None
        item.session.shouldstop = f"{SECONDS} seconds are over; `make test` runs the rest"
        return True

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Record the number of failed tests, because an interrupted run does not report this number."""
        self.failed = session.testsfailed


def read_changes() -> list[str]:
    """Return the files that changed since this branch left `main`. Without `main`: since the last commit."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    return sorted(
        {*_git("diff", "--name-only", base[0]), *_git("ls-files", "--others", "--exclude-standard")}
    )


def _git(*words: str) -> list[str]:
    ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.stdout.split("\n")[:-1] if ran.returncode == 0 else []


def choose_tests(changes: Iterable[str]) -> list[str]:
    """Return the test files and folders for these changes, the nearest first, without those in `LONG`."""
    files = [Path(each) for each in changes]
    near = [str(file) for file in files if file.parts[0] == "tests" and file.match("test_*.py")]
    near += [test for file in files for test in _own_tests(file)]
    rooms = [room for file in files for room in _room(file)]
    chosen = dict.fromkeys((*near, *rooms, *ALWAYS))
    return [each for each in chosen if not each.startswith(LONG) and (ROOT / each).exists()]


def _own_tests(file: Path) -> Iterator[str]:
    if file.suffix == ".py" and file.parts[0] != "tests":
        yield from (f"{room}/test_{file.stem}.py" for room in _room(file))


def _room(file: Path) -> Iterator[str]:
    """Yield the folder with the tests of a file.

    Tests of a game's rules are in tests/games/..., and tests of other rules in tests/kernel/... Tests of docs
    and of files in the root folder are in tests/docs. Tests of all other files are under the same path in
    tests. If that folder doesn't exist, take the nearest folder above it. A package of a game, such as the
    example, has its tests in its own folder tests, beside its pyproject.toml.
    """
    for project in [*file.parents][:-1]:
        if (ROOT / project / "pyproject.toml").is_file():
            yield str(project / "tests")
            return
    folder = file.parent
    if folder.parts[:1] == ("rules",):
        game = Path("tests/games", *folder.parts[1:2])
        is_game = len(folder.parts) > 1 and (ROOT / game).exists()
        folder = game if is_game else Path("tests/kernel", *folder.parts[1:])
    elif folder.parts[:1] in (("docs",), ()):
        folder = Path("tests/docs")
    elif folder.parts[0] != "tests":
        folder = Path("tests") / folder
    while not (ROOT / folder).exists():
        folder = folder.parent
    if folder != Path("tests"):
        yield str(folder)


def main() -> int:
    """Run the tests. Return 0 if none failed, even if the time was too short to run all of them."""
    chosen, limit = choose_tests(read_changes()), Limit(SECONDS)
    print(" ".join(chosen), flush=True)
    ran = pytest.main(["-q", "--no-header", "--maxfail=5", *chosen], plugins=[limit])
    if limit.over and ran == pytest.ExitCode.INTERRUPTED:
        return int(limit.failed > 0)
    return int(ran)


if __name__ == "__main__":
    sys.exit(main())
