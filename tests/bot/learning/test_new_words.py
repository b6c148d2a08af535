"""A learner meets few new words of a game at once; those of the first turns are taught or explained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.learning.lesson_session import LessonSession
from db.records import Lesson as Record
from db.records import Progress
from rules.chance import draw_by_numbers
from rules.kernel import Ask, Live, Rules, list_legal_options
from rules.lessons.lesson import Lesson, read_course
from rules.lessons.newcomer import find_newcomer
from rules.loading.games import GAMES
from rules.orders.buttons.controls import Menu
from rules.words import say as words
from tests.defined_words import find_words

MOST = 3  # new words on a screen
TURNS, TABLES = 5, 6  # the first turns of so many games
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])
every_game = pytest.mark.parametrize("game", list(GAMES))


def define_words(rules: Rules) -> Mapping[str, str]:
    """Return the meaning of each word that the game defines. "|" separates its forms."""
    told, read = find_newcomer(rules), rules.name
    acts = {} if told is None else {read(key): words(each).read(read) for key, each in told.words.items()}
    return {**rules.EXTRAS.teaching.glossary(), **acts}


def read_screen(rules: Rules, lesson: Lesson) -> str:
    """Return all texts of a lesson before its task is done."""
    return "\n".join(words(part).read(rules.name) for part in (lesson.title, lesson.say, lesson.task))


@LANGUAGES
@every_game
def test_a_lesson_has_three_new_words_at_most(game: str, language: str) -> None:
    with speak_within(language):
        rules = LocalizedGames(GAMES)[game]
        defined, known = define_words(rules), set[str]()
        for key, lesson in read_course(rules).items():
            new = find_words(defined, read_screen(rules, lesson)) - known
            assert len(new) <= MOST, f"{key}: {sorted(new)}"
            known |= new


@LANGUAGES
@every_game
def test_what_a_task_offers_is_taught_or_explained_beside_it(game: str, language: str) -> None:
    with speak_within(language):
        rules = LocalizedGames(GAMES)[game]
        defined, known = define_words(rules), set[str]()
        for key, lesson in read_course(rules).items():
            known |= find_words(defined, read_screen(rules, lesson))
            pupil = LessonSession(rules, Record(1, 1, game, key, Progress.OPEN), "")
            panel = pupil.panel(pupil.at.build_panel())
            assert panel is not None
            usable = [
                each.label for each in panel.controls
                if isinstance(each, Menu) or not (each.why_not or each.why_idle)
            ]  # fmt: skip
            new = find_words(defined, "\n".join(usable)) - known
            assert len(new) <= MOST, f"{key}: {sorted(new)}"
            for word in new:
                assert word.partition("|")[0] in panel.question, f"{key}: {word} is not explained"


@every_game
def test_the_words_of_the_first_five_turns_are_taught_or_explained(game: str) -> None:
    """A lesson, or the sentence on the kind of question, explains each word."""
    rules = GAMES[game]
    told, defined = find_newcomer(rules), define_words(rules)
    assert told is not None
    taught = set[str]()
    for lesson in read_course(rules).values():
        taught |= find_words(defined, read_screen(rules, lesson))
    for number in range(TABLES):
        for ask in play_first_turns(rules, number):
            shown = [ask.prompt.read(rules.name), *(each.label for each in list_legal_options(rules, ask))]
            explained = find_words(defined, told.kinds.get(ask.kind, ""))
            explained |= {rules.name(key) for key in told.words}
            unknown = find_words(defined, "\n".join(shown)) - taught - explained
            assert not unknown, f"{ask.kind}: {sorted(unknown)}"


def play_first_turns(rules: Rules, number: int) -> Iterator[Ask]:
    """Yield the questions of the first turns of a random game."""
    rng, state = Random(number), rules.setup(rules.Options())
    for _ in range(TURNS):
        live = Live(rules, state)
        while (pending := live.pending) is not None:
            if isinstance(pending, Ask):
                yield pending
                live.answer(rng.choice(list(pending.menu().values())))
            else:
                live.answer(pending.read(draw_by_numbers(rng.randrange, pending)))
