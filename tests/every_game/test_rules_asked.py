"""Players' questions about the rules, in their own words, are answered in every game."""

from __future__ import annotations

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.views.rulebook import TOPICS, find_rules
from rules.games import GAMES
from rules.kernel import Rules
from tests.defined_words import find_words
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
    assert all(topic in TOPICS or topic == topic.casefold() for topic in asked)
    assert all(number in rules.reference() for numbers in asked.values() for number in numbers)
    for topic, numbers in asked.items():
        if topic != "build":  # a word that begins a heading lists what it names
            for word in topic.split("|"):
                assert set(find_rules(rules.reference(), f"what is {word}", asked).numbers) & set(numbers)


ANSWERS = {  # of a game: as people ask it, and the rule that is read first
    "vijayanagara": {
        "how do I get influence": "1.9",
        "how do I get money": "1.8",
        "how do I win": "1.1.1",
        "what are compromising gifts": "2.4.2",
        "what do the mongols do": "2.4",
        "what is a campaign": "4.2.2",
        "who is the challenger": "2.3.4",
        "what does unshaded mean": "2.3.4",
        "when do I sit out": "2.3.7",
        "how do I use cavalry": "1.10",
        "what does obedient mean": "1.4.5",
        "how do I rebel": "3.3.3",
        "how does delhi score": "5.1",
        "what happens when timur comes": "2.6",
        "what does a governor do": "3.2.3",
        "comment gagner de l’influence": "1.9",
        "qu’est-ce qu’une campagne": "4.2.2",
    },
    "taj_mahal": {
        "how do I get the crown": "3.3",
        "what do special cards do": "2.5",
        "how do goods score": "4.2",
        "how do roads score": "4.3",
        "where may I place a palace": "3.2",
        "when do I withdraw": "3.1",
        "what happens on a tie": "3.1",
        "can I play another colour": "2.3",
        "what is a white card for": "2.4",
        "who starts the next visit": "6.3",
        "how does the game end": "7.1",
        "what do elephants win": "3.4",
        "comment marquent les marchandises": "4.2",
    },
    "rajas_of_the_ganges": {
        "how do I get karma": "7",
        "how do upgrades work": "3.3",
        "how do I get fame": "3",
        "how do I get money": "4",
        "how do I get another worker": "8",
        "how do I get dice": "5.2",
        "what happens at the edge of my province": "3.2",
        "how do I buy a tile": "3",
        "how far does my boat sail": "6",
        "when does the game end": "11",
        "how do markets pay": "4",
        "who gets the elephant": "10",
        "comment avoir du karma": "7",
    },
    "successors": {
        "how do I buy infantry": "11",
        "how far can I march": "15",
        "how do fleets work": "18",
        "how do I carry troops": "20",
        "who controls a province": "6",
        "how do battles work": "22",
        "can I retreat": "29",
        "what does the leader do": "17",
        "how do I win": "41",
        "what happens with rebels": "42",
        "how do alliances work": "21",
        "where do new troops arrive": "12",
        "how much is a talent worth at the end": "43",
        "comment marchent les flottes": "18",
    },
    "aadu_huli": {
        "how do I win": "5.5.5",
        "how do goats move": "5.5.2",
        "how do tigers move": "5.5.3",
        "how does a tiger capture": "5.5.3",
        "when is a tiger trapped": "5.5.5",
        "when is it a draw": "5.5.6",
        "can I go back": "5.5.4",
        "how many goats are there": "5.5.2",
        "who starts": "5.5.1",
        "must I leap": "5.5.3",
        "comment gagner": "5.5.5",
    },
}


@pytest.mark.parametrize(
    ("game", "question", "rule"),
    [(game, question, rule) for game, asked in ANSWERS.items() for question, rule in asked.items()],
)
def test_the_rule_that_answers_a_question_comes_first(game: str, question: str, rule: str) -> None:
    found = find_rules(GAMES[game].reference(), question, GAMES[game].EXTRAS.teaching.questions())
    assert found.numbers[0] == rule
    assert found.answers or len(found.numbers) == 1, "its text is read, and no list"


def test_each_game_has_questions_of_its_own() -> None:
    assert ANSWERS.keys() == GAMES.keys()
    assert all(len(asked) >= 10 for asked in ANSWERS.values())


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", list(GAMES))
def test_no_word_is_explained_by_itself(game: str, language: str) -> None:
    """A word occurs neither in its own meaning nor, by a detour, in the meanings of the words in it."""
    with speak_within(language):
        meanings = LocalizedGames(GAMES)[game].EXTRAS.teaching.glossary()
    uses = {word: find_words(meanings, text) for word, text in meanings.items()}
    for word in meanings:
        reached, waiting = set[str](), list(uses[word])
        while waiting:
            if (other := waiting.pop()) not in reached:
                reached.add(other)
                waiting += uses[other]
        assert word not in reached, word


@complete_game
@pytest.mark.parametrize("word", ["king", "hand", "ing", "the"])
def test_only_beginnings_of_words_are_looked_for(rules: Rules, word: str) -> None:
    for number in find_rules(rules.reference(), word, {}).numbers:
        text = " " + rules.reference()[number].casefold()
        assert any(f"{before}{word}" in text for before in " \n-’'“(`*"), number
