"""The form of the pages: width, kinds, the README's size, the changelog and the version."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest
import yaml

from tests.docs.pages import DOCS, FENCE, ROOT, all_pages, named
from tools.reference import PAGES
from tools.site import KINDS

WIDTH = 120
OF_PACKAGE = {"lint-imports": "import-linter"}
VERSION = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", all_pages(), ids=named)
def test_a_page_has_one_title_and_short_lines(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    assert text.startswith("# ")
    assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1
    rows = [line for line in text.splitlines() if not line.lstrip().startswith(("|", "!["))]
    assert [line for line in rows if len(line) > WIDTH] == []


@pytest.mark.parametrize("page", [page for page in all_pages() if page.name not in PAGES], ids=named)
def test_the_cells_of_tables_are_phrases(page: Path) -> None:
    """This is for pages written by people; the lab notebook is exempt."""
    if page.parent.name == "lab":
        return
    for row in re.findall(r"^\|.*\|$", page.read_text(encoding="utf-8"), re.MULTILINE):
        cells = [re.sub(r"\]\([^)]*\)|`", "", cell).strip() for cell in row.split("|")]
        assert [cell for cell in cells if len(cell) > 110] == []


def test_every_page_is_of_a_kind() -> None:
    assert {path.name for path in DOCS.iterdir() if path.is_dir()} == {
        *KINDS.values(),
        "pictures",
        "positions",
    }
    assert [path.name for path in DOCS.glob("*.md")] == ["index.md"]


def test_the_readme_is_one_screen() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    assert re.findall(r"^\$ (.+)$", text, re.MULTILINE) == ["make run", "make test"]
    assert text.count("![") == 1


def test_the_workflow_and_the_hooks_call_what_is_there() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["check"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {"run": ".ci/run"} in jobs["check"]["steps"]
    assert (ROOT / ".ci/run").exists()
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0][
        "hooks"
    ]
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    named = {hook["entry"].split()[0].removeprefix(".venv/bin/") for hook in hooks} - {"sh"}
    assert all(f"\n{OF_PACKAGE.get(each, each)}==" in lock for each in named | {"pre-commit"})


def test_the_changelog_goes_back_to_the_first_version() -> None:
    versions = VERSION.findall(CHANGES)
    numbers = [tuple(map(int, number.split("."))) for number, _ in versions]
    days = [date.fromisoformat(day) for _, day in versions]
    assert numbers == sorted(numbers, reverse=True)
    assert days == sorted(days, reverse=True)
    assert numbers[-1] == (0, 1, 0)
    kinds = set(re.findall(r"^### (.+)$", CHANGES, re.MULTILINE))
    assert kinds <= {"Breaking", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_newest_version_is_the_programs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert VERSION.findall(CHANGES)[0][0] == project["version"]
