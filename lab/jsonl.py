"""Games that are kept in a file as they are played, a line each."""

from __future__ import annotations

from pathlib import Path


def whole_lines(file: Path) -> list[str]:
    """Return the lines that were written to their ends; none where there is no file.

    What a kill has left of the last one is not among them.
    """
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]


def mend(file: Path) -> None:
    """Take out of the file what a kill has left of a line, so that the next can be added."""
    if file.exists() and not file.read_text(encoding="utf-8").endswith("\n"):
        file.write_text("".join(whole_lines(file)), encoding="utf-8")
