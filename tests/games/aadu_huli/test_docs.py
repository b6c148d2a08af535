"""docs/reference/games/aadu-huli.md names everything, and its numbers are those of the tests."""

from __future__ import annotations

from pathlib import Path

from rules.aadu_huli.options import Options
from rules.aadu_huli.players import LEVELS
from tests import documents
from tests.every_game.test_examples import DOCS

EVIDENCE = (DOCS / "lab/2026-11-22-aadu-huli.md").read_text(encoding="utf-8")
TEXT = (DOCS / "reference/games/aadu-huli.md").read_text(encoding="utf-8")


def test_every_option_and_every_level_is_described() -> None:
    for name in (*Options.model_fields, *LEVELS):
        assert f"| `{name}` |" in TEXT
    for name, field in Options.model_fields.items():
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{name}` |"))
        assert f"{field.default}" in row


def test_the_numbers_of_ways_are_those_that_are_tested() -> None:
    counts = documents.read(Path(__file__).with_name("depths.yaml").read_text(encoding="utf-8"))
    ways = " | ".join(f"{n:,}".replace(",", " ") for n in counts["the start"]["ways"])
    assert f"| ways | {ways} |" in EVIDENCE
