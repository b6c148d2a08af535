"""docs/explanation/play-by-chat.md names existing tests; the clock of docs/reference/paces.md is right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.settings.game_settings import PACES

ROOT = Path(__file__).parents[2]
NEEDS = (ROOT / "docs/explanation/play-by-chat.md").read_text(encoding="utf-8")
CLOCK = (ROOT / "docs/reference/paces.md").read_text(encoding="utf-8")


def known() -> set[str]:
    """Return the names of all tests."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        found |= set(re.findall(r"^(?:async )?def (test_\w+)", path.read_text(), re.MULTILINE))
    return found


def test_each_test_that_is_named_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", NEEDS))
    assert len(named) > 40
    assert named - known() == set()


def test_all_thirty_needs_are_answered() -> None:
    assert [int(number) for number in re.findall(r"^### (\d+)\. ", NEEDS, re.MULTILINE)] == list(range(1, 31))


@pytest.mark.parametrize("pace", PACES)
def test_the_clock_is_as_it_is_written(pace: str) -> None:
    row = next(line for line in CLOCK.splitlines() if line.startswith(f"| `{pace}` |"))
    terms = PACES[pace]
    units = {"minute": 60, "hour": 3600, "day": 86400}
    written = [
        int(n) * units[unit] for n, unit in re.findall(r"(\d+) (minute|hour|day)s?", row.split("|", 2)[2])
    ]
    bank = [terms.increment, terms.most] if terms.most else []
    whole = [terms.answer, *bank, terms.remind, terms.grace if terms.answer else None]
    assert written == [time.total_seconds() for time in whole if time is not None]
