"""Standing answers and plans: private until they are used, told when they are, never chained after a
failure."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest

from bot.orders.plans import ALWAYS, Plans
from bot.replies.reply import Refused
from db.store import Store
from rules.games import GAMES
from rules.kernel import Rules, seats_at
from rules.orders.controls import LONGEST
from tests.bot.callers import GUEST, NORTH, SOUTH, TOY, Room, caller
from tests.bot.orders.test_draft import Deccan, to_arms
from tests.bot.presses import press
from tests.kernel import toy
from tests.kernel.play import random_steps
from tests.phrases import begins, pattern, phrase, says


@pytest.fixture
def plans(game: Room) -> Plans:
    return Plans(game.table)


async def attacked(room: Room, *answers: str) -> str:
    """The South attacks, rolls a hit, and the North has given these standing answers; what is posted."""
    room.lobby.new_seed = lambda: "2" * 32
    await room.begin()
    assert await to_arms(room) == SOUTH
    for answer in answers:
        await Plans(room.table).standing(caller(NORTH), "gold", answer)
    assert await room.posted() == []
    await room.table.order(caller(SOUTH), "command attack rajput")
    return "\n".join(post.text for _, post in await room.posted())


async def test_a_standing_answer_is_played_and_told(room: Room) -> None:
    told = await attacked(room, "none")
    assert says(told, "standing.used", seat="The North", title="When I am attacked, I pay", words="nothing")
    assert "against The North. Dice: 2, 4.\n**The North**: Pay 0." in told
    assert await room.decider() == SOUTH, "nobody had to wait"


async def test_a_new_one_answers_the_question_that_waits_already(room: Room) -> None:
    await attacked(room)
    assert await room.decider() == NORTH
    plans = Plans(room.table)
    asked = await plans.standing(caller(NORTH), "gold", "none")
    assert begins(asked.text, "standing.sure")
    assert await room.posted() == [], "it is asked about first"
    [button] = asked.buttons
    answer = await press(plans, caller(NORTH), button)
    assert begins(answer.text, "standing.at_once")
    told = "\n".join(post.text for _, post in await room.posted())
    assert says(told, "standing.used")
    assert phrase("order", seat="The North", line="Pay 0.") in told
    assert await room.decider() == SOUTH
    late = await press(plans, caller(NORTH), button)
    assert begins(late.text, "standing.list"), "it answers nothing that waits any more"


async def test_an_example_is_given(game: Room, plans: Plans) -> None:
    shown = await plans.standing(caller(NORTH), None, None)
    assert says(
        shown.text, "standing.how", question="gold", answer="none", words="When I am attacked, I pay nothing"
    )


async def test_without_one_the_question_waits_for_its_seat(room: Room) -> None:
    told = await attacked(room, "none", "ask")
    assert not says(told, "standing.list")
    assert await room.decider() == NORTH


async def test_the_answers_of_whoever_held_the_seat_before_count_no_more(room: Room) -> None:
    await attacked(room)
    [button] = (await Plans(room.table).standing(caller(NORTH), "gold", "none")).buttons
    await press(Plans(room.table), caller(NORTH), button)
    await room.lobby.leave(caller(NORTH))
    await room.lobby.join(caller(GUEST), "north")
    shown = await Plans(room.table).standing(caller(GUEST), None, None)
    assert says(shown.text, "standing.line", words=phrase("standing.ask"))


async def test_standing_answers_are_their_owners_own(game: Room, plans: Plans) -> None:
    await plans.standing(caller(NORTH), "gold", "all")
    assert says((await plans.standing(caller(NORTH), None, None)).text, "standing.line", words="all I can")
    assert "all I can" not in (await plans.standing(caller(SOUTH), None, None)).text
    with pytest.raises(Refused, match=pattern("looks_on")):
        await plans.standing(caller(GUEST), None, None)


async def test_standing_answers_are_suggested_and_checked(game: Room, plans: Plans) -> None:
    assert await plans.questions(caller(NORTH)) == [
        (phrase("standing.question", seat="The North", question="When I am attacked, I pay"), "north gold")
    ]
    values = await plans.values(caller(NORTH), "north gold")
    assert [value for _, value in values] == ["ask", "none", "all"]
    with pytest.raises(Refused, match=pattern("standing.unknown", names="gold")):
        await plans.standing(caller(NORTH), "silver", "all")
    with pytest.raises(Refused, match=pattern("standing.unknown", names="gold")):
        await plans.standing(caller(NORTH), "south gold", "all")
    with pytest.raises(Refused, match=pattern("standing.values", values="none, all or ask")):
        await plans.standing(caller(NORTH), "gold", "half")


async def south_opens(game: Room) -> None:
    """Both pass the first card; with the second the South opens a turn."""
    for user in (NORTH, SOUTH):
        await game.table.order(caller(user), "pass")


async def test_a_plan_is_played_when_its_seat_opens_a_turn(game: Room, plans: Plans) -> None:
    shown = await plans.plan(caller(SOUTH), "command muster.")
    assert phrase("plan.else", order="command muster.") in shown.text
    await south_opens(game)
    told = (await game.posted())[-1][1].text
    assert says(told, "plan.used", line="Command. Muster in Andhra.")
    assert phrase("order", seat="The South", line="Command. Muster in Andhra.") in told
    assert await game.decider() == NORTH
    assert says((await plans.plan(caller(SOUTH), None)).text, "plan.none")


async def test_a_plan_is_played_once_whatever_crashes(
    game: Room, plans: Plans, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plans.plan(caller(SOUTH), "command muster.")

    async def crash(*_: object) -> None:
        raise RuntimeError("the power is gone")

    monkeypatch.setattr(game.store, "write_notes", crash)
    with suppress(RuntimeError):
        await south_opens(game)
    assert await game.decider() == NORTH
    assert says((await plans.plan(caller(SOUTH), None)).text, "plan.none")


async def test_what_was_decided_for_a_seat_does_not_come_back_with_its_holder(
    game: Room, plans: Plans
) -> None:
    await plans.plan(caller(SOUTH), "command muster.")
    await game.lobby.leave(caller(SOUTH))
    await game.lobby.join(caller(GUEST), "south")
    await game.lobby.leave(caller(GUEST))
    await game.lobby.join(caller(SOUTH), "south")
    assert says((await plans.plan(caller(SOUTH), None)).text, "plan.none")


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ("command attack gujarat;; pass", "1\\.2 Attack"),
        ("command;; pass", pattern("plan.half")),
        ("dance", "“dance”"),
    ],
)
async def test_a_plan_that_does_not_fit_is_disarmed_aloud(
    game: Room, plans: Plans, plan: str, why: str
) -> None:
    await plans.plan(caller(SOUTH), plan)
    await south_opens(game)
    told = (await game.posted())[-1][1].text
    assert says(told, "plan.disarmed", seat="The South")
    assert not re.search(why, told), "the plan itself stays private"
    assert await game.decider() == SOUTH, "nothing is chained after a failure"
    first = await game.table.question(caller(SOUTH))
    assert begins(first.text, "plan.failed")
    shown = await plans.plan(caller(SOUTH), None)
    assert says(shown.text, "plan.dead")
    assert re.search(why, shown.text)


async def test_a_plan_may_be_dropped(game: Room, plans: Plans) -> None:
    await plans.plan(caller(SOUTH), "pass")
    assert says((await plans.plan(caller(SOUTH), "off")).text, "plan.off")
    await south_opens(game)
    assert await game.decider() == SOUTH


async def test_who_decides_now_has_nothing_to_plan(game: Room, plans: Plans) -> None:
    with pytest.raises(Refused, match=pattern("plan.now")):
        await plans.plan(caller(await game.decider()), "pass")
    for text in (";;", ";;".join(["pass"] * 13)):
        with pytest.raises(Refused, match=pattern("plan.lines", n=12)):
            await plans.plan(caller(SOUTH), text)
    with pytest.raises(Refused, match=pattern("plan.condition", condition="it rains")):
        await plans.plan(caller(SOUTH), "if it rains: pass")
    assert TOY.EXTRAS.plans.why_not("x")
    assert not TOY.EXTRAS.plans.meets(toy.setup(toy.Options()), "south", "x")


async def test_the_first_line_whose_condition_is_met(store: Store) -> None:
    """In the real game: the faction that comes second on the first card, and on a card of its own."""
    deccan = Deccan(store)
    await deccan.begin()
    state: Any = (await deccan.at()).live.state
    first, second, *_ = state.deck.events[state.card].order
    number = state.deck.events[state.card].number
    for user, seat in ((NORTH, first), (SOUTH, second)):
        await deccan.lobby.leave(caller(NORTH), seat)
        await deccan.lobby.join(caller(user), seat)
    plans = Plans(deccan.table)
    text = f"if first: event;; if card {number} and not second: event;; if second and card 36 {number}: pass"
    shown = await plans.plan(caller(SOUTH), text)
    assert phrase("plan.if", condition=f"second and card 36 {number}", order="pass") in shown.text
    await deccan.table.order(caller(NORTH), "pass")
    now = await deccan.at()
    then: Any = now.live.state
    assert then.sequence[second] == "pass"
    assert now.asked not in (first, second)


async def test_a_plan_that_does_not_apply_waits(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    state: Any = (await deccan.at()).live.state
    second = state.deck.events[state.card].order[1]
    await deccan.lobby.leave(caller(NORTH), second)
    await deccan.lobby.join(caller(SOUTH), second)
    plans = Plans(deccan.table)
    await plans.plan(caller(SOUTH), "if card 36: pass")
    await deccan.table.order(caller(NORTH), "pass")
    assert (await deccan.at()).asked == second
    told = await deccan.table.question(caller(SOUTH))
    assert begins(told.text, "plan.idle")
    assert not says((await deccan.table.question(caller(SOUTH))).text, "plan.idle"), "said once"
    assert says((await plans.plan(caller(SOUTH), None)).text, "plan.armed")


async def test_who_acts_before_looking_reads_what_became_of_his_plan_too(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    state: Any = (await deccan.at()).live.state
    second = state.deck.events[state.card].order[1]
    await deccan.lobby.leave(caller(NORTH), second)
    await deccan.lobby.join(caller(SOUTH), second)
    await Plans(deccan.table).plan(caller(SOUTH), "if card 36: pass")
    await deccan.table.order(caller(NORTH), "pass")
    done = await deccan.table.order(caller(SOUTH), "pass")
    assert begins(done.text, "plan.idle")
    assert says(done.text, "done.other", line="Pass.")


async def test_a_plan_by_a_form(game: Room, plans: Plans) -> None:
    other = SOUTH if await game.decider() == NORTH else NORTH
    shown = await plans.plan(caller(other), None)
    assert [button.verb for button in shown.buttons] == ["plan"]
    entries = await plans.form(caller(other))
    assert [entry.key for entry in entries] == ["when0", "order0", "when1", "order1"]
    armed = await plans.formed(
        caller(other),
        entered={"when0": ALWAYS, "order0": "command muster\ndone", "when1": ALWAYS, "order1": ""},
    )
    assert says(armed.text, "plan.else", order="command muster; done")
    _, order, *_ = await plans.form(caller(other))
    assert order.text == "command muster; done", "the form opens with the plan"
    with pytest.raises(Refused, match=pattern("plan.now")):
        await plans.form(caller(await game.decider()))


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_what_a_form_offers_is_a_condition(rules: Rules) -> None:
    state = rules.setup(rules.Options())
    for step in random_steps(rules, 3):
        state = step.live.state
        if not step.game.turn % 5:
            break
    for seat in seats_at(rules, state):
        offered = rules.EXTRAS.plans.offered(state, seat)
        assert len(offered) < LONGEST
        for condition in offered:
            assert not rules.EXTRAS.plans.why_not(condition), condition
            assert rules.EXTRAS.plans.meets(state, seat, condition) in (True, False)


async def test_a_form_speaks_of_the_game(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    plans = Plans(deccan.table)
    await plans.formed(caller(NORTH), entered={"when0": "event", "order0": "event", "order1": "pass"})
    entries = await plans.form(caller(NORTH))
    chosen = entries[0].options[entries[0].chosen]
    assert (chosen.key, chosen.label) == ("event", "the Event is still open to you")
    assert [entries[1].text, entries[3].text] == ["event", "pass"]
