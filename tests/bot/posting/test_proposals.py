"""Proposals lose their buttons when they are settled: accepted, declined, withdrawn, expired, over."""

from __future__ import annotations

from typing import Any

import discord

from bot.posting import proposals
from bot.posting.layouts import read
from bot.replies.reply import ActionButton
from bot.story.post import Post
from db.store import Store
from rules.kernel import SIDE
from tests.bot.callers import caller
from tests.bot.discord_app.test_discord import Hall, bot_of, hall, shown, simcord_bot
from tests.bot.orders.test_draft import Deccan
from tests.bot.presses import trade
from tests.phrases import phrase, says

__all__ = ["hall", "simcord_bot"]


def buttons(hall: Hall, message: discord.Message) -> list[str | None]:
    """Return the labels of the buttons under a message now."""
    [now] = [each for each in hall.channel.history() if each.id == message.id]
    view = discord.ui.View.from_message(now)
    return [item.label for item in view.walk_children() if isinstance(item, discord.ui.Button)]


def text(hall: Hall, message: discord.Message) -> str:
    """Return the text of a message now."""
    [now] = [each for each in hall.channel.history() if each.id == message.id]
    return read(now)


async def asks_back(hall: Hall) -> tuple[Any, Any, discord.Message]:
    """Let one person ask the other to undo; return both, and the message."""
    await hall.begin()
    who = hall.asked()
    other = hall.bala if who is hall.asha else hall.asha
    for each in (who, other):
        await each.slash(hall.channel, "pass")
    offered = await who.slash(hall.channel, "undo")
    await who.click(shown(offered), label=phrase("button.plea"))
    request = hall.last
    assert buttons(hall, request) == [phrase("button.agree"), phrase("button.against")]
    return who, other, request


async def test_a_request_that_is_agreed_to(hall: Hall) -> None:
    _, other, request = await asks_back(hall)
    await other.click(request, label=phrase("button.agree"))
    assert buttons(hall, request) == []
    assert text(hall, request).endswith(phrase("plea.over.agreed"))


async def test_a_request_that_is_refused_after_a_restart(hall: Hall) -> None:
    _, other, request = await asks_back(hall)
    await hall.env.restart_bot(bot_of(hall.store))
    await other.click(request, label=phrase("button.against"))
    assert says(read(hall.last), "plea.refused")
    assert buttons(hall, request) == []
    assert text(hall, request).endswith(phrase("plea.over.refused"))


async def test_a_request_that_has_lapsed(hall: Hall) -> None:
    who, other, request = await asks_back(hall)
    for each in (who, other):
        await each.slash(hall.channel, "pass")
    assert buttons(hall, request) == []
    assert text(hall, request).endswith(phrase("plea.over.lapsed"))


async def test_a_seat_that_is_taken_or_kept(hall: Hall) -> None:
    await hall.begin()
    await hall.asha.slash(hall.channel, "seat offer", seat="north")
    first = hall.last
    await hall.asha.slash(hall.channel, "seat offer", seat="north")
    second = hall.last
    assert buttons(hall, first) == [], "the newer one has them"
    assert buttons(hall, second) == [phrase("button.claim", seat="The North")]
    await hall.env.restart_bot(bot_of(hall.store))
    await hall.guest.click(second, label=phrase("button.claim", seat="The North"))
    assert buttons(hall, second) == []
    for offer in (first, second):
        [now] = [each for each in hall.channel.history() if each.id == offer.id]
        assert read(now).splitlines()[-1] == phrase("offer.over")


async def test_what_an_end_leaves_open(hall: Hall) -> None:
    await hall.begin()
    await hall.asha.slash(hall.channel, "seat offer", seat="north")
    offer = hall.last
    ask = await hall.asha.slash(hall.channel, "game end")
    await hall.asha.click(shown(ask), label=phrase("end.yes"))
    assert buttons(hall, offer) == []


async def test_trades(store: Store) -> None:
    """A trade waits until it is accepted, declined or withdrawn."""
    deccan = Deccan(store)
    await deccan.begin()
    asked = (await deccan.at()).asked
    taker = next(seat for seat in deccan.seats if seat != asked)
    await trade(deccan.table, caller(), f"offer {taker} give 1r")
    at = await deccan.at()
    acts = {act.key for seat in deccan.seats for act in at.rules.EXTRAS.trades.offered(at.live.state, seat)}
    assert acts
    post = Post(text="", offers=dict.fromkeys([SIDE + key for key in acts], "Accept"))
    waiting = {5: proposals.list_awaited(post)}
    assert proposals.settle_proposals(waiting, at, ()) == set()
    await trade(deccan.table, caller(), "withdraw 1")
    assert proposals.settle_proposals(waiting, await deccan.at(), ()) == {5}
    assert proposals.settle_proposals(waiting, None, ()) == {5}


def test_buttons_that_are_good_for_ever_wait_for_nothing() -> None:
    assert proposals.list_awaited(Post(text="", buttons=(ActionButton("replay", "1:1", "Again"),))) == []
    assert proposals.read_waiting([proposals.write_note({7: ["plea"]})]) == {7: ["plea"]}
    assert proposals.write_note({}).text == ""


def test_a_row_of_the_outbox_that_calls_buttons_knobs_is_read() -> None:
    row = '{"text": "Over to whoever wants it.", "knobs": [["claim", "1:north", "Take it", "good", false]]}'
    post = Post.model_validate_json(row)
    assert post.buttons == (ActionButton("claim", "1:north", "Take it", "good"),)
    assert proposals.list_awaited(post) == ["claim:north"]
    assert Post.model_validate_json(post.model_dump_json()) == post
