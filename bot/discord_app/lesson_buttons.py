"""The buttons of lessons: those of the game, by the same verbs, and a few of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.discord_app.responder import Work
from bot.learning.first_game import FirstGame
from bot.learning.group_lessons import NEXT, GroupLessons
from bot.learning.lesson_session import is_lesson
from bot.learning.player_aids import PlayerAids
from bot.people.caller import Caller
from bot.posting import buttons
from bot.replies.mark import Mark, read_number

Deed = Callable[[Caller, str], Work]


LOOKING = ("board", "look", "legal")  # what nobody else need see of a lesson that a thread takes


def in_lessons(
    group_lessons: GroupLessons, first_game: FirstGame, deeds: Mapping[str, Deed]
) -> dict[str, Deed]:
    """The same deeds by their verbs; where a button belongs to a lesson, what it does there."""
    read, school = buttons.read, group_lessons.school
    taught: dict[str, Deed] = {
        "d": lambda by, about: school.click(by, *tapped(about)),
        "sure": lambda by, about: school.click(by, *tapped(about)),
        "plain": lambda by, about: school.plain(by, read(about)),
        "go": lambda by, about: school.confirm(by, *sealed(about)),
        "drop": lambda by, about: school.drop(by, read(about)),
        "peek": lambda by, about: school.peek(by, read(about)),
        "undo": lambda by, about: school.undo(by, read(about)),
        "board": lambda by, about: school.board(by, read_number(about)),
        "look": lambda by, about: school.tools(by, read_number(about)),
        "legal": lambda by, about: school.order(by, read_number(about), "?"),
    }

    def either(deed: Deed, lesson: Deed) -> Deed:
        return lambda by, about: lesson(by, about) if is_lesson(game_of(about)) else deed(by, about)

    def by_all(verb: str, deed: Deed) -> Deed:
        def done(by: Caller, about: str) -> Work:
            looking = verb in LOOKING
            return group_lessons.take(by, game_of(about), lambda by: deed(by, about), looking=looking)

        return done

    ways_out: dict[str, Deed] = {
        "hint": lambda by, about: school.hint(by, read_number(about)),
        "show": lambda by, about: school.show(by, read_number(about)),
        "task": lambda by, about: school.task(by, read_number(about)),
        "skip": lambda by, about: school.skip(by, read_number(about)),
    }
    taught = {verb: by_all(verb, deed) for verb, deed in taught.items()}
    both = {verb: either(deed, taught[verb]) if verb in taught else deed for verb, deed in deeds.items()}
    return both | {
        **{verb: by_all(verb, deed) for verb, deed in ways_out.items()},
        "lesson": school.open,
        NEXT: group_lessons.open,
        "course": school.learn,
        "puzzle": school.puzzle,
        "guided": first_game.first,
        "new": first_game.new,
        "aid": PlayerAids(first_game.table).button,
    }


def tapped(about: str) -> tuple[Mark, str]:
    """The mark of a button, and the key it answers with."""
    mark, key = buttons.split(about)
    return buttons.read(mark), key


def sealed(about: str) -> tuple[Mark, str]:
    """The mark of a button that confirms, and the seal of what it confirms; "" on a button of before there
    were seals, which confirms nothing."""
    game, turn, place, *seal = f"{about}::".split(":")
    return buttons.read(f"{game}:{turn}:{place}"), seal[0]


def game_of(about: str) -> int:
    """The game that a button is about."""
    return read_number(about.partition(":")[0])
