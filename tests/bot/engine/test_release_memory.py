"""A process returns the memory of large blocks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# Blocks as large as pictures come and go, of which every other one leaves something small behind it.
BUSY = """
import sys
from bot.engine.release_memory import release_memory

def held():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096

if sys.argv[1] == "yes":
    release_memory()
blocks, small = [], []
before = held()
for _ in range(40):
    for n in range(100, 400, 3):
        blocks.append(bytes(n * 1000))
        small.append(bytes(2000))
    blocks.clear()
print(held() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux, and of glibc")
def test_what_pictures_took_is_given_back(tmp_path: Path) -> None:
    (tmp_path / "busy.py").write_text(BUSY)
    grown = {
        asked: int(
            subprocess.run(
                [sys.executable, tmp_path / "busy.py", asked], capture_output=True, text=True, check=True
            ).stdout
        )
        for asked in ("yes", "no")
    }
    assert grown["yes"] < 16 * 1024 * 1024, "the small blocks, and little else"
    assert grown["yes"] < grown["no"]
