"""Every link of a page leads somewhere, and every path on a page exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT, all_pages, named, prose

LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")
PATH = re.compile(r"`((?:bot|db|docs|lab|render|rules|sandbox|tests|tools)/[\w./-]+?)/?`")


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", all_pages(), ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for path, anchor in LINK.findall(prose(page)):
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


@pytest.mark.parametrize("page", [page for page in all_pages() if page.parent.name != "lab"], ids=named)
def test_paths_are_there(page: Path) -> None:
    """The lab notebook is not rewritten when files move."""
    text = page.read_text(encoding="utf-8")
    assert [path for path in PATH.findall(text) if not (ROOT / path).exists()] == []
    tests = {file.name for file in (ROOT / "tests").rglob("test_*.py")}
    assert set(re.findall(r"`(test_\w+\.py)`", text)) <= tests


def test_the_pages_that_code_names_are_there() -> None:
    tops = ("bot", "db", "lab", "render", "rules", "sandbox", "tests", "tools", "web")
    files = [
        file for top in tops for kind in ("py", "md", "yaml") for file in (ROOT / top).rglob(f"*.{kind}")
    ]
    files += [ROOT / name for name in ("ARCHITECTURE.md", "Makefile", "compose.yaml", "mkdocs.yml")]
    for file in files:
        for page in re.findall(r"\bdocs/[\w/.-]+\.md\b", file.read_text(encoding="utf-8")):
            assert (ROOT / page).exists(), f"{file}: {page}"


def test_the_index_leads_to_every_page() -> None:
    index = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("index.md"))
    for page in DOCS.rglob("*.md"):
        assert page.name == "index.md" or f"{page.name})" in index, page


def test_every_picture_is_shown() -> None:
    shown = {Path(path).name for page in all_pages() for path, _ in LINK.findall(prose(page))}
    made = (DOCS / "how-to/draw-pictures.md").read_text(encoding="utf-8")
    for picture in (DOCS / "pictures").iterdir():
        assert picture.name in shown or f"docs/pictures/{picture.name}" in made, picture
