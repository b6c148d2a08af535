"""The French catalogues use the words of `tools/terms.py`, one word for one thing."""

from __future__ import annotations

import re

import pytest

from bot.language.catalogue import read_catalogue

CODE = re.compile(r"`[^`]*`")
OTHER = re.compile(
    r"\b(?:bots|(?:un|le|du|au) bot)\b"
)  # "ce bot" and "un autre bot" are applications of Discord


@pytest.mark.parametrize("name", ["frames.po", "slash.po"])
def test_bot_players_have_one_name_in_french(name: str) -> None:
    entries = read_catalogue("bot.language", name, "fr").entries.values()
    assert [said for each in entries for said in each.said if OTHER.search(CODE.sub("", said))] == []
