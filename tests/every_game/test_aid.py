"""The player aid of every game: its rules exist, it is drawn, and its words are in a file."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.learning.player_aids import PlayerAids, find_sheet
from bot.views.board import BoardViews
from render.worker import Job, draw
from rules.kernel import Rules, list_seats
from rules.lessons.aid import ALL, Chapter, Item, as_text, find_aid, read_aid, split_pages
from tests.every_game.tiers import complete_game

RULES = {
    "1": "Title\nA line. Write `it`.\nOur ruling: another.\nWrite `so`.",
    "2": "Ruled\nOur ruling: this.",
}
TEXT = "sheets: {all: [{title: A turn, rules: ['1', '2']}]}"


@complete_game
def test_a_game_has_an_aid_for_everybody_or_for_each_seat(rules: Rules) -> None:
    sheets = find_aid(rules)
    seats = list_seats(rules, rules.setup(rules.Options()))
    assert tuple(sheets) in ((ALL,), seats)
    for side, chapters in sheets.items():
        text = as_text("Title", chapters)
        assert all(item.title in text and item.text for chapter in chapters for item in chapter.items)
        answer = find_sheet(rules, side)
        assert answer.file is not None
        assert answer.file[1].count("##") == len(chapters)


@complete_game
def test_nothing_on_it_looks_like_code(rules: Rules) -> None:
    """Typed forms are for `/rules`. On paper they would be strange signs."""
    for chapters in find_aid(rules).values():
        assert not [item.text for chapter in chapters for item in chapter.items if "`" in item.text]


@complete_game
def test_each_page_is_a_picture_no_taller_than_a_screen_with_its_words(rules: Rules) -> None:
    side, chapters = next(iter(find_aid(rules).items()))
    first = find_sheet(rules, side)
    titles = [chapter.title for chapter in chapters if not chapter.explains]
    shown = list[str]()
    pages = [each for each in first.buttons if each.verb == PlayerAids.open.verb]
    signs = [each for each in first.buttons if each.verb == BoardViews.show_primer.verb]
    assert len(signs) == 1, "a button shows the signs of the board"
    for number in range(1, len(pages) + 1):
        answer = find_sheet(rules, side, number)
        assert [button.off for button in answer.buttons].index(True) == number - 1
        assert answer.aid is not None
        shown += [chapter.title for chapter in answer.aid.chapters]
        picture = draw(Job(answer.aid))
        assert picture.width == 1080
        assert 400 < picture.height <= 1500, f"page {number} is taller than the picture of a board"
        assert len(picture.file) < 200_000
        assert 100 < len(picture.alt) <= 1000
    assert list(dict.fromkeys(shown)) == titles


def test_a_long_chapter_goes_on_under_its_title_and_a_short_one_is_not_torn() -> None:
    def chapter(title: str, *lines: int) -> Chapter:
        return Chapter(title, tuple(Item("1", f"{title}{n}", "x" * 62 * n) for n in lines))

    def items(lines: int) -> list[list[tuple[str, int]]]:
        found = split_pages([chapter("A", 3, 4, 5), chapter("B", 2), chapter("C", 2, 3)], lines)
        return [[(each.title, len(each.items)) for each in page] for page in found]

    assert items(60) == [[("A", 3), ("B", 1), ("C", 2)]]
    assert items(25) == [[("A", 3), ("B", 1)], [("C", 2)]]
    assert items(15) == [[("A", 2)], [("A", 1), ("B", 1)], [("C", 2)]]


def test_rulings_and_notation_are_left_out_and_the_words_come_last() -> None:
    [chapters] = read_aid(TEXT, "here", RULES, {"Fort": "a Structure"}).values()
    assert [item.text for item in chapters[0].items] == ["A line.", "Our ruling: this."]
    assert [(item.title, item.text) for item in chapters[-1].items] == [("Fort", "a Structure")]


@dataclass
class Bad:
    """A document that is refused, and the reason."""

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
