"""Pictures of the documentation are as the present code draws them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.main import main

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


@pytest.mark.parametrize(
    ("position", "drawn"), [("caged", "aadu-huli"), ("taj-middle", "taj-mahal"), ("ghats", "rajas-phone")]
)
def test_a_drawn_position_is_up_to_date(position: str, drawn: str, tmp_path: Path) -> None:
    file = tmp_path / "drawn.png"
    main(["draw", str(ROOT / "docs" / "positions" / f"{position}.yaml"), "-o", str(file)])
    assert (DOCS / f"{drawn}.png").read_bytes() == file.read_bytes(), "see docs/how-to/draw-pictures.md"
