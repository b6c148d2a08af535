"""Lessons in private: opened, solved, missed, hinted at, skipped, and continued after a restart."""

from __future__ import annotations

import re
from dataclasses import replace
from math import ceil

import discord
import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.learning import lesson_session, taps
from bot.learning.courses import MARKS
from bot.learning.lesson_session import CHOICES, LessonSession
from bot.learning.lessons import NEXT_LESSONS, LessonService
from bot.orders.preview import describe_next
from bot.orders.service import OrderService
from bot.people.preferences import Preferences
from bot.posting import layouts
from bot.posting.private_images import draw_reply
from bot.replies.mark import Mark
from bot.replies.reply import Refused, Reply
from db.records import Lesson as Record
from db.records import Progress
from db.store import Store
from render.games import PAINTERS
from render.kit.bands import FLATTEST
from render.worker import Job, draw
from rules.kernel import Game, Option, Rules
from rules.lessons.lesson import read_course
from rules.lessons.newcomer import find_newcomer
from rules.loading.games import GAMES
from rules.orders.buttons.controls import Menu, label_range
from rules.orders.buttons.lookahead import JOINT
from rules.orders.notation import parse
from tests.bot.callers import NORTH, SOUTH, caller, make_lessons
from tests.phrases import pattern, phrase, says

ROW = 54  # letters of small print in a row, on a phone
GOATS, CITY = "aadu_huli:goats", "vijayanagara:breaking-away"
GOAT_COURSE = read_course(GAMES["aadu_huli"])
LESSON = GOAT_COURSE["goats"]
REBEL = read_course(GAMES["vijayanagara"])["breaking-away"]


@pytest.fixture
def school(store: Store) -> LessonService:
    return make_lessons(OrderService(store, GAMES, lambda: None))


def place(answer: Reply) -> Mark:
    assert answer.panel is not None
    return answer.panel.mark


async def tapped(school: LessonService, mark: Mark, key: str) -> Reply:
    """Give an answer that is a whole order, and confirm it. A wrong one is judged at the tap."""
    answer = await school.click(caller(), mark, key)
    if answer.panel is None:
        return answer
    return await school.confirm(caller(), answer.panel.mark, answer.panel.signature)


async def begun(school: LessonService, about: str, user: int = NORTH) -> Reply:
    """Open a lesson, read it, and return its task."""
    read = await school.open(caller(user), about)
    assert read.panel is None
    number = next(int(button.about) for button in read.buttons if button.verb == "task")
    return await school.task(caller(user), number)


def verbs(answer: Reply) -> list[str]:
    return [button.verb for button in answer.buttons]


async def state(store: Store, about: str) -> Progress:
    game, _, key = about.partition(":")
    return (await store.lessons.open(NORTH, game, key)).state


async def test_a_lesson_is_a_position_with_a_task_and_its_buttons(school: LessonService) -> None:
    read = await school.open(caller(), GOATS)
    assert says(read.text, "learn.head", n=1, count=len(GOAT_COURSE), title="Save a Goat")
    assert read.lit == {"1a", "2b", "3b"}
    assert read.view is not None
    assert verbs(read) == ["task", "skip", "class"], "reading and doing have a screen each"
    answer = await begun(school, GOATS)
    assert says(answer.text, "learn.task")
    assert answer.lit == {"1a", "2b", "3b"}
    assert answer.view is not None
    assert answer.panel is not None
    assert "<@" not in answer.panel.question, "nobody else is there"
    assert {"3b", "3c"} <= {option.key for option in answer.panel.options}
    assert verbs(answer) == ["hint", "skip"]


async def test_what_is_right_is_said_to_be_and_leads_on(school: LessonService, store: Store) -> None:
    mark = place(await begun(school, GOATS))
    answer = await tapped(school, mark, "3b")
    assert says(answer.text, "learn.right")
    assert LESSON.sum in answer.text
    assert next((button.verb, button.about) for button in answer.buttons) == ("lesson", "aadu_huli:tigers")
    assert await state(store, GOATS) is Progress.SOLVED


