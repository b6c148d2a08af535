"""The player aid of every game: its rules are there, it is drawn, and its words are in a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from bot.learning.aids import sheet_of
from render.worker import Job, draw
from rules.kernel import Rules, seats_at
from rules.lessons.aid import ALL, aid, as_text, read_aid
from tests.every_game.test_play import every_game

RULES = {"1": "Title\nA line.\nWe play: another.\nWrite `so`.", "2": "Only ruled\nWe play: this."}
TEXT = "sheets: {all: [{title: A turn, rules: ['1', '2']}]}"


@every_game
def test_a_game_has_an_aid_for_everybody_or_for_each_seat(rules: Rules[Any]) -> None:
    sheets = aid(rules)
    seats = seats_at(rules, rules.setup(rules.Options()))
    assert tuple(sheets) in ((ALL,), seats)
    for side, chapters in sheets.items():
        text = as_text("Title", chapters)
        assert all(item.title in text and item.text for chapter in chapters for item in chapter.items)
        answer = sheet_of(rules, side)
        assert answer.file is not None
        assert answer.file[1].count("##") == len(chapters)


@every_game
def test_it_is_a_picture_with_words(rules: Rules[Any]) -> None:
    job = sheet_of(rules, next(iter(aid(rules)))).aid
    assert job is not None
    picture = draw(Job(job))
    assert picture.width == 1080
    assert 600 < picture.height < 4600
    assert len(picture.file) < 400_000
    assert 200 < len(picture.alt) <= 1000


def test_rulings_and_notation_are_left_out_and_the_words_come_last() -> None:
    [chapters] = read_aid(TEXT, "here", RULES, {"Fort": "a Structure"}).values()
    assert [item.text for item in chapters[0].items] == ["A line.", "We play: this."]
    assert [(item.title, item.text) for item in chapters[-1].items] == [("Fort", "a Structure")]


@dataclass
class Bad:
    """A document that is refused, and how."""

    text: str
    why: str


@pytest.mark.parametrize(
    "bad",
    [
        Bad("sheets: {}", "here: sheets: Dictionary should have at least 1 item"),
        Bad(TEXT.replace("'2'", "'9'"), "here: sheets.all: there is no rule 9"),
        Bad("sheets: [", "here: line 1: not YAML"),
        Bad(TEXT + "\nmore: 1", "here: more: Extra inputs"),
    ],
)
def test_a_bad_aid_is_refused_with_the_place_and_the_reason(bad: Bad) -> None:
    with pytest.raises(ValueError, match="here") as refused:
        read_aid(bad.text, "here", RULES, {})
    assert str(refused.value).startswith(bad.why)
