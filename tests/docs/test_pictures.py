"""Pictures of the documentation that are copies of golden pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS, GOLDEN = ROOT / "docs" / "pictures", ROOT / "tests" / "render" / "golden"
COPIES = {
    "successors": "successors-since",
    "rajas-placement": "rajas-placement",
    "taj-mahal-hand": "taj-mahal-hand",
    "taj-mahal-since": "taj-mahal-since",
    "taj-mahal-strip": "taj-mahal-strip",
}


@pytest.mark.parametrize("copy", COPIES)
def test_a_copy_is_up_to_date(copy: str) -> None:
    golden = (GOLDEN / COPIES[copy]).with_suffix(".png")
    assert (DOCS / f"{copy}.png").read_bytes() == golden.read_bytes(), f"copy {golden.name} again"