async def test_a_wrong_answer_has_its_reply_and_the_lesson_begins_again(school: LessonService) -> None:
    mark = place(await begun(school, GOATS))
    answer = await tapped(school, mark, "3c")
    assert LESSON.wrong[0].reply in answer.text
    assert "Which point does the Tiger need to land on?" in answer.text
    assert says(answer.text, "learn.task"), "what is asked stands there again"
    assert answer.view is not None
    assert answer.panel is None, "the board has the room of the game's buttons"
    assert verbs(answer) == ["task", "hint", "skip"]
    assert place(await school.task(caller(), mark.game)) == mark
    answer = await tapped(school, mark, "5a")
    assert "still leaps over 2B" in answer.text, "an order of another kind has a reply of its own"
    assert LESSON.hints[-1].say not in answer.text, "the last hint is the solution: it waits until asked for"
    assert verbs(answer) == ["task", "hint", "show", "skip"]


async def test_a_lesson_may_let_the_learner_choose_what_a_game_fills_in(school: LessonService) -> None:
    """One tap on "Nothing more" then closes all questions that are only asked again."""
    answer = await begun(school, "successors:march")
    for key in ("march-MAC", "THR"):
        answer = await school.click(caller(), place(answer), key)
    assert answer.panel is not None
    assert not answer.panel.confirm
    assert answer.panel.change is None, "nobody is filled in"
    answer = await school.click(caller(), place(answer), "1-c")
    assert answer.panel is not None
    [done] = [each for each in answer.panel.options if each.label == phrase("button.no_more")]
    answer = await school.click(caller(), place(answer), done.key)
    assert answer.panel is not None
    assert answer.panel.confirm
    right = await school.confirm(caller(), answer.panel.mark, answer.panel.signature)
    assert says(right.text, "learn.right")


async def test_a_preview_in_a_lesson_says_that_it_is_judged(school: LessonService) -> None:
    mark = place(await begun(school, GOATS))
    answer = await school.click(caller(), mark, "3b")
    assert says(answer.text, "preview.judged")
    assert "decides" not in answer.text, "nobody else is there"
    tools = await school.tools(caller(), mark.game)
    assert "lesson.peek" in verbs(tools), "what the preview left out can be looked at"
    peek = await school.peek(caller(), place(answer))
    assert peek.view is not None
    assert peek.panel is None, "the order is not there a second time"
    assert verbs(peek) == ["task"]
    withdraw = await begun(school, "taj_mahal:withdraw")
    pupil = await school._load_pupil(caller(), place(withdraw).game)
    keys = parse(pupil.rules, pupil.attempt.game, pupil.lesson.seat, "out palace 2 take gem, vem")
    draft = pupil.draft.with_typed(keys)
    assert draft.lasting is not None
    assert not any("for good" in words for words in describe_next(draft)), "a lesson begins again"


async def test_a_card_that_is_read_out_has_the_screen(school: LessonService) -> None:
    read = await school.open(caller(), "vijayanagara:an-event")
    assert read.view is None, "a board beside it could not be read"
    assert (await begun(school, "vijayanagara:an-event")).view is not None


async def test_a_hint_that_was_taken_is_not_given_again(school: LessonService) -> None:
    answer = await begun(school, GOATS)
    mark = place(answer)
    assert "Which point" in (await school.hint(caller(), mark.game)).text
    answer = await tapped(school, mark, "3c")
    assert not says(answer.text, "learn.hint"), "only the solution is left, and nobody asked for it"
    assert "Place a Goat on 3B." in (await school.hint(caller(), mark.game)).text


