"""What is asked: each choice says what it does, one button ends, and no label stops within a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.learning.explanations import MOST, explain_offered
from bot.posting import layouts
from bot.posting.buttons import LABEL, describe_option
from bot.replies.panel import Panel
from bot.session.loaded_game import LoadedGame
from rules.asking import DONE
from rules.kernel import Ask, Game, Rules, list_options, resume
from rules.lessons.newcomer import Newcomer, find_newcomer
from rules.loading.games import GAMES
from rules.orders.buttons.controls import Menu, list_singly
from rules.orders.buttons.lookahead import JOINT
from rules.orders.tokenizer import REMARK
from rules.words import Words
from tests.every_game.tiers import COMPLETE, complete_game
from tests.kernel.play import random_steps
from tests.turns.walking import situation

SEEDS = 3
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])
CUT = "…"


@cache
def list_positions(key: str, language: str, of_kind: int = 4) -> list[LoadedGame]:
    """Return positions of random games in a language, some of each kind of question."""
    rules, seen, found = LocalizedGames(GAMES)[key], dict[str, int](), list[LoadedGame]()
    with speak_within(language):
        for seed in range(SEEDS):
            for step in random_steps(rules, seed):
                at = situation(rules, step)
                if at.ask is not None and seen.setdefault(at.ask.kind, 0) < of_kind:
                    seen[at.ask.kind] += 1
                    found.append(at)
    return found


def list_panels(key: str, language: str) -> Iterator[tuple[LoadedGame, Ask, Panel]]:
    """Yield the positions with their questions and panels."""
    for at in list_positions(key, language):
        panel = at.build_panel()
        assert at.ask is not None
        assert panel is not None
        yield at, at.ask, panel


def told(rules: Rules) -> Newcomer:
    found = find_newcomer(rules)
    assert found is not None
    return found


@complete_game
def test_each_kind_of_question_is_explained_to_newcomers(rules: Rules) -> None:
    kinds = {at.ask.kind for at in list_positions(rules.KEY, "en") if at.ask is not None}
    options = rules.Options.model_validate({**rules.Options().model_dump(), **told(rules).options})
    first = resume(rules, Game("", 1, rules.dump(rules.setup(options)))).pending  # of a first game
    kinds |= {first.kind} if isinstance(first, Ask) else set()
    assert kinds <= told(rules).kinds.keys()


@complete_game
def test_texts_for_newcomers_are_about_kinds_that_have_a_sentence(rules: Rules) -> None:
    """The sentence and the lines on the choices come together."""
    assert told(rules).answers.keys() <= told(rules).kinds.keys()


@complete_game
@LANGUAGES
def test_each_act_of_a_turn_says_what_it_does(rules: Rules, language: str) -> None:
    """In the button itself, in a line under the question, or in a line for newcomers: at most ten lines."""
    with speak_within(language):
        spoken = LocalizedGames(GAMES)[rules.KEY]
        for at, ask, panel in list_panels(rules.KEY, language):
            lines = explain_offered(spoken, told(rules), panel.answers)
            assert len([each for each in panel.answers if each.kind == ask.kind]) < MOST
            if ask.presentation.form != "act":
                continue
            whole = {option.key: option for option in panel.options}
            for each in panel.answers:
                if each.kind == ask.kind and each.key != DONE:
                    option = whole[each.chain]
                    clear = bool(option.says or REMARK.search(option.label) or option.why_idle)
                    assert clear or any(f"**{each.label}**" in line for line in lines), (at.asked, each)


@complete_game
@LANGUAGES
def test_one_button_ends_an_order(rules: Rules, language: str) -> None:
    with speak_within(language):
        for _, ask, panel in list_panels(rules.KEY, language):
            buttons = [each for each in panel.controls if not isinstance(each, Menu) and not each.why_not]
            closing = [each for each in buttons if {*each.key.split(JOINT)} == {DONE}]
            assert len(closing) <= 2, ask.kind
            assert len({each.label for each in closing}) == len(closing), ask.kind
            if len(closing) == 2:  # the first one goes on to the next question
                assert [len(each.key.split(JOINT)) > 1 for each in closing] == [False, True], ask.kind
            labels = [each.label for each in buttons]
            assert len({*labels}) == len(labels), ask.kind


@complete_game
@LANGUAGES
def test_no_label_stops_within_a_sentence(rules: Rules, language: str) -> None:
    with speak_within(language):
        spoken = LocalizedGames(GAMES)[rules.KEY]
        for at in list_positions(rules.KEY, language):
            assert at.ask is not None
            for option in list_options(spoken, at.ask):
                assert CUT not in option.label, (at.ask.kind, option.label)
        for _, ask, panel in list_panels(rules.KEY, language):
            for control in panel.controls:
                if not isinstance(control, Menu):
                    assert len(control.label) <= LABEL, (ask.kind, control.label)


@complete_game
def test_lists_have_numbers_in_all_labels_or_in_none(rules: Rules) -> None:
    for _, ask, panel in list_panels(rules.KEY, "en"):
        menus = [n for n, each in enumerate(panel.controls) if isinstance(each, Menu)]
        assert [*layouts.find_ranges(panel)] in ([], menus), ask.kind


@complete_game
def test_each_place_in_a_list_says_what_is_there_or_what_it_brings(rules: Rules) -> None:
    for _, ask, panel in list_panels(rules.KEY, "en"):
        if ask.presentation.form != "place":
            continue
        for control in panel.controls:
            if isinstance(control, Menu):
                for option in list_singly(control):
                    closes = option.key.split(JOINT)[-1] == DONE
                    told = describe_option(option) or rules.KEY == "aadu_huli"  # its moves need none
                    assert closes or told, (ask.kind, option.label)


@complete_game
def test_an_entry_of_a_list_names_each_seat_at_most_once(rules: Rules) -> None:
    """The label says how far a place is, the clause beside it who is there."""
    for _, ask, panel in list_panels(rules.KEY, "en"):
        for control in panel.controls:
            if isinstance(control, Menu):
                for option in list_singly(control):
                    said = describe_option(option)
                    for seat in rules.seats(rules.Options()):
                        named = re.findall(rf"\b{re.escape(rules.name(seat))}\b", said)
                        assert len(named) <= 1, (ask.kind, option.label, said)


@complete_game
def test_a_question_speaks_to_the_asked_seat(rules: Rules) -> None:
    """Its text has "you" and "your", never the asked seat's own name."""
    for _, ask, _ in list_panels(rules.KEY, "en"):
        assert ask.seat not in [*list_args(ask.prompt)], (ask.kind, ask.prompt)


def list_args(words: Words) -> Iterator[object]:
    """Yield the values in a sentence's places, also those within its parts."""
    for arg in words.args.values():
        yield from list_args(arg) if isinstance(arg, Words) else [arg]


def test_all_complete_games_are_looked_at() -> None:
    assert {"vijayanagara", "successors", "taj_mahal", "rajas_of_the_ganges", "aadu_huli"} <= {*COMPLETE}
