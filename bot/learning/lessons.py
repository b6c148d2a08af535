"""Give lessons and puzzles, with the buttons and words of the real game.

A lesson judges the position after an order, so any order that leads to a right position is right. A wrong
order gets a reply, and the lesson begins again. The learner can leave at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from bot.language.typed_line import split_line
from bot.language.words import say
from bot.learning import puzzles
from bot.learning.courses import MARKS, describe_game, list_titles, write_back_line
from bot.learning.first_game import FirstGame
from bot.learning.learner import Learner, find_unsolved, is_daily, load_learner
from bot.learning.lesson_session import LessonSession
from bot.learning.more import More, explain_question
from bot.learning.taps import join_taps
from bot.orders import autofill
from bot.orders.draft import Draft
from bot.orders.order_form import OrderForm, make_order_form, read_typed
from bot.orders.preview import describe_draft, is_quiet, may_count, show_step, write_preview
from bot.orders.service import OrderService
from bot.orders.stale_buttons import refuse_elsewhere
from bot.orders.typed_order import read_first_fit, read_order
from bot.orders.undo_requests import UndoRequests
from bot.people.caller import Caller
from bot.replies.action import NOTHING, Entered, Key, action, button
from bot.replies.mark import Mark
from bot.replies.panel import Panel
from bot.replies.reply import ActionButton, ActionList, Call, EntryForm, Look, Refused, Reply
from bot.replies.rows import count_rows, fit_rows
from bot.replies.text import MAX_BODY, MAX_TEXT, cut_text, fit_above
from bot.seating.games import sort_games
from bot.seating.typed_names import read_game
from bot.views.board import BoardViews
from db.records import Progress
from rules.kernel import InputError, NotUnderstood, Option, Rules
from rules.lessons.attempt import find_refused
from rules.lessons.lesson import read_course
from rules.lessons.puzzle import find_lesson
from rules.orders import notation
from rules.words import read_said

STORY = 8  # beside a picture, at most this many rows tell what has happened
SHOWN_AFTER = 2  # after this many wrong answers, a button shows the solution, even if hints are left
EXPLAINED_ROWS = 12  # an explanation with more rows leaves no room for a readable picture
MOST_LESSONS, NEXT_LESSONS = 10, 6  # a text lists at most 10 lessons of a course; of a longer course, 6
LAST = 6  # above the praise, at most this many lines tell what has happened


_in_lesson = partial(action, shared=True)  # declares an action of a lesson; the lesson may be in a thread


class LessonService:
    """Gives lessons and puzzles in private, in any channel.

    If people take a lesson together in a thread, `group_lessons` calls this service with the thread as the
    caller.
    """

    def __init__(self, orders: OrderService, together: Callable[[int], Call]) -> None:
        """Set up the service. `together` is the action that opens a lesson for all, `GroupLessons.ask`."""
        self.orders, self.together = orders, together

    # Opening lessons

    @action("course", "{game}")
    async def learn(self, caller: Caller, game: str | None = None, lesson: str | None = None) -> Reply:
        """Return all courses, the lessons of one game, or one lesson. Raises `Refused`."""
        taught = {rules.KEY: rules for rules in sort_games(self.orders.games.values()) if read_course(rules)}
        played = ""
        if not game:
            here = await self.orders.store.find_in_channel(caller.channel_id)
            played = here.game if here is not None and here.game in taught else ""
            game = played if played and lesson else None
        elif (game := read_game(taught, game)) not in taught:
            raise Refused(say("learn.no_course", games=", ".join(rules.TITLE for rules in taught.values())))
        if game is None or lesson is None:
            games = list(taught.values()) if game is None else [taught[game]]
            return _write_overview(games, await load_learner(self.orders.store, caller.user_id), played)
        return await self.open(caller, f"{game}:{lesson}")

    @action("lessons", "{game}:{}")
    async def choose(self, caller: Caller, game: str, *lessons: str) -> Reply:
        """Open the lesson that the caller chose in the list of a course. Raises `Refused`."""
        return await self.open(caller, f"{game}:{lessons[0] if lessons else ''}")

    @action("puzzle", "{game}")
    async def puzzle(self, caller: Caller, game: str | None = None) -> Reply:
        """Open the next unsolved puzzle of a game, by default the channel's game. Raises `Refused`.

        If all puzzles of the game are solved, return buttons for the puzzles of other games. If `game` is
        missing and the channel has no game with puzzles, return the games that have puzzles.
        """
        there = puzzles.list_games_with_puzzles(self.orders.games)
        if game is None:
            here = await self.orders.store.find_in_channel(caller.channel_id)
            game = here.game if here is not None and here.game in there else None
        elif (game := read_game(there, game)) not in there:
            raise Refused(say("puzzle.no_game", games=", ".join(rules.TITLE for rules in there.values())))
        learner = await load_learner(self.orders.store, caller.user_id)
        if game is None:
            answer = _choose_puzzle(list(there.values()), learner)
        elif key := find_unsolved(learner.list_puzzles(there[game])):
            answer = await self.open(caller, f"{game}:{key}")
        else:
            others = [rules for key, rules in there.items() if key != game]
            buttons = tuple(_make_puzzle_button(rules, rules.TITLE) for rules in others)
            answer = Reply(say("puzzle.all", title=there[game].TITLE), buttons=buttons)
        return replace(answer, text="\n".join([answer.text, *learner.write_days()]))

    @action("lesson", "{about}")
    async def open(self, caller: Caller, about: str) -> Reply:
        """Open a lesson or a puzzle, given as "game:key", where the caller left off. Raises `Refused`."""
        game, _, key = about.partition(":")
        if game not in self.orders.games or find_lesson(self.orders.games[game], key) is None:
            raise Refused(say("learn.gone"))
        in_class = caller.user_id == caller.channel_id
        if not in_class:
            await self.orders.store.see_user(caller.user_id, caller.name)
        record = await self.orders.store.lessons.open(caller.user_id, game, key)
        pupil = LessonSession(
            self.orders.games[game], record, caller.name, forced=await self._load_forced(caller)
        )
        if pupil.attempt.orders or pupil.draft.keys or pupil.puzzle is not None:
            return self._show_task(pupil)
        answer = self._show_text(pupil)
        if in_class or caller.guild_id is None:
            return answer
        return replace(
            answer, buttons=(*answer.buttons, button(self.together(record.id), say("button.together")))
        )

    # Buttons of the game

    @_in_lesson("lesson.click", "{mark}:{key}", instead_of=OrderService.click, answers=True)
    async def click(self, caller: Caller, mark: Mark, key: Key, *more: str) -> Reply:
        """Enter the answer of a button into the draft of the lesson."""
        pupil = await self._load_pupil(caller, mark.game)
        draft = pupil.draft
        here = mark == draft.mark and not draft.complete
        found = draft.read_keys(key, *more) if here else None
        if found is None:
            raise self._refuse_elsewhere(pupil, mark)
        return await self._advance(pupil, draft.with_tap(*found, defaults=pupil.lesson.fills), at_once=False)

    @_in_lesson("lesson.pick", "{mark}:{}", instead_of=OrderService.pick, answers=True)
    async def pick(self, caller: Caller, mark: Mark, *keys: str) -> Reply:
        """Enter the answers chosen in a list into the draft of the lesson."""
        return await self.click(caller, mark, *(keys or ("",)))

    @_in_lesson("lesson.manner", "{mark}:{what}", instead_of=OrderService.change_manner)
    async def change_manner(self, caller: Caller, mark: Mark, what: Key) -> Reply:
        """Fill in the draft by the rule that a button on an old message names."""
        return await self.change(caller, mark, what)

    @_in_lesson("lesson.change", "{mark}:{}", instead_of=OrderService.change, answers=True)
    async def change(self, caller: Caller, mark: Mark, *what: str) -> Reply:
        """Replace answers that the bot filled in."""
        pupil = await self._load_pupil(caller, mark.game)
        if mark != pupil.draft.mark:
            raise self._refuse_elsewhere(pupil, mark)
        return await self._advance(pupil, autofill.apply_change(pupil.draft, *what), at_once=False)

    @_in_lesson("lesson.go", "{mark}:{signature}", instead_of=OrderService.confirm, answers=True)
    async def confirm(self, caller: Caller, mark: Mark, signature: str = "") -> Reply:
        """Confirm the order of a preview. If the order ends the lesson, judge the order."""
        pupil = await self._load_pupil(caller, mark.game)
        if mark != pupil.draft.mark or not pupil.draft.complete or signature != pupil.draft.signature:
            raise self._refuse_elsewhere(pupil, mark)
        return await self._confirm_keys(pupil, pupil.draft.keys)

    @_in_lesson("lesson.drop", "{mark}", instead_of=OrderService.drop)
    async def drop(self, caller: Caller, mark: Mark) -> Reply:
        """Begin the lesson again."""
        pupil = (await self._load_pupil(caller, mark.game)).restart()
        await self._save(pupil)
        return self._show_task(pupil)

    @_in_lesson("lesson.undo", "{mark}", instead_of=UndoRequests.undo)
    async def undo(self, caller: Caller, mark: Mark) -> Reply:
        """Undo the last step of the draft."""
        pupil = await self._load_pupil(caller, mark.game)
        if mark != pupil.draft.mark or not pupil.draft.keys:
            raise self._refuse_elsewhere(pupil, mark)
        pupil = pupil.with_draft(pupil.draft.without_last())
        await self._save(pupil)
        return self._show_task(pupil)

    @_in_lesson("lesson.peek", "{mark}", instead_of=More.peek)
    async def peek(self, caller: Caller, mark: Mark) -> Reply:
        """Show the board after the draft."""
        pupil = await self._load_pupil(caller, mark.game)
        answer = write_preview(pupil.draft, whole=True)
        lit, back = frozenset(pupil.lesson.lit), (_make_back_button(pupil.record.id),)
        return replace(answer, panel=None, fits=True, lit=lit, buttons=back)

    @_in_lesson("lesson.plain", "{mark}", instead_of=OrderService.plain)
    async def plain(self, caller: Caller, mark: Mark) -> Reply:
        """Show the open question, with answers to this question alone."""
        return self._show_task(await self._load_pupil(caller, mark.game), plain=True)

    @_in_lesson("lesson.look", "{number}", instead_of=More.show_menu, looking=True)
    async def tools(self, caller: Caller, number: int) -> Reply:
        """Show the other tools of a lesson, and the effects of the draft."""
        pupil = await self._load_pupil(caller, number)
        mark, read = pupil.draft.mark, "button.board" if pupil.puzzle is not None else "button.read"
        buttons = [
            _make_back_button(number),
            button(LessonService.board.call(number), say(read)),
            button(LessonService.meaning.call(number), say("button.legal_long")),
            button(LessonService.order_form.call(number), say("button.type")),
            *([button(LessonService.peek.call(mark), say("button.peek"))] if pupil.draft.keys else []),
            button(LessonService.drop.call(mark), say("button.drop")),
        ]
        task = say("learn.task", task=pupil.read(pupil.lesson.task))
        told = fit_above(write_preview(pupil.draft, whole=True).text, task) if pupil.draft.keys else task
        return Reply(told, buttons=tuple(buttons))

    @_in_lesson("lesson.board", "{number}", instead_of=BoardViews.show_public_board, looking=True)
    async def board(self, caller: Caller, number: int) -> Reply:
        """Show the lesson's text again, or the present position of the puzzle."""
        pupil = await self._load_pupil(caller, number)
        return self._show_task(pupil) if pupil.puzzle is not None else self._show_text(pupil)

    @_in_lesson("task", "{number}")
    async def task(self, caller: Caller, number: int) -> Reply:
        """Show the task of a lesson with its open question."""
        return self._show_task(await self._load_pupil(caller, number))

    @_in_lesson("lesson.legal", "{number}", instead_of=More.explain_answers, looking=True)
    async def meaning(self, caller: Caller, number: int) -> Reply:
        """Explain the legal answers to the open question."""
        return await self._explain(await self._load_pupil(caller, number), "?")

    @_in_lesson("lesson.legal.page", "{number}:{page}", instead_of=More.turn_page, looking=True)
    async def turn_page(self, caller: Caller, number: int, page: int) -> Reply:
        """Show a page of the legal answers to the open question."""
        return await self._explain(await self._load_pupil(caller, number), "?", page)

    @action("lesson.type", "{number}", lesson=True, instead_of=OrderForm.open)
    async def order_form(self, _: Caller, number: int) -> EntryForm:
        """Open a form to type an order."""
        return make_order_form(LessonService.typed.call(number))

    @_in_lesson("form.lesson.order", "{number}", instead_of=OrderForm.submit)
    async def typed(self, caller: Caller, number: int, *, entered: Entered = NOTHING) -> Reply:
        """Enter the order that was typed into the form."""
        return await self.order(caller, number, read_typed(entered))

    async def order(self, caller: Caller, number: int, text: str) -> Reply:
        """Enter a typed order of one or more steps. If it has a "?", only explain the legal answers."""
        pupil = await self._load_pupil(caller, number)
        line = split_line(text)
        if line.asks:
            return await self._explain(pupil, text)
        try:
            typed = read_order(pupil.draft, line)
        except NotUnderstood as error:
            raise self._make_refusal(pupil, error) from None
        except InputError as error:
            return await self._refuse(pupil, error)
        return await self._advance(pupil, typed.grown, at_once=not typed.mended)

    async def _explain(self, pupil: LessonSession, text: str, page: int = 1) -> Reply:
        """Return a page of the legal answers after a part of an order."""
        seat, number, draft = pupil.lesson.seat, pupil.record.id, pupil.draft
        read = partial(notation.find_help, pupil.rules, seat=seat, text=text, reader=draft.reader)
        try:
            asked = read_first_fit(draft, read)[1]
        except NotUnderstood as error:
            raise self._make_refusal(pupil, error) from None
        except InputError as error:
            return await self._refuse(pupil, error)
        answer = explain_question(
            pupil.rules, asked, draft.now, page, lambda n: LessonService.turn_page.call(number, n)
        )
        turning = [each for each in answer.buttons if each.verb == LessonService.turn_page.verb]
        panel = self._build_panel(pupil)
        if panel is not None and sum(map(count_rows, answer.text.splitlines())) > EXPLAINED_ROWS:
            panel = replace(panel, picture="", marked="", drawn=None)
        return replace(answer, panel=panel, fits=True, buttons=(*turning, *_make_exit_buttons(pupil)))

    # Hints and ways out

    @_in_lesson("hint", "{number}")
    async def hint(self, caller: Caller, number: int) -> Reply:
        """Give the next hint, or the last hint again.

        A hint of a lesson can be the solution. If the draft is begun, such a hint names only the remaining
        taps.
        """
        pupil = await self._load_pupil(caller, number)
        given = min(pupil.record.hints, len(pupil.lesson.hints) - 1)
        pupil.record = replace(pupil.record, hints=pupil.record.hints + 1)
        await self._save(pupil)
        hint = pupil.lesson.hints[given]
        told = pupil.read(hint.say)
        if hint.order and pupil.draft.keys and pupil.puzzle is None:
            rest = pupil.find_taps()
            told = say("learn.elsewhere") if rest is None else say("learn.go_on", taps=join_taps(rest))
        return self._show_task(pupil, say("learn.hint", hint=told), hint.lit)

    @_in_lesson("show", "{number}")
    async def show(self, caller: Caller, number: int) -> Reply:
        """Play the solution from the beginning, and show it."""
        asked = await self._load_pupil(caller, number)
        pupil, order = asked.with_solution()
        if pupil.record.state is not Progress.SOLVED:
            pupil.record = replace(pupil.record, state=Progress.SHOWN)
        told = [say("learn.shown", order=order)]
        if asked.puzzle is None:
            told.append(say("learn.taps", taps=join_taps(asked.list_solution_taps())))
        return await self._reply_to_right(pupil, "\n".join(told))

    @_in_lesson("skip", "{number}")
    async def skip(self, caller: Caller, number: int) -> Reply:
        """Leave the lesson or puzzle, and open the next unsolved one.

        If all lessons are solved, show the lessons of the course. If all puzzles are solved, reply as
        `puzzle` does.
        """
        pupil = await self._load_pupil(caller, number)
        if pupil.record.state is Progress.OPEN:
            pupil.record = replace(pupil.record, state=Progress.SKIPPED)
            await self._save(pupil)
        learner, rules = await load_learner(self.orders.store, caller.user_id), pupil.rules
        if pupil.puzzle is not None:
            key = find_unsolved(learner.list_puzzles(rules), pupil.record.lesson)
            return await (self.open(caller, f"{rules.KEY}:{key}") if key else self.puzzle(caller, rules.KEY))
        key = find_unsolved(learner.list_lessons(rules), pupil.record.lesson)
        if key == "":
            return _write_overview([rules], learner)
        about = f"{rules.KEY}:{key}"
        answer = await self.open(caller, about)
        return replace(answer, text="\n".join([*write_back_line(pupil, about), answer.text]))

    async def _load_pupil(self, caller: Caller, number: int) -> LessonSession:
        """Return the lesson of a button. Raises `Refused` if it is gone or belongs to another person."""
        record = await self.orders.store.lessons.find(number)
        rules = None if record is None else self.orders.games.get(record.game)
        if record is None or rules is None or find_lesson(rules, record.lesson) is None:
            raise Refused(say("learn.gone"))
        if record.user_id != caller.user_id:
            raise Refused(say("learn.others"))
        return LessonSession(rules, record, caller.name, forced=await self._load_forced(caller))

    async def _load_forced(self, caller: Caller) -> bool:
        return (await self.orders.load_preferences(caller)).forced

    @staticmethod
    def _refuse_elsewhere(pupil: LessonSession, mark: Mark) -> Refused:
        """Return the refusal of an old button, with buttons that show the task and drop a waiting draft."""
        refused = refuse_elsewhere(pupil.draft, mark)
        waits = refused.panel is not None and refused.panel.restart
        drop = button(LessonService.drop.call(pupil.draft.mark), say("button.drop"))
        return Refused(str(refused), buttons=(_make_back_button(pupil.record.id), *([drop] if waits else [])))

    @staticmethod
    def _make_refusal(pupil: LessonSession, error: InputError) -> Refused:
        """Return the refusal of an order that the lesson does not foresee, with the task and the question."""
        task = say("learn.task", task=pupil.read(pupil.lesson.task))
        panel, ways = LessonService._build_panel(pupil), _make_exit_buttons(pupil)
        back = () if panel is not None else (_make_back_button(pupil.record.id),)
        return Refused(f"{error}\n{task}", panel, (*back, *ways))

    async def _advance(self, pupil: LessonSession, draft: Draft, *, at_once: bool) -> Reply:
        """Continue with a draft. With `at_once`, confirm a complete draft.

        If the draft is complete and certainly wrong, judge it at once. If the draft leads to a wrong order
        that the lesson lists, say so in the reply, and don't store the last tap.
        """
        if pupil.is_wrong(draft):
            return await self._confirm_keys(pupil, draft.keys)
        if not is_quiet(draft) and (wrong := pupil.find_dead_end(draft)) is not None:
            pupil.record = replace(pupil.record, wrong=pupil.record.wrong + 1)
            await self._save(pupil)
            return self._show_task(pupil, say("learn.not_yet", reply=pupil.read(wrong.reply)))
        if at_once and may_count(draft):
            return await self._confirm_keys(pupil, draft.keys)
        pupil = pupil.with_draft(draft)
        await self._save(pupil)
        return self._show_task(pupil)

    async def _confirm_keys(self, pupil: LessonSession, keys: Sequence[str]) -> Reply:
        """Confirm the keys. Then ask the next question, or judge the order if the lesson is at its end."""
        pupil = pupil.with_keys(keys)
        if not pupil.attempt.done:
            await self._save(pupil)
            return self._show_task(pupil)
        if not pupil.attempt.lacks:
            pupil.record = replace(pupil.record, state=await self._rate_solution(pupil))
            return await self._reply_to_right(pupil, "\n".join(pupil.list_told()[:LAST]))
        wrong = pupil.attempt.foreseen()
        if pupil.puzzle is not None:
            reply = puzzles.write_missed(pupil)
        elif wrong is None:
            reply = say("learn.legal")
        else:
            reply = say("learn.not_yet", reply=pupil.read(wrong.reply))
        return await self._reply_to_wrong(pupil, "\n".join([*pupil.list_told()[:1], reply]))

    async def _rate_solution(self, pupil: LessonSession) -> Progress:
        """Return the progress after a right order: solved or shown.

        A daily puzzle counts as shown if its solution was shown to the learner or posted in the channel
        before the learner solved the puzzle.
        """
        lesson, state = pupil.record.lesson, pupil.record.state
        if state is Progress.SOLVED or not is_daily(lesson):
            return Progress.SOLVED
        learner = await load_learner(self.orders.store, pupil.record.user_id)
        told = state is Progress.SHOWN or learner.is_told(lesson)
        return Progress.SHOWN if told else Progress.SOLVED

    async def _refuse(self, pupil: LessonSession, error: InputError) -> Reply:
        """Reply to an illegal order that the lesson foresees; raise a refusal for any other order."""
        wrong = find_refused(error, pupil.lesson)
        if wrong is None:
            raise self._make_refusal(pupil, error) from None
        return await self._reply_to_wrong(
            pupil, say("learn.refused", reply=pupil.read(wrong.reply), why=error)
        )

    async def _reply_to_wrong(self, pupil: LessonSession, told: str) -> Reply:
        """Reply to a wrong order with the reason `told`, one more hint, the task and the picture.

        The last hint is the solution, so the learner gets it only if they ask for it. The learner begins
        again with a button, so there are no answers to tap.
        """
        pupil = pupil.restart()
        record, lesson = pupil.record, pupil.lesson
        hints = lesson.hints[:-1][record.hints : record.hints + 1]
        pupil.record = replace(record, wrong=record.wrong + 1, hints=record.hints + len(hints))
        await self._save(pupil)
        lines = [say("learn.hint", hint=pupil.read(hint.say)) for hint in hints]
        text = "\n".join([told, *lines, say("learn.task", task=pupil.read(lesson.task))])
        lit = next((hint.lit for hint in hints if hint.lit), lesson.lit)
        again = button(LessonService.task.call(record.id), say("button.try_again"), "main")
        return self._show_picture(pupil, text, lit, (again, *_make_exit_buttons(pupil)))

    async def _reply_to_right(self, pupil: LessonSession, told: str) -> Reply:
        """Reply to a right order or a shown solution, with buttons for the next lesson or puzzle.

        `told` holds the first lines of the reply.
        """
        lesson, rules = pupil.lesson, pupil.rules
        before = rules.view(LessonSession.restart(pupil).attempt.live.state, lesson.seat)
        after = rules.view(pupil.attempt.live.state, lesson.seat)
        await self.orders.store.lessons.keep(replace(pupil.record, text=""))
        learner = await load_learner(self.orders.store, pupil.record.user_id)
        if pupil.puzzle is not None:
            row = learner.write_days() if is_daily(pupil.record.lesson) else learner.write_streak(rules)
            good = "\n".join([puzzles.write_solved(pupil), *row])
            next_ = _make_puzzle_button(rules, say("button.next_puzzle"))
            text = cut_text("\n".join([told, good]), MAX_TEXT)
            return Reply(text, view=after, before=before, during=(), buttons=(next_,))
        key = find_unsolved(learner.list_lessons(rules), pupil.record.lesson)
        about = f"{rules.KEY}:{key}" if key else ""
        good = say("learn.right", right=pupil.read(pupil.attempt.praise), sum=pupil.read(lesson.sum))
        buttons = [_make_lesson_button(f"{rules.KEY}:{pupil.record.lesson}", say("button.again"))]
        if about:
            buttons.insert(0, _make_lesson_button(about, say("button.next"), "good"))
        else:
            good = "\n".join([good, say("learn.complete", title=rules.TITLE)])
            buttons[:0] = _make_next_buttons(rules)
        good = "\n".join([good, *write_back_line(pupil, about)])
        if about and len(set(pupil.place)) == 1:  # the last lesson also offers a first game
            buttons[:0] = _make_next_buttons(rules)[:1]
        buttons.append(button(LessonService.learn.call(rules.KEY), say("button.course")))
        return Reply(
            cut_text("\n".join([told, good]), MAX_TEXT),
            view=after,
            before=before,
            during=(),
            size=None if lesson.lit else lesson.text_picture or lesson.picture or None,
            fits=True,
            buttons=tuple(buttons),
        )

    def _show_text(self, pupil: LessonSession) -> Reply:
        """Return the first screen of a lesson: its text, and the board with important spaces highlighted."""
        number, count = pupil.place
        lesson = pupil.lesson
        head = say("learn.head", n=number, count=count, title=pupil.read(lesson.title))
        task = _make_back_button(pupil.record.id)
        text = "\n".join([head, pupil.read(lesson.say), *self._read_card(pupil)])
        buttons = (task, _make_skip_button(pupil))
        if lesson.card:  # the text of a card leaves no room for a readable board
            return Reply(cut_text(text, MAX_TEXT), fits=True, buttons=buttons)
        picture = self._show_picture(pupil, text, lesson.lit, buttons)
        return replace(picture, size=lesson.text_picture or picture.size)

    def _show_task(
        self, pupil: LessonSession, told: str = "", lit: Sequence[str] = (), *, plain: bool = False
    ) -> Reply:
        """Return the task with the open question, or with the preview of a complete draft.

        `told` is the text above the task: why a tap was wrong, or a hint. `lit` are the spaces that the hint
        highlights.
        """
        lit = lit or pupil.lesson.lit
        if pupil.puzzle is not None and not (pupil.draft.keys or pupil.attempt.orders or plain):
            return self._show_question(
                pupil, "\n".join(filter(None, [puzzles.write_opening(pupil), told])), ()
            )
        task = "\n".join(filter(None, [told, say("learn.task", task=pupil.read(pupil.lesson.task))]))
        if pupil.draft.complete:
            whole = write_preview(pupil.draft)
            return self._show_preview(pupil, replace(whole, text="\n".join([whole.text, task])), lit)
        if pupil.draft.keys:
            begun = [describe_draft(pupil.draft, show_step(pupil.draft, plain=plain), brief=True)]
        else:
            begun = fit_rows(pupil.list_told(), STORY)
        return self._show_question(pupil, "\n".join([*begun, task]), lit, plain=plain)

    @staticmethod
    def _read_card(pupil: LessonSession) -> list[str]:
        """Return the text of the open card if the lesson is about it."""
        card = pupil.rules.EXTRAS.prose.open_card(pupil.attempt.live.state) if pupil.lesson.card else ()
        return [say("learn.card", line=read_said(line, pupil.rules.name)) for line in card]

    def _show_question(
        self, pupil: LessonSession, text: str, lit: Sequence[str], *, plain: bool = False
    ) -> Reply:
        """Return the open question under a picture with numbered answers, or under the lesson's picture.

        The lesson's picture highlights the spaces in `lit`.
        """
        panel, buttons = self._build_panel(pupil, plain=plain), _make_exit_buttons(pupil)
        own = bool(pupil.draft.keys) or (panel is not None and panel.picture == pupil.lesson.picture)
        if panel is not None and panel.drawn is not None and own:
            # The picture has the numbers of the buttons.
            return Reply(cut_text(text, MAX_BODY), panel, fits=True, buttons=buttons)
        return replace(self._show_picture(pupil, text, lit, buttons), panel=panel)

    @staticmethod
    def _show_picture(
        pupil: LessonSession, text: str, lit: Sequence[str], buttons: tuple[ActionButton, ...]
    ) -> Reply:
        """Return a text under the lesson's picture. The picture highlights the spaces in `lit`."""
        view = pupil.rules.view(pupil.draft.seen.live.state, pupil.lesson.seat)
        kind = pupil.lesson.picture or None
        return Reply(
            cut_text(text, MAX_BODY),
            view=view,
            lit=frozenset(lit),
            size=kind,
            fits=True,
            buttons=buttons,
        )

    def _show_preview(self, pupil: LessonSession, answer: Reply, lit: Sequence[str]) -> Reply:
        panel = pupil.panel(answer.panel, answer.text)
        return replace(answer, fits=True, lit=frozenset(lit), panel=panel, buttons=_make_exit_buttons(pupil))

    @staticmethod
    def _build_panel(pupil: LessonSession, *, plain: bool = False) -> Panel | None:
        """Return the panel of the open question."""
        draft, plain = pupil.draft, plain or pupil.forced
        return pupil.panel(show_step(draft, plain=plain) if draft.keys else pupil.at.build_panel(plain=plain))

    async def _save(self, pupil: LessonSession) -> None:
        await self.orders.store.lessons.keep(pupil.record)


