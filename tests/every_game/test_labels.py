"""The label of a button, of a list's entry or of an offer, typed back, is understood as that entry."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.typed_line import split_line
from bot.language.words import speak_within
from bot.orders.draft import Draft
from bot.orders.typed_order import read_act_label, read_order
from bot.replies.text import add_number
from bot.session.loaded_game import LoadedGame
from rules import vijayanagara
from rules.asking import DONE
from rules.kernel import SIDE, Ambiguous, InputError, Rules, resume, submit
from rules.orders.buttons.labels import find_labelled, list_entries
from rules.orders.buttons.lookahead import JOINT
from rules.vijayanagara.commands import COMMANDS
from tests.every_game.test_secrets import STORED
from tests.every_game.test_typing import questions
from tests.every_game.tiers import PLAYABLE, every_game

POSITIONS = 40  # of a game


def list_positions(rules: Rules, key: str) -> list[LoadedGame]:
    """Return positions of random games in which somebody is asked."""
    asked = questions(key)
    return [
        LoadedGame(replace(STORED, game=key), rules, game, resume(rules, game))
        for _, game in asked[:: max(1, len(asked) // POSITIONS)]
    ]


def drop_last_done(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return keys without the answers at their end that only close questions."""
    while keys and keys[-1] == DONE:
        keys = keys[:-1]
    return keys


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_label_is_understood_as_its_entry(rules: Rules, language: str) -> None:
    read = 0
    with speak_within(language):
        spoken = LocalizedGames(PLAYABLE)[rules.KEY]
        for at in list_positions(spoken, rules.KEY):
            panel = at.build_panel()
            assert panel is not None
            entries = list_entries(panel.controls)
            shared = Counter(each.label for each in entries)
            for entry in entries:
                number = panel.numbers.get(entry.key)
                label = entry.label if number is None else add_number(number, entry.label)
                for text in (label, entry.label, entry.label[:79] + "…") if len(label) > 80 else (label,):
                    try:
                        keys = read_order(Draft(at), split_line(text)).grown.keys
                    except Ambiguous:
                        assert len(find_labelled(entries, text)) > 1, text
                        continue
                    if shared[entry.label] == 1:
                        chains = Draft(at).read_keys(entry.key)
                        assert chains is not None
                        wanted = drop_last_done(tuple(chains[0]))
                        assert keys[: len(wanted)] == wanted, (text, entry.key, keys)
                        read += 1
    assert read >= POSITIONS


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_typed_label_closes_as_many_questions_as_its_button(rules: Rules, language: str) -> None:
    """ "Nothing more" and "2 Levies" can close several questions, but their words closed only the first."""
    with speak_within(language):
        spoken = LocalizedGames(PLAYABLE)[rules.KEY]
        for at in list_positions(spoken, rules.KEY):
            panel, draft = at.build_panel(), Draft(at)
            assert panel is not None
            entries = list_entries(panel.controls)
            shared = Counter(each.label for each in entries)
            for entry in entries:
                if shared[entry.label] == 1 and entry.key.split(JOINT)[-1] == DONE:
                    chains = draft.read_keys(entry.key)
                    assert chains is not None
                    typed = read_order(draft, split_line(entry.label)).grown
                    assert typed.keys == draft.with_typed(chains[0]).keys


@pytest.mark.parametrize("typed", ["nothing", "nothing more", "done"])
def test_nothing_means_the_button_that_closes_the_most_questions(typed: str) -> None:
    rules, found = PLAYABLE["successors"], 0
    for seat, game in questions(rules.KEY):
        at = LoadedGame(replace(STORED, game=rules.KEY), rules, game, resume(rules, game))
        panel = at.build_panel()
        assert panel is not None
        assert seat == at.asked
        closing = [each.key for each in list_entries(panel.controls) if {*each.key.split(JOINT)} == {DONE}]
        if closing and (longest := max(closing, key=len)) != DONE:
            assert list(read_order(Draft(at), split_line(typed)).grown.keys) == longest.split(JOINT)
            found += 1
    assert found


def test_a_label_in_two_lists_is_ambiguous() -> None:
    rules, found = PLAYABLE[vijayanagara.KEY], 0
    for at in list_positions(rules, rules.KEY):
        ask = at.ask
        if ask is not None and ask.kind == "command":
            with pytest.raises(Ambiguous) as several:
                read_order(Draft(at), split_line("Gujarat"))
            for way in several.value.candidates:
                assert read_order(Draft(at), split_line(way)).keys[-1] == "gujarat"
            found += 1
    assert found


def test_the_answer_that_leaves_a_list_of_spaces_names_its_act() -> None:
    """ "None of these" in the list of one act began this act, and stood in the lists of all others too."""
    rules, found = PLAYABLE[vijayanagara.KEY], 0
    for at in (
        LoadedGame(STORED, rules, game, resume(rules, game)) for _, game in questions(rules.KEY)[:POSITIONS]
    ):
        panel = at.build_panel()
        assert panel is not None
        entries = list_entries(panel.controls)
        leaving = [each for each in entries if each.key.endswith(JOINT + DONE)]
        leaving = [
            each
            for each in leaving
            if any(each.key.partition(JOINT)[0] in book for book in COMMANDS.values())
        ]
        assert len({each.label for each in leaving}) == len(leaving)
        for entry in leaving:
            keys = tuple(entry.key.split(JOINT))
            assert entry.label.startswith(rules.name(keys[0]))
            assert read_order(Draft(at), split_line(entry.label)).grown.keys == keys
            found += 1
    assert found


def test_the_label_of_an_offer_is_understood() -> None:
    rules, answered = PLAYABLE[vijayanagara.KEY], Counter[str]()
    for at in list_positions(rules, rules.KEY):
        forms = rules.EXTRAS.trades.forms
        form = None if forms is None else forms.form(at.live.state, at.asked)
        if form is None:
            continue
        chosen = {field.key: field.options[-1].key for field in form.fields}
        try:
            step = submit(rules, at.position, at.asked, [SIDE + form.line(chosen).replace(" ", "_")])
        except InputError:
            continue
        now = LoadedGame(at.stored, rules, step.game, step.live)
        for seat in rules.seats(rules.Options()):
            for act in rules.EXTRAS.trades.offered(now.live.state, seat):
                for text in (act.label, act.label[:-3] + "…"):
                    said = read_act_label(now, [seat], text)
                    assert said is not None
                    assert said.keys == [SIDE + act.key]
                answered[act.key.partition("_")[0]] += 1
    assert answered.keys() >= {"accept", "decline", "withdraw"}
