"""Random turns of every game through its panels: few taps, and ten buttons and lists on a screen.

The last screen has one green button.
"""

from __future__ import annotations

import statistics
from collections import deque
from dataclasses import replace
from itertools import islice
from random import Random

import discord
import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.orders.draft import Draft
from bot.posting import layouts
from bot.replies.rows import count_rows
from bot.session.loaded_game import LoadedGame
from bot.story import standings
from bot.story.board_posts import make_board_post
from bot.story.post import Post
from rules.kernel import Ask, NotAllowed, Rules
from rules.loading.games import GAMES
from rules.orders.buttons.controls import CLOSED
from tests.every_game.test_secrets import STORED
from tests.every_game.tiers import complete_game, every_game
from tests.kernel.play import random_steps
from tests.turns.__main__ import turns
from tests.turns.walking import PHONE, check, list_replies, measure, situation

TURNS, MIDDLE, MOST = 15, 8, 10
WALKS = 10  # turns of which the last question and the preview are drawn
# Pixels of a screen that may be higher: its order spans both halves of the map, and no place is left out.
TALLER = {"successors": 930, "vijayanagara": 940}
AIM = 190  # characters: some four lines of small print on a phone
SMALL_ROWS = 15  # the most rows of small print above a question about the open card


@every_game
def test_turns_keep_to_one_screen_and_few_taps(rules: Rules) -> None:
    walks = list(turns(rules, TURNS))
    for each in walks:
        check(each)
    taps = sorted(each.taps for each in walks)
    assert statistics.median(taps) <= MIDDLE
    assert taps[len(taps) * 95 // 100] <= MOST


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_question_and_preview_fits_a_phone_with_its_picture(rules: Rules, language: str) -> None:
    rng, spoken = Random(3), LocalizedGames({rules.KEY: rules})[rules.KEY]
    asked = [step for step in random_steps(rules, 0) if isinstance(step.live.pending, Ask)]
    with speak_within(language):
        for step in rng.sample(asked, min(WALKS, len(asked))):
            *_, last, preview = (None, *list_replies(situation(spoken, step), rng))
            for each in (last, preview):
                if each is not None:
                    assert measure(each) <= max(PHONE, TALLER.get(rules.KEY, 0)), each.text


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_phone_cuts_no_closed_list(rules: Rules, language: str) -> None:
    """Lists of places that name their first and last place (“Delhi … Goa”) may be a little longer."""
    rng, spoken, cut = Random(4), LocalizedGames({rules.KEY: rules})[rules.KEY], set[str]()
    asked = [step for step in islice(random_steps(rules, 0), 300) if isinstance(step.live.pending, Ask)]
    with speak_within(language):
        for step in rng.sample(asked, min(WALKS, len(asked))):
            for each in list_replies(situation(spoken, step), rng):
                rows = [] if each.panel is None else layouts.make_panel_rows(each.panel, each.buttons)
                lists = [item for row in rows for item in row if isinstance(item, discord.ui.Select)]
                cut |= {item.placeholder or "" for item in lists if len(item.placeholder or "") > CLOSED}
    assert {label for label in cut if "…" not in label} == set()


@complete_game
def test_a_turn_begins_with_where_one_stands_and_what_one_plays_for(rules: Rules) -> None:
    seats = set[str]()
    for step in islice(random_steps(rules, 3), 400):
        at = situation(rules, step)
        for line in standings.describe_aim(at, rules.view(step.live.state, None)):
            seats.add(at.asked)
            assert line.startswith("-# ")
            assert len(line) <= AIM, line
    assert len(seats) >= 2


def test_a_question_about_the_open_card_has_few_small_lines() -> None:
    """It had up to 20 rows: the title of the card too, which the question and the picture say."""
    rules, rows = GAMES["vijayanagara"], list[int]()
    for step in islice(random_steps(rules, 3), 400):
        ask, stored = step.live.pending, replace(STORED, game=rules.KEY)
        if not isinstance(ask, Ask) or ask.kind != "option" or not ask.presentation.card:
            continue
        at = LoadedGame(stored, rules, step.game, step.live)
        *_, board = make_board_post(at, [], None, None, drawn=False)
        asks = Post.model_validate_json(board.content).asks
        small = [line for line in asks.splitlines() if line.startswith("-# ")]
        assert not any(rules.view(step.live.state, None).headline in line for line in small)
        rows.append(sum(map(count_rows, small)))
    assert rows
    assert max(rows) <= SMALL_ROWS


@every_game
def test_an_answer_of_before_that_is_not_offered_now_is_refused(rules: Rules) -> None:
    """That concerns a repeated last order, and a draft that was begun before another person acted."""
    before, refused = deque[str](maxlen=12), 0
    for step in islice(random_steps(rules, 5), 200):
        at = situation(rules, step)
        if at.ask is None:
            break  # it is over
        menu = at.ask.menu()
        for key in before:
            if key not in menu:
                with pytest.raises(NotAllowed):
                    Draft(at, [key])
                refused += 1
        before.append(next(iter(menu)))
    assert refused > 100
