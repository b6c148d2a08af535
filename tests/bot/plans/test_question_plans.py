"""Several seats asked at once: each may answer at any time, and the answer is secret until it is played."""

from __future__ import annotations

import pytest

from bot.orders.plans import OFF, Plans
from bot.plans.plan import NAME
from bot.plans.question_plans import QuestionPlans, list_called_beside
from bot.replies.reply import ActionButton, Refused, Reply
from rules.asking import all_agree
from rules.chance import Roll
from rules.words import Line, say
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, Room, caller
from tests.bot.presses import press, trade
from tests.kernel import toy
from tests.kernel.toy import Toy
from tests.phrases import pattern, phrase, says

PEACE = say("Make peace"), say("Go on fighting")


async def council(s: Toy, seat: str, card: str) -> None:
    """An Event that both seats must accept or refuse."""
    refused = await all_agree((toy.enemy(seat), seat), say("Do you make peace?"), *PEACE, kind="peace")
    s.story.append(Line(say("War." if refused else "Peace.")))


@pytest.fixture
async def asked(game: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Return a room in which the North has played the council, and the South is asked first."""
    monkeypatch.setattr(toy, "event", council)
    assert await game.decider() == NORTH
    await game.choose("event")
    return game


async def shown(room: Room, user: int = NORTH) -> Reply:
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    return await QuestionPlans(room.table).show(caller(user), stored.id)


def button(answer: Reply, label: str) -> ActionButton:
    return next(button for button in answer.buttons if button.label == label)


async def give(room: Room, label: str, user: int = NORTH) -> Reply:
    return await press(QuestionPlans(room.table), caller(user), button(await shown(room, user), label))


async def test_all_are_asked_by_one_post(asked: Room) -> None:
    [(kind, post)] = await asked.posted()
    assert kind == "board"
    *_, beside, asks = post.asks.splitlines()
    assert beside == phrase("asked.together", people=phrase("asked.person", user=NORTH, seat="The North"))
    assert asks == phrase("asked", user=SOUTH, seat="The South", question="Do you make peace?")
    assert post.words.count("Do you make peace?") == 1
    assert post.ping == (SOUTH,), "the player who has just acted needs no ping"


async def test_an_answer_ahead_is_kept_to_itself_and_played_in_its_turn(asked: Room) -> None:
    await asked.posted()
    kept = await give(asked, "Make peace")
    assert says(kept.text, "plan.answer_kept", answer="Make peace")
    assert await asked.posted() == []
    assert not says((await asked.table.question(caller(SOUTH))).text, "plan.answer_kept")
    await asked.table.order(caller(SOUTH), "yes")
    [(_, post)] = await asked.posted()
    assert phrase("order", seat="The North", line="Make peace") in post.text
    assert phrase("story", line="Peace.") in post.text
    assert "standing" not in post.text
    stored = await asked.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert await asked.store.load_notes(stored.id) == ()


async def test_an_answer_ahead_to_a_question_that_never_comes_is_dropped(asked: Room) -> None:
    await give(asked, "Make peace")
    await asked.posted()
    await asked.table.order(caller(SOUTH), "no pass")
    stored = await asked.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert NAME not in {note.name for note in await asked.store.load_notes(stored.id)}
    post = (await asked.posted())[-1][1]
    assert phrase("story", line="War.") in post.text
    assert "Make peace" not in post.text, "nobody learns what would have been answered"


async def clash(s: Toy, seat: str) -> None:
    """An Attack after which both seats say at once what they do."""
    await Roll(1, say("Attack"))
    await all_agree((seat, toy.enemy(seat)), say("Do you stand?"), *PEACE, kind="stand")


async def test_others_are_pinged_when_the_roller_is_asked_too(
    game: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy, "attack", clash)
    await game.table.order(caller(NORTH), "command attack")
    [(kind, post)] = await game.posted()
    assert kind == "board"
    assert post.ping == (SOUTH,)
    assert says(post.asks, "asked.together", people=phrase("asked.person", user=2, seat="The South"))
    assert post.asks.endswith(phrase("asked", user=1, seat="The North", question="Do you stand?"))
    await give(game, "Go on fighting", SOUTH)
    await game.table.order(caller(NORTH), "yes.")
    assert phrase("order", seat="The South", line="Go on fighting") in (await game.posted())[-1][1].text


async def test_the_second_asked_gets_no_new_picture_of_the_same_board(asked: Room) -> None:
    [(_, post)] = await asked.posted()
    assert post.drawn, "the first who is asked sees the board"
    await asked.table.order(caller(SOUTH), "yes")
    [(kind, post)] = await asked.posted()
    assert kind == "board"
    assert post.text.startswith(phrase("order", seat="The South", line="Make peace"))
    assert post.asks.endswith(phrase("asked", user=NORTH, seat="The North", question="Do you make peace?"))
    assert not post.drawn


async def test_it_can_be_changed_and_withdrawn(asked: Room) -> None:
    await give(asked, "Make peace")
    changed = await give(asked, "Go on fighting")
    assert says(changed.text, "plan.answer_kept", answer="Go on fighting")
    gone = await press(QuestionPlans(asked.table), caller(NORTH), button(changed, phrase("button.unsay")))
    assert [each.verb for each in gone.buttons] == ["early", "early"]
    assert "unsay" in [each.verb for each in changed.buttons]
    await asked.table.order(caller(SOUTH), "yes")
    assert await asked.decider() == NORTH


async def test_it_can_be_typed(asked: Room) -> None:
    answer = await asked.table.order(caller(NORTH), "no")
    assert says(answer.text, "plan.answer_kept", answer="Go on fighting")
    for text in ("?", "perhaps", "no no"):
        with pytest.raises(Refused, match=r"Do you make peace\? Make peace, Go on fighting"):
            await asked.table.order(caller(NORTH), text)
    await trade(asked.table, caller(NORTH), "give 1")
    await asked.table.order(caller(SOUTH), "yes")
    assert await asked.decider() == SOUTH, "both have answered this one, so it is the next question"
    assert "Card" in (await asked.panel()).question


async def test_it_is_dropped_when_its_question_does_not_come(asked: Room) -> None:
    other = button(await give(asked, "Make peace"), "Go on fighting")
    await asked.table.undo(caller(NORTH))
    with pytest.raises(Refused, match=pattern("plan.answer_now")):
        await shown(asked)
    await asked.table.order(caller(NORTH), "pass")
    stored = await asked.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert await asked.store.load_notes(stored.id) == ()
    with pytest.raises(Refused, match=pattern("plan.answer_none")):
        await press(QuestionPlans(asked.table), caller(NORTH), other)


async def test_it_does_not_outlive_what_it_answers(asked: Room) -> None:
    await give(asked, "Make peace")
    await asked.table.undo(caller(NORTH))
    await asked.choose("event")
    assert not says((await shown(asked)).text, "plan.answer_kept")
    await asked.table.order(caller(SOUTH), "yes")
    assert await asked.decider() == NORTH, "the question is a new one"


async def test_only_a_seat_asked_beside_may_answer_early(asked: Room) -> None:
    with pytest.raises(Refused, match=pattern("plan.answer_now")):
        await shown(asked, SOUTH)
    with pytest.raises(Refused, match=pattern("plan.answer_none")):
        await shown(asked, GUEST)
    offered = button(await shown(asked), "Make peace")
    game, _, key = offered.about.split(":")
    for about in (f"{game}:00000000:{key}", f"{offered.about}x"):
        with pytest.raises(Refused, match=pattern("plan.answer_changed")):
            await press(QuestionPlans(asked.table), caller(NORTH), offered._replace(about=about))


async def test_a_new_player_of_the_seat_answers_anew(asked: Room) -> None:
    await give(asked, "Make peace")
    await asked.lobby.leave(caller(NORTH))
    await asked.lobby.join(caller(GUEST), "north")
    assert not says((await shown(asked, GUEST)).text, "plan.answer_kept")
    await asked.table.order(caller(SOUTH), "yes")
    assert await asked.decider() == GUEST


async def test_the_command_plans_an_answer_too(asked: Room) -> None:
    plans = Plans(asked.table)
    assert (await plans.suggest_targets(caller(NORTH)))[0][1] == "north question"
    options = await plans.suggest_orders(caller(NORTH), "question")
    assert [value for _, value in options] == ["yes", "no", OFF]
    kept = await plans.plan(caller(NORTH), "question", "no")
    assert says(kept.text, "plan.answer_kept", answer="Go on fighting")
    shown = await plans.plan(caller(NORTH))
    line = {"what": "Do you make peace?", "order": "Go on fighting"}
    assert says(shown.text, "plan.line", n=1, seat="The North", **line)
    drops = next(each for each in shown.buttons if each.verb == "unplan")
    assert says((await press(plans, caller(NORTH), drops)).text, "plan.none")
    with pytest.raises(Refused, match=pattern("plan.answer_none")):
        await plans.plan(caller(SOUTH), "question", "no")


@pytest.mark.parametrize(
    ("when", "words", "met"),
    [("poor", "you have 5 gold at most", True), ("rich", "you have more than 5 gold", False)],
)
async def test_it_may_have_a_condition(asked: Room, when: str, words: str, met: bool) -> None:
    shown = await Plans(asked.table).plan(caller(NORTH), "question", "yes", when)
    assert says(shown.text, "plan.line_if", order="Make peace", condition=words)
    await asked.table.order(caller(SOUTH), "yes")
    assert (await asked.decider() != NORTH) is met
    assert when not in (await asked.posted())[-1][1].text


async def test_otherwise_another_answer_may_be_planned(asked: Room) -> None:
    plans = Plans(asked.table)
    await plans.plan(caller(NORTH), "question", "yes", "rich")
    await plans.plan(caller(NORTH), "question", "no", "poor")
    await asked.table.order(caller(SOUTH), "yes")
    assert phrase("order", seat="The North", line="Go on fighting") in (await asked.posted())[-1][1].text
    assert says((await plans.plan(caller(NORTH))).text, "plan.none"), "the other is dropped with it"


async def test_who_has_planned_on_a_condition_is_called_all_the_same(asked: Room) -> None:
    stored = await asked.store.find_in_channel(CHANNEL)
    assert stored is not None
    for when, called in (("poor", ["north"]), ("", [])):
        await Plans(asked.table).plan(caller(NORTH), "question", "yes", when)
        at = asked.table.load_seated(await asked.store.load(stored.id))
        assert [ask.seat for ask in list_called_beside(at)] == called
