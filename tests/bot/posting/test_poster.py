"""The poster in a simulated Discord: missing messages, pictures or memories."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.deadlines.reminders import CALL, find_waiting_since
from bot.deadlines.schedule import ReminderState
from bot.discord_app.client import Durbar
from bot.posting import lobby_cards, message_edits, outbox, plain_first, poster
from bot.posting.layouts import read
from bot.posting.outbox import NotYet, Outbox
from bot.posting.poster import DiscordPoster
from bot.replies.reply import Reply
from bot.seating.typed_names import ALL_SEATS
from bot.story.post import LOWER, REVIEW, TEXT, Post, make_lobby_post
from db.records import Delivery, NewDelivery, StoredGame
from tests.bot.discord_app.test_discord import Hall, bot_of, hall, requests, shown, simcord_bot
from tests.phrases import begins, phrase, says
from tests.until import until

__all__ = ["hall", "simcord_bot"]


def poster_of(hall: Hall) -> DiscordPoster:
    bot = hall.env.bot
    assert isinstance(bot, Durbar)
    assert isinstance(bot.outbox, Outbox)
    assert isinstance(bot.outbox.poster, DiscordPoster)
    return bot.outbox.poster


def texts(hall: Hall) -> list[str]:
    return [read(message) for message in hall.channel.history()]


@contextmanager
def note_deliveries(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Delivery]]:
    """Yield a list that gets each delivery which is posted inside the block."""
    taken, post = list[Delivery](), poster_of(hall).post

    async def noting(delivery: Delivery) -> int | None:
        taken.append(delivery)
        return await post(delivery)

    with monkeypatch.context() as patched:
        patched.setattr(poster_of(hall), "post", noting)
        yield taken


async def last_delivery(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Delivery:
    """Return the posted delivery of a Pass."""
    with note_deliveries(hall, monkeypatch) as taken:
        await hall.asked().slash(hall.channel, "pass")
    return taken[-1]


async def test_a_post_that_arrived_unnoticed_is_found_by_its_text(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begin()
    delivery = await last_delivery(hall, monkeypatch)
    before = texts(hall)
    again = replace(delivery, attempts=2, first_tried=hall.env.now() - timedelta(minutes=3))
    assert await poster_of(hall).post(again) == hall.last.id
    assert texts(hall) == before


async def test_a_board_that_arrived_unnoticed_is_found_when_a_newer_one_replaces_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process failed after sending the board, and the game continued before the next attempt."""
    await hall.begin()
    delivery, arrived = await last_delivery(hall, monkeypatch), hall.last
    await hall.asked().slash(hall.channel, "pass")
    before = texts(hall)
    failed = replace(delivery, attempts=2, first_tried=hall.env.now() - timedelta(seconds=5), error="away")
    assert await poster_of(hall).post(failed) == arrived.id
    assert await poster_of(hall).post(replace(failed, attempts=1)) == arrived.id, "attempts begin again"
    assert len(texts(hall)) == len(before)


