"""Texts fit into one message, and what must be read is never what is cut."""

from __future__ import annotations

import re
from pathlib import Path

import bot
from bot.replies import text
from bot.replies.text import MAX_BODY, MAX_TEXT, fit_above, fit_lines

SIZE = re.compile(r"\bMAX_TEXT (?:- \d{2,}|\*|//\s*\d+\s*[+-])")


def test_a_text_is_cut_for_the_lines_below_it() -> None:
    assert fit_above("text", "one", "", "two") == "text\none\ntwo"
    long = fit_above("x" * 3 * MAX_TEXT, "one", "two")
    assert len(long) == MAX_TEXT
    assert long.endswith("…\none\ntwo")


def test_lines_are_left_out_whole() -> None:
    assert fit_lines(["one", "two", "three"], 9) == (["one", "two"], 1)
    assert fit_lines(["one"], 3) == ([], 3)


def test_the_sizes_of_texts_are_decided_in_one_module() -> None:
    assert MAX_BODY < MAX_TEXT
    home = Path(bot.__file__).parent
    files = [file for file in home.rglob("*.py") if file != Path(text.__file__)]
    found = [file.name for file in files if SIZE.search(file.read_text(encoding="utf-8"))]
    assert found == [], "use MAX_BODY or fit_above"
