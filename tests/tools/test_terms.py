"""Screens and pages use the words of `tools/terms.py`, and never another word for the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import bot.language
import rules
from tests.docs.pages import DOCS, FENCE, ROOT, all_pages, named
from tools.terms import RIVALS, TERMS

CODE = re.compile(r"``.+?``|`[^`\n]*`")
PAGES = [page for page in all_pages() if page.parent != DOCS / "lab" and page.name != "CHANGELOG.md"]
CATALOGUES = [
    *sorted((Path(bot.language.__file__).parent / "fr").glob("*.po")),
    *sorted(Path(rules.__file__).parent.rglob("fr/*.po")),
]


def hide_code(text: str) -> str:
    """Return a text with "`" for each word between backticks, which may be the name of a command."""
    return CODE.sub("`", text)


def list_forms(text: object) -> list[str]:
    """Return the forms of a text: one, or singular and plural."""
    return [text] if isinstance(text, str) else [str(each) for each in text or ()]  # type: ignore[attr-defined]


def read_texts(file: Traversable | Path) -> Iterator[tuple[str, int]]:
    """Yield the texts of a catalogue, each with the place of its language in `RIVALS`."""
    with file.open("rb") as opened:
        for message in read_po(opened):
            if message.id:
                yield from ((hide_code(form), 0) for form in list_forms(message.id))
                yield from ((hide_code(form), 1) for form in list_forms(message.string))


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: str(file.relative_to(ROOT)))
def test_catalogues_use_one_word_for_one_thing(file: Path) -> None:
    texts = list(read_texts(file))
    for term, patterns in RIVALS.items():
        for language, pattern in enumerate(patterns):
            found = [text for text, spoken in texts if spoken == language and re.search(pattern, text)]
            assert found == [], f"say “{find_term(term)[language]}”"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_pages_use_one_word_for_one_thing(page: Path) -> None:
    lines = hide_code(FENCE.sub("", page.read_text(encoding="utf-8"))).splitlines()
    for term, (pattern, _) in RIVALS.items():
        found = [line for line in lines if re.search(pattern, line, re.IGNORECASE)]
        assert found == [], f"say “{term}”"


def find_term(term: str) -> tuple[str, str]:
    """Return the English and the French word of a term. The first word of several names it."""
    [found] = [(english, french) for english, french, _ in TERMS if english.split(",")[0] == term]
    return found


def test_each_word_with_a_rival_is_a_term() -> None:
    for term, patterns in RIVALS.items():
        for word, pattern in zip(find_term(term), patterns, strict=True):
            assert re.search(pattern, word) is None, f"{term}: {pattern}"
