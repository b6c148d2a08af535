"""Play a lesson of a person or a thread. At each act, replay the stored entries from the lesson's position.

A lesson is a game in which one person, or the people of a thread together, play one seat with the drafts and
previews of a real game. Its buttons are actions of `LessonService`. Their ids hold the number of the lesson
in place of the id of a game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from bot.language.words import say
from bot.learning.taps import find_taps
from bot.orders import autofill
from bot.orders.draft import Draft, restore_draft
from bot.orders.preview import is_quiet
from bot.replies.panel import Panel
from bot.session.loaded_game import LoadedGame, title_seat
from bot.story import order_text, turn_text
from bot.views.board import list_terms, list_used
from db.records import Lesson as Record
from db.records import Seat, Status, StoredGame
from rules.errors import split_rule
from rules.kernel import Game, InputError, Option, Rules
from rules.lessons.attempt import PARTED, Attempt
from rules.lessons.lesson import Lesson, Wrong, read_course
from rules.lessons.puzzle import Puzzle, find_lesson, load_puzzles, make_puzzle_key
from rules.orders.buttons.controls import Control, Menu, label_range
from rules.orders.buttons.lookahead import JOINT
from rules.orders.notation import parse
from rules.words import say as words

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
CHOICES = 10  # the most answers on a screen of a lesson, because a learner reads all of them
EXPLAINED = 2  # the most words of the game that are explained under a lesson's question
# A rule's number at the end of a sentence: “(rule 4.1)”. It means nothing to a beginner, so it is left out.
_NUMBER = re.compile(r" \([^()]*\d\.\d[^()]*\)(?=\.$)")


@lru_cache(maxsize=128)  # each screen needs the same orders; reading an order plays the whole turn
def _read_keys(rules: Rules, game: Game, seat: str, orders: tuple[str, ...]) -> frozenset[str]:
    """Return the keys of all answers in these typed orders. Leave out parts that are not possible now."""
    found = set[str]()
    for order in dict.fromkeys(orders):
        for part in filter(None, order.split(PARTED)):
            with suppress(InputError):  # the rules refuse this part, or it answers a later question
                found.update(parse(rules, game, seat, part.strip()))
    return frozenset(found)


def _drop_number(control: Control) -> Control:
    """Return the control. Drop the rule's number from the reason why a button can't be pressed."""
    if isinstance(control, Menu) or not control.why_not:
        return control
    return replace(control, why_not=split_rule(control.why_not)[1])


class LessonGame(LoadedGame):
    """The loaded game of a lesson. Its question mentions no user, because the learners see it anyway."""

    __slots__ = ()

    def question(self) -> tuple[str, int | None]:
        """Return the sentence of the question, and None, because the sentence mentions no user.

        Return "" and None if no question is open.
        """
        if (ask := self.ask) is None:
            return "", None
        seat, question = title_seat(self.rules, ask.seat, self.position), ask.prompt.read(self.rules.name)
        return say("learn.asked", seat=seat, question=question), None


class LessonSession:
    """A lesson with what its learners entered: confirmed orders in `attempt`, other steps in `draft`.

    `forced` is whether the learners are also asked questions with a single legal answer. Entries that no
    longer fit the lesson are dropped.
    """

    def __init__(self, rules: Rules, record: Record, name: str, *, forced: bool = False) -> None:
        self.rules, self.record, self.name, self.forced = rules, record, name, forced
        self.course = read_course(rules)
        lesson = find_lesson(rules, record.lesson)
        if lesson is None:
            raise KeyError(record.lesson)
        self.lesson: Lesson = lesson
        kept = json.loads(record.text) if record.text else {}
        try:
            self.attempt = Attempt(rules, self.lesson, kept.get("orders", ()))
        except InputError:
            self.attempt, kept = Attempt(rules, self.lesson), {}
        draft = kept.get("draft", [])  # a list of keys, if it was stored before November 2026
        self.draft = restore_draft(
            self.at, draft if isinstance(draft, dict) else {"keys": draft}, forced=forced
        )

    @property
    def at(self) -> LoadedGame:
        """Return the position where the draft begins, as a loaded game."""
        seat = Seat(self.lesson.seat, self.record.user_id, self.name)
        position = self.attempt.game
        stored = StoredGame(
            id=self.record.id, game=self.rules.KEY, guild_id=None, channel_id=0, host_id=self.record.user_id,
            status=Status.RUNNING, serial=0, options="{}", created=LONG_AGO, started=LONG_AGO, ended=None,
            result="", commitment="", panel_id=None, pinned_id=None, seats=(seat,), position=position,
        )  # fmt: skip
        at = LessonGame(stored, self.rules, position, self.attempt.live)
        at.judged = not self.attempt.left
        return at

    @property
    def puzzle(self) -> Puzzle | None:
        """Return the puzzle; None for a lesson of the course."""
        return load_puzzles(self.rules).get(make_puzzle_key(self.record.lesson))

    @property
    def place(self) -> tuple[int, int]:
        """Return the number of the lesson in its course (the first is 1), and the number of lessons."""
        return 1 + list(self.course).index(self.record.lesson), len(self.course)

    def read(self, text: str) -> str:
        """Return a sentence of the lesson in the current language."""
        return words(text).read(self.rules.name)

    def panel(self, panel: Panel | None, text: str = "") -> Panel | None:
        """Return a panel adapted to the lesson, with lines that explain new words of the game.

        Its undo button removes only steps of the draft. `text` is the text above the panel.
        """
        if panel is None:
            return None
        controls = self._shorten_lists([_drop_number(self._grey_out(each)) for each in panel.controls])
        # If only one button can be pressed, it is blue, because it is the way on. Among several buttons, a
        # blue one would give the answer away, or mislead the learner.
        usable = [each for each in controls if isinstance(each, Menu) or not each.why_not]
        main = usable[0].key if len(usable) == 1 and isinstance(usable[0], Option) else ""
        panel = replace(panel, controls=controls, main=main)
        offered = (
            each for each in panel.controls if isinstance(each, Menu) or not (each.why_not or each.why_idle)
        )
        read = "\n".join([text, *(each.label for each in offered)])
        lines = [_NUMBER.sub("", line) for line in panel.question.splitlines()]
        question = "\n".join([*lines, *self._explain_new_words(read)])
        return replace(panel, question=question, undo=bool(self.draft.keys), lesson=True)

    def _grey_out(self, control: Control) -> Control:
        """Return the control, or a greyed-out button if the lesson excludes all acts of the control."""
        options = control.options if isinstance(control, Menu) else (control,)
        first = {option.key.split(JOINT)[0] for option in options}
        if not first <= set(self.lesson.off):
            return control
        label = control.label if isinstance(control, Option) else self.rules.name(next(iter(first)))
        return Option(next(iter(first)), label, why_not=say("learn.off"))

    def _shorten_lists(self, controls: Sequence[Control]) -> tuple[Control, ...]:
        """Return the controls, with lists cut so that at most `CHOICES` choices are left.

        Lists always keep the answers that occur in the lesson's own orders, right or wrong. If there is room,
        they also keep the first of their other answers. Lists that are parts of one long list become one list
        again. People can still type the answers that were cut. In a puzzle, nothing is cut.
        """
        menus = [each for each in controls if isinstance(each, Menu)]
        entries = [option for menu in menus for option in menu.options]
        room = CHOICES - (len(controls) - len(menus))
        if self.puzzle is not None or len(entries) <= room:
            return tuple(controls)
        told = self._list_told_keys()
        sure = [option for option in entries if told >= {*option.key.split(JOINT)}]
        others = [option for option in entries if option not in sure]
        kept = [*sure, *others[: max(0, room - len(sure))]]
        shorter = list[Control]()
        part = None  # the index of the list that holds the parts of a long list
        for control in controls:
            if isinstance(control, Menu):
                left = tuple(option for option in control.options if option in kept)
                if not left:
                    continue
                cut = control.label == label_range(control.options)
                if cut and part is not None and isinstance(before := shorter[part], Menu):
                    left = (*before.options, *left)
                    shorter[part] = Menu(label_range(left), left, min(before.most, len(left)))
                    continue
                part = len(shorter) if cut else part
                label = label_range(left) if cut else control.label
                control = Menu(label, left, min(control.most, len(left)))
            shorter.append(control)
        return tuple(shorter)

    def _list_told_keys(self) -> frozenset[str]:
        """Return the answers in the orders that the lesson accepts, replies to, or gives as a hint."""
        lesson = self.lesson
        orders = (
            *lesson.accept,
            *(each.order for each in lesson.wrong),
            *(each.order for each in lesson.hints),
        )
        return _read_keys(self.rules, self.attempt.game, lesson.seat, orders)

    def _explain_new_words(self, text: str) -> list[str]:
        """Return lines that explain the first `EXPLAINED` new words in a text.

        A word of the glossary is new if neither an earlier lesson nor this lesson's own text has used it.
        """
        if self.puzzle is not None:
            return []
        meanings = list_terms(self.rules)
        lessons = list(self.course.values())[: self.place[0]]
        said = "\n".join(self.read(part) for each in lessons for part in (each.title, each.say, each.task))
        taught = {word for word, _ in list_used(meanings, said)}
        new = [each for each in list_used(meanings, text) if each[0] not in taught]
        return [say("card.word", word=word, text=_NUMBER.sub("", means)) for word, means in new[:EXPLAINED]]

    def list_told(self) -> list[str]:
        """Return lines that tell what happened in the lesson so far, without the game's bookkeeping."""
        first, without = len(self.attempt.begun.log), self.rules.EXTRAS.prose.bookkeeping
        return turn_text.tell_turn(self.rules, self.attempt.game, first, reader=self.reader, without=without)

    def restart(self) -> LessonSession:
        """Return this lesson from its beginning."""
        return LessonSession(self.rules, replace(self.record, text=""), self.name, forced=self.forced)

    def with_solution(self) -> tuple[LessonSession, str]:
        """Return this lesson as it is after its solution was played, and the solution in sentences."""
        pupil = self.restart()
        first = len(pupil.attempt.game.log)
        if (puzzle := self.puzzle) is None:
            pupil.attempt.order(pupil.lesson.hints[-1].order)
        else:
            pupil.attempt.enter(puzzle.best[0].keys)
        game, seat = pupil.attempt.game, pupil.lesson.seat
        return pupil, order_text.write_order(pupil.rules, game, first, seat, self.reader)

    def list_solution_taps(self) -> list[str]:
        """Return the taps of the lesson's solution, from the beginning of the lesson."""
        pupil, taps = self.restart(), list[str]()
        for part in self.lesson.hints[-1].order.split(PARTED):
            keys = parse(self.rules, pupil.attempt.game, self.lesson.seat, part.strip())
            found = find_taps(pupil.draft, keys, defaults=self.lesson.fills)
            assert found is not None, f"{self.record.lesson}: no taps lead to {keys}"
            taps += [*found, say("learn.confirm")]
            pupil = pupil.with_keys(keys)
        return taps

    def find_taps(self) -> list[str] | None:
        """Return the taps from the draft to the solution; None if no taps lead there."""
        parts = self.lesson.hints[-1].order.split(PARTED)
        at = len(self.attempt.orders)
        if at >= len(parts):
            return None
        whole = Attempt(self.rules, self.lesson)
        for part in parts[:at]:
            whole.order(part)
        if whole.orders != self.attempt.orders:
            return None
        keys = parse(self.rules, whole.game, self.lesson.seat, parts[at].strip())
        found = find_taps(self.draft, keys, defaults=self.lesson.fills)
        return None if found is None else [*found, say("learn.confirm")]

    def is_wrong(self, draft: Draft) -> bool:
        """Return whether a draft is a complete order that is certainly wrong.

        Return False if dice or cards follow, or if filled-in answers can still be changed. Also return False
        in a puzzle, because only confirmed orders are judged there.
        """
        if self.puzzle is not None or not is_quiet(draft) or autofill.autofill_menu(draft) is not None:
            return False
        after = self.with_keys(draft.keys).attempt
        return after.done and bool(after.lacks)

    def find_dead_end(self, draft: Draft) -> Wrong | None:
        """Return the wrong order that a draft leads to. Only wrong orders that the lesson lists are found.

        Return None if no listed order fits, or if the draft can still become a right order. Answers that the
        bot filled in don't count.
        """
        if self.puzzle is not None:
            return None
        filled = draft.origins.filled
        return self.attempt.find_dead_end([k for place, k in enumerate(draft.keys) if place not in filled])

    @property
    def reader(self) -> frozenset[str]:
        """Return the seats whose secrets the lesson shows."""
        return frozenset((self.lesson.seat,))

    def with_draft(self, draft: Draft) -> LessonSession:
        """Return this lesson with another draft."""
        return self._with(self.attempt.orders, draft.as_json)

    def with_keys(self, keys: Sequence[str]) -> LessonSession:
        """Return this lesson after these keys are confirmed. Raises `InputError`."""
        return self._with([*self.attempt.orders, list(keys)], {"keys": ()})

    def _with(self, orders: Sequence[Sequence[str]], draft: Mapping[str, Any]) -> LessonSession:
        text = json.dumps({"orders": orders, "draft": draft})
        return LessonSession(self.rules, replace(self.record, text=text), self.name, forced=self.forced)
