"""Notify listeners of an event, so that sender and listeners need not know each other."""

from __future__ import annotations

from collections.abc import Callable


class Signal:
    """Calls all its listeners each time it is called."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Add a listener."""
        self._listeners.append(listener)

    def __call__(self) -> None:
        for listener in self._listeners:
            listener()