async def test_what_the_rules_refuse_is_answered_too(school: LessonService) -> None:
    answer = await begun(school, CITY)
    number = place(answer).game
    answer = await school.order(caller(), number, "limited rebel in Andhra")
    assert REBEL.wrong[0].reply in answer.text
    assert "3.4.3" in answer.text
    with pytest.raises(Refused) as refused:
        await school.order(caller(), number, "limited gallop")
    assert refused.value.panel is not None
    assert "hint" in [button.verb for button in refused.value.buttons], "who is stuck has a way on"
    assert says(str(refused.value), "learn.task")
    asked = await school.order(caller(), number, "limited ?")
    assert "Rebel" in asked.text
    assert "hint" in verbs(asked)


async def test_an_order_is_built_by_taps_and_confirmed_as_in_the_game(school: LessonService) -> None:
    answer = await begun(school, CITY)
    answer = await school.click(caller(), place(answer), "limited")
    answer = await school.click(caller(), place(answer), "rebel karnataka")
    assert answer.panel is not None
    assert answer.panel.confirm
    assert says(answer.text, "preview")
    answer = await school.confirm(caller(), place(answer), answer.panel.signature)
    assert REBEL.right[0].say in answer.text
    assert answer.before != answer.view


async def test_a_wrong_first_tap_is_said_at_that_tap_and_the_order_so_far_stays(
    school: LessonService, store: Store
) -> None:
    read = await begun(school, "vijayanagara:whose-turn")
    answer = await school.click(caller(), place(read), "event")
    assert says(answer.text, "learn.not_yet")
    assert "you sit out the next card" in answer.text
    assert answer.panel is not None
    assert place(answer) == place(read), "the question is asked again"
    assert not answer.panel.undo, "the wrong tap is not kept"
    answer = await school.click(caller(), place(read), "limited")
    kept = place(answer)
    answer = await school.click(caller(), kept, "migrate maharashtra")
    record = await store.lessons.open(NORTH, "vijayanagara", "whose-turn")
    assert record.wrong == 1, "what may still come right is not called wrong"
    assert "limited" in record.text


async def test_an_order_is_judged_as_soon_as_it_is_whole_and_wrong(
    school: LessonService, store: Store
) -> None:
    answer = await school.click(caller(), place(await begun(school, GOATS)), "3c")
    assert LESSON.wrong[0].reply in answer.text
    assert (await store.lessons.open(NORTH, "aadu_huli", "goats")).wrong == 1


async def test_an_act_that_has_no_place_in_a_lesson_is_grey_with_the_reason(school: LessonService) -> None:
    panel = (await begun(school, "vijayanagara:the-map")).panel
    assert panel is not None
    grey = {each.key for each in panel.controls if isinstance(each, Option) and each.why_not}
    assert {"event", "pass"} <= grey
    assert phrase("learn.off") in panel.barred
    answer = await school.click(caller(), panel.mark, "limited")
    assert answer.panel is not None
    assert "govern" in {
        each.key for each in answer.panel.controls if isinstance(each, Option) and each.why_not
    }


async def test_a_hint_starts_from_the_order_so_far_and_leaves_it_there(school: LessonService) -> None:
    read = await begun(school, "vijayanagara:influence")
    number = place(read).game
    answer = await school.click(caller(), place(read), "limited")
    await school.hint(caller(), number)
    answer = await school.hint(caller(), number)
    assert says(answer.text, "learn.go_on")
    assert "Limited Command”" not in answer.text, "what is entered is not to be entered again"
    assert "Shift Influence" in answer.text
    assert answer.panel is not None
    assert answer.panel.undo, "the order so far is still there"
    answer = await school.click(caller(), place(answer), "rally maharashtra")
    answer = await school.click(caller(), place(read), "limited")
    answer = await school.click(caller(), place(answer), "migrate karnataka")
    assert says((await school.hint(caller(), number)).text, "learn.elsewhere")


async def test_a_wrong_palace_is_said_at_that_tap_and_not_after_the_cards(school: LessonService) -> None:
    for lesson, city in (("withdraw", "all-1"), ("roads", "awa-3"), ("the-crown", "awa-1")):
        read = await begun(school, f"taj_mahal:{lesson}")
        asked = await school.click(caller(), place(read), "withdraw")
        answer = await school.click(caller(), place(asked), city)
        assert says(answer.text, "learn.not_yet"), lesson
        assert place(answer) == place(asked), "the question is asked again"


