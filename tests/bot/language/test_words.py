"""The catalogues: every sentence is used, every use has its sentence, and every language says all of them."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import bot
from bot.language import words, words_fr, words_fr_table, words_table
from bot.language.words import CATALOGUES, LANGUAGES, in_a_row, say, speak, speaking

ENGLISH = CATALOGUES["en"]
SOURCES = [
    path.read_text()
    for path in Path(bot.__file__).parent.rglob("*.py")
    if not path.name.startswith("words") and path.name != "cli.py"
]


def test_every_sentence_is_used_and_every_use_has_its_sentence() -> None:
    sources = [*SOURCES, Path(words.__file__).read_text()]
    used = {key for text in sources for key in re.findall(r"\bsay\(\s*\"([\w.]+)\"", text)}
    chosen = {key for text in sources for key in re.findall(r"\"([\w.]+)\" if .* else \"[\w.]+\"", text)}
    chosen |= {key for text in sources for key in re.findall(r"\"[\w.]+\" if .* else \"([\w.]+)\"", text)}
    assert used - ENGLISH.keys() == set()
    assert {key for key in ENGLISH.keys() - used - chosen if not key.startswith("permission.")} == set()


def places(sentence: str) -> set[str]:
    """The names of what is filled in."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_language_says_everything_with_the_same_places(language: str) -> None:
    other = CATALOGUES[language]
    assert ENGLISH.keys() - other.keys() == set(), "not said yet"
    assert other.keys() - ENGLISH.keys() == set(), "said by nobody any more"
    assert {key for key in ENGLISH if places(ENGLISH[key]) != places(other[key])} == set()
    same = {key for key in ENGLISH if len(ENGLISH[key].split()) > 5 and ENGLISH[key] == other[key]}
    assert same == set(), "not translated"


def test_no_part_of_a_catalogue_hides_another() -> None:
    assert not words.ENGLISH.keys() & words_table.ENGLISH.keys()
    assert not words_fr.FRENCH.keys() & words_fr_table.FRENCH.keys()


def test_a_language_lasts_as_long_as_it_is_spoken() -> None:
    with speaking("fr"):
        assert say("lobby.begun") == "La partie commence."
        assert in_a_row(["a", "b", "c"]) == "a, b et c"
        with speaking("en"):
            assert in_a_row(["a", "b"], "or") == "a or b"
        assert in_a_row(["a", "b"], "or") == "a ou b"
    assert say("lobby.begun") == "The game begins."
    speak("fr")
    assert say("lobby.begun") == "La partie commence."
    speak("en")


def test_no_game_is_named() -> None:
    from rules.games import GAMES

    sentences = [text for catalogue in CATALOGUES.values() for text in catalogue.values()]
    for text in [*SOURCES, *sentences]:
        for key, rules in GAMES.items():
            assert key not in text.casefold()
            assert rules.TITLE.casefold() not in text.casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_keep_to_the_limits_of_discord(language: str) -> None:
    room = {"button.": 60, "modal.title": 45, "modal.label": 45, "modal.hint": 100, "select.placeholder": 120}
    for key, sentence in CATALOGUES[language].items():
        limit = next((limit for start, limit in room.items() if key.startswith(start)), 1000)
        assert len(sentence) <= limit, key
