"""A channel reads several turns on one screen, whatever happened in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import say, speak_within
from bot.session.loaded_game import LoadedGame
from bot.story.changes import write_changes
from bot.story.summary import ACT, ROWS, count_rows, summarize
from bot.story.turn_text import list_acts, tell_turn
from rules.kernel import CHANCE, Ask, Game, Rules, Step, load_start, resume
from rules.loading.games import GAMES
from tests.every_game.golden import play_at_random
from tests.every_game.tables import tables
from tests.every_game.tiers import complete_game
from tests.turns.walking import situation

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
    """A clipped act says that there is more, and enough to know what it is."""
    with speak_within(language):
        more = say("order.clipped", line="")
        for turns in windows(rules):
            acts = [
                act.line for game in turns for act in list_acts(rules, game, 0 if game is turns[0] else None)
            ]
            told = summarize(rules, turns)
            assert "…" not in told.text
            for line in told.text.splitlines():
                if line in acts or not line.endswith(more):
                    continue
                begun = line.removesuffix(more)
                whole = next(act for act in acts if act.startswith(begun))
                assert whole[len(begun)] in ".,;:!?”", line
                assert len(begun) > ACT / 2, line


def list_own_turns(rules: Rules) -> Iterator[tuple[LoadedGame, tuple[Game, ...]]]:
    """Yield the beginnings of turns, each with the turns since the asked seat last acted first."""
    turns, led = play_at_random(rules, "posts")[:60], dict[str, int]()
    for number, game in enumerate(turns):
        begun = replace(load_start(rules, game), log=())
        live = resume(rules, begun)
        if isinstance(live.pending, Ask):
            at = situation(rules, Step(begun, live))
            if at.asked in led:
                yield at, (*turns[led[at.asked] + 1 : number], begun)
        seat = next((entry.seat for entry in game.log if entry.seat != CHANCE), "")
        led |= {seat: number}


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_change_since_ones_last_turn_names_what_changed_it(rules: Rules, language: str) -> None:
    looked = 0
    with speak_within(language):
        for at, turns in list_own_turns(LocalizedGames(GAMES)[rules.KEY]):
            line = write_changes(at, at.view(None), turns)
            bare = re.sub(r" \([^()]*\)", "()", line.rstrip("."))
            assert all(clause.endswith("()") for clause in bare.split("; ") if clause), line
            looked += bool(line)
    assert looked or rules.KEY == "taj_mahal", "there everything is lost in one's own turn"


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


BATTLES = {"vijayanagara": "attack", "successors": "losses"}  # the kinds of story lines with a battle's dice
FACES = re.compile(r"\b[1-6](?: [1-6])*\b")


@pytest.mark.parametrize("key", BATTLES)
def test_who_fought_reads_the_dice_in_the_post_itself(key: str) -> None:
    rules, looked = GAMES[key], 0
    for seed in ("posts", "dice"):
        for game in play_at_random(rules, seed):
            story = resume(rules, game).state.story
            throws = [line for line in story if line.kind == BATTLES[key]]
            if len(throws) != 1:
                continue
            told = summarize(rules, (game,)).text
            own = ("own", "other") if key == "vijayanagara" else ("throws",)
            for side in own:
                for faces in FACES.findall(throws[0].parts[side].read(rules.name).partition(" (")[0]):
                    assert faces in told, told
            looked += 1
    assert looked
