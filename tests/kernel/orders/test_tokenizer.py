"""How typed words find their option."""

from __future__ import annotations

import pytest

from rules.kernel import Option
from rules.orders.matching import find_best, find_closest, match
from rules.orders.tokenizer import normalize, split_tokens, split_words

MALWA = Option("malwa", "Malwa", ("mal",))
RAJPUT = Option("rajput-kingdoms", "Rājput Kingdoms", ("raj",))
MAHA = Option("maharashtra", "Maharashtra", ("mah",))
SOME = [MALWA, RAJPUT, MAHA]
PIECES = [
    Option(f"{n}-{kind}", f"{n} {kind.title()}") for kind in ("troops", "temples") for n in (12, 3, 2, 1)
]


def said(text: str) -> list[str]:
    return [token.word for token in split_tokens(text)]


def found(options: list[Option], text: str) -> list[str]:
    return [option.key for option in find_best(options, said(text))[1]]


@pytest.mark.parametrize(
    "text",
    ["Rājput Kingdoms", "RAJPUT_KINGDOMS", "rajput–kingdoms", "rajput   kingdoms", "rajpu\u0304t kingdoms"],
)
def test_case_accents_dashes_and_spaces_do_not_matter(text: str) -> None:
    assert split_words(text) == ("rajput", "kingdoms")


@pytest.mark.parametrize("text", ["Timur's", "timur’s", "TIMUR‘S", "timurʼs"])
def test_quotes_do_not_matter(text: str) -> None:
    assert split_words(text) == ("timurs",)


def test_plain() -> None:
    assert normalize("ŚĀH-Jahān’s") == "sah-jahans"


def test_numbers_are_words_of_their_own() -> None:
    assert said("3t, 12 Troops") == ["3", "t", ",", "12", "troops"]


def test_fillers_are_left_out_and_stops_are_kept() -> None:
    assert said("The lord of Malwa and please; so. And on.") == ["lord", "malwa", ";", "so", ",", "on", "."]


@pytest.mark.parametrize(
    "text", ["à Delhi", "À Delhi", "en Delhi", "au Delhi", "aux Delhi", "chez Delhi", "a\u0300 Delhi"]
)
def test_french_words_for_a_place_mean_in(text: str) -> None:
    assert said(text) == ["in", "delhi"]


def test_an_a_without_an_accent_is_an_article() -> None:
    assert said("a Governor a 1") == ["a", "governor", "a", "1"]


def test_tokens_know_their_place_in_the_text() -> None:
    text = "  Rāj 3t"
    assert [text[token.start : token.end] for token in split_tokens(text)] == ["Rāj", "3", "t"]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("malwa", ["malwa"]),
        ("mal", ["malwa"]),
        ("ma", ["malwa", "maharashtra"]),
        ("raj", ["rajput-kingdoms"]),
        ("rajput k", ["rajput-kingdoms"]),
        ("rajput malwa", ["rajput-kingdoms"]),
        ("kingdoms", []),
        ("malwas", []),
        ("", []),
    ],
)
def test_beginnings_of_words_are_enough(text: str, keys: list[str]) -> None:
    assert found(SOME, text) == keys


def test_numbers_match_whole() -> None:
    assert found(PIECES, "1 tr") == ["1-troops"]
    assert found(PIECES, "3 t") == ["3-troops", "3-temples"]


def test_small_words_inside_a_label_may_be_left_out() -> None:
    placed = [Option(f"1-temples-in-{at.key}", f"1 Temple in {at.label}") for at in SOME]
    assert found(placed, "1 temple in malwa") == found(placed, "1 temple malwa") == ["1-temples-in-malwa"]
    assert found(placed, "1 temple raj") == ["1-temples-in-rajput-kingdoms"]
    assert len(found(placed, "1 temple")) == 3


def test_the_longest_match_wins() -> None:
    options = [Option("command", "Command"), Option("command-only", "Command only")]
    assert found(options, "command only") == ["command-only"]
    assert found(options, "command march") == ["command"]


def test_an_exact_match_beats_a_beginning() -> None:
    assert found([Option("rebelling", "Rebelling Amirs"), Option("rebel", "Rebel")], "rebel") == ["rebel"]


def test_a_key_beats_a_name_and_a_name_an_alias() -> None:
    one, two, three = Option("a", "x"), Option("x", "b"), Option("c", "c", ("x",))
    assert found([one, two, three], "x") == ["x"]
    assert found([one, three], "x") == ["a"]


def test_a_legal_option_goes_before_a_refused_one_that_fits_as_well() -> None:
    refused = Option("malabar", "Malabar", (), "not there")
    assert found([refused, MALWA], "mal") == ["malwa"]
    assert found([refused], "mal") == ["malabar"]


def test_done_and_small_words_are_typed_whole() -> None:
    done = Option("done", "Done")
    assert match(done, ["d"]) is None
    assert match(done, ["done"]) is not None
    assert match(Option("tonk", "Tonk"), ["to"]) is None


VOCABULARY = [
    "malwa",
    "gujarat",
    "troops",
    "rajput",
    "govern",
    "shaded",
    "unshaded",
    "command",
    "bengal",
    "bengul",
    "syria",
    "yve",
]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("malva", ["malwa"]),
        ("gujrat", ["gujarat"]),
        ("trops", ["troops"]),
        ("rajptu", ["rajput"]),
        ("gvern", ["govern"]),
        ("shded", ["shaded"]),
        ("comand", ["command"]),
        ("comamnd", ["command"]),
        ("bengol", ["bengal", "bengul"]),
        ("sirya", ["syria"]),
        ("risya", []),
        ("yev", []),
        ("xyz", []),
        ("x", []),
        ("123", []),
    ],
)
def test_a_slip_is_seen_through(text: str, meant: list[str]) -> None:
    assert sorted(find_closest(text, VOCABULARY)) == meant


def test_a_name_is_no_slip_for_a_small_word_that_begins_with_another_letter() -> None:
    assert find_closest("rome", ["from", "to"]) == []
    assert find_closest("form", ["from", "to"]) == ["from"]


def test_without_a_vocabulary_nothing_is_guessed() -> None:
    assert find_closest("malva", []) == []


def test_a_label_may_be_typed_with_a_remark_that_has_a_comma() -> None:
    said = [token.word for token in split_tokens("blue 3 turned (counts as 4, for 1 karma), done.")]
    assert said == ["blue", "3", "turned", "counts", "as", "4", "for", "1", "karma", ",", "done", "."]
