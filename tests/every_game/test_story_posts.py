"""A channel reads several turns on one screen, whatever happened in them."""

from __future__ import annotations

import re

import pytest

from bot.language.words import speak_within
from bot.story.summary import ROWS, count_rows, summarize
from bot.story.turn_text import list_acts, tell_turn
from rules.kernel import Game, Rules, resume
from tests.every_game.golden import play_at_random
from tests.every_game.tables import tables
from tests.every_game.tiers import complete_game

ROW, BOARD, SCREEN = 22, 430, 687  # pixels of a phone: a row of text, a picture, a screen
TURNS = 3  # of bot players in a row


def windows(rules: Rules) -> list[tuple[Game, ...]]:
    turns = play_at_random(rules, "posts")[:40]
    return [tuple(turns[first : first + TURNS]) for first in range(0, len(turns), TURNS)]


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_three_turns_and_the_board_are_one_screen(rules: Rules, language: str) -> None:
    short = 0
    with speak_within(language):
        for turns in windows(rules):
            told = summarize(rules, turns)
            assert count_rows(told.text) <= ROWS
            assert ROW * count_rows(told.text) + BOARD <= SCREEN
            lines = [
                line for game in turns for line in tell_turn(rules, game, 0 if game is turns[0] else None)
            ]
            assert told.whole == (count_rows("\n".join(lines)) <= ROWS)
            assert told.whole == (told.text.splitlines() == "\n".join(lines).splitlines())
            short += not told.whole
    assert short or rules.KEY == "aadu_huli"


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_act_ends_with_a_whole_sentence_or_clause(rules: Rules, language: str) -> None:
    with speak_within(language):
        for turns in windows(rules):
            acts = [
                act.line for game in turns for act in list_acts(rules, game, 0 if game is turns[0] else None)
            ]
            told = summarize(rules, turns)
            for line in told.text.splitlines() if not told.whole else ():
                whole = next((act for act in acts if act.startswith(line.removesuffix(" …"))), "")
                if line.endswith("…") and whole:
                    assert line[-3] in ".!?,;”", line
                    assert whole[len(line) - 2] == " "


@complete_game
def test_an_act_is_one_line_and_is_told_once(rules: Rules) -> None:
    """In a short story, an order has one line, and nothing below it."""
    for turns in windows(rules):
        acts = [act.line for game in turns for act in list_acts(rules, game)]
        assert all("\n" not in act for act in acts)
        told = summarize(rules, turns)
        assert told.whole or not any(line.startswith("- ") for line in told.text.splitlines())


@complete_game
def test_no_line_of_the_story_has_a_rule_number_that_reads_like_points(rules: Rules) -> None:
    for table in tables(rules):
        for game in table.some_turns():
            story = [line.words.read(rules.name) for line in resume(rules, game).state.story]
            assert not [line for line in story if re.search(r"\(\d+(\.\d+)+\)", line)]
