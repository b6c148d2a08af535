"""Golden pictures are written anew, instead of compared, when DURBAR_REWRITE is 1 or pytest got --rewrite."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Whether this run writes the golden pictures."""
    return os.environ.get("DURBAR_REWRITE") == "1" or bool(
        request.config.getoption("--rewrite", default=False)
    )
