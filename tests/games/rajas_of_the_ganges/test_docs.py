"""docs/reference/games/rajas-of-the-ganges.md names everything."""

from __future__ import annotations

from rules import rajas_of_the_ganges as rajas
from tests.every_game.test_examples import DOCS

TEXT = (DOCS / "reference/games/rajas-of-the-ganges.md").read_text(encoding="utf-8")


def test_every_option_and_every_level_is_described() -> None:
    for name in (*rajas.Options.model_fields, *(policy.key for policy in rajas.EXTRAS.plans.policies)):
        assert f"| `{name}` |" in TEXT
    assert all(f"`{level}`" in TEXT for level in rajas.BOT_PLAYERS)
