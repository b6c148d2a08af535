"""Trouble between people, the bot and Discord: nothing may be lost, nothing may happen twice."""

from __future__ import annotations

import os
import signal

import pytest

from sandbox.driver import PATIENCE, Message, NoAnswer
from tests.e2e.house import House, answers, runs
from tests.phrases import phrase, says
from tests.until import until

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    # aiohttp calls its own deprecated method when an upload's boundary falls between two chunks
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
MESSAGES = "POST /channels/[^/]+/messages$"


async def to_a_card(house: House) -> Message:
    """Play until a person may pass, so that one click ends a turn."""
    board = await house.begin()
    while "Pass" not in [button.label for button in board.buttons]:
        board = await house.decide(board)
    return board


async def test_foreign_and_stale_clicks(house: House) -> None:
    board = await house.begin()
    who = house.asked(board)
    for person in house.people.values():
        if person is not who:
            reply = await person.click(board, answers(board)[0])  # type: ignore[arg-type]
            assert reply.message is not None
            assert reply.message.ephemeral
            assert says(reply.message.text, "others_decision")
    while house.asked(board) is who:
        old, board = board, await house.decide(board)
    again = await who.again(old)
    assert answers(again) == []
    stale = await who.click(old, next(b.custom_id for b in old.buttons), stale=True)
    assert stale.message is not None
    assert stale.message.ephemeral
    assert says(stale.message.text, "others_decision") or says(stale.message.text, "too_late")
    await house.check()


async def test_buttons_of_before_a_restart(house: House) -> None:
    board = await house.begin()
    await house.restart()
    await house.decide(board)
    await house.check()


async def test_a_draft_outlives_a_restart(house: House) -> None:
    board = await to_a_card(house)
    who = house.asked(board)
    step = (await who.click(board, "Command and Decree")).message
    await house.restart()
    waiting = await who.click(board, "Pass")
    assert waiting.message is not None
    assert says(waiting.message.text, "draft.waiting")
    assert step is not None
    while step is not None and answers(step) and "Done:" not in step.text:
        step = (await house.press(who, step)).message
    assert step is not None
    assert step.text.startswith("Done: Take a Command and a Decree.")
    await house.board(board.id)
    await house.check()


@pytest.mark.parametrize("fault", ["delay", "drop", "drop_after", "429", "500", None])
async def test_killed_between_the_click_and_the_post(house: House, fault: str | None) -> None:
    board = await to_a_card(house)
    await house.settled()
    before = len(house.deliveries())
    if fault:
        await house.asha.fault(fault, MESSAGES, seconds=0.4)
    who = house.asked(board)
    reply = await house.act(who, board, "Pass")
    await house.bot.kill()
    assert reply.message is not None
    assert reply.message.text.startswith("Done: Pass.")
    assert len(house.deliveries()) > before
    await house.asha.disarm()  # it was meant for the one that is dead
    await house.start()
    following = await house.board(board.id)
    assert ": Pass." in following.text
    await house.check()


@pytest.mark.parametrize("fault", ["429", "500", "drop", "drop_after", "delay"])
async def test_posts_survive_the_network(house: House, fault: str) -> None:
    board = await to_a_card(house)
    await house.asha.fault(fault, MESSAGES, times=2, seconds=0.1)
    await house.act(house.asked(board), board, "Pass")
    await house.board(board.id)
    await house.check()


async def test_answers_survive_the_network(house: House) -> None:
    board = await to_a_card(house)
    await house.asha.fault("drop", "callback")
    reply = await house.act(house.asked(board), board, "Pass")
    assert reply.message is not None
    assert reply.message.text.startswith("Done: Pass.")
    board = await house.board(board.id)
    await house.asha.fault("drop_after", "callback")
    reply = await house.asked(board).click(board, answers(board)[0])  # type: ignore[arg-type]
    assert reply.message is not None
    await house.check()


async def test_a_doubled_interaction_acts_once(house: House) -> None:
    board = await to_a_card(house)
    who = house.asked(board)
    last = await who.click(board, "Pass")
    await house.asha.fault("duplicate")
    reply = await house.confirm(who, last)
    assert reply.message is not None
    await house.board(board.id)
    assert house.acts_called("Pass") == 1
    await house.check()


async def test_a_private_panel_goes_on_when_its_token_has_ended(house: House) -> None:
    """Discord ends the token of an interaction after 15 minutes. Each click brings a new one."""
    board = await to_a_card(house)
    who = house.asked(board)
    panel = (await who.click(board, "Command and Decree")).message
    assert panel is not None
    assert panel.ephemeral
    await house.asha.control("clock", {"end_tokens": True})
    reply = await house.press(who, panel)
    assert reply.answer in ("update", "deferred_update"), "in the place of the panel"
    assert reply.message is not None
    assert reply.message.id == panel.id
    assert answers(reply.message)
    await house.check()


async def test_a_lost_interaction_changes_nothing(house: House) -> None:
    board = await to_a_card(house)
    await house.asha.fault("lose")
    await house.asha.control("clock", {"answer_seconds": 0.2})
    with pytest.raises(NoAnswer):
        await house.asked(board).click(board, "Pass")
    await house.asha.control("clock", {"answer_seconds": PATIENCE})
    await house.act(house.asked(board), board, "Pass")
    await house.board(board.id)
    await house.check()


