"""The rules in short, in our own words: what `/rules 5.5.3` shows. The number 5.5 is the rulebook's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def reference() -> Mapping[str, str]:
    """Rule number to its title and text, from `reference.md`: a section of it is `## 5.5.1 Setup` and what
    follows."""
    text = files(__package__).joinpath("reference.md").read_text(encoding="utf-8")
    sections = re.split(r"^## (?=\d)", text, flags=re.MULTILINE)[1:]
    return {section.split(maxsplit=1)[0]: section.split(maxsplit=1)[1].strip() for section in sections}
