"""docs/reference/games/rajas-of-the-ganges.md names everything, and newcomers get explanations."""

from __future__ import annotations

from rules import rajas_of_the_ganges as rajas
from rules.lessons.newcomer import find_newcomer
from rules.rajas_of_the_ganges.board import CHAMBERS, GOODS
from tests.every_game.test_examples import DOCS
from tests.games.rajas_of_the_ganges.table import GAME

TEXT = (DOCS / "reference/games/rajas-of-the-ganges.md").read_text(encoding="utf-8")


def test_every_option_and_every_level_is_described() -> None:
    for name in (*rajas.Options.model_fields, *(policy.key for policy in rajas.EXTRAS.plans.policies)):
        assert f"| `{name}` |" in TEXT
    assert all(f"`{level}`" in TEXT for level in rajas.BOT_PLAYERS)


def test_each_chamber_and_each_good_is_explained() -> None:
    """Explain choices listed them again without a word more than their labels."""
    told = find_newcomer(GAME)
    assert told is not None
    assert {*CHAMBERS, *GOODS} <= told.answers["space"].keys()
