"""Settings that every test shares."""

from __future__ import annotations

import gc

import pytest
from hypothesis import settings

# A busy machine is no reason to fail, and a run must be repeatable: long random fuzzing is `durbar fuzz`.
settings.register_profile("durbar", deadline=None, derandomize=True)
settings.load_profile("durbar")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, so that at the end no core waits for another."""
    items.sort(key=lambda item: "e2e" not in item.path.parts)


def pytest_collection_finish() -> None:
    """The tests and all that they have loaded stay: nobody need look through them for garbage."""
    gc.freeze()
