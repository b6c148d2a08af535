"""A signal: one part says that something has happened, others listen, and neither knows the other."""

from __future__ import annotations

from collections.abc import Callable


class Signal:
    """Calls all that listen, each time that it is called."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call this from now on."""
        self._listeners.append(listener)

    def __call__(self) -> None:
        for listener in self._listeners:
            listener()
