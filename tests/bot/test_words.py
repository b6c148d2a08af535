"""The catalogue: every sentence is used, and every use has its sentence."""

from __future__ import annotations

import re
from pathlib import Path

import bot
from bot.words import ENGLISH

SOURCES = [
    path.read_text()
    for path in Path(bot.__file__).parent.rglob("*.py")
    if path.name not in ("words.py", "cli.py")
]


def test_every_sentence_is_used_and_every_use_has_its_sentence() -> None:
    used = {key for text in SOURCES for key in re.findall(r"\bsay\(\s*\"([\w.]+)\"", text)}
    chosen = {key for text in SOURCES for key in re.findall(r"\"([\w.]+)\" if .* else \"[\w.]+\"", text)}
    chosen |= {key for text in SOURCES for key in re.findall(r"\"[\w.]+\" if .* else \"([\w.]+)\"", text)}
    assert used <= ENGLISH.keys()
    assert ENGLISH.keys() <= used | chosen


def test_no_game_is_named() -> None:
    from rules import GAMES

    for text in [*SOURCES, *ENGLISH.values()]:
        for key, rules in GAMES.items():
            assert key not in text.casefold()
            assert rules.TITLE.casefold() not in text.casefold()
