"""Fit words to their room: alt texts for Discord, and tables in lines that fit a phone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.words import Name, say

ALT = 1024  # characters: Discord's limit for the description of a picture
ROOM = ALT - 24  # characters for a game's own words; the other 24 are for words that callers put before them
WIDE = 34  # characters: a phone does not break a line of this length in a code block


def fit_sentences(parts: Sequence[str], longest: int = ROOM, name: Name = str) -> str:
    """Return the first sentences, as many as fit. If some do not fit, the end says where to read them.

    Give the most important sentences first. If even the first sentence is too long, it is cut and ends with
    an ellipsis.
    """
    whole = " ".join(parts)
    if len(whole) <= longest:
        return whole
    rest = say("The rest: /board view:text.").read(name)
    room = longest - len(rest) - 1
    text = parts[0] if len(parts[0]) <= room else f"{parts[0][: room - 1]}…"
    for part in parts[1:]:
        if len(text) + 1 + len(part) > room:
            break
        text += f" {part}"
    return f"{text} {rest}"


def split_text(text: str) -> list[str]:
    """Split a text where its lines may break. Text around a no-break space stays together."""
    return [word for word in re.split(r"[ \t\n]", text) if word]


def wrap(text: str, wide: int = WIDE) -> list[str]:
    """Return the text in lines of at most `wide` characters, broken at spaces; at least one line.

    A word that is longer than `wide` gets its own line.
    """
    lines = [""]
    for word in split_text(text):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > wide:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".lstrip()
    return lines
