"""Documents written by people: what they may contain, and refusals with their line."""

from __future__ import annotations

import json
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import BadFile
from rules.plain import DEPTH_MAX, TEXT_MAX, read_plain, read_with_lines

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(max_size=8),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=8), part, max_size=3),
    max_leaves=8,
)


def test_words_numbers_and_nothing_else() -> None:
    text = "a: 1\nb: yes\nc: 010\nd: 2026-99-99\ne: 1.5\nf: ~\ng:\nh: true\ni: '3'\nj: -4\nk: 1:30\n=: <<\n"
    assert read_plain(text) == {
        "a": 1, "b": "yes", "c": "010", "d": "2026-99-99", "e": "1.5", "f": None, "g": None, "h": True,
        "i": "3", "j": -4, "k": "1:30", "=": "<<",
    }  # fmt: skip


def test_every_place_has_its_line() -> None:
    data, lines = read_with_lines("a:\n  - 1\n  - b: 2\n")
    assert data == {"a": [1, {"b": 2}]}
    assert (lines[("a",)], lines[("a", 1)], lines[("a", 1, "b")]) == (1, 3, 3)


@given(plain)
@settings(max_examples=100, deadline=None)
def test_json_is_read_as_it_is_meant(data: object) -> None:
    assert read_plain(json.dumps({"data": data})) == {"data": data}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: 1\na: 2", "line 2: “a” is there twice"),
        ('{"a": 1, "a": 2}', "“a” is there twice"),
        ("[" * 500, f"line 1: more than {DEPTH_MAX} lists and mappings inside each other"),
        (f'{{"a": {"[" * 500}{"]" * 500}}}', f"more than {DEPTH_MAX} lists and mappings inside each other"),
        (f'{{"a": {"[" * 90_000}', f"more than {DEPTH_MAX} lists and mappings inside each other"),
        ("a: &x [1]\nb: *x", "line 1: a word can't begin with &, * or !; put it in quotes"),
        ("!!python/object:os.system x", "line 1: a word can't begin with &, * or !; put it in quotes"),
        (f"\n\na: {'9' * 5000}", "line 3: a number of 5000 digits; a text goes in quotes"),
        (f'{{"a": {"9" * 5000}}}', "a number of 5000 digits; a text goes in quotes"),
        ('{"a": NaN}', "NaN is no number"),
        ("? [1]\n: 2", "line 1: a word is needed before “:”"),
        ("a:\n\tb: 1", "line 2: indent with spaces, not with tabs"),
        ("a: [", "line 1: not YAML: did not find expected node content"),
        ("a: 1\n---\nb: 2", "line 2: not YAML: but found another document"),
        ("x" * (TEXT_MAX + 1), f"a document has at most {TEXT_MAX} characters, this one has {TEXT_MAX + 1}"),
    ],
)
def test_what_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadFile) as refused:
        read_plain(text)
    assert str(refused.value) == why


def test_no_document_keeps_anybody_waiting() -> None:
    """The limit is ten times the longest time here, for slower machines."""
    bombs = ["a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(40)), "[" * TEXT_MAX]
    bombs += [
        "a: [" + "x, " * (TEXT_MAX // 3 - 2) + "]",
        "".join(f"k{n}: 1\n" for n in range(TEXT_MAX // 10)),
    ]
    for bomb in bombs:
        before = time.process_time()
        with suppress(BadFile):
            read_plain(bomb)
        assert time.process_time() - before < 6
