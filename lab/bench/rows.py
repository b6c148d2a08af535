"""Define the rows of a benchmark, and summarize times."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import ParamSpec

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure.

    `yardstick`: the name of the thing that the figure is compared with. `beside`: the yardstick's figure,
    measured in the same run and in the same unit; None if there is none.
    """

    what: str
    value: float
    unit: str
    yardstick: str = ""
    beside: float | None = None

    @property
    def ratio(self) -> float | None:
        """Return our figure divided by the yardstick's figure; None if that figure is 0 or missing."""
        return None if not self.beside else self.value / self.beside

    def __str__(self) -> str:
        line = f"{self.what:<58} {self.value:>10.2f} {self.unit:<8}"
        if self.ratio is not None:
            line += f" {self.ratio:>6.2f} x {self.yardstick} ({self.beside:.2f})"
        return line.rstrip()


def median_ms(work: Callable[P, object], times: int, *args: P.args, **kwargs: P.kwargs) -> float:
    """Return the median time of `work(...)` in milliseconds, after one warm-up call."""
    call = partial(work, *args, **kwargs)
    call()
    return statistics.median(_time(call) for _ in range(times)) * 1000


def least_ms(times: int, *works: Callable[[], object]) -> list[float]:
    """Return the least processor time of each function, in milliseconds, after one warm-up call of each.

    The functions take turns, so other work on the machine disturbs all of them alike.
    """
    for work in works:
        work()
    least = [inf] * len(works)
    for _ in range(times):
        for number, work in enumerate(works):
            begin = time.process_time()
            work()
            least[number] = min(least[number], time.process_time() - begin)
    return [seconds * 1000 for seconds in least]


def _time(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which `share` (0 to 1) of the values lie."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
