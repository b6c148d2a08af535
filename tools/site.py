"""Configure MkDocs: sort the pages, and add the pages of the root folder to the site."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
KINDS = {
    "Tutorials": "tutorials",
    "How-to": "how-to",
    "Reference": "reference",
    "Explanation": "explanation",
    "Lab notebook": "lab",
}
# Files of the root folder and their places in the site.
OF_ROOT = {
    "ARCHITECTURE.md": "explanation/architecture.md",
    "CHANGELOG.md": "reference/changelog.md",
    "CONTRIBUTING.md": "how-to/contributing.md",
    "SECURITY.md": "reference/security.md",
}
LINK = re.compile(r"(!?\[[^\[\]]*\])\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Sort the pages by kind, then by name. An index comes first."""
    docs = Path(config.docs_dir)
    nav: list[Any] = ["index.md"]
    for title, folder in KINDS.items():
        pages = [str(page.relative_to(docs)) for page in (docs / folder).rglob("*.md")]
        pages += [target for target in OF_ROOT.values() if target.startswith(folder)]
        nav.append({title: sorted(pages, key=lambda page: (not page.endswith("index.md"), page))})
    config.nav = nav
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the root folder."""
    for source, target in OF_ROOT.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, target, content=_relink(text, ROOT, target)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Change the links in a page from `docs`. `on_files` changes the links in pages of the root folder."""
    source = page.file.src_uri
    return (
        markdown if source in OF_ROOT.values() else _relink(markdown, (ROOT / "docs" / source).parent, source)
    )


def _relink(text: str, folder: Path, target: str) -> str:
    """Return a page with its links changed for the site.

    In the source, the links are relative to `folder`. In the site, they are relative to the page `target`.
    """

    def link(found: re.Match[str]) -> str:
        path = os.path.relpath(folder / found[2], ROOT)
        if not path.startswith("docs/") and path not in OF_ROOT:
            return found[1].strip("[]")  # files such as LICENSE are not in the site
        inside = OF_ROOT.get(path, path.removeprefix("docs/"))
        return f"{found[1]}({os.path.relpath(inside, Path(target).parent)}{found[3] or ''})"

    return LINK.sub(link, text)
