"""The defined words of a game in every language: found in all their forms, and explained."""

from __future__ import annotations

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import LANGUAGES, SOURCE, speak_within
from bot.orders.service import OrderService
from bot.seating.lobby import Lobby
from bot.views.board import BoardViews, list_used
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, GUEST, caller

SPOKEN = LocalizedGames(GAMES)
OTHERS = sorted({*LANGUAGES} - {SOURCE})


def test_a_word_is_found_where_one_begins_with_it_and_in_all_its_forms() -> None:
    assert list_used({"Fort": "a"}, "Two Forts fell.") == [("Fort", "a")]
    forms = {"Cour|la cour": "a", "Trêve|Trêves": "b"}
    assert list_used(forms, "Des trêves à la cour.") == [("Trêve", "b"), ("Cour", "a")]
    assert list_used(forms, "Une couronne.") == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", GAMES)
def test_every_word_is_told_in_every_language(key: str, language: str) -> None:
    english = GAMES[key].EXTRAS.teaching.glossary()
    with speak_within(SOURCE):
        assert SPOKEN[key].EXTRAS.teaching.glossary() == english
    with speak_within(language):
        other = SPOKEN[key].EXTRAS.teaching.glossary()
    assert len(other) == len(english)
    assert {*other.values()}.isdisjoint(english.values())


@pytest.mark.parametrize(
    ("key", "said", "words"),
    [
        ("vijayanagara", "Le Sultanat a gagné Jaunpur, jusque-là tributaire.", ["Tributaire"]),
        ("vijayanagara", "Les Émirs rebelles sont passés de 0 à 1.", ["Émir", "Rebelle"]),
        ("taj_mahal", "Palais couronné : Gris à Lahore 3.", ["Palais couronné"]),
        (
            "successors",
            "Des Rebelles se tenaient en Médie ; deux chefs sont prisonniers.",
            ["Rebelles", "Prisonnier"],
        ),
    ],
)
def test_a_chapter_in_french_uses_words_that_are_explained(key: str, said: str, words: list[str]) -> None:
    with speak_within("fr"):
        assert [word for word, _ in list_used(SPOKEN[key].EXTRAS.teaching.glossary(), said)] == words


async def test_a_card_explains_its_words_in_the_language_of_its_reader(store: Store) -> None:
    table = OrderService(store, SPOKEN, lambda: None)
    lobby, look = Lobby(table), BoardViews(table)
    await lobby.create(caller(), "vijayanagara")
    for user, seat in enumerate(("sultanate", "bahmani", "vijayanagara"), 1):
        await lobby.join(caller(user), seat)
    await lobby.start(caller())
    assert (await store.find_in_channel(CHANNEL)) is not None
    with speak_within("fr"):
        texts = [(await look.show_card(caller(GUEST), number)).text for number in range(1, 37)]
    meaning = GAMES["vijayanagara"].EXTRAS.teaching.glossary()["Challenger"]
    with speak_within("fr"):
        spoken = SPOKEN["vijayanagara"].EXTRAS.teaching.glossary()
    [french] = [text for word, text in spoken.items() if word.startswith("Challenger")]
    assert french != meaning
    assert any(french in text for text in texts)
    assert not any(meaning in text for text in texts)
