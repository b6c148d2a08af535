"""The benchmarks of `durbar bench`: rules, picture, store, and the whole way from click to answer.

Times drift from machine to machine, so each is printed beside a yardstick measured in the same run where
there is one: python-chess, a drawing without caches, raw sqlite3. All chance is seeded, and nothing reaches
beyond this machine.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from importlib import import_module

from bot.bench.rows import Row

# Modules of this package, loaded when they run: `python -m bot.bench.bare` would else find itself loaded.
ALL = ("play", "pictures", "store", "clicks")
APART = {"growth": ("growth",), "several": ("several",)}  # what takes minutes


def main(as_json: bool = False, what: str | None = None) -> int:
    """Run them all, or one that stands apart; print a row each as it is measured; gives the exit code."""
    rows: list[Row] = []
    for measure in ALL if what is None else APART[what]:
        for row in import_module(f"bot.bench.{measure}").rows():
            rows.append(row)
            if not as_json:
                print(row, flush=True)
    if as_json:
        json.dump([asdict(row) for row in rows], sys.stdout, indent=1)
        print()
    return 0
