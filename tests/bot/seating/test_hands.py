"""Hands: only their player, and those whom the player or the table allows, can see them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.replies.reply import Refused
from db.records import Status
from db.store import Store
from rules.records.record import load_record
from tests.bot.callers import CHANNEL
from tests.bot.secrets.court import GUEST, PLAYERS, Court
from tests.phrases import pattern, says

HOST, OTHER, THIRD = PLAYERS


@pytest.fixture
async def court(store: Store) -> Court:
    made = Court(store, 1)
    await made.begin()
    return made


async def seat_of(court: Court, user: int) -> str:
    stored = await court.store.find_in_channel(CHANNEL)
    assert stored is not None
    return stored.seats_of(user)[0]


@pytest.mark.parametrize("to", [HOST, THIRD])
async def test_a_host_gives_a_held_hand_to_nobody_with_a_stake(court: Court, to: int) -> None:
    key = await seat_of(court, OTHER)
    with pytest.raises(Refused, match=pattern("hand.not_given")):
        await court.host.seat(court.by(HOST), key, to, "name")
    await court.seats.offer(court.by(OTHER), None)
    await court.host.seat(court.by(HOST), key, to, "name")
    assert key in (await court.stored()).seats_of(to)


async def test_a_host_gives_it_to_somebody_who_looks_on(court: Court) -> None:
    key = await seat_of(court, OTHER)
    await court.host.seat(court.by(HOST), key, GUEST, "guest")
    assert (await court.stored()).seats_of(GUEST) == (key,)


async def test_neither_a_bot_nor_a_free_seat_is_a_way_round(court: Court) -> None:
    key = await seat_of(court, OTHER)
    await court.seats.seat_bot(court.by(HOST), key, "random")
    for user in (HOST, THIRD):
        with pytest.raises(Refused, match=pattern("hand.not_given")):
            await court.seats.claim(court.by(user), key)
    await court.seats.seat_bot(court.by(HOST), key, "off")
    for user in (HOST, THIRD):
        with pytest.raises(Refused, match=pattern("hand.not_given")):
            await court.lobby.join(court.by(user), key)
    await court.lobby.join(court.by(GUEST), key)
    assert (await court.stored()).seats_of(GUEST) == (key,)


async def test_nobody_writes_or_exports_the_position_of_a_game_with_hands(court: Court) -> None:
    before = await court.stored()
    assert before.position is not None
    for text in (before.position.start, "{}"):
        with pytest.raises(Refused, match=pattern("host.hidden_position")):
            await court.host.set_position(court.by(HOST), text)
    with pytest.raises(Refused, match=pattern("host.hidden")):
        await court.host.export(court.by(HOST), "position")
    assert (await court.stored()).position == before.position


async def test_an_archived_game_keeps_its_hands_and_comes_back(court: Court) -> None:
    before = await court.stored()
    answer = await court.host.archive(court.by(HOST), str(before.serial))
    assert answer.file is not None
    record = load_record(answer.file[1])
    assert record.seed is None
    assert record.hides
    assert (await court.store.load(before.id)).status is Status.ADJOURNED
    with pytest.raises(Refused, match=pattern("host.masked")):
        await court.host.import_(court.by(GUEST), answer.file[1].replace("seat ", "seat x"))
    elsewhere = replace(court.by(HOST), channel_id=CHANNEL + 1)
    await court.host.import_(elsewhere, answer.file[1])
    after = await court.store.load(before.id)
    assert (after.status, after.channel_id) == (Status.RUNNING, CHANNEL + 1)
    assert after.position == before.position
    assert after.seats == before.seats


async def test_the_channel_reads_that_hands_stay_hidden(court: Court) -> None:
    await court.host.archive(court.by(HOST), str((await court.stored()).serial))
    text = await posted(court.store)
    assert says(text, "host.archived")
    stored = await court.store.find_in_channel(CHANNEL, ended=True)
    assert stored is not None
    assert stored.seed not in text


async def test_who_ends_a_game_and_imports_it_says_that_its_hands_were_open(court: Court) -> None:
    """The end shows every hand. So each seat of the new game is free to all, and the channel reads why."""
    stored = await court.stored()
    await court.lobby.end(court.by(HOST), stored.id)
    answer = await court.look.send_record(court.by(HOST))
    assert answer.file is not None
    record = load_record(answer.file[1])
    assert record.seed is not None
    assert not record.hides
    await posted(court.store)
    elsewhere = replace(court.by(HOST), channel_id=CHANNEL + 1)
    await court.host.import_(elsewhere, answer.file[1])
    assert says(await posted(court.store), "host.imported_open")
    for key, user in zip(record.seats, (HOST, THIRD), strict=False):
        await court.lobby.join(replace(court.by(user), channel_id=CHANNEL + 1), key)
    found = await court.store.find_in_channel(CHANNEL + 1)
    assert found is not None
    assert {seat.user_id for seat in found.seats} == {HOST, THIRD}


async def posted(store: Store) -> str:
    """Return the text of the due posts, and mark them as sent."""
    text = ""
    while claimed := (await store.claim_due())[0]:
        for each in claimed:
            text += each.content
            await store.mark_sent(each.id, None)
    return text