@pytest.mark.parametrize("trouble", [{"do": "close", "code": 4000}, {"do": "reconnect"}])
async def test_the_gateway_breaks(house: House, trouble: dict[str, object]) -> None:
    board = await house.begin()
    arrivals = house.sandbox.gateway.arrivals
    await house.asha.control("gateway", trouble)
    await house.asha.wait_until_ready(arrivals=arrivals)
    await house.decide(board)
    await house.check()


async def test_an_order_typed_into_a_form_opened_before_a_restart(house: House) -> None:
    board = await to_a_card(house)
    who = house.asked(board)
    form = (
        await who.click((await who.click(board, phrase("button.look"))).message, phrase("button.type"))
    ).modal
    assert form is not None
    await house.restart()
    reply = await who.submit(form, {form.fields[0]: "pass"})
    assert reply.message is not None
    assert reply.message.text.startswith("Done: Pass.")
    await house.check()


async def test_a_trade_is_offered_and_accepted_by_button(house: House) -> None:
    board = await house.begin()
    giver = house.people["asha"]
    asked = await giver.slash("trade", act="offer bahmani give 2r")
    assert asked.message is not None
    line = "Offer 1: the Sultanate gives 2 Resources to the Bahmani Kingdom for nothing."
    assert says(asked.message.text, "deal.sure", line=line)
    taken = await giver.click(asked.message, phrase("button.send"))
    assert taken.message is not None
    assert taken.message.text.startswith("Done: ")
    offer = await giver.wait_for(lambda m: says(m.text, "aside"))
    assert offer.text.startswith("<@200000000000000002>")
    assert [button.label for button in offer.buttons] == [phrase("button.reply")]
    foreign = await house.people["chandra"].click(offer, phrase("button.reply"))
    assert foreign.message is not None
    assert says(foreign.message.text, "reply.none")
    sure = await house.people["bala"].click(offer, phrase("button.reply"))
    assert sure.message is not None
    assert says(sure.message.text, "reply.sure")
    done = await house.people["bala"].click(sure.message, "Accept 1")
    assert done.message is not None
    assert done.message.text.startswith("Done: ")
    again = await house.people["bala"].click(offer, phrase("button.reply"), stale=True)
    assert again.message is not None
    assert says(again.message.text, "reply.none")
    await house.decide(board)
    await house.check()


async def test_an_offer_is_countered_in_a_form(house: House) -> None:
    await house.begin()
    asked = await house.people["asha"].slash("trade", act="offer bahmani give 2r")
    assert asked.message is not None
    await house.people["asha"].click(asked.message, phrase("button.send"))
    offer = await house.asha.wait_for(lambda m: says(m.text, "aside"))
    bala = house.people["bala"]
    answers = await bala.click(offer, phrase("button.reply"))
    assert answers.message is not None
    assert [button.label for button in answers.message.buttons] == [
        "Accept 1",
        "Decline 1",
        phrase("button.counter"),
    ]
    form = (await bala.click(answers.message, phrase("button.counter"))).modal
    assert form is not None
    values = ["sultanate"], ["0r"], ["0c"], ["3r"], ["0c"]
    reply = await bala.submit(form, dict(zip(form.fields, values, strict=True)))
    assert reply.message is not None
    line = (
        "Offer 1 is declined by the Bahmani Kingdom: the Sultanate gives 2 Resources to the Bahmani Kingdom "
        "for nothing. "
        "Offer 2: the Bahmani Kingdom asks the Sultanate for 3 Resources and gives nothing."
    )
    assert says(reply.message.text, "deal.sure", line=line)
    sent = await bala.click(reply.message, phrase("button.send"))
    assert sent.message is not None
    assert sent.message.text.startswith("Done: Offer 1 is declined by the Bahmani Kingdom: ")
    back = await house.asha.wait_for(lambda m: says(m.text, "aside") and int(m.id) > int(offer.id))
    assert back.text.startswith("<@200000000000000001>")
    assert [button.label for button in back.buttons] == [phrase("button.reply")]
    await house.check()


async def test_nothing_of_a_killed_bot_stays(house: House) -> None:
    """Its workers end with it, and the next bot has its own."""
    await house.begin()
    nursery = house.bot.nursery
    workers = nursery.workers()
    assert len(workers) >= 2
    await house.restart()
    await until(lambda: not any(map(runs, workers)))
    await until(nursery.workers)


async def test_workers_come_back_without_the_server_that_they_were_forked_from(house: House) -> None:
    board, nursery = await house.begin(), house.bot.nursery
    await until(nursery.workers)
    for process in (nursery.server(), *nursery.workers()):
        os.kill(process, signal.SIGKILL)
    await house.asked(board).slash("do", order="pass")
    after = await house.asha.wait_for(lambda m: not m.ephemeral and int(m.id) > int(board.id))
    assert after.attachments
    await house.restart()
    await until(nursery.workers)


async def test_a_plan_is_made_in_a_form(house: House) -> None:
    board = await house.begin()
    waiting = next(person for person in house.people.values() if person is not house.asked(board))
    shown = await waiting.slash("plan")
    assert shown.message is not None
    form = (await waiting.click(shown.message, phrase("button.plan"))).modal
    assert form is not None
    chosen = [
        [options[0]["value"]] if (options := label["component"].get("options")) else "pass"
        for label in form.raw["components"]
    ]
    reply = await waiting.submit(form, dict(zip(form.fields, chosen, strict=True)))
    assert reply.message is not None
    assert "“pass" in reply.message.text.casefold()
    shown = await waiting.slash("plan")
    assert shown.message is not None
    assert "“pass" in shown.message.text.casefold(), "it is kept until it is used"
    await house.check()