async def test_a_tool_of_a_lesson_never_looks_like_the_way_on(school: LessonService) -> None:
    """Only an answer, or the button that confirms, may be coloured."""
    for rules in GAMES.values():
        for key in read_course(rules):
            answer = await begun(school, f"{rules.KEY}:{key}")
            panel = answer.panel
            assert panel is not None
            rows = layouts.make_panel_rows(panel, answer.buttons)
            shown = [one for row in rows for one in row if isinstance(one, discord.ui.Button)]
            coloured = [one.label for one in shown if one.style is not discord.ButtonStyle.secondary]
            usable = [one for one in panel.controls if isinstance(one, Menu) or not one.why_not]
            alone = len(usable) == 1 and isinstance(usable[0], Option)
            assert len(coloured) == alone, (rules.KEY, key, coloured)


async def test_a_list_of_a_lesson_holds_what_its_label_says(school: LessonService) -> None:
    """A long list that was cut to one screen is one list, and its label names what is left."""
    panel = (await begun(school, "successors:buy")).panel
    assert panel is not None
    [menu] = [each for each in panel.controls if isinstance(each, Menu)]
    assert menu.label == label_range(menu.options)


async def test_a_list_keeps_only_the_places_of_the_lessons_own_orders(school: LessonService) -> None:
    """That an act is in an order does not mean that each of its places is."""
    panel = (await begun(school, "vijayanagara:the-map")).panel
    assert panel is not None
    panel = (await school.click(caller(), panel.mark, "limited")).panel
    assert panel is not None
    assert len(panel.options) <= CHOICES
    assert "march malwa" in {each.key for each in panel.options}


async def test_the_text_of_a_lesson_on_bids_shows_the_bids(school: LessonService) -> None:
    for key in ("a-card", "white"):
        read = await school.open(caller(), f"taj_mahal:{key}")
        task = await begun(school, f"taj_mahal:{key}")
        assert read.size == "strip"
        assert task.panel is not None
        assert task.panel.picture == "hand"


async def test_a_long_explanation_has_no_picture_that_nobody_can_read(school: LessonService) -> None:
    number = place(await begun(school, "rajas_of_the_ganges:a-worker")).game
    answer = await school.meaning(caller(), number)
    assert draw_reply(answer, Preferences()) is None
    number = place(await begun(school, GOATS)).game
    assert (await school.meaning(caller(), number)).fits


async def test_a_lesson_cites_no_rule_under_its_question(school: LessonService) -> None:
    for lesson, key in (("vijayanagara:the-map", "limited"), ("taj_mahal:withdraw", "")):
        answer = await begun(school, lesson)
        if key:
            answer = await school.click(caller(), place(answer), key)
        assert answer.panel is not None
        asked = f"{answer.panel.question}\n{answer.panel.barred}"
        assert says(asked, "barred") or says(asked, "asked.only"), "a reason is there"
        assert not re.search(r"\d\.\d", asked)


async def test_an_order_typed_beside_a_lesson_is_told_where_to_type_it(school: LessonService) -> None:
    with pytest.raises(Refused, match=pattern("no_game")):
        await school.orders.order(caller(), "3b")
    mark = place(await begun(school, GOATS))
    with pytest.raises(Refused, match=pattern("no_game_in_lesson")):
        await school.orders.order(caller(), "3b")
    await tapped(school, mark, "3b")
    with pytest.raises(Refused, match=pattern("no_game")):
        await school.orders.order(caller(), "3b")


async def test_the_marks_of_lessons_are_explained_once_there_are_any(school: LessonService) -> None:
    assert not says((await school.learn(caller(), "aadu_huli")).text, "learn.legend")
    await begun(school, GOATS)
    assert says((await school.learn(caller(), "aadu_huli")).text, "learn.legend")


