"""The details of a finished game say what points are made of. Its post does too if there is room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import say, speak_within
from bot.replies.rows import count_rows
from bot.session.loaded_game import LoadedGame
from bot.story.end_posts import RESULT_ROWS, make_end_posts, write_result
from bot.story.standings import list_places
from db.records import Seat, Status
from rules.kernel import resume
from rules.words import within
from tests.every_game.tables import Table, every_table
from tests.every_game.test_secrets import STORED
from tests.every_game.tiers import PLAYABLE

SCREEN_ROWS = 22  # the rows of text on a phone's screen


@every_table
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_seat_reads_what_its_points_are_made_of(table: Table, language: str) -> None:
    people = tuple(Seat(key, user, "Asha") for user, key in enumerate(table.seats, 1))
    with speak_within(language):
        rules = LocalizedGames(PLAYABLE)[table.rules.KEY]
        last = table.turns()[-1]
        stored = replace(STORED, game=rules.KEY, seats=people)
        at = LoadedGame(stored, rules, last, resume(rules, last))
        assert rules.EXTRAS.scores is not None
        lines, whole = write_result(at), list_places(at, at.view(None), whole=True)
        for parts in rules.EXTRAS.scores.parts(at.view(None)).values():
            assert [line for line in whole if within(parts, rules.name) in line], parts
        summed = [lines[0], *list_places(at, at.view(None), sums=True)]
        has_room = count_rows("\n".join(summed)) <= RESULT_ROWS
        assert lines == (summed if has_room else [lines[0], *list_places(at, at.view(None))])
        assert has_room or len(table.seats) > 3, "a post about three seats says how their points add up"
        assert count_rows("\n".join(lines)) <= SCREEN_ROWS
        assert not any("()" in line for line in lines)


@every_table
def test_the_last_post_promises_points_only_in_a_game_with_points(table: Table) -> None:
    last = table.turns()[-1]
    stored = replace(STORED, game=table.rules.KEY, position=last, status=Status.ENDED)
    at = LoadedGame(stored, table.rules, last, resume(table.rules, last))
    posts = make_end_posts(at, (), None, None, (), notices=None, told=None)
    below = [post.content for post in posts if say("button.result") in post.content]
    assert len(below) == 1
    scores = table.rules.EXTRAS.scores
    parts = [] if scores is None else scores.parts(at.view(None)).values()
    scored = any(within(each, table.rules.name) for each in parts)
    assert (say("final.points") in below[0]) == scored
