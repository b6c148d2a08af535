"""The version of Durbar that runs. `pyproject.toml` is its one source."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version


@cache
def read_version() -> str:
    """Return the version of the installed package, "0.9.0" say."""
    return version("durbar")
