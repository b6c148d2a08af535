"""List the pages that people read, and read their contents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
OF_ROOT = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
FENCE = re.compile(r"^( *)```(\S*)[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)


def all_pages() -> list[Path]:
    """Return the pages of docs/ and of the root folder, by name."""
    return [*OF_ROOT, *sorted(DOCS.rglob("*.md"))]


def named(page: Path) -> str:
    """Return the path of a page as people write it."""
    return str(page.relative_to(ROOT))


def prose(page: Path) -> str:
    """Return a page without its code blocks and code words."""
    return re.sub(r"``.+?``|`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))


def commands(page: Path) -> Iterator[str]:
    """Yield the commands on a page: after "$ " in console blocks, and all lines of sh blocks."""
    for _, kind, block in FENCE.findall(page.read_text(encoding="utf-8")):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        if kind == "console":
            yield from (line.removeprefix("$ ") for line in lines if line.startswith("$ "))
        elif kind == "sh":
            yield from lines
