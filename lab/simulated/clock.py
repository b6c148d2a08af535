"""Keep the time of a simulation. The bot and the database read it instead of the system's clock."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from types import ModuleType

READERS = ("bot", "db")  # the packages that read the clock


class Clock:
    """A clock that stands still until it is set forward."""

    def __init__(self, time: datetime) -> None:
        self.time = time

    def wait(self, seconds: float) -> None:
        """Set the clock forward by this many seconds."""
        self.time += timedelta(seconds=seconds)


@contextmanager
def replace_clock(clock: Clock) -> Iterator[None]:
    """Let all loaded modules of the bot and of the database read this clock."""

    class Dated(datetime):
        """A `datetime` whose `now` is the time of the simulation."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return clock.time.astimezone(tz)

    found = _list_readers()
    for module in found:
        vars(module)["datetime"] = Dated
    try:
        yield
        assert not (late := _list_readers()), f"these modules were loaded too late: {late}"
    finally:
        for module in found:
            vars(module)["datetime"] = datetime


def _list_readers() -> list[ModuleType]:
    """Return the loaded modules that read the system's clock."""
    return [
        module
        for name, module in [*sys.modules.items()]
        if name.partition(".")[0] in READERS and vars(module).get("datetime") is datetime
    ]
