"""The benchmarks of `durbar bench`: rules, picture, store, and the whole way from click to answer.

Times drift from machine to machine, so each is printed beside a yardstick measured in the same run where
there is one: python-chess, a drawing without caches, raw sqlite3. All chance is seeded, and nothing reaches
beyond this machine.
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

# Modules of this package, loaded when they run: `python -m lab.bench.bare` would else find itself loaded.
ALL = ("play", "pictures", "store", "clicks")
APART = {  # what takes minutes, and how it may be asked for
    "growth": ("plot",),
    "thinking": (),
    "load": ("games", "minutes", "processes", "kills"),
    "several": ("games", "kills"),
    "kills": ("kills", "folder"),
}


def main(as_json: bool = False, what: str | None = None, given: Mapping[str, Any] | None = None) -> int:
    """Run them all, or one that stands apart, as it was `given`.

    Print a row each as it is measured; gives the exit code. Raises `InputError` for what a benchmark can't be
    given.
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