def _make_lesson_button(about: str, label: str, look: Look = "plain") -> ActionButton:
    """Return the button that opens a lesson. `about` is "game:key"."""
    return button(LessonService.open.call(about), label, look)


def _make_back_button(number: int) -> ActionButton:
    """Return the button that shows the task of a lesson."""
    return button(LessonService.task.call(number), say("button.task"), "main")


def _make_exit_buttons(pupil: LessonSession) -> tuple[ActionButton, ...]:
    """Return the buttons that a lesson has and a game doesn't: a hint, the solution, the next lesson."""
    record = pupil.record
    buttons = []
    if record.hints < len(pupil.lesson.hints):
        buttons.append(button(LessonService.hint.call(record.id), say("button.hint")))
    if record.hints >= len(pupil.lesson.hints) or record.wrong >= SHOWN_AFTER:
        buttons.append(button(LessonService.show.call(record.id), say("button.show")))
    return (*buttons, _make_skip_button(pupil))


def _make_skip_button(pupil: LessonSession) -> ActionButton:
    """Return the button that leads from a lesson to the next lesson, or from a puzzle to the next puzzle."""
    label = say("button.skip" if pupil.puzzle is None else "button.next_puzzle")
    return button(LessonService.skip.call(pupil.record.id), label)


def _make_next_buttons(rules: Rules) -> list[ActionButton]:
    """Return the buttons after a finished course: a first game, and puzzles if there are any."""
    there = puzzles.list_games_with_puzzles({rules.KEY: rules})
    return [
        button(FirstGame.start_first.call(rules.KEY), say("button.guided"), "main"),
        *(_make_puzzle_button(rules, say("button.puzzles")) for rules in there.values()),
    ]


