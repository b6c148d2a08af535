"""The rules in short, in our own words: what `/rules 3.2.4` shows. The numbers are the rulebook's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def reference() -> Mapping[str, str]:
    """Rule number to its title and text, from `reference.md`: a section of it is `## 3.2.4 Attack` and what
    follows."""
    text = files(__package__).joinpath("reference.md").read_text(encoding="utf-8")
    sections = re.split(r"^## (?=\d)", text, flags=re.MULTILINE)[1:]
    return {section.split(maxsplit=1)[0]: section.split(maxsplit=1)[1].strip() for section in sections}
