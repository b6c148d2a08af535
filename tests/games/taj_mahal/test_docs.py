"""docs/reference/games/taj-mahal.md and the short rules name everything."""

from __future__ import annotations

from rules import taj_mahal
from rules.taj_mahal.options import Options
from tests.every_game.test_examples import DOCS

TEXT = (DOCS / "reference/games/taj-mahal.md").read_text(encoding="utf-8")


def test_every_option_and_every_level_is_described() -> None:
    for name in (*Options.model_fields, *taj_mahal.BOT_PLAYERS):
        assert f"| `{name}` |" in TEXT
    for name, field in Options.model_fields.items():
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{name}` |"))
        default = {True: "on", False: "off"}[field.default] if field.annotation is bool else field.default
        assert f"| {default} |" in row.replace("`", "")


def test_every_rule_is_in_the_reference_with_a_title_and_few_lines() -> None:
    for number, text in taj_mahal.reference().items():
        title, _, rest = text.partition("\n")
        assert title.strip(), number
        assert 1 <= len(rest.splitlines()) <= 6
    chapters = {number.partition(".")[0] for number in taj_mahal.reference()}
    assert chapters == set("1234567")
