"""French sentences of Rajas of the Ganges."""

from __future__ import annotations

import re

import pytest

from bot.language.catalogue import read_catalogue
from bot.language.game_language import GameTranslation
from rules.rajas_of_the_ganges.wording import MONEY
from rules.words import say
from tests.games.rajas_of_the_ganges.table import GAME


@pytest.mark.parametrize(("n", "said"), [(0, "0 pièce"), (1, "1 pièce"), (3, "3 pièces")])
def test_money_is_counted_in_coins(n: int, said: str) -> None:
    assert say(MONEY, n=n).within(GameTranslation(GAME, "fr")) == said


def test_no_number_is_followed_by_money_without_coins() -> None:
    """French said “3 d'argent”."""
    catalogue = read_catalogue("rules.rajas_of_the_ganges", "rules.po", "fr")
    said = [form for entry in catalogue.entries.values() for form in entry.said]
    assert [text for text in said if re.search(r"[\d}] d['’]argent", text)] == []
