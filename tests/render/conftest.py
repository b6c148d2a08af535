"""Write golden pictures instead of comparing them, if DURBAR_REWRITE is 1 or pytest got --rewrite."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Return whether this run writes the golden pictures."""
    return os.environ.get("DURBAR_REWRITE") == "1" or bool(
        request.config.getoption("--rewrite", default=False)
    )
