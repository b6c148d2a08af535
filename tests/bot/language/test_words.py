"""The bot's sentences: all are used, every use has a sentence, and all are translated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bot
from bot.language.catalogue import Catalogue, read_catalogue
from bot.language.words import (
    LANGUAGES,
    SOURCE,
    join_clauses,
    join_names,
    load_sentences,
    say,
    speak,
    speak_within,
)
from tests.bot.language.places import odd_places

FRAMES = read_catalogue("bot.language", "frames.pot")
OTHERS = [language for language in LANGUAGES if language != SOURCE]
SOURCES = [path.read_text() for path in Path(bot.__file__).parent.rglob("*.py")]


def frames(language: str) -> Catalogue:
    return read_catalogue("bot.language", "frames.po", language)


def test_every_sentence_is_used_and_every_use_has_its_sentence() -> None:
    used = {key for text in SOURCES for key in re.findall(r"\bsay\(\s*\"([\w.]+)\"", text)}
    chosen = {key for text in SOURCES for key in re.findall(r"\"([\w.]+)\" if .* else \"[\w.]+\"", text)}
    chosen |= {key for text in SOURCES for key in re.findall(r"\"[\w.]*\" if .* else \"([\w.]+)\"", text)}
    chosen |= {key for text in SOURCES for key in re.findall(r" frame = \"([\w.]+)\"$", text, re.MULTILINE)}
    chosen |= {
        key for text in SOURCES for key in re.findall(r"^[A-Z_]+ = \"(typed\.\w+)\"", text, re.MULTILINE)
    }
    english = FRAMES.index_contexts()
    assert used - english.keys() == set()
    assert {key for key in english.keys() - used - chosen if not key.startswith("permission.")} == set()
    assert len(english) == len(FRAMES.entries), "a key twice"


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_everything_with_the_same_places(language: str) -> None:
    other = frames(language).entries
    assert {key for key in FRAMES.entries if key not in other or not other[key].said} == set(), "not said yet"
    assert other.keys() - FRAMES.entries.keys() == set(), (
        "said by nobody any more, or its English has changed"
    )
    assert [odd for entry in other.values() for odd in odd_places(entry)] == []
    same = {key for key, entry in other.items() if len(key[1].split()) > 5 and entry.english == entry.said}
    assert same == set(), "not translated"


def test_a_sentence_goes_by_its_number() -> None:
    assert say("try.faces", what="x", n=1) == "“x” needs 1 die: give one digit from 1 to 6."
    assert say("try.faces", what="x", n=2) == "“x” needs 2 dice: give 2 digits from 1 to 6."
    with speak_within("fr"):
        assert (say("stats.shared", n=0), say("stats.shared", n=2)) == (", 0 partagée", ", 2 partagées")


def test_every_sentence_with_forms_has_the_number_it_goes_by() -> None:
    forms = [entry for entry in FRAMES.entries.values() if len(entry.english) > 1]
    assert forms
    assert [entry.context for entry in forms if "{n}" not in entry.english[-1]] == []


def test_a_language_lasts_as_long_as_it_is_spoken() -> None:
    with speak_within("fr"):
        assert say("lobby.begun") == "La partie commence."
        assert join_names(["a", "b", "c"]) == "a, b et c"
        with speak_within("en"):
            assert join_names(["a", "b"], "or") == "a or b"
        assert join_names(["a", "b"], "or") == "a ou b"
    assert say("lobby.begun") == "The game begins."
    speak("fr")
    assert say("lobby.begun") == "La partie commence."
    speak("en")


def test_no_game_is_named() -> None:
    from rules.loading.games import GAMES

    said = [text for language in LANGUAGES for forms in load_sentences(language).values() for text in forms]
    for text in [*SOURCES, *said]:
        for key, rules in GAMES.items():
            assert key not in text.casefold()
            assert rules.TITLE.casefold() not in text.casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_keep_to_the_limits_of_discord(language: str) -> None:
    room = {"button.": 60, "modal.title": 45, "modal.label": 45, "modal.hint": 100, "select.placeholder": 120}
    for key, forms in load_sentences(language).items():
        limit = next((limit for start, limit in room.items() if key.startswith(start)), 1000)
        assert max(len(sentence) for sentence in forms) <= limit, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_luck_is_told_in_plain_words(language: str) -> None:
    """Posts called the secret number a seed, and its fingerprint a seal, a hash or SHA-256."""
    jargon = re.compile(r"\b(seeds?|hash|seal|sha-256|graines?|sceau)\b(?![^{]*\})", re.IGNORECASE)
    found = {key for key, forms in load_sentences(language).items() if any(map(jargon.search, forms))}
    assert found == set()


def test_clauses_are_joined_as_the_language_does() -> None:
    """French has a narrow space before a semicolon."""
    assert join_clauses(["a", "b"]) == "a; b"
    with speak_within("fr"):
        assert join_clauses(["a", "b"]) == "a\u202f; b"
