"""Split the typed condition of a plan at each "and" into parts. All parts must hold."""

from __future__ import annotations

import re

_AND = re.compile(r"\band\b")


def split_parts(condition: str) -> list[str]:
    """Return the parts in small letters, with single spaces: `["lead e", "last"]` for "Lead  E and LAST"."""
    return [" ".join(part.split()) for part in _AND.split(condition.casefold())]
