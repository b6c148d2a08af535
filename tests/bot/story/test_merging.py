"""Effects that differ in one thing share a line."""

from __future__ import annotations

from typing import Any

from bot.story.merging import merge_alike
from rules.asking import count
from rules.loading.games import GAMES
from rules.words import Line, Words, say

RULES: Any = GAMES["vijayanagara"]


def line(text: str, **args: object) -> Line:
    return Line(say(text, **args), kind="remove", parts=args)


def merge(*lines: Line) -> list[str]:
    return [text for text, _ in merge_alike(RULES, lines)]


def test_places_that_differ_share_a_line() -> None:
    text = "{pieces} removed from {space}."
    one, other, more = (line(text, pieces="troops", space=each) for each in ("delhi", "sindh", "bengal"))
    assert merge(one, other, more) == ["Troops removed from Delhi; likewise Sindh and Bengal."]


def test_what_happens_twice_is_counted() -> None:
    once = line("{pieces} removed.", pieces="troops")
    assert merge(once, once) == ["Troops removed (2 times)."]


def test_lines_that_differ_in_two_things_or_in_a_number_stay_apart() -> None:
    text = "{pieces} removed from {space}."
    apart = (line(text, pieces="troops", space="delhi"), line(text, pieces="forts", space="sindh"))
    assert len(merge(*apart)) == 2
    numbers = (line("{n} removed.", n=1), line("{n} removed.", n=2))
    assert len(merge(*numbers)) == 2
    pieces = (
        line(text, pieces=count(1, "governors"), space="gujarat"),
        line(text, pieces=count(3, "troops"), space="gujarat"),
    )
    assert len(merge(*pieces)) == 2, "1 Governor removed from Gujarat; likewise 3 Troops"
    assert all(isinstance(each.words, Words) for each in apart)
