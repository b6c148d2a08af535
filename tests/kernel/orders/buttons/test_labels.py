"""Answers that are typed as their buttons, lists and pictures show them."""

from __future__ import annotations

import pytest

from rules.kernel import Option
from rules.orders.buttons.labels import find_labelled, find_numbered, is_numbered, split_numbers
from rules.orders.matching import find_best

TILES = tuple(
    Option(key, label) for key, label in (("a", "Blue 5 (fort)"), ("b", "Green 2"), ("c", "Blue 8"))
)
NUMBERS = {"a": 1, "b": 2, "c": 5}
DICE = (Option("a", "Blue 5"), Option("b", "Green 6"))
CHOICES = (Option("1", "1: payment, gains"), Option("2", "2\u202f: decline"))


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("tile 1", "a"),
        ("Tile #2", "b"),
        ("number 1", "a"),
        ("no. 1", "a"),
        ("2", "b"),
        ("tile 5", "ca"),
        ("tile 8", "c"),
        ("card 1", ""),
        ("tile 9", ""),
        ("1 tile", ""),
    ],
)
def test_an_answer_may_be_typed_by_its_number_in_the_picture(text: str, keys: str) -> None:
    """A number that is also in the name of another answer means both."""
    assert "".join(option.key for option in find_numbered(TILES, NUMBERS, "Buy which tile?", text)) == keys
    assert find_numbered(TILES, {}, "Buy which tile?", text) == []


def test_a_bare_number_means_the_picture_if_no_name_has_it() -> None:
    """All names have a number, so "5" is a part of "Blue 5"; but only the picture has a 1."""
    for text in ("1", "5"):
        found = find_numbered(DICE, {"a": 1, "b": 5}, "Pay with which die?", text)
        assert [option.key for option in found] == ["a"]


@pytest.mark.parametrize(("text", "key"), [("1", "1"), ("2", "2"), ("payment", "1"), ("decline", "2")])
def test_a_numbered_answer_is_read_by_its_number_or_its_words(text: str, key: str) -> None:
    assert [option.key for option in find_best(CHOICES, [text])[1]] == [key]


@pytest.mark.parametrize("text", ["payment, gains", "1: payment, gains", "1. Payment, gains"])
def test_the_label_of_a_numbered_answer_may_be_copied_without_its_number(text: str) -> None:
    assert [option.key for option in find_labelled(CHOICES, text)] == ["1"]
    assert is_numbered(text) == text[0].isdigit()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1, 2", ["1", "2"]),
        ("2 and 1.", ["2", "1"]),
        ("3", ["3"]),
        ("tile 9", []),
        ("", []),
        ("2 Troops", []),
    ],
)
def test_a_text_of_numbers_is_split(text: str, numbers: list[str]) -> None:
    assert split_numbers(text) == numbers