async def test_a_post_that_did_not_arrive_is_posted(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await hall.begin()
    delivery = await last_delivery(hall, monkeypatch)
    before = texts(hall)
    other = replace(delivery, content=delivery.content.replace("Pass", "Pass again"), attempts=2)
    again = replace(other, first_tried=hall.env.now() - timedelta(minutes=3))
    assert await poster_of(hall).post(again) == hall.last.id
    assert len(texts(hall)) == len(before) + 1


async def test_a_card_that_was_deleted_is_posted_anew(hall: Hall) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    await hall.last.delete()
    await hall.asha.slash(hall.channel, "game join")
    assert says(read(hall.last), "card")


async def test_a_review_moves_the_card_of_the_next_game_below_itself(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begin()
    delivery = replace(await last_delivery(hall, monkeypatch), kind=REVIEW)
    poster = poster_of(hall)
    sure = await hall.asha.slash(hall.channel, "game end")
    await hall.asha.click(shown(sure), label=phrase("end.yes"))
    await hall.asha.slash(hall.channel, "game new", game="toy")
    old_card = hall.last

    async def post_review(*_: object) -> int:
        return (await poster.client.get_partial_messageable(delivery.channel_id).send("The review")).id

    monkeypatch.setattr(poster.reviews, "post", post_review)
    review_id = await poster.post(delivery)
    await until(lambda: says(read(hall.last), "card"))
    *_, review, card = sorted(hall.channel.history(), key=lambda message: message.id)
    assert review.id == review_id
    assert says(read(card), "card")
    assert old_card.id not in {message.id for message in hall.channel.history()}
    await hall.asha.click(card, label=phrase("button.join", seat="The North"))
    assert hall.asha.mention in read(hall.last), "the new card is edited"
    assert hall.last.id == card.id


@pytest.mark.parametrize("step", ["send", "delete", "record"])
async def test_a_card_is_moved_once_whenever_the_process_is_killed(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    cards, old = poster_of(hall).cards, hall.last.id
    await hall.store.schedule(stored.id, NewDelivery(stored.channel_id, LOWER, "{}"))
    [delivery] = (await hall.store.claim_due()).claimed
    await hall.env.advance_time(5)
    tried = replace(delivery, first_tried=hall.env.now())

    async def killed(*_: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        if step == "send":
            patched.setattr(discord.PartialMessage, "delete", killed)
        if step == "delete":
            patched.setattr(cards.store, "set_message", killed)
        with nullcontext() if step == "record" else pytest.raises(RuntimeError):
            await poster_of(hall).post(tried)
    again = replace(tried, attempts=2)
    moved = await poster_of(hall).post(again)
    assert [message.id for message in hall.channel.history() if says(read(message), "card")] == [moved]
    assert moved != old
    assert (await hall.store.load(stored.id)).panel_id == moved


async def test_a_card_that_arrived_unnoticed_is_found_by_its_buttons(hall: Hall) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    card = hall.last
    await hall.store.set_message(stored.id, "panel", None)
    await hall.store.schedule(stored.id, make_lobby_post(stored.channel_id))
    [delivery] = (await hall.store.claim_due()).claimed
    again = replace(delivery, attempts=2, first_tried=hall.env.now() - timedelta(minutes=3))
    assert await poster_of(hall).post(again) == card.id
    assert (await hall.store.load(stored.id)).panel_id == card.id


async def test_a_card_is_posted_although_the_channel_can_not_be_searched(hall: Hall) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    await hall.store.set_message(stored.id, "panel", None)
    await hall.store.schedule(stored.id, make_lobby_post(stored.channel_id))
    [delivery] = (await hall.store.claim_due()).claimed
    hall.env.inject_error("GET", "/channels/*/messages", status=403)
    again = replace(delivery, attempts=2, first_tried=hall.env.now() - timedelta(minutes=3))
    assert await poster_of(hall).post(again) == hall.last.id


async def test_what_follows_a_resignation_is_planned_although_its_post_has_arrived(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begin()
    poster = poster_of(hall)
    with note_deliveries(hall, monkeypatch) as taken:
        sure = await hall.asha.slash(hall.channel, "game resign")
        await hall.asha.click(shown(sure), label=phrase("button.resign", seats="The North"))
    planned, before = list[int](), texts(hall)

    async def plan(stored: StoredGame, *, over: bool = False) -> None:
        planned.append(stored.id)
        assert over

    monkeypatch.setattr(poster.threads, "plan", plan)
    [ending] = [each for each in taken if each.kind == TEXT]
    again = replace(ending, attempts=2, first_tried=hall.env.now() - timedelta(minutes=3))
    await poster.post(again)
    assert planned == [ending.game_id]
    assert texts(hall) == before


async def test_a_review_is_posted_even_if_the_next_game_runs(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rematch that began before the review was ready lost the review."""
    await hall.begin()
    delivery = replace(await last_delivery(hall, monkeypatch), kind=REVIEW)
    poster = poster_of(hall)
    sure = await hall.asha.slash(hall.channel, "game end")
    await hall.asha.click(shown(sure), label=phrase("end.yes"))
    await hall.begin()

    async def post_review(*_: object) -> int:
        return 77

    monkeypatch.setattr(poster.reviews, "post", post_review)
    assert await poster.post(delivery) == 77


async def test_a_board_that_was_deleted_does_not_hold_up_the_game(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    await hall.last.delete()
    await who.slash(hall.channel, "pass")
    assert ": Pass." in read(hall.last)


async def test_a_board_does_not_wait_for_a_slow_picture(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await hall.begin()
    draw, dry = poster_of(hall).pictures.draw, asyncio.Event()

    async def slow(job: Any, *how: Any, **_: Any) -> Any:
        await hall.env.external_wait(dry.wait(), reason="a slow painter")
        return await draw(job, *how)

    monkeypatch.setattr(poster, "PICTURE", 0.01)
    monkeypatch.setattr(poster_of(hall).pictures, "draw", slow)
    await hall.asked().slash(hall.channel, "pass")
    await until(lambda: ": Pass." in read(hall.last))
    assert not hall.last.attachments
    dry.set()
    await until(lambda: hall.last.attachments)


async def test_a_card_is_edited_once_for_several_seats(hall: Hall) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    before = len(requests(hall))
    await hall.asha.slash(hall.channel, "game join", seat=ALL_SEATS)
    edits = [
        path for method, path, _ in requests(hall)[before:] if method == "PATCH" and "/channels/" in path
    ]
    assert len(edits) == 1
    assert read(hall.last).count(hall.asha.mention) == 3, "the host, and both seats"


async def test_only_the_last_of_several_changes_of_a_card_is_shown(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    outbox, edited = cast(Durbar, hall.env.bot).outbox, list[str]()
    assert isinstance(outbox, Outbox)

    def write(*_: object) -> str:
        edited.append("card")
        return "card"

    monkeypatch.setattr(lobby_cards, "write_lobby_card", write)
    outbox.pause()
    for seat in ("north", "south"):
        await hall.asha.slash(hall.channel, "game join", seat=seat)
    await hall.asha.slash(hall.channel, "game leave")
    assert not edited
    await outbox.start()
    await until(lambda: edited)
    await hall.asha.slash(hall.channel, "game join")
    assert len(edited) == 2, "one for all that was put off, and one since"


async def test_a_card_that_takes_no_more_edits_is_posted_anew(hall: Hall) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    card = hall.last
    hall.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=message_edits.EDITED_ENOUGH)
    await hall.asha.slash(hall.channel, "game join")
    assert hall.last.id != card.id
    assert says(hall.last.content, "card")


async def test_a_channel_whose_history_is_closed_has_its_post_all_the_same(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begin()
    delivery = await last_delivery(hall, monkeypatch)
    hall.env.inject_error("GET", "/channels/*/messages", status=403)
    again = replace(delivery, attempts=2, first_tried=hall.env.now() - timedelta(minutes=3))
    assert await poster_of(hall).post(again) == hall.last.id


async def test_a_question_that_cannot_be_shown_is_still_posted(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begin()
    who = hall.asked()
    real = poster_of(hall).orders.load_seated

    def broken(stored: Any) -> Any:
        at = real(stored)
        monkeypatch.setattr(type(at), "build_panel", lambda *_: 1 / 0)
        return at

    monkeypatch.setattr(poster_of(hall).orders, "load_seated", broken)
    monkeypatch.setattr("bot.orders.consequences.show_handed_on", lambda *_: Reply("Done."))
    await who.slash(hall.channel, "pass")
    assert ": Pass." in read(hall.last)
    assert hall.labels() == []


async def test_the_turning_point_stands_below_who_won_once(hall: Hall) -> None:
    """Its post keeps its picture, its places and its buttons."""
    await hall.begin()
    while (stored := await hall.store.find_in_channel(hall.channel.id)) is not None:
        ended = stored.id
        await hall.asked().slash(hall.channel, "pass")
    before, stored = hall.end, await hall.store.load(ended)
    labels, pictures = hall.labels(before), len(before.attachments)
    for _ in range(2):
        await poster_of(hall)._tell_turning_point(stored, "Turning point – Turn 1")
    after = now(hall, before)
    head, told, *places = read(after).splitlines()
    assert told == "Turning point – Turn 1"
    assert [head, *places] == read(before).splitlines()
    assert hall.labels(after) == labels
    assert len(after.attachments) == pictures


def now(hall: Hall, message: discord.Message) -> discord.Message:
    """Return the message in its current state."""
    return next(each for each in hall.channel.history() if each.id == message.id)


async def test_a_board_that_we_have_posted_ourselves_is_not_asked_for(hall: Hall) -> None:
    """To remove its buttons, the bot must know its contents. Discord counts each request."""
    await hall.begin()
    board = hall.last
    asked = ("GET", f"/channels/{hall.channel.id}/messages/{board.id}")
    await hall.asked().slash(hall.channel, "pass")
    assert hall.labels(now(hall, board)) == [], "its buttons are gone"
    assert asked not in [(method, path) for method, path, _ in requests(hall)]
    board = hall.last
    await hall.env.restart_bot(bot_of(hall.store))
    await hall.asked().slash(hall.channel, "pass")
    assert hall.labels(now(hall, board)) == []
    asked = ("GET", f"/channels/{hall.channel.id}/messages/{board.id}")
    assert asked in [(method, path) for method, path, _ in requests(hall)], "another bot does not know it"


def test_of_boards_the_newest_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_edits, "KEPT", 2)
    standing, messages = message_edits.RecentBoards(), [SimpleNamespace(id=number) for number in range(3)]
    for message in messages:
        standing.keep(cast(Any, message))
    assert [standing.pop(number) for number in (0, 1, 2, 2)] == [None, messages[1], messages[2], None]


async def test_of_many_posts_few_are_made_ready_at_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each post in preparation uses the event loop, and every reply waits for it."""
    await hall.begin()
    delivery, making = await last_delivery(hall, monkeypatch), list[int]()
    under_way, go = 0, asyncio.Event()

    async def made(_: object, __: object, post: Post, ___: object) -> Post:
        nonlocal under_way
        under_way += 1
        making.append(under_way)
        await go.wait()
        under_way -= 1
        return post

    monkeypatch.setattr(poster_of(hall).explanations, "explain_post", made)
    monkeypatch.setattr(poster_of(hall), "_send", refuse)
    posts = [asyncio.create_task(poster_of(hall).post(delivery)) for _ in range(9)]
    await until(lambda: len(making) == poster.MAKING)
    go.set()
    outcomes = await asyncio.gather(*posts, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [TimeoutError] * 9
    assert (len(making), max(making)) == (9, poster.MAKING)


async def refuse(*_: object) -> None:
    raise TimeoutError


async def test_posts_of_a_game_that_is_not_installed_wait(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begin()
    delivery = await last_delivery(hall, monkeypatch)
    monkeypatch.setattr(poster_of(hall).orders, "games", {})
    with pytest.raises(NotYet):
        await poster_of(hall).post(delivery)


async def fail_to_lay_out(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Delivery:
    """Post a Pass, but lose the connection before its layout; return the delivery."""
    taken: list[Delivery] = []
    poster, post = poster_of(hall), poster_of(hall).post

    async def noting(delivery: Delivery) -> int | None:
        taken.append(delivery)
        return await post(delivery)

    async def lost(*_: object) -> discord.Message:
        raise aiohttp.ClientOSError(104, "Connection reset by peer")

    with monkeypatch.context() as patched:
        patched.setattr(poster, "post", noting)
        patched.setattr(message_edits, "lay_out", lost)
        patched.setattr(outbox, "_find_retry_time", lambda _: datetime.now(UTC) + timedelta(days=1))
        await hall.asked().slash(hall.channel, "pass")
    return next(each for each in taken if each.kind == "board")


@pytest.mark.parametrize("minutes", [0, 3])
async def test_the_second_half_of_a_post_is_added_later(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, minutes: int
) -> None:
    """Within minutes Discord recognizes the nonce. Later the bot finds the first half by its sentence."""
    await hall.begin()
    delivery = await fail_to_lay_out(hall, monkeypatch)
    half = hall.last
    assert begins(half.content, "push.turn", table="Toy Deccan")
    assert not half.flags.components_v2
    before = len(texts(hall))
    again = replace(delivery, attempts=2, first_tried=hall.env.now() - timedelta(minutes=minutes))
    assert await poster_of(hall).post(again) == half.id
    assert await poster_of(hall).post(again) == half.id
    assert len(texts(hall)) == before
    assert hall.last.id == half.id
    assert hall.last.flags.components_v2
    assert not hall.last.content
    assert hall.last.attachments
    assert ": Pass." in read(hall.last)


@pytest.mark.parametrize("minutes", [0, 3])
async def test_the_signs_of_a_text_that_calls_people_are_added_later(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, minutes: int
) -> None:
    """The post also links to the open question, so its plain words go on after those of the delivery."""
    await hall.begin()
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    post = Post(text="**The North** offers Gold.", ping=(hall.bala.id,))
    await hall.store.schedule(stored.id, post.delivery(stored, TEXT))
    [delivery] = (await hall.store.claim_due()).claimed

    async def lost(*_: object) -> discord.Message:
        raise aiohttp.ClientOSError(104, "Connection reset by peer")

    with monkeypatch.context() as patched:
        patched.setattr(plain_first, "add_signs", lost)
        with pytest.raises(aiohttp.ClientOSError):
            await poster_of(hall).post(delivery)
    half, before = hall.last, len(texts(hall))
    assert half.content.startswith("The North offers Gold.")
    again = replace(delivery, attempts=2, first_tried=hall.env.now() - timedelta(minutes=minutes))
    assert await poster_of(hall).post(again) == half.id
    assert hall.last.content.startswith(post.text)
    assert await poster_of(hall).post(again) == half.id
    assert len(texts(hall)) == before


async def test_a_board_that_discord_fails_on_again_and_again_is_shortened(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begin()
    delivery = await fail_to_lay_out(hall, monkeypatch)
    failed, lay_out = SimpleNamespace(status=500, reason="broken"), message_edits.lay_out

    async def heavy(message: discord.Message, layout: Any, files: Any, mentions: Any) -> discord.Message:
        if files:
            raise discord.DiscordServerError(cast(Any, failed), "broken")
        return await lay_out(message, layout, files, mentions)

    monkeypatch.setattr(message_edits, "lay_out", heavy)
    with pytest.raises(discord.DiscordServerError):
        await poster_of(hall).post(replace(delivery, attempts=2, first_tried=hall.env.now()))
    message_id = await poster_of(hall).post(replace(delivery, attempts=3, first_tried=hall.env.now()))
    assert message_id == hall.last.id
    assert says(read(hall.last), "board.refused")
    assert not hall.last.content


@pytest.mark.parametrize("minutes", [0, 3])
async def test_a_reminder_is_posted_once_whenever_its_process_is_killed(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, minutes: int
) -> None:
    """Within minutes Discord recognizes the nonce. Later the bot finds the reminder in the channel."""
    await hall.begin()
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    poster, since = poster_of(hall), find_waiting_since(stored)
    poster.reminders.now = lambda: since + timedelta(hours=25)
    call = ReminderState(seat=poster.orders.load_seated(stored).asked, since=since)
    await hall.store.schedule(stored.id, NewDelivery(hall.channel.id, CALL, call.model_dump_json()))
    [delivery] = (await hall.store.claim_due()).claimed
    assert await poster.reminders.ring(stored.id, call) is not None  # killed before it sends the post
    before = len(texts(hall))
    again = replace(delivery, attempts=2, first_tried=hall.env.now() - timedelta(minutes=minutes))

    async def lost(*_: object) -> discord.Message:
        raise aiohttp.ClientOSError(104, "Connection reset by peer")

    with monkeypatch.context() as patched:
        patched.setattr(plain_first, "add_signs", lost)
        with pytest.raises(aiohttp.ClientOSError):
            await poster.post(again)
    assert not says(read(hall.last), "call.since"), "its time is still in the words of a notification"
    assert await poster.post(again) == hall.last.id
    assert says(read(hall.last), "call.since")
    assert await poster.post(replace(again, attempts=3)) == hall.last.id  # killed before it marked the post
    assert len(texts(hall)) == before + 1


async def test_a_player_who_has_left_is_noticed_at_the_next_call(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    other = hall.bala if who is hall.asha else hall.asha
    poster_of(hall).members._seen.clear()
    hall.guild.remove_member(other)
    await who.slash(hall.channel, "pass")
    await until(lambda: any(says(text, "departed") or says(text, "departed.host") for text in texts(hall)))


async def test_an_order_that_calls_somebody_costs_four_requests(hall: Hall) -> None:
    """The sentence for phones, the board in its place, the end of the board before, a look at the member."""
    await hall.begin()
    poster_of(hall).members._seen.clear()
    who, before = hall.asked(), len(requests(hall))
    await who.slash(hall.channel, "pass")
    assert hall.asked() is not who
    made = [(method, path) for method, path, _ in requests(hall)[before:] if "/interactions/" not in path]
    assert sorted(method for method, _ in made) == ["GET", "PATCH", "PATCH", "POST"], made
