"""Short rules, player aids and alt texts in another language; English if a translation is missing."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import render
from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.posting.painting import paint
from render.kit.language import GameNames, use_names
from render.worker import Animation, Job
from rules.lessons.aid import find_aid, read_aid
from rules.loading.games import GAMES
from rules.words import say

FRENCH = LocalizedGames(GAMES)


@pytest.mark.parametrize("key", ["aadu_huli", "successors", "vijayanagara"])
def test_a_picture_is_described_in_its_language(key: str) -> None:
    rules = GAMES[key]
    view = rules.view(rules.setup(rules.Options()), None)
    english, french = paint(Job(view)), paint(Job(view, language="fr"))
    assert english.alt != french.alt
    assert (english.width, english.height) == (french.width, french.height)
    assert Job(view).key() != Job(view, language="fr").key()


def test_an_animation_is_too() -> None:
    rules = GAMES["aadu_huli"]
    view = rules.view(rules.setup(rules.Options()), None)
    animation = Animation((view, view))
    assert paint(replace(animation, language="fr")).alt.startswith("Pas à pas.")
    assert animation.key() != replace(animation, language="fr").key()


def test_a_language_lasts_as_long_as_its_picture() -> None:
    name = GameNames("aadu_huli", GAMES["aadu_huli"].name)
    with speak_within("fr"), use_names(lambda key: FRENCH[key].name):
        assert name("goats") == "Chèvres"
        assert say("{side}", side="goats").read(name) == "Chèvres"
        assert name.language == "fr"
    assert name("goats") == "Goats"
    assert name.language == "en"


@pytest.mark.parametrize("key", GAMES)
def test_pictures_take_names_in_their_language(key: str) -> None:
    """`name` comes from the painter's `names`, which follows the language, and not from the rules."""
    for file in (Path(render.__file__).parent / key).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == f"rules.{key}.names":
                assert "name" not in [alias.name for alias in node.names], file.name


@pytest.mark.parametrize("key", GAMES)
def test_rules_and_aids_are_read_in_another_language(key: str) -> None:
    english, english_aid = GAMES[key].reference(), find_aid(FRENCH[key])
    with speak_within("fr"):
        french, french_aid = FRENCH[key].reference(), find_aid(FRENCH[key])
    assert english.keys() == french.keys()
    assert all(english[number] != french[number] for number in english if len(english[number]) > 40)
    assert FRENCH[key].reference() == english
    assert english_aid.keys() == french_aid.keys()
    for seat, chapters in english_aid.items():
        for one, other in zip(chapters, french_aid[seat], strict=True):
            assert [item.number for item in one.items] == [item.number for item in other.items]
            assert all(item.text.strip() and "`" not in item.text for item in other.items)


def test_what_is_not_translated_stays_english_line_by_line() -> None:
    text = "sheets:\n  all:\n    - {title: Unheard of, rules: ['1']}\n"
    with speak_within("fr"):
        [chapter] = read_aid(text, "aid", {"1": "Points\nNobody said this."}, {}, FRENCH["taj_mahal"].name)[
            "all"
        ]
    assert chapter.title == "Unheard of"
    assert chapter.items[0].text == "Nobody said this."
