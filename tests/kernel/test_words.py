"""Sentences that are composed when they are read."""

from __future__ import annotations

import pickle

import pytest

from rules.words import AS_IS, Line, agreeing, as_is, inside, join_list, say, shorten, third_person


def test_a_sentence_is_read_with_the_names_of_keys() -> None:
    words = say("{who} pays {n}.", who="north", n=2)
    assert str(words) == "North pays 2."
    assert words.read(str.upper) == "NORTH pays 2."


def test_a_sentence_without_places_is_its_text() -> None:
    assert say("All {quiet}.").read(str.upper) == "All {quiet}."


def test_a_text_as_it_is_stays_so_in_another_process() -> None:
    assert pickle.loads(pickle.dumps(as_is("{quiet}"))).args is AS_IS


def test_sentences_nest_and_only_the_whole_gets_a_capital() -> None:
    words = say("{n}: {what}!", n=1, what=say("{a} falls", a="malwa"))
    assert words.read(lambda key: f"the {key}") == "1: the malwa falls!"
    assert say("{a} falls", a="malwa").read(lambda key: f"the {key}") == "The malwa falls"


@pytest.mark.parametrize(
    ("parts", "text"),
    [([], "Nothing"), (["a"], "A"), (["a", "b"], "A and b"), (["a", say("{b}", b="b"), "c"], "A, b and c")],
)
def test_listed(parts: list[object], text: str) -> None:
    assert str(join_list(parts)) == text


def test_listed_with_another_last_word() -> None:
    assert str(join_list(["a", "b"], "or")) == "A or b"


def test_a_line_is_for_everybody_unless_it_says_for_whom() -> None:
    assert Line(say("x")).readers is None


@pytest.mark.parametrize(
    ("several", "one"),
    [("gain", "gains"), ("are placed", "is placed"), ("go", "goes"), ("may gain", "may gain")],
)
def test_what_several_do_one_does(several: str, one: str) -> None:
    assert third_person(several) == one
    assert [agreeing(n, several).english for n in (1, 0, 2)] == [one, several, several]


def test_a_label_within_a_sentence_begins_small() -> None:
    assert [inside(label) for label in ("The Sultanate", "Delhi", "Theatre")] == [
        "the Sultanate",
        "Delhi",
        "Theatre",
    ]


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("one, two, three", "one, two…"),
        ("One two. Three", "One two…"),
        ("one two", "one two"),
        ("one, twothree four", "one…"),
    ],
)
def test_a_long_text_is_cut_between_words(text: str, short: str) -> None:
    assert shorten(text, 12) == short


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (["a and b", "c"], "a and b, and c"),
        (["c", "a and b", "d"], "c; a and b; and d"),
        (["a", "b"], "a and b"),
        (["a and b"], "a and b"),
    ],
)
def test_names_that_contain_and_stand_apart_in_a_list(keys: list[str], text: str) -> None:
    assert join_list(keys).within(str) == text
    assert join_list([say("{place}", place=key) for key in keys]).within(str) == text
