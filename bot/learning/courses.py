"""Describe the courses of the games, and make the buttons that lead through their lessons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.language.words import say
from bot.learning.learner import Learner
from bot.learning.lesson_session import LessonSession
from bot.learning.puzzles import list_games_with_puzzles, make_puzzle_button
from bot.replies.action import button, declare
from bot.replies.reply import ActionButton, ActionList, Look, Reply
from bot.views.help import COURSE
from db.records import Progress
from rules.kernel import Option, Rules
from rules.lessons.lesson import read_course
from rules.lessons.newcomer import find_newcomer
from rules.words import say as words

DONE = "●"
MARKS: Mapping[Progress | None, str] = {
    Progress.SOLVED: DONE,
    Progress.SHOWN: "◐",
    Progress.SKIPPED: "◌",
    Progress.OPEN: "○",
    None: "○",
}
SHOWN_AFTER = 2  # after this many wrong answers, a button shows the solution, even if hints are left


@declare("lesson", "{about}")
def LESSON(about: str) -> None:
    """Open a lesson, given as "game:key". `LessonService.open` implements this action."""


@declare("lessons", "{game}:{}")
def CHOOSE(game: str, *lessons: str) -> None:
    """Open the lesson chosen in the list of a course. `LessonService.choose` implements this action."""


@declare("hint", "{number}")
def HINT(number: int) -> None:
    """Give one more hint in a lesson. `LessonService.hint` implements this action."""


@declare("show", "{number}")
def SHOW(number: int) -> None:
    """Show the solution of a lesson. `LessonService.show` implements this action."""


@declare("task", "{number}")
def TASK(number: int) -> None:
    """Show the task of a lesson and its open question. `LessonService.task` implements this action."""


@declare("skip", "{number}")
def SKIP(number: int) -> None:
    """Open the next unsolved lesson or puzzle. `LessonService.skip` implements this action."""


@declare("guided", "{game}:{players}")
def GUIDED(game: str, players: int | None = None) -> None:
    """Start a first game with explanations. `FirstGame.start_first` implements this action."""


def make_lesson_button(about: str, label: str, look: Look = "plain") -> ActionButton:
    """Return the button that opens a lesson. `about` is "game:key"."""
    return button(LESSON.call(about), label, look)


def make_back_button(number: int) -> ActionButton:
    """Return the button that shows the task of a lesson."""
    return button(TASK.call(number), say("button.task"), "main")


def make_exit_buttons(pupil: LessonSession) -> tuple[ActionButton, ...]:
    """Return the buttons that a lesson has and a game doesn't: a hint, the solution, the next lesson."""
    record = pupil.record
    buttons = []
    if record.hints < len(pupil.lesson.hints):
        buttons.append(button(HINT.call(record.id), say("button.hint")))
    if record.hints >= len(pupil.lesson.hints) or record.wrong >= SHOWN_AFTER:
        buttons.append(button(SHOW.call(record.id), say("button.show")))
    return (*buttons, make_skip_button(pupil))


def make_skip_button(pupil: LessonSession) -> ActionButton:
    """Return the button that leads from a lesson to the next lesson, or from a puzzle to the next puzzle."""
    label = say("button.skip" if pupil.puzzle is None else "button.next_puzzle")
    return button(SKIP.call(pupil.record.id), label)


def list_titles(rules: Rules) -> list[tuple[str, str]]:
    """Return the title (such as "3. Your first points") and the key of each lesson of a game."""
    return [
        (f"{n}. {words(lesson.title).read(rules.name)}", key)
        for n, (key, lesson) in enumerate(read_course(rules).items(), 1)
    ]


def write_back_line(pupil: LessonSession, about: str) -> list[str]:
    """Return a line if the course goes back: the next lesson comes before the present lesson.

    Otherwise, return []. `about` is the next lesson as "game:key"; "" if there is no next lesson.
    """
    known = list(read_course(pupil.rules))
    key = about.partition(":")[2]
    return [say("learn.back")] if key and known.index(key) < known.index(pupil.record.lesson) else []


def make_next_buttons(rules: Rules) -> list[ActionButton]:
    """Return the buttons after a finished course: a first game, and puzzles if there are any."""
    there = list_games_with_puzzles({rules.KEY: rules})
    return [
        button(GUIDED.call(rules.KEY), say("button.guided"), "main"),
        *(make_puzzle_button(rules, say("button.puzzles")) for rules in there.values()),
    ]


def write_overview(games: Sequence[Rules], learner: Learner, played: str = "") -> Reply:
    """Return a reply with the courses of these games. A button for each course continues or shows the course.

    The blue button is that of the game `played` in the channel. Otherwise, it is that of the first game with
    an unsolved lesson. For a single game, the reply lists its lessons. If they are all solved, buttons offer
    a first game and puzzles.
    """
    lines, buttons = [say("learn.courses") if len(games) > 1 else ""], []
    unsolved = [rules.KEY for rules in games if learner.find_lesson(rules)]
    first = played if played in unsolved else next(iter(unsolved), "")
    for rules in games:
        known = learner.list_lessons(rules)
        solved = sum(state is Progress.SOLVED for state in known.values())
        minutes = sum(lesson.minutes for lesson in read_course(rules).values())
        kind = "learn.course" if any(known.values()) else "learn.course_new"
        lines.append(say(kind, title=rules.TITLE, n=len(known), solved=solved, minutes=minutes))
        if len(games) > 1:
            lines += _describe_game(rules)
        else:
            lines += [
                say("learn.line", mark=MARKS[known[key]], title=title) for title, key in list_titles(rules)
            ]
        label = say("button.go_on" if any(known.values()) else "button.begin_course", title=rules.TITLE)
        if key := learner.find_lesson(rules):
            look: Look = "main" if first == rules.KEY else "plain"
            buttons.append(make_lesson_button(f"{rules.KEY}:{key}", label, look))
        elif len(games) > 1:
            buttons.append(button(COURSE.call(rules.KEY), rules.TITLE))
        else:
            buttons += make_next_buttons(rules)
    if len(games) == 1:
        buttons.append(button(COURSE.call(), say("button.courses")))
    elif learner.records:
        lines.append(say("learn.marks"))
    lists = (_make_lesson_list(games[0], learner),) if len(games) == 1 else ()
    return Reply("\n".join(filter(None, lines)), buttons=tuple(buttons), lists=lists)


def _make_lesson_list(rules: Rules, learner: Learner) -> ActionList:
    """Return the list that opens any lesson of a course."""
    known = learner.list_lessons(rules)
    options = [
        Option(key, say("learn.line", mark=MARKS[known[key]], title=title))
        for title, key in list_titles(rules)
    ]
    return ActionList(CHOOSE.call(rules.KEY), say("learn.choose"), options)


def _describe_game(rules: Rules) -> list[str]:
    """Return a line about the subject of a game; none if the game has no such line."""
    new = find_newcomer(rules)
    return (
        [say("preview.note", line=words(new.line).read(rules.name))] if new is not None and new.line else []
    )
