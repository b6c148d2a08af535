"""Private questions that are out of date lose their buttons, and say what happened."""

from __future__ import annotations

from dataclasses import replace
from gc import collect
from types import SimpleNamespace
from typing import Any
from weakref import ref

import pytest
import simcord

from bot.discord_app.client import Durbar
from bot.discord_app.private_questions import PrivateQuestions
from bot.posting import layouts
from bot.replies.panel import Panel
from bot.replies.reply import Reply
from bot.session.loaded_game import LoadedGame
from db.records import Status
from db.store import Store
from rules.kernel import Option
from tests.bot.callers import Room, caller
from tests.bot.discord_app.test_discord import Hall, bot_of, labels, said, shown
from tests.phrases import phrase
from tests.until import until


@pytest.fixture
async def simcord_bot(store: Store) -> Durbar:
    return bot_of(store)


@pytest.fixture
async def hall(simcord_env: simcord.Env, store: Store) -> Hall:
    hall = Hall(simcord_env, store)
    await hall.begin()
    return hall


async def test_the_newest_question_closes_the_older_one(hall: Hall) -> None:
    who = hall.asked()
    older = await who.slash(hall.channel, "turn")
    assert "Command" in labels(older)
    newer = await who.slash(hall.channel, "turn")
    await until(lambda: not labels(older))
    assert said(older).endswith(phrase("private.replaced"))
    assert "Command" in labels(newer)


async def test_an_undo_closes_the_question_that_was_asked_before_it(hall: Hall) -> None:
    first = hall.asked()
    order = await first.slash(hall.channel, "turn")
    await first.click(shown(order), label="Pass")
    await first.click(shown(order), label=phrase("button.confirm", order="Pass"))
    await hall.env.settle()
    question = await hall.asked().slash(hall.channel, "turn")
    assert labels(question)
    await first.click(shown(order), label=phrase("button.undo_played"))
    await until(lambda: not labels(question))
    assert said(question).endswith(phrase("private.over"))


async def test_the_message_that_played_the_order_keeps_its_undo(hall: Hall) -> None:
    who = hall.asked()
    step = await who.slash(hall.channel, "turn")
    await who.click(shown(step), label="Pass")
    await who.click(shown(step), label=phrase("button.confirm", order="Pass"))
    assert phrase("button.undo_played") in labels(step)


async def test_of_a_person_s_private_messages_one_at_most_has_an_undo(hall: Hall) -> None:
    seen: dict[Any, list[Any]] = {}
    for _ in range(4):
        who = hall.asked()
        step = await who.click(hall.last, label="Pass")
        await who.click(shown(step), label=phrase("button.confirm", order="Pass"))
        seen.setdefault(who, []).append(step)
        await hall.env.settle()
    undo = {phrase(f"button.{key}") for key in ("undo", "undo_step", "undo_played")}
    for steps in seen.values():
        assert len(steps) > 1
        assert sum(bool(undo & {*labels(step)}) for step in steps) <= 1


class Message:
    """An interaction with a private message; it records the layouts that replace the message."""

    def __init__(self, *, expired: bool = False) -> None:
        self.id, self.expired, self.edits = 1, expired, list[Any]()

    def is_expired(self) -> bool:
        return self.expired

    async def edit_original_response(self, *, view: Any) -> None:
        self.edits.append(view)


async def load(game: Room) -> LoadedGame:
    return await game.table.load_running(caller())


def ask(at: LoadedGame) -> Reply:
    return Reply("Which Command?", Panel(at.mark, "Which Command?", (Option("pass", "Pass"),)))


def send(questions: PrivateQuestions, question: Any, message_id: int, message: Any) -> None:
    questions.keep(question, message_id, message, layouts.make_layout("Which Command?", (), ""))


async def test_an_order_closes_the_hint_before_it(game: Room) -> None:
    at, questions, message = await load(game), PrivateQuestions(), Message()
    hint = Reply("The best orders", mark=at.mark)
    send(questions, questions.make(1, hint), 7, message)
    send(questions, questions.make(1, ask(at)), 8, Message())
    assert not questions._tasks, "the buttons of a hint still work"
    await game.choose("pass")
    questions.see_change((await load(game)).stored)
    await until(lambda: bool(message.edits))


async def test_a_question_whose_game_goes_on_before_it_is_sent_is_closed(game: Room) -> None:
    at, questions, message = await load(game), PrivateQuestions(), Message()
    question = questions.make(1, ask(at))
    over: Any = SimpleNamespace(id=at.stored.id, status=Status.ENDED, position=None)
    questions.see_change(over)
    send(questions, question, 7, message)
    await until(lambda: bool(message.edits))


async def test_a_change_that_leaves_the_question_open_closes_nothing(game: Room) -> None:
    at, questions, message = await load(game), PrivateQuestions(), Message()
    send(questions, questions.make(1, ask(at)), 7, message)
    questions.see_change(at.stored)
    questions.see_change(at.stored)
    assert message.edits == []
    assert not questions._tasks


async def test_another_person_and_another_game_keep_their_questions(game: Room) -> None:
    at, questions, message = await load(game), PrivateQuestions(), Message()
    send(questions, questions.make(1, ask(at)), 7, message)
    send(questions, questions.make(2, ask(at)), 8, Message())
    assert not questions._tasks


async def test_a_new_task_closes_the_tasks_of_other_lessons_and_no_question_of_a_game(game: Room) -> None:
    at, questions = await load(game), PrivateQuestions()
    task, other, own = Message(), Message(), Message()

    def teach(lesson: int) -> Reply:
        mark = replace(at.mark, game=lesson)
        return Reply("Your task", Panel(mark, "Which Command?", (Option("pass", "Pass"),), lesson=True))

    send(questions, questions.make(1, ask(at)), 6, own)
    send(questions, questions.make(1, teach(at.stored.id)), 7, task)
    over: Any = SimpleNamespace(id=at.stored.id, status=Status.ENDED, position=None)
    send(questions, questions.make(2, teach(at.stored.id)), 8, Message())
    assert not questions._tasks, "the lesson of another person"
    send(questions, questions.make(1, teach(at.stored.id + 1)), 9, other)
    await until(lambda: bool(task.edits))
    questions.see_change(over)
    await until(lambda: bool(own.edits))
    assert other.edits == [], "lessons and games have the same numbers"


async def test_discord_does_not_take_edits_after_fifteen_minutes(game: Room) -> None:
    at, questions, message = await load(game), PrivateQuestions(), Message(expired=True)
    send(questions, questions.make(1, ask(at)), 7, message)
    send(questions, questions.make(1, ask(at)), 8, Message())
    await until(lambda: not questions._tasks)
    assert message.edits == []


async def test_a_question_that_is_never_sent_is_not_kept(game: Room) -> None:
    questions = PrivateQuestions()
    question = questions.make(1, ask(await load(game)))
    made = ref(question)
    del question
    collect()
    assert made() is None
