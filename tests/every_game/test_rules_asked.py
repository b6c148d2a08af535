"""What players ask of the rules, in words of their own, is answered in every game."""

from __future__ import annotations

import pytest

from bot.views.rulebook import TOPICS, find_rules
from rules.kernel import Rules
from tests.every_game.tiers import complete_game

QUESTIONS = {  # as people ask it: what it is about
    "how do I win?": "win",
    "Comment gagner": "win",
    "vp": "points",
    "points": "points",
    "how are points scored": "points",
    "end": "end",
    "when does the game end": "end",
    "la fin de la partie": "end",
    "what happens on a tie": "tie",
    "setup": "setup",
    "who goes first": "start",
    "what is a turn": "turn",
    "mon tour": "turn",
    "can I pass": "pass",
    "how many players": "players",
    "how do I build": "build",
}


@complete_game
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_has_an_answer(rules: Rules, question: str) -> None:
    numbers, answers = find_rules(rules.reference(), question, rules.EXTRAS.teaching.questions())
    assert answers or len(numbers) > 1
    assert set(numbers) & set(rules.EXTRAS.teaching.questions()[QUESTIONS[question]])


@complete_game
def test_what_is_asked_about_is_known_and_answered_by_rules(rules: Rules) -> None:
    asked = rules.EXTRAS.teaching.questions()
    assert asked.keys() <= TOPICS.keys()
    assert all(number in rules.reference() for numbers in asked.values() for number in numbers)
    for topic, numbers in asked.items():
        if topic != "build":  # a word that begins a heading lists what it names
            assert find_rules(rules.reference(), topic, asked).numbers[0] in numbers


@complete_game
@pytest.mark.parametrize("word", ["king", "hand", "ing", "the"])
def test_only_beginnings_of_words_are_looked_for(rules: Rules, word: str) -> None:
    for number in find_rules(rules.reference(), word, {}).numbers:
        text = " " + rules.reference()[number].casefold()
        assert any(f"{before}{word}" in text for before in " \n-’'“(`*"), number
