"""The lessons of Vijayanagara, as a course."""

from __future__ import annotations

from itertools import pairwise

from rules.lessons.attempt import Attempt
from rules.lessons.lesson import read_course
from rules.loading.games import GAMES
from rules.orders.buttons.controls import Menu, find_ways

RULES = GAMES["vijayanagara"]
CARD = "one-card-delhi", "one-card-the-bahmanis", "one-card-vijayanagara"  # one card, played by each in turn
LEFT = "spaces", "resources", "cavalry", "places"


def test_each_lesson_of_the_one_card_begins_where_the_one_before_it_ended() -> None:
    lessons = read_course(RULES)
    assert tuple(lessons)[-3:] == CARD
    for earlier, later in pairwise(CARD):
        played = Attempt(RULES, lessons[earlier])
        played.order(lessons[earlier].hints[-1].order)
        begun = Attempt(RULES, lessons[later])
        assert {part: played.document[part] for part in LEFT} == {part: begun.document[part] for part in LEFT}


def test_the_last_entry_of_a_list_of_spaces_says_that_the_act_happens_nowhere() -> None:
    begun = Attempt(RULES, read_course(RULES)["the-bahmanis"])
    begun.enter(["command"])
    lists = [each for each in find_ways(RULES, begun.game, 7).controls if isinstance(each, Menu)]
    closing = {each.options[-1].label for each in lists if each.options[-1].key[-4:] == "done"}
    assert closing == {"Rally: nowhere", "Migrate: nowhere", "Attack: nowhere"}