def _write_overview(games: Sequence[Rules], learner: Learner, played: str = "") -> Reply:
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
            lines += describe_game(rules)
        else:
            lines += _list_next_lessons(rules, learner)
        label = say("button.go_on" if any(known.values()) else "button.begin_course", title=rules.TITLE)
        if key := learner.find_lesson(rules):
            look: Look = "main" if first == rules.KEY else "plain"
            buttons.append(_make_lesson_button(f"{rules.KEY}:{key}", label, look))
        elif len(games) > 1:
            buttons.append(button(LessonService.learn.call(rules.KEY), rules.TITLE))
        else:
            buttons += _make_next_buttons(rules)
    if len(games) == 1:
        if any(learner.list_lessons(games[0]).values()):
            meant = {"solved": Progress.SOLVED, "shown": Progress.SHOWN, "skipped": Progress.SKIPPED}
            lines.append(say("learn.legend", **{name: MARKS[state] for name, state in meant.items()}))
        buttons.append(button(LessonService.learn.call(), say("button.courses")))
    elif learner.records:
        lines.append(say("learn.marks"))
    lists = (_make_lesson_list(games[0], learner),) if len(games) == 1 else ()
    return Reply("\n".join(filter(None, lines)), buttons=tuple(buttons), lists=lists)


def _list_next_lessons(rules: Rules, learner: Learner) -> list[str]:
    """Return a line for each lesson of a course. Of a long course, return those around the next lesson.

    The list below the text has all of them.
    """
    known, titles = learner.list_lessons(rules), list_titles(rules)
    lines = [say("learn.line", mark=MARKS[known[key]], title=title) for title, key in titles]
    if len(lines) <= MOST_LESSONS:
        return lines
    keys = [key for _, key in titles]
    following = learner.find_lesson(rules)
    start = max(0, keys.index(following) - 1) if following else len(keys)
    start = min(start, len(lines) - NEXT_LESSONS)
    left = len(lines) - NEXT_LESSONS
    return [*lines[start : start + NEXT_LESSONS], say("learn.further", n=left)]


def _make_lesson_list(rules: Rules, learner: Learner) -> ActionList:
    """Return the list that opens any lesson of a course."""
    known = learner.list_lessons(rules)
    options = [
        Option(key, say("learn.line", mark=MARKS[known[key]], title=title))
        for title, key in list_titles(rules)
    ]
    return ActionList(LessonService.choose.call(rules.KEY), say("learn.choose"), options)


def _choose_puzzle(games: Sequence[Rules], learner: Learner) -> Reply:
    """Return a line and a button for each game with puzzles. The line says how many are solved."""
    lines, buttons = [say("puzzle.games")], []
    for rules in games:
        states = list(learner.list_puzzles(rules).values())
        solved = states.count(Progress.SOLVED)
        lines.append(say("puzzle.game", title=rules.TITLE, n=len(states), solved=solved))
        buttons.append(_make_puzzle_button(rules, rules.TITLE))
    return Reply("\n".join(lines), buttons=tuple(buttons))


def _make_puzzle_button(rules: Rules, label: str) -> ActionButton:
    """Return the button that opens the next puzzle of a game."""
    return button(LessonService.puzzle.call(rules.KEY), label, "main")
