"""docs/reference/games/successors.md names and explains everything."""

from __future__ import annotations

from rules.successors import BOT_PLAYERS, Options
from tests.every_game.test_examples import DOCS

TEXT = (DOCS / "reference/games/successors.md").read_text(encoding="utf-8")


def test_every_option_and_every_level_is_described() -> None:
    for name in (*Options.model_fields, *BOT_PLAYERS):
        assert f"| `{name}` |" in TEXT


def test_the_first_sentence_calls_it_a_reconstruction() -> None:
    assert "is a reconstruction" in TEXT.splitlines()[2]
