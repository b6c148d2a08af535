"""Run the benchmarks of `durbar bench`: the quick ones (rules, pictures, store, clicks), and the long ones.

Speeds differ between machines and over time. So most figures are printed next to a yardstick that is measured
in the same run: python-chess, a drawing without caches, raw sqlite3, a bare bot. The benchmarks
use fixed random seeds, and need no network beyond this machine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from importlib import import_module
from typing import Any

from lab.bench.rows import Row
from rules.errors import InputError

# Modules of this package. Each is imported when it runs, so `python -m lab.bench.bare` imports no other
# benchmarks.
ALL = ("play", "pictures", "store", "clicks")
APART = {  # benchmarks that take minutes, and their arguments
    "growth": ("plot",),
    "thinking": (),
    "spectators": ("games", "minutes", "spectators", "pages", "pause"),
    "load": ("games", "minutes", "processes", "kills", "people"),
    "server": ("people", "minutes", "kills"),
    "several": ("games", "kills"),
    "kills": ("kills", "folder"),
}


def main(as_json: bool = False, what: str | None = None, given: Mapping[str, Any] | None = None) -> int:
    """Run the quick benchmarks, or the benchmark `what` with the arguments `given`; return the exit code.

    Print each row when it is measured; with `as_json`, all at the end. Raises `InputError` for an argument
    that the benchmark doesn't take.
    """
    rows: list[Row] = []
    if unknown := sorted({*(given or {})} - {*(() if what is None else APART[what])}):
        raise InputError(f"bench {what or ''} takes no --{unknown[0]}")
    for measure in ALL if what is None else (what,):
        for row in import_module(f"lab.bench.{measure}").rows(**(given or {})):
            rows.append(row)
            if not as_json:
                print(row, flush=True)
    if as_json:
        json.dump([asdict(row) for row in rows], sys.stdout, indent=1)
        print()
    return 0
