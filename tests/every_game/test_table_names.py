"""The names that each game gives to its tables."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import LANGUAGES, SOURCE, speak_within
from bot.session.table_names import name_table, read_own_name
from db.records import Status, StoredGame
from rules.loading.games import GAMES, OWN
from rules.loading.table_names import LONGEST, list_table_names, offer_names, read_table_names, split_name

NOW = datetime(2026, 11, 28, tzinfo=UTC)
TABLE = StoredGame(1, "", 1, 1, 1, Status.LOBBY, 1, "{}", NOW, None, None, "", "", None, None)


@pytest.mark.parametrize("key", OWN)
def test_names_are_many_fit_and_are_translated(key: str) -> None:
    """A host could type each of them; no two games share one; each has a name in each language."""
    names = list_table_names(GAMES[key])
    assert len(names) >= 20
    others = {name for other in GAMES if other != key for name in list_table_names(GAMES[other])}
    assert not others & {*names}
    for language in LANGUAGES:
        with speak_within(language):
            rules = LocalizedGames(GAMES)[key]
            told = [name_table(rules, replace(TABLE, name=name)) for name in names]
        assert len({*told}) == len(names)
        assert all(read_own_name(name) == name and len(name) <= LONGEST - 6 for name in told)
        assert (told == [*names]) == (language == SOURCE)


def test_names_begin_again_with_a_number() -> None:
    offer = offer_names(("Ash", "Birch"))
    assert [next(iter(offer(earlier))) for earlier in (0, 1, 2, 5, 22)] == [
        "Ash",
        "Birch",
        "Ash II",
        "Birch III",
        "Ash 12",
    ]
    assert next(iter(offer_names(())(3))) == ""
    assert split_name("Ash II") == ("Ash", " II")
    assert split_name("Ash 12") == ("Ash", " 12")
    assert split_name("The Banyan Board") == ("The Banyan Board", "")


@pytest.mark.parametrize(
    "text", ["names: [Ash]", "names: [Ash, Ash]", "names: [Ash, B]", "name: [Ash, Birch]"]
)
def test_a_bad_file_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(ValueError, match=r"^here: "):
        read_table_names(text, "here")
