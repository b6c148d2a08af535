"""Plans for turns and kinds of question: private until used, announced when used, never after a failure."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest

from bot.orders.plans import ALWAYS, OFF, QUESTION, TURN, Plans
from bot.replies.reply import ActionButton, Refused, Reply
from db.store import Store
from rules.kernel import Rules, list_seats
from rules.loading.games import GAMES
from rules.orders.buttons.controls import LONGEST
from tests.bot.callers import GUEST, NORTH, SOUTH, Room, caller
from tests.bot.orders.test_draft import Deccan, to_arms
from tests.bot.presses import press
from tests.kernel import toy
from tests.kernel.play import random_steps
from tests.phrases import begins, pattern, phrase, says

RICH, POOR = "you have more than 5 gold", "you have 5 gold at most"  # the toy's conditions, in words


@pytest.fixture
def plans(game: Room) -> Plans:
    return Plans(game.table)


def button(answer: Reply, verb: str) -> ActionButton:
    return next(button for button in answer.buttons if button.verb == verb)


async def attacked(room: Room, *answers: str, when: str = "") -> str:
    """Let the South attack and hit while the North has these plans; return the posts."""
    room.lobby.new_seed = lambda: "2" * 32
    await room.begin()
    assert await to_arms(room) == SOUTH
    for answer in answers:
        await Plans(room.table).plan(caller(NORTH), "gold", answer, when)
    assert await room.posted() == []
    await room.table.order(caller(SOUTH), "command attack rajput")
    return "\n".join(post.text for _, post in await room.posted())


async def test_a_plan_for_a_kind_of_question_is_played_and_told(room: Room) -> None:
    told = await attacked(room, "none")
    assert says(told, "plan.used_kind", seat="The North", title="When I am attacked, I pay", words="nothing")
    assert "against The North. The dice show 2, 4.\n**The North**: Pay 0." in told
    assert await room.decider() == SOUTH, "nobody had to wait"
    assert says((await Plans(room.table).plan(caller(NORTH))).text, "plan.line", order="nothing"), "it stays"


@pytest.mark.parametrize(("when", "met"), [("poor", True), ("rich", False)])
async def test_a_plan_for_a_kind_of_question_may_have_a_condition(room: Room, when: str, met: bool) -> None:
    told = await attacked(room, "none", when=when)
    assert says(told, "plan.used_kind") is met
    assert when not in told, "the condition is private"
    assert (await room.decider() == SOUTH) is met


async def test_the_first_of_several_whose_condition_is_met_counts(game: Room, plans: Plans) -> None:
    await plans.plan(caller(SOUTH), "turn", "pass")
    await plans.plan(caller(SOUTH), "turn", "event", "rich")
    shown = await plans.plan(caller(SOUTH), "turn", "command muster.", "poor")
    of = {"seat": "The South", "what": phrase("plan.next_turn")}
    assert [line for line in shown.text.splitlines() if line[0].isdigit()] == [
        phrase("plan.line_if", n=1, order="event", condition=RICH, **of),
        phrase("plan.line_if", n=2, order="command muster.", condition=POOR, **of),
        phrase("plan.line", n=3, order="pass", **of),
    ]
    await south_opens(game)
    assert says((await game.posted())[-1][1].text, "plan.used", line="Command. Muster in Andhra.")
    assert says((await plans.plan(caller(SOUTH))).text, "plan.none"), "all of them are spent"


async def test_a_button_drops_each(game: Room, plans: Plans) -> None:
    await plans.plan(caller(SOUTH), "gold", "all")
    shown = await plans.plan(caller(SOUTH), "turn", "pass")
    assert [each.verb for each in shown.buttons] == ["plan", "unplan", "unplan"]
    with pytest.raises(Refused, match=pattern("plan.unknown", names="turn and gold")):
        await plans.plan(caller(SOUTH), "silver", "all")
    drops = button(shown, "unplan")
    left = await press(plans, caller(SOUTH), drops)
    assert [each.verb for each in left.buttons] == ["plan", "unplan"]
    assert says(left.text, "plan.line", order="pass")
    assert "all I can" not in left.text
    again = await press(plans, caller(SOUTH), drops)
    assert again == left, "twice does nothing"
    await press(plans, caller(NORTH), button(left, "unplan"))
    assert says((await plans.plan(caller(SOUTH))).text, "plan.line", order="pass"), "nobody else can"


async def test_a_seat_has_not_too_many(game: Room, plans: Plans, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.orders.plans.MOST", 1)
    await plans.plan(caller(SOUTH), "turn", "pass")
    await plans.plan(caller(SOUTH), "turn", "event")
    with pytest.raises(Refused, match=pattern("plan.most", n=1)):
        await plans.plan(caller(SOUTH), "turn", "pass", "rich")


async def test_a_new_one_answers_the_question_that_waits_already(room: Room) -> None:
    await attacked(room)
    assert await room.decider() == NORTH
    plans = Plans(room.table)
    asked = await plans.plan(caller(NORTH), "gold", "none")
    assert begins(asked.text, "plan.sure")
    assert await room.posted() == [], "it is asked about first"
    settles = button(asked, "settle")
    answer = await press(plans, caller(NORTH), settles)
    assert begins(answer.text, "plan.at_once")
    told = "\n".join(post.text for _, post in await room.posted())
    assert says(told, "plan.used_kind")
    assert phrase("order", seat="The North", line="Pay 0.") in told
    assert await room.decider() == SOUTH
    await plans.plan(caller(NORTH), "gold", OFF)
    late = await press(plans, caller(NORTH), settles)
    assert begins(late.text, "plan.list"), "it answers nothing that waits any more"
    assert says(late.text, "plan.line", order="nothing"), "buttons of earlier versions made the plan, too"


async def test_without_one_the_question_waits_for_its_seat(room: Room) -> None:
    told = await attacked(room, "none", OFF)
    assert not says(told, "plan.used_kind")
    assert await room.decider() == NORTH


async def test_plans_of_the_seats_last_player_are_not_used(room: Room) -> None:
    await attacked(room, "none")
    await room.lobby.leave(caller(NORTH))
    await room.lobby.join(caller(GUEST), "north")
    assert says((await Plans(room.table).plan(caller(GUEST))).text, "plan.none")


async def test_plans_are_their_owners_own(game: Room, plans: Plans) -> None:
    assert says((await plans.plan(caller(NORTH), "gold", "all")).text, "plan.line", order="all I can")
    assert "all I can" not in (await plans.plan(caller(SOUTH))).text
    with pytest.raises(Refused, match=pattern("looks_on")):
        await plans.plan(caller(GUEST))


async def test_what_may_be_planned_is_suggested_and_checked(game: Room, plans: Plans) -> None:
    other = SOUTH if await game.decider() == NORTH else NORTH
    seat = {NORTH: "north", SOUTH: "south"}
    assert [value for _, value in await plans.suggest_targets(caller(other))] == [
        f"{seat[other]} turn",
        f"{seat[other]} gold",
    ]
    assert await plans.suggest_targets(caller(NORTH + SOUTH - other)) == [
        (
            phrase("plan.target", seat=f"The {seat[NORTH + SOUTH - other].title()}", what=toy.PAYMENT.title),
            f"{seat[NORTH + SOUTH - other]} gold",
        )
    ]
    values = await plans.suggest_orders(caller(NORTH), "north gold")
    assert [value for _, value in values] == ["none", "all", OFF]
    assert [value for _, value in await plans.suggest_orders(caller(other), "")] == [OFF]
    conditions = await plans.suggest_conditions(caller(NORTH))
    assert [value for _, value in conditions] == [ALWAYS, "rich", "poor"]
    with pytest.raises(Refused, match=pattern("plan.unknown")):
        await plans.plan(caller(NORTH), "south gold", "all")
    with pytest.raises(Refused, match=pattern("plan.values", values="none, all or off")):
        await plans.plan(caller(NORTH), "gold", "half")


async def south_opens(game: Room) -> None:
    """Pass on the first card for both; on the second one the South begins a turn."""
    for user in (NORTH, SOUTH):
        await game.table.order(caller(user), "pass")


async def test_a_plan_is_played_when_its_seat_opens_a_turn(game: Room, plans: Plans) -> None:
    shown = await plans.plan(caller(SOUTH), "turn", "command muster.")
    assert says(shown.text, "plan.line", order="command muster.")
    await south_opens(game)
    told = (await game.posted())[-1][1].text
    assert says(told, "plan.used", line="Command. Muster in Andhra.")
    assert phrase("order", seat="The South", line="Command. Muster in Andhra.") in told
    assert await game.decider() == NORTH
    assert says((await plans.plan(caller(SOUTH))).text, "plan.none")


async def test_a_plan_is_played_once_whatever_crashes(
    game: Room, plans: Plans, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plans.plan(caller(SOUTH), "turn", "command muster.")

    async def crash(*_: object) -> None:
        raise RuntimeError("the power is gone")

    monkeypatch.setattr(game.store, "write_notes", crash)
    with suppress(RuntimeError):
        await south_opens(game)
    assert await game.decider() == NORTH
    assert says((await plans.plan(caller(SOUTH))).text, "plan.none")


async def test_what_was_decided_for_a_seat_does_not_come_back_with_its_holder(
    game: Room, plans: Plans
) -> None:
    await plans.plan(caller(SOUTH), "turn", "command muster.")
    await game.lobby.leave(caller(SOUTH))
    await game.lobby.join(caller(GUEST), "south")
    await game.lobby.leave(caller(GUEST))
    await game.lobby.join(caller(SOUTH), "south")
    assert says((await plans.plan(caller(SOUTH))).text, "plan.none")


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ("command attack gujarat", r"\(rule 1\.2\)"),
        ("command", pattern("plan.half")),
        ("dance", "“dance”"),
    ],
)
async def test_a_plan_that_does_not_fit_is_disarmed_aloud(
    game: Room, plans: Plans, plan: str, why: str
) -> None:
    await plans.plan(caller(SOUTH), "turn", plan, "poor")
    await plans.plan(caller(SOUTH), "turn", "pass")
    await south_opens(game)
    told = (await game.posted())[-1][1].text
    assert says(told, "plan.disarmed", seat="The South")
    assert not re.search(why, told), "the plan itself stays private"
    assert await game.decider() == SOUTH, "nothing is chained after a failure"
    first = await game.table.question(caller(SOUTH))
    assert begins(first.text, "plan.failed")
    shown = await plans.plan(caller(SOUTH))
    assert says(shown.text, "plan.why")
    assert re.search(why, shown.text)


async def test_a_plan_may_be_dropped(game: Room, plans: Plans) -> None:
    await plans.plan(caller(SOUTH), "turn", "pass")
    assert says((await plans.plan(caller(SOUTH), "turn", OFF)).text, "plan.none")
    await south_opens(game)
    assert await game.decider() == SOUTH


async def test_who_decides_now_has_nothing_to_plan(game: Room, plans: Plans) -> None:
    with pytest.raises(Refused, match=pattern("plan.now")):
        await plans.plan(caller(await game.decider()), None, "pass")
    with pytest.raises(Refused, match=pattern("plan.condition", condition="it rains")):
        await plans.plan(caller(SOUTH), "turn", "pass", "it rains")
    assert GAMES["aadu_huli"].EXTRAS.plans.why_not("x"), "a game without conditions"
    plain: Any = GAMES["aadu_huli"].EXTRAS.plans
    assert not plain.meets(None, "goats", "x")


async def test_the_first_line_whose_condition_is_met(store: Store) -> None:
    """A real game: the faction that comes second on the first card, and on a card of its own."""
    deccan = Deccan(store)
    await deccan.begin()
    state: Any = (await deccan.at()).live.state
    first, second, *_ = state.deck.events[state.card].order
    number = state.deck.events[state.card].number
    for user, seat in ((NORTH, first), (SOUTH, second)):
        await deccan.lobby.leave(caller(NORTH), seat)
        await deccan.lobby.join(caller(user), seat)
    plans = Plans(deccan.table)
    for condition in ("first", f"card {number} and not second"):
        await plans.plan(caller(SOUTH), "turn", "event", condition)
    shown = await plans.plan(caller(SOUTH), "turn", "pass", f"second and card 36 {number}")
    typed = f"`second and card 36 {number}`"
    assert says(shown.text, "plan.line_if", condition=typed, order="Pass."), "the order is a sentence"
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
    await plans.plan(caller(SOUTH), "turn", "pass", "card 36")
    await deccan.table.order(caller(NORTH), "pass")
    assert (await deccan.at()).asked == second
    told = await deccan.table.question(caller(SOUTH))
    assert begins(told.text, "plan.idle")
    assert not says((await deccan.table.question(caller(SOUTH))).text, "plan.idle"), "said once"
    assert says((await plans.plan(caller(SOUTH))).text, "plan.line_if", condition="`card 36`")


async def test_acting_before_looking_tells_what_became_of_a_plan_too(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    state: Any = (await deccan.at()).live.state
    second = state.deck.events[state.card].order[1]
    await deccan.lobby.leave(caller(NORTH), second)
    await deccan.lobby.join(caller(SOUTH), second)
    await Plans(deccan.table).plan(caller(SOUTH), "turn", "pass", "card 36")
    await deccan.table.order(caller(NORTH), "pass")
    done = await deccan.table.order(caller(SOUTH), "pass")
    assert begins(done.text, "plan.idle")
    assert says(done.text, "done.other", line="Pass.")


async def test_a_plan_by_a_form(game: Room, plans: Plans) -> None:
    other = SOUTH if await game.decider() == NORTH else NORTH
    entries = await plans.write_form(caller(other))
    assert [entry.key for entry in entries] == ["what", "when", "order"]
    what = entries[0].options[0].key
    entered = {"what": what, "when": ALWAYS, "order": "command muster\ndone"}
    armed = await plans.submit_form(caller(other), entered=entered)
    assert says(armed.text, "plan.line", order="command muster; done")


async def test_a_form_of_before_had_two_plans(game: Room, plans: Plans) -> None:
    entered = {"when0": "rich", "order0": "event", "when1": ALWAYS, "order1": "pass"}
    other = SOUTH if await game.decider() == NORTH else NORTH
    armed = await plans.submit_form(caller(other), entered=entered)
    assert says(armed.text, "plan.line_if", n=1, order="event", condition=RICH)
    assert says(armed.text, "plan.line", n=2, order="pass")


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_what_a_form_offers_is_a_condition(rules: Rules) -> None:
    state = rules.setup(rules.Options())
    for step in random_steps(rules, 3):
        state = step.live.state
        if not step.game.turn % 5:
            break
    for seat in list_seats(rules, state):
        offered = rules.EXTRAS.plans.offered(state, seat)
        assert len(offered) < LONGEST
        for condition in offered:
            assert not rules.EXTRAS.plans.why_not(condition), condition
            assert rules.EXTRAS.plans.meets(state, seat, condition) in (True, False)
        words = [policy.key for policy in rules.EXTRAS.plans.policies]
        assert not {TURN, QUESTION, ALWAYS, OFF} & {*words}


async def test_a_form_speaks_of_the_game(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    _, when, _ = await Plans(deccan.table).write_form(caller(NORTH))
    assert ("event", "the Event is still open to you") in [(each.key, each.label) for each in when.options]
