"""Read and mend files with one JSON record per line. A kill can leave the last line incomplete."""

from __future__ import annotations

from pathlib import Path


def read_whole_lines(file: Path) -> list[str]:
    """Return the complete lines of a file; [] if there is no file.

    If the last line is incomplete, leave it out.
    """
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]


def mend_file(file: Path) -> None:
    """Remove an incomplete last line, so that new lines can be appended."""
    if file.exists() and not file.read_text(encoding="utf-8").endswith("\n"):
        file.write_text("".join(read_whole_lines(file)), encoding="utf-8")