async def test_a_hint_on_a_whole_order_keeps_the_button_that_confirms_it(school: LessonService) -> None:
    answer = await school.click(caller(), place(await begun(school, GOATS)), "3b")
    assert answer.panel is not None
    again = (await school.hint(caller(), place(answer).game)).panel
    assert again is not None
    assert again.signature == answer.panel.signature


async def test_show_me_shows_the_taps(school: LessonService) -> None:
    number = place(await begun(school, "vijayanagara:the-map")).game
    shown = await school.show(caller(), number)
    assert says(shown.text, "learn.taps")
    for label in ("“Limited Command”", "“Malwa”", "“4 Troops”"):
        assert label in shown.text


@pytest.mark.parametrize("game", list(GAMES))
def test_no_solution_changes_what_the_bot_filled_in(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A filled-in answer looks like advice. If it is wrong, the lesson has `fills: false`."""
    monkeypatch.setattr(taps, "_list_changes", lambda _: iter(()))
    for key in read_course(GAMES[game]):
        pupil = LessonSession(GAMES[game], Record(1, NORTH, game, key, Progress.OPEN), "")
        assert pupil.list_solution_taps(), key


@pytest.mark.parametrize("game", list(GAMES))
def test_every_solution_can_be_tapped(game: str) -> None:
    for key in read_course(GAMES[game]):
        pupil = LessonSession(GAMES[game], Record(1, NORTH, game, key, Progress.OPEN), "")
        assert len(pupil.list_solution_taps()) > 1, key


@pytest.mark.parametrize("game", GAMES)
async def test_a_screen_of_a_lesson_has_at_most_ten_answers(school: LessonService, game: str) -> None:
    """The answers of its own orders are among them, so that each can be tapped."""
    for key in read_course(GAMES[game]):
        answer = await begun(school, f"{game}:{key}")
        assert answer.panel is not None
        offered = [option for option in answer.panel.options if not option.why_not]
        session = LessonSession(GAMES[game], Record(1, NORTH, game, key, Progress.OPEN), "")
        own = session._list_told_keys()
        sure = [option for option in offered if own & {*option.key.split(JOINT)}]
        assert sure, key
        assert len(offered) <= max(CHOICES, len(sure)), key


def test_the_keys_of_a_lessons_own_orders_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each screen needs them, and to read an order plays the turn again."""
    lesson_session._read_keys.cache_clear()
    read = list[str]()

    def note(rules: Rules, game: Game, seat: str, text: str) -> tuple[str, ...]:
        read.append(text)
        return parse(rules, game, seat, text)

    monkeypatch.setattr(lesson_session, "parse", note)
    pupil = LessonSession(GAMES["successors"], Record(1, NORTH, "successors", "buy", Progress.OPEN), "")
    first = pupil._list_told_keys()
    assert read
    assert len(read) == len(set(read))
    read.clear()
    assert pupil.restart()._list_told_keys() == first
    assert not read


async def test_what_is_looked_up_takes_the_place_of_the_task_and_leads_back(school: LessonService) -> None:
    """No second copy of a task is left in the channel."""
    mark = place(await begun(school, GOATS))
    for looked in (
        await school.tools(caller(), mark.game),
        await school.board(caller(), mark.game),
        await school.meaning(caller(), mark.game),
    ):
        assert looked.panel is not None or "task" in verbs(looked)
    for each in (LessonService.tools, LessonService.board, LessonService.meaning):
        assert not each.how.fresh
    await school.click(caller(), mark, "3b")
    with pytest.raises(Refused) as refused:
        await school.click(caller(), mark, "3b")
    assert refused.value.panel is None
    back, drop = refused.value.buttons
    assert (back.verb, drop.label) == ("task", phrase("button.drop")), "an old copy leads to the task"


async def test_a_long_course_lists_the_lessons_around_the_next_one(school: LessonService) -> None:
    """It had 17 lines. The list below has all lessons."""
    answer = await school.learn(caller(), "vijayanagara")
    keys = list(read_course(GAMES["vijayanagara"]))
    assert [each.key for each in answer.lists[0].options] == keys
    shown = [line for line in answer.text.splitlines() if line.startswith(MARKS[None])]
    assert len(shown) == NEXT_LESSONS < len(keys)
    assert f"{MARKS[None]} 1. " in shown[0]
    assert says(answer.text, "learn.further", n=len(keys) - NEXT_LESSONS)


async def test_any_lesson_can_be_chosen_from_a_list(school: LessonService) -> None:
    answer = await school.learn(caller(), "aadu_huli")
    (lessons,) = answer.lists
    keys = list(read_course(GAMES["aadu_huli"]))
    assert [each.key for each in lessons.options] == keys
    opened = await school.choose(caller(), "aadu_huli", keys[2])
    assert says(opened.text, "learn.head", n=3)
    view, _ = layouts.lay_out_answer(answer, None)
    assert sum(isinstance(item, discord.ui.Select) for item in view.walk_children()) == 1


async def test_it_goes_on_after_a_restart(school: LessonService, store: Store) -> None:
    answer = await begun(school, CITY)
    answer = await school.click(caller(), place(answer), "limited")
    again = make_lessons(OrderService(store, GAMES, lambda: None))
    assert place(await again.open(caller(), CITY)) == place(answer)
    back = await again.undo(caller(), place(answer))
    assert says(back.text, "learn.task")
    assert says((await again.open(caller(), CITY)).text, "learn.head", n=3)


async def test_dice_in_the_middle_of_an_order_come_from_the_lesson(school: LessonService) -> None:
    number = place(await begun(school, "vijayanagara:a-battle")).game
    answer = await school.order(caller(), number, "command attack in Maharashtra")
    assert "1 4 6 5" in answer.text
    assert answer.panel is not None
    answer = await school.order(caller(), number, "charge 4, screen 2")
    answer = await school.order(caller(), number, "build in Maharashtra")
    assert says(answer.text, "learn.right")


async def test_a_hint_more_each_time_and_then_what_is_right(school: LessonService, store: Store) -> None:
    number = place(await begun(school, GOATS)).game
    first = await school.hint(caller(), number)
    assert "Which point" in first.text
    second = await school.hint(caller(), number)
    assert "Place a Goat on 3B." in second.text
    assert verbs(second) == ["show", "skip"]
    shown = await school.show(caller(), number)
    assert says(shown.text, "learn.shown", order="Place a Goat on 3B.")
    assert await state(store, GOATS) is Progress.SHOWN


async def test_what_was_skipped_comes_back_at_the_end(school: LessonService, store: Store) -> None:
    keys = list(read_course(GAMES["aadu_huli"]))
    number = place(await begun(school, GOATS)).game
    assert says((await school.skip(caller(), number)).text, "learn.head", n=2, count=len(GOAT_COURSE))
    assert await state(store, GOATS) is Progress.SKIPPED
    for key in keys[1:]:
        record = await store.lessons.open(NORTH, "aadu_huli", key)
        await store.lessons.keep(replace(record, state=Progress.SOLVED))
    last = await store.lessons.open(NORTH, "aadu_huli", keys[-1])
    assert says((await school.skip(caller(), last.id)).text, "learn.head", n=1, count=len(GOAT_COURSE))
    answer = await tapped(school, place(await begun(school, GOATS)), "3b")
    assert says(answer.text, "learn.complete")
    assert verbs(answer)[:2] == ["guided", "puzzle"], "there is a game to play, and more to solve"
    answer = await school.learn(caller(), "aadu_huli")
    assert verbs(answer) == ["guided", "puzzle", "course"], "no list of lessons is the end of the way"
    other = await school.learn(caller(), answer.buttons[-1].about)
    assert phrase("button.begin_course", title="Taj Mahal") in {button.label for button in other.buttons}


async def test_a_button_serves_its_owner_alone(school: LessonService) -> None:
    mark = place(await begun(school, GOATS))
    with pytest.raises(Refused, match=pattern("learn.others")):
        await school.click(caller(SOUTH), mark, "3b")
    with pytest.raises(Refused, match=pattern("learn.gone")):
        await school.hint(caller(NORTH), -999)
    with pytest.raises(Refused):
        await school.click(caller(NORTH), replace(mark, check="ffff"), "3b")


async def test_a_changed_lesson_loses_nothing_but_what_does_not_fit(
    school: LessonService, store: Store
) -> None:
    record = await store.lessons.open(NORTH, "aadu_huli", "goats")
    kept = replace(record, state=Progress.SOLVED, wrong=1, text='{"orders": [["9z"]], "draft": ["9z"]}')
    await store.lessons.keep(kept)
    assert says((await school.open(caller(), GOATS)).text, "learn.head", n=1, count=len(GOAT_COURSE))
    assert await state(store, GOATS) is Progress.SOLVED


async def test_courses_are_listed_with_how_far_one_is(school: LessonService) -> None:
    answer = await school.learn(caller())
    assert (
        phrase(
            "learn.course_new",
            title="Aadu-Huli aata",
            n=len(GOAT_COURSE),
            solved=0,
            minutes=sum(each.minutes for each in GOAT_COURSE.values()),
        )
        in answer.text
    )
    assert {button.label for button in answer.buttons} >= {
        phrase("button.begin_course", title="Aadu-Huli aata"),
        phrase("button.begin_course", title="Vijayanagara"),
    }
    await tapped(school, place(await begun(school, GOATS)), "3b")
    answer = await school.learn(caller(), "aadu_huli")
    assert "● 1. Save a Goat\n○ 2. Capture a Goat" in answer.text
    assert next((button.verb, button.about) for button in answer.buttons) == ("lesson", "aadu_huli:tigers")
    with pytest.raises(Refused, match=pattern("learn.no_course")):
        await school.learn(caller(), "chess")
    with pytest.raises(Refused, match=pattern("learn.gone")):
        await school.learn(caller(), "aadu_huli", "nothing")


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_each_lesson_and_each_task_fits_on_a_screen_with_its_picture(
    store: Store, language: str
) -> None:
    school = make_lessons(OrderService(store, LocalizedGames(GAMES), lambda: None))
    for rules in GAMES.values():
        for key in read_course(rules):
            with speak_within(language):
                read = await school.open(caller(), f"{rules.KEY}:{key}")
                number = next(int(button.about) for button in read.buttons if button.verb == "task")
                task = await school.task(caller(), number)
            for answer in (read, task):
                assert answer.fits
                assert layouts.find_tallest(answer) > layouts.FLATTEST, answer.text


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_no_way_out_of_a_lesson_reads_as_an_answer_of_its_game(
    school: LessonService, language: str
) -> None:
    with speak_within(language):
        answer = await begun(school, "vijayanagara:the-map")
    assert answer.panel is not None
    assert not {button.label for button in answer.buttons} & {option.label for option in answer.panel.options}


async def test_what_stands_nowhere_in_the_picture_has_no_number(school: LessonService) -> None:
    """The cards of a hand have the numbers of their buttons. Withdrawing is no card."""
    for lesson, numbers in (("a-card", ["1", "2", "3", "4"]), ("roads", [])):
        panel = (await begun(school, f"taj_mahal:{lesson}")).panel
        assert panel is not None
        shown = [one for row in layouts.make_answer_rows(panel) for one in row]
        labels = [str(one.label) for one in shown if isinstance(one, discord.ui.Button)]
        assert [label.partition(". ")[0] for label in labels] == [*numbers, "Withdraw"]


async def test_skipping_says_so_where_it_leads_back(school: LessonService) -> None:
    last = list(read_course(GAMES["aadu_huli"]))[-1]
    read = await school.open(caller(), f"aadu_huli:{last}")
    number = next(int(button.about) for button in read.buttons if button.verb == "skip")
    answer = await school.skip(caller(), number)
    assert says(answer.text, "learn.back")
    assert says(answer.text, "learn.head", n=1)
    number = next(int(button.about) for button in answer.buttons if button.verb == "skip")
    assert not says((await school.skip(caller(), number)).text, "learn.back")


async def test_a_word_that_comes_before_its_lesson_is_explained_where_it_is_offered(
    school: LessonService,
) -> None:
    """At most two words are explained, and none that a lesson has already used."""
    first = await begun(school, "vijayanagara:breaking-away")
    assert first.panel is not None
    told = first.panel.question
    assert says(told, "card.word", word="Decree")
    assert "**Command**" not in told, "an earlier lesson says it"
    later = await begun(school, "vijayanagara:an-event")
    assert later.panel is not None
    assert not says(later.panel.question, "card.word", word="Event")
    assert not says(later.panel.question, "card.word", word="Decree")


@pytest.mark.parametrize("tongue", ["en", "fr"])
async def test_what_is_explained_leaves_the_picture_its_room(store: Store, tongue: str) -> None:
    """A lesson begins with at most two rows of small print, without a rule's number."""
    with speak_within(tongue):
        school = make_lessons(OrderService(store, LocalizedGames(GAMES), lambda: None))
        for game, rules in GAMES.items():
            for key in read_course(rules):
                panel = (await begun(school, f"{game}:{key}")).panel
                told = panel.question.splitlines()[1:] if panel is not None else []
                rows = sum(ceil(len(line.removeprefix("-# ").replace("*", "")) / ROW) for line in told)
                assert rows <= 2, f"{game}:{key}: {told}"
                assert not any("(rule 4.1)" in line for line in told)


async def test_what_cannot_be_done_is_not_explained_as_well(school: LessonService) -> None:
    """The reason is already next to the option."""
    panel = (await begun(school, "vijayanagara:resources")).panel
    assert panel is not None
    answer = await school.click(caller(), panel.mark, "command-only")
    assert answer.panel is not None
    barred = {option.key for option in answer.panel.controls if isinstance(option, Option) and option.why_not}
    assert "rebel" in barred
    assert "**Rebel**" not in answer.panel.question
    assert says(answer.panel.question, "card.word", word="Migrate")


async def test_a_word_of_a_preview_is_explained(school: LessonService) -> None:
    """The sentence of a whole order may also have words that come before their lesson."""
    panel = (await begun(school, "vijayanagara:resources")).panel
    assert panel is not None
    answer = await school.click(caller(), panel.mark, "command-only")
    for step in ("rally karnataka", "andhra"):
        assert answer.panel is not None
        answer = await school.click(caller(), answer.panel.mark, step)
    assert answer.panel is not None
    assert answer.panel.signature
    assert "Ineligible" in answer.text
    assert says(answer.panel.question, "card.word", word="Ineligible")


def test_each_word_that_is_explained_is_one_of_the_game() -> None:
    for rules in GAMES.values():
        told = find_newcomer(rules)
        assert told is not None
        for key in told.words:
            assert key in rules.EXTRAS.languages.names(), f"{rules.KEY} has no {key}"


async def test_the_picture_of_a_task_shows_what_the_task_is_about(school: LessonService) -> None:
    """It's no strip, and it shows the places that the lesson lights up."""
    for rules in GAMES.values():
        painter = PAINTERS[rules.KEY]
        for key, lesson in read_course(rules).items():
            answer = await begun(school, f"{rules.KEY}:{key}")
            job = draw_reply(answer, Preferences())
            assert isinstance(job, Job)
            picture = draw(job)
            assert picture.height >= FLATTEST * picture.width - 1, (rules.KEY, key)
            if job.marks or job.kind is not None or not job.highlight or painter.extent is None:
                continue
            assert answer.view is not None
            size = painter.sizes[0]
            whole = painter.draw(answer.view, job.highlight, size, job.theme).height
            part = painter.extent(answer.view, job.highlight, size)
            assert part is not None, (rules.KEY, key, lesson.lit)
            assert picture.height >= min(whole, part[3] - part[1]), (rules.KEY, key)
