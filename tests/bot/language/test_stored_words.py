"""Stored sentences: read as they were said."""

from __future__ import annotations

import pytest

from bot.language.stored_words import read_stored, write_stored
from rules.words import AS_IS, Plural, Said, Words, as_is, join_list, read_said, say


@pytest.mark.parametrize(
    "said",
    [
        "",
        "to wait",
        say("to wait"),
        say("{who} pays {n} and {x}.", who="bahmani", n=-2, x=0.25),
        say(Plural("{n} Troop", "{n} Troops"), n=2),
        say("to reach {places}", places=join_list(["delhi", say("all of {it}", it="goa")])),
        as_is("{as typed}"),
        Words("a long text", {}, "", 5, (say("a text"), say("{n}", n=1))),
    ],
)
def test_a_stored_sentence_is_the_same(said: Said) -> None:
    again = read_stored(write_stored(said))
    assert again == said
    if isinstance(said, Words) and isinstance(again, Words):
        assert (again.args is AS_IS) == (said.args is AS_IS)


def test_a_function_is_called_when_it_is_stored() -> None:
    again = read_stored(write_stored(say("{n} left", n=lambda: 3)))
    assert read_said(again, str) == "3 left"


def test_what_cannot_be_stored_is_refused() -> None:
    with pytest.raises(TypeError):
        write_stored(say("{n}", n=object()))


def test_a_sentence_of_an_earlier_version_is_read_as_it_is() -> None:
    assert read_stored("to take {Delhi}") == "to take {Delhi}"
