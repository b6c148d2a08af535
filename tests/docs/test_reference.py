"""The generated reference pages are up to date."""

from __future__ import annotations

import pytest

from tools.reference import PAGES, is_current


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_what_the_code_says(name: str) -> None:
    assert is_current(name, PAGES[name]()), f"docs/reference/{name} is out of date: make reference"


def test_the_pages_have_what_there_is() -> None:
    assert "### /game new" in PAGES["commands.md"]()
    assert "## durbar db backup" in PAGES["command-line.md"]()
    assert "`DURBAR_TOKEN`" in PAGES["settings.md"]()
    assert "## Taj Mahal" in PAGES["order-words.md"]()
    assert "| spectator | spectateur |" in PAGES["terms.md"]()
