"""Conditions of plans, as they are typed: parts that all must hold, with "and" between them."""

from __future__ import annotations

import re

_AND = re.compile(r"\band\b")


def parts(condition: str) -> list[str]:
    """Each part in small letters, a space between words: "Lead  E and LAST" is `["lead e", "last"]`."""
    return [" ".join(part.split()) for part in _AND.split(condition.casefold())]
