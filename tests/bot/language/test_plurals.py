"""Sentences with numbers in a language with more plural forms than English need only a catalogue."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.language.catalogue import read
from bot.language.game_language import GameTranslation
from rules.asking import count
from rules.loading.games import GAMES
from rules.words import Plural, agreeing, say

ROOT = Path(__file__).parents[3]
POLISH = r"""
msgid ""
msgstr ""
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"
"Content-Type: text/plain; charset=utf-8\n"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"

msgid "goes"
msgid_plural "go"
msgstr[0] "idzie"
msgstr[1] "idą"
msgstr[2] "idzie"

msgid "{one}"
msgid_plural "{many}"
msgstr[0] "{one}"
msgstr[1] "{many}"
msgstr[2] "{many|ile}"

msgctxt "1-troops"
msgid "Troop"
msgstr "oddział"

msgctxt "troops"
msgid "Troops"
msgstr "oddziały"

msgctxt "troops|ile"
msgid "Troops"
msgstr "oddziałów"
"""
CARDS = Plural("{n} card", "{n} cards")


@pytest.fixture
def polish(tmp_path: Path) -> GameTranslation:
    """Return a game in a language with this catalogue."""
    file = tmp_path / "rules.po"
    file.write_text(POLISH, encoding="utf-8")
    tongue = GameTranslation(GAMES["vijayanagara"], "pl")
    tongue.own = read(file)
    return tongue


def test_english_says_one_and_any_other_number() -> None:
    assert [str(say(CARDS, n=n)) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


@pytest.mark.parametrize(("n", "text"), [(1, "1 karta"), (3, "3 karty"), (5, "5 kart"), (22, "22 karty")])
def test_a_sentence_has_the_form_of_its_number(polish: GameTranslation, n: int, text: str) -> None:
    assert say(CARDS, n=n).read(polish) == text


@pytest.mark.parametrize(("n", "text"), [(1, "1 oddział"), (3, "3 oddziały"), (5, "5 oddziałów")])
def test_a_name_has_the_form_of_its_number(polish: GameTranslation, n: int, text: str) -> None:
    assert count(n, "troops").read(polish) == text


def test_a_verb_has_the_form_of_its_number(polish: GameTranslation) -> None:
    assert [agreeing(n, "go").within(polish) for n in (1, 2, 5)] == ["idzie", "idą", "idzie"]


def test_a_plural_whose_english_has_changed_is_not_translated(polish: GameTranslation) -> None:
    assert say(Plural("{n} card", "{n} playing cards"), n=5).read(polish) == "5 playing cards"


def test_a_sentence_that_goes_by_a_number_needs_it() -> None:
    with pytest.raises(KeyError):
        say(CARDS).read(str)


def test_french_has_the_form_of_one_for_nothing() -> None:
    french = GameTranslation(GAMES["vijayanagara"], "fr")
    left = Plural("{n} card left in the deck.", "{n} cards left in the deck.")
    assert say(left, n=0).read(french) == "Il reste 0 carte dans le paquet."
    assert [count(n, "troops").read(french) for n in (0, 1, 2)] == ["0 Troupe", "1 Troupe", "2 Troupes"]


@pytest.mark.parametrize("file", sorted(ROOT.glob("*/**/fr/*.po")), ids=lambda file: file.parents[1].name)
def test_no_translation_has_a_space_before_a_full_stop(file: Path) -> None:
    for entry in read_po(BytesIO(file.read_bytes())):
        for text in [entry.string] if isinstance(entry.string, str) else entry.string or ():
            assert not re.search(r"[^\s.,] [.,](?:\s[^.,!?]|$)", text), text
