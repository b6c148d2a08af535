"""Seats and reminders through Discord: mentioned, vanished, replaced, away and back, over restarts."""

from __future__ import annotations

import asyncio

import pytest

from bot.language.words import speak_within
from sandbox.client_models import Attachment
from sandbox.driver import PATIENCE, Message, Player
from tests.e2e.house import House
from tests.phrases import begins, phrase, says
from tests.until import until
from tests.web.pages import meta, packed

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]


async def long_ago(house: House, hours: int) -> None:
    """Kill the bot, and let hours pass in this channel: everything in its rows becomes older."""
    await until(lambda: "sending" not in house.calls())
    await house.bot.kill()
    house.bot.base.older(house.channel, hours)
    await house.start()


async def paced(house: House) -> Message:
    """Return the first board of a game with a pace of a day."""
    await house.asha.slash("game new", game="vijayanagara")
    await house.asha.slash("game options", name="pace", value="daily")
    daily = phrase("setting.daily")
    card = await house.asha.wait_for(lambda m: daily in m.text)
    for person in house.people.values():
        await person.slash("game join")
    await house.asha.wait_for(lambda m: "**: free" not in m.text and m.id == card.id)
    await house.asha.slash("game start")
    return await house.board()


async def called(house: House, key: str) -> Message:
    """Wait for the post with the sentence of this key, and return it."""
    return await house.asha.wait_for(lambda m: not m.ephemeral and says(m.text, key))


async def test_called_nudged_kept_and_replaced_over_restarts(house: House) -> None:
    board = await paced(house)
    gone = house.asked(board)
    assert says(board.text, "asked.until")
    await long_ago(house, 13)
    reminder = await called(house, "call.until")
    assert house.asked(reminder) is gone
    await long_ago(house, 12)
    nudge = await called(house, "call.over")
    assert house.asked(nudge) is gone
    await long_ago(house, 7)
    await called(house, "caretaker.plays")
    await house.settled()
    helper = next(person for person in house.people.values() if person is not gone)
    seats = house.rows(
        "select seat from seats join games on games.id = game_id"
        f" where user_id = {house.id_of(gone)} and channel_id = {house.channel}"
    )
    assert len(seats) == 1
    status = await gone.slash("back")
    assert status.message is not None
    assert says(status.message.text, "back.done")
    await gone.slash("seat offer")
    offer = await called(house, "offer.anybody")
    await house.restart()
    taken = await helper.click(offer, next(button.label for button in offer.buttons))
    assert taken.message is not None
    assert begins(taken.message.text, "briefing")
    assert phrase("since.lately") in taken.message.text
    await house.check()
    assert house.calls() in (["due"], [])


async def test_since_log_replay_and_mine(house: House) -> None:
    board = await house.begin()
    board = await house.decide(board)  # so that there is more than one step to replay
    who: Player = house.asked(board)
    happened = await who.click(
        (await who.click(board, phrase("button.look"))).message, phrase("button.since")
    )
    assert happened.message is not None
    assert happened.message.attachments
    replay = await who.slash("replay")
    assert replay.message is not None
    stepped = await who.click(replay.message, phrase("button.forward"))
    assert stepped.message is not None
    assert stepped.message.text.startswith("**Turn ")
    for command in ("log", "since", "mine", "prefs", "stats"):
        reply = await who.slash(command)
        assert reply.message is not None, command
        assert reply.message.ephemeral
    await house.decide(board)
    await house.check()


async def test_a_host_rewinds_and_leaves_out(house: House) -> None:
    board = await house.begin()
    board = await house.decide(board)
    choices = await house.asha.autocomplete("host without", "choice", "")
    assert choices
    asked = await house.asha.slash("host without", choice=str(choices[0].value))
    assert asked.message is not None
    undone = await house.asha.click(asked.message, phrase("button.host"))
    assert undone.message is not None
    assert undone.message.text == phrase("host.done")
    exported = await house.asha.slash("host export", what="position")
    assert exported.message is not None
    assert exported.message.attachments
    await house.settled()
    await house.check()


async def test_two_languages_at_one_table(house: House) -> None:
    board = await house.begin()
    who = house.asked(board)
    await who.slash("prefs", name="language", value="fr")
    foreign = next(person for person in house.people.values() if person is not who)
    reply = await who.slash("since")
    assert reply.message is not None
    with speak_within("fr"):
        assert reply.message.text.startswith(phrase("since.head"))
    english = await foreign.slash("since")
    assert english.message is not None
    assert english.message.text.startswith(phrase("since.head"))
    await who.slash("prefs", name="language", value="en")
    await house.check()


async def _list_pages(house: House) -> list[Attachment]:
    """Return the pages that were posted. Other posts may come later, or get their pictures later."""
    posted = [file for message in await house.asha.messages() for file in message.attachments]
    return [file for file in posted if file.filename.endswith(".html")]


async def test_the_page_of_a_running_game_is_a_file(house: House) -> None:
    """A worker process makes it, and anybody may ask for it."""
    board = await house.begin()
    await house.decide(board)
    await house.asha.slash("record", page=True)
    async with asyncio.timeout(PATIENCE):
        while not (files := await _list_pages(house)):
            await asyncio.sleep(0.1)
    page = (await house.asha.download(files[0])).decode()
    assert meta(page)["steps"]
    assert packed(page, "proof") == {}
    [(seed,)] = house.rows(f"select seed from games where channel_id = {house.channel}")
    assert str(seed).split("\n")[0] not in page
    await house.check()
