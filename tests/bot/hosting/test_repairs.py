"""Repairs by the host: positions, turns, choices, seats, the clock, files, channels.

Each is announced and recorded.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.deadlines.reminders import find_waiting_since
from bot.hosting.repairs import Repairs
from bot.orders.plans import Plans
from bot.people.caller import Caller
from bot.posting.layouts import read
from bot.replies.reply import Refused, Reply
from bot.seating.table_settings import TableSettings
from bot.settings.clocks import find_answer_deadline
from bot.story.board_posts import format_time
from db.records import Kind, Status
from db.store import Store
from rules import kernel
from rules.chance import make_commitment
from rules.extras import Prose
from rules.records.proof import find_seed, list_digests, verify
from rules.records.record import Earlier, dump_record, load_record, replay, write_origin
from rules.state import Stand
from tests.bot.callers import CHANNEL, GUEST, NORTH, SEED, SOUTH, TOY, caller, opened
from tests.bot.discord_app.test_discord import Hall, hall, said, shown, simcord_bot
from tests.bot.hours import Clock
from tests.bot.presses import press, trade
from tests.kernel import toy
from tests.phrases import begins, pattern, phrase, says

__all__ = ["hall", "simcord_bot"]
OTHER = CHANNEL + 1


@pytest.fixture
async def clock(store: Store) -> Clock:
    return await Clock(store).begin(cards=6)


@pytest.fixture
def host(clock: Clock) -> Repairs:
    return Repairs(clock.reminders, clock.room.look, clock.room.lobby)


async def play(clock: Clock, *keys: str) -> None:
    for key in keys:
        await clock.room.choose(key)
    await clock.posted()


async def told(clock: Clock) -> str:
    return "\n".join(post.words for post in await clock.posted())


async def surely(host: Repairs, by: Caller, asked: Awaitable[Reply]) -> Reply:
    """Confirm a repair with its button."""
    [button] = (await asked).buttons
    return await press(host, by, button)


async def acts(clock: Clock) -> list[str]:
    page = await clock.store.list_acts(clock.id, size=99)
    return [act.line for act in page.acts if act.kind in (Kind.HOST, Kind.TABLE)]


async def record_is_good(clock: Clock) -> None:
    """Check that the game's record can be replayed, and that its dice match the seed."""
    answer = await clock.room.look.send_record(caller())
    assert answer.file is not None
    record = opened(answer.file[1])
    list(replay(TOY, record))
    assert verify(TOY, record) == []
    position = (await clock.game()).position
    assert position is not None
    hashes = {(turn, count): found for turn, count, found in list_digests(record)}
    if position.log:
        assert hashes[position.turn, len(position.log)] == kernel.find_digest(position)


@pytest.mark.parametrize(
    "deed",
    [
        lambda host, by: host.set_position(by, "{}"),
        lambda host, by: host.rewind(by, 1),
        lambda host, by: host.leave_out(by, "1.1"),
        lambda host, by: host.seat(by, "north", GUEST, "Chandra"),
        lambda host, by: host.pause(by, True),
        lambda host, by: host.extend(by, 1),
        lambda host, by: host.export(by, "position"),
        lambda host, by: host.archive(by),
        lambda host, by: host.bring(by, 1),
    ],
)
async def test_only_the_host_repairs(
    clock: Clock, host: Repairs, deed: Callable[[Repairs, Caller], Awaitable[Reply]]
) -> None:
    with pytest.raises(Refused, match=pattern("host.not_you", user=1)):
        await deed(host, caller(SOUTH))
    assert await told(clock) == ""
    assert await acts(clock) == []


async def test_who_manages_the_channel_is_a_host_too(clock: Clock, host: Repairs) -> None:
    await host.pause(caller(GUEST, manages=True), True)
    assert await acts(clock) == ["pause"]


async def test_a_position_written_by_hand(clock: Clock, host: Repairs) -> None:
    exported = await host.export(caller(), "position")
    assert says(await told(clock), "host.exported")
    assert exported.file is not None
    assert SEED not in exported.file[1]
    document = exported.file[1].replace("north: 3", "north: 9")
    assert document != exported.file[1]
    before = (await clock.game()).position
    assert before is not None
    await surely(host, caller(), host.set_position(caller(), document))
    text = await told(clock)
    assert says(text, "host.position", user=1)
    at = clock.room.table.load_seated(await clock.game())
    assert at.position.turn == before.turn + 1
    assert dict(at.rules.view(at.live.state, None).standing)["north"] == Stand(("9 gold",))
    await record_is_good(clock)
    await play(clock, "pass", "pass")
    await record_is_good(clock)
    await surely(host, caller(), host.rewind(caller(), before.turn))
    assert (await clock.settings()).turns_set_by_hand == ()
    await record_is_good(clock)
    assert await acts(clock) == ["export", "position", f"rewind {before.turn}"]


async def test_the_words_of_a_card_that_a_host_opens_stand_there(
    clock: Clock, host: Repairs, monkeypatch: pytest.MonkeyPatch
) -> None:
    prose: Prose[toy.Toy] = Prose(open_card=lambda s: [f"A drought; the North has {s.gold['north']} gold."])
    drought = replace(toy.EXTRAS, prose=prose)
    monkeypatch.setattr(toy, "EXTRAS", drought)
    exported = await host.export(caller(), "position")
    assert exported.file is not None
    document = exported.file[1]
    await surely(host, caller(), host.set_position(caller(), document))
    assert "drought" not in await told(clock), "the same as before"
    await surely(host, caller(), host.set_position(caller(), document.replace("north: 3", "north: 9")))
    assert "A drought; the North has 9 gold." in await told(clock)


@pytest.mark.parametrize("text", ["no document", "gold: {north: -1}", "a: [", '{"game": "chess"}'])
async def test_a_position_that_is_none(clock: Clock, host: Repairs, text: str) -> None:
    with pytest.raises(Refused, match=pattern("host.bad_position")):
        await surely(host, caller(), host.set_position(caller(), text))


async def test_back_to_a_turn_whose_coming_dice_nobody_knows(clock: Clock, host: Repairs) -> None:
    first = (await clock.game()).position
    assert first is not None
    await play(clock, "pass", "pass", "pass")
    with pytest.raises(Refused, match=pattern("host.no_turn", first=1, last=2)):
        await surely(host, caller(), host.rewind(caller(), 7))
    await surely(host, caller(), host.rewind(caller(), 1))
    text = await told(clock)
    assert says(text, "host.rewind", user=1, turn=1)
    assert says(text, "undone.dice", n=1)
    assert (await clock.game()).position == replace(first, undone=((1, len(first.log)),))
    with pytest.raises(Refused, match=pattern("host.there")):
        await surely(host, caller(), host.rewind(caller(), 1))
    await play(clock, "event")
    await record_is_good(clock)


async def test_the_host_is_asked_before_turns_are_struck(clock: Clock, host: Repairs) -> None:
    await play(clock, *["pass"] * 9)
    before = await clock.game()
    asked = await host.rewind(caller(), 1)
    assert begins(asked.text, "host.sure_rewind", turn=1, last=5, n=9)
    assert asked.text.count("~~Pass.~~") == 6
    assert says(asked.text, "host.more", n=3)
    assert await told(clock) == ""
    assert await clock.game() == before
    [button] = asked.buttons
    await play(clock, "pass")
    with pytest.raises(Refused, match=pattern("host.gone_on")):
        await press(host, caller(), button)
    with pytest.raises(Refused, match=pattern("host.not_you", user=1)):
        await press(host, caller(SOUTH), button)


async def test_the_host_is_asked_before_a_choice_goes(clock: Clock, host: Repairs) -> None:
    await play(clock, "pass", "pass")
    place = next(place for text, place in await host.list_choices(caller()) if "Pass" in text)
    asked = await host.leave_out(caller(), place)
    assert begins(asked.text, "host.sure_without")
    assert says(asked.text, "host.again_most"), "how many fit would tell of the coming dice"
    assert await acts(clock) == []


async def test_the_host_is_asked_before_a_position_is_set(clock: Clock, host: Repairs) -> None:
    exported = await host.export(caller(), "position")
    assert exported.file is not None
    asked = await host.set_position(caller(), exported.file[1])
    assert says(asked.text, "host.same_standing")
    asked = await host.set_position(caller(), exported.file[1].replace("north: 3", "north: 9"))
    assert phrase("preview.standing", seat="The North", before="3 gold", after="9 gold") in asked.text
    [button] = asked.buttons
    await press(host, caller(), button)
    assert await acts(clock) == ["export", "position"]
    with pytest.raises(Refused, match=pattern("host.gone_on")):
        await press(host, caller(), button)


async def test_without_a_choice_the_rest_goes_again(clock: Clock, host: Repairs) -> None:
    await clock.room.table.order(caller(await clock.silent()), "command muster.")
    await play(clock, "pass", "pass")
    shown = dict(await host.list_choices(caller()))
    place = next(place for text, place in shown.items() if "Pass" in text)
    assert next(iter(shown)).startswith("2.")
    muster = next(place for text, place in reversed(shown.items()) if place.startswith("1."))
    with pytest.raises(Refused, match=pattern("host.no_entry")):
        await surely(host, caller(), host.leave_out(caller(), "1.0"))
    with pytest.raises(Refused, match=pattern("host.no_entry")):
        await surely(host, caller(), host.leave_out(caller(), "x"))
    await surely(host, caller(), host.leave_out(caller(), place))
    text = await told(clock)
    assert says(text, "host.without", line="Pass.")
    assert says(text, "host.again")
    await surely(host, caller(), host.leave_out(caller(), muster))
    assert says(await told(clock), "host.again")
    await record_is_good(clock)


async def test_choices_that_still_fit_are_entered_again(clock: Clock, host: Repairs) -> None:
    who = await clock.silent()
    await clock.room.table.order(caller(who), "command decree trade, muster")
    place = next(place for text, place in await host.list_choices(caller()) if text.endswith("rade"))
    before = (await clock.game()).position
    assert before is not None
    await surely(host, caller(), host.leave_out(caller(), place))
    after = (await clock.game()).position
    assert after is not None
    assert len(after.log) < len(before.log)
    await record_is_good(clock)


async def test_side_acts_are_entered_again_too(clock: Clock, host: Repairs) -> None:
    await play(clock, "pass")
    await trade(clock.room.table, caller(await clock.room.decider()), "give 1")
    place = next(place for text, place in await host.list_choices(caller()) if "Pass" in text)
    await clock.posted()
    await surely(host, caller(), host.leave_out(caller(), place))
    assert says(await told(clock), "host.again")
    after = (await clock.game()).position
    assert after is not None
    assert after.log[-1].key == "~give_1"
    await record_is_good(clock)


@pytest.mark.parametrize("repair", ["rewind", "without", "position"])
async def test_a_plan_was_made_for_the_game_as_it_was(clock: Clock, host: Repairs, repair: str) -> None:
    plans, first = Plans(clock.room.table), await clock.room.decider()
    other = {NORTH: SOUTH, SOUTH: NORTH}[first]
    await play(clock, "pass", "pass")
    while await clock.room.decider() != first:
        await play(clock, "pass")
    await plans.plan(caller(other), "turn", "command muster.")
    if repair == "rewind":
        await surely(host, caller(), host.rewind(caller(), 1))
    elif repair == "without":
        place = next(place for text, place in await host.list_choices(caller()) if "Pass" in text)
        await surely(host, caller(), host.leave_out(caller(), place))
    else:
        exported = await host.export(caller(), "position")
        assert exported.file is not None
        await surely(host, caller(), host.set_position(caller(), exported.file[1]))
    assert says(await told(clock), "plan.disarmed")
    shown = (await plans.plan(caller(other))).text
    assert says(shown, "plan.why", why=phrase("plan.overtaken"))


async def test_a_seat_for_somebody(clock: Clock, host: Repairs) -> None:
    who = await clock.silent()
    seat = (await clock.game()).seats_of(who)[0]
    await host.seat(caller(), seat, GUEST, "Chandra")
    text = await told(clock)
    assert text.splitlines()[-1].startswith(f"<@{GUEST}> **")
    assert says(text, "host.seat", seat=TOY.name(seat), to=GUEST)
    assert (await clock.game()).seats_of(GUEST) == (seat,)
    other = next(key for key in toy.SEATS if key != seat)
    await host.seat(caller(), other, GUEST, "Chandra")
    [post] = await clock.posted()
    assert post.ping == (GUEST,)


async def test_a_host_who_gives_or_takes_a_seat_is_not_called(clock: Clock, host: Repairs) -> None:
    for _ in range(2):  # a seat that is asked, and one that is not
        seat = (await clock.game()).seats_of(NORTH)[0]
        for to in (GUEST, NORTH):
            await host.seat(caller(NORTH), seat, to, "Chandra")
            [post] = await clock.posted()
            assert says(post.text, "host.seat", to=to)
            assert NORTH not in (*post.ping, *post.news)
        await play(clock, "pass")
        await clock.posted()


async def test_pause_and_resume(clock: Clock, host: Repairs) -> None:
    await host.pause(caller(), True)
    assert says(await told(clock), "host.paused")
    assert await clock.rings() == []
    await play(clock, "pass")
    assert await clock.rings() == []
    await host.pause(caller(), False)
    [(call, at)] = await clock.rings()
    assert at - call.since == timedelta(hours=12)


async def test_more_time(clock: Clock, host: Repairs) -> None:
    since = find_waiting_since(await clock.game())
    await host.extend(caller(), 48)
    assert says(await told(clock), "host.extended", user=1)
    until = (await clock.settings()).extended_until
    assert until is not None
    assert until - since >= timedelta(hours=72)
    still = find_waiting_since(await clock.game())
    assert find_answer_deadline(await clock.settings(), still, still) == until
    await clock.ring()
    post = await clock.ring()
    assert post is not None
    assert says(post.text, "call.until", since=format_time(since), until=format_time(until))
    await play(clock, "pass")
    then = find_waiting_since(await clock.game())
    later = find_answer_deadline(await clock.settings(), then, then)
    assert later == then + timedelta(hours=24), "it is for one question"
    await clock.room.options.set(caller(), "pace", "none")
    with pytest.raises(Refused, match=pattern("host.no_clock")):
        await host.extend(caller(), 1)


@pytest.mark.parametrize(
    "do",
    [
        lambda clock, host: host.pause(caller(), True),
        lambda clock, host: host.pause(caller(), False),
        lambda clock, host: host.extend(caller(), 48),
        lambda clock, host: host.export(caller(), "position"),
        lambda clock, host: host.bring(caller(), clock.id),
        lambda clock, host: clock.room.options.set(caller(), "pace", "3-days"),
        lambda clock, host: clock.room.options.set(caller(), "stops", "both"),
        lambda clock, host: clock.room.options.set(caller(), "hints", "open"),
    ],
)
async def test_what_leaves_the_question_does_not_ask_it_again(
    clock: Clock, host: Repairs, do: Callable[[Clock, Repairs], Awaitable[Reply]]
) -> None:
    who = await clock.silent()
    assert await clock.ring() is not None
    since = find_waiting_since(await clock.game())
    await do(clock, host)
    await clock.posted()
    assert find_waiting_since(await clock.game()) == since
    for call, _ in await clock.rings():
        assert (call.since, call.calls) == (since, {who: 1})


@pytest.mark.parametrize("asked", [True, False])
async def test_only_a_new_player_of_the_asked_seat_is_asked_again(
    clock: Clock, host: Repairs, asked: bool
) -> None:
    await clock.silent()
    before = await clock.game()
    open_ = clock.room.table.load_seated(before).asked
    key = open_ if asked else next(seat for seat in toy.SEATS if seat != open_)
    await host.seat(caller(), key, GUEST, "Chandra")
    assert (find_waiting_since(await clock.game()) > find_waiting_since(before)) is asked


async def test_another_pace_counts_from_its_change(clock: Clock, host: Repairs) -> None:
    since = find_waiting_since(await clock.game())
    clock.time = since + timedelta(hours=20)
    options = TableSettings(clock.reminders)
    await options.set(caller(), "reminders", "off")
    await options.set(caller(), "pace", "live")
    [(call, at)] = await clock.rings()
    assert call.since == since
    assert at == since + timedelta(hours=20, minutes=30)


async def test_out_and_in_again(clock: Clock, host: Repairs) -> None:
    await play(clock, "pass", "pass", "pass")
    exported = await host.export(caller(), "record")
    assert exported.file is not None
    with pytest.raises(Refused, match=pattern("lobby.channel_taken", title="Toy Deccan")):
        await host.import_(caller(), exported.file[1])
    clock.room.lobby.new_seed = lambda: "another"
    await host.import_(caller(SOUTH, OTHER), exported.file[1])
    brought = await clock.store.find_in_channel(OTHER)
    assert brought is not None
    assert brought.status is Status.RUNNING
    assert brought.seats == ()
    original = (await clock.game()).position
    assert original is not None
    assert brought.position is not None
    assert (brought.position.turn, brought.position.log) == (original.turn, original.log)
    assert brought.position.seed == "another"
    assert json.loads(brought.options) == {"cards": 6}
    for bad in (
        "nonsense",
        exported.file[1].replace("1 chance", "1 north"),
        "game: chess\ncommitment: x\nseed: y\n",
    ):
        with pytest.raises(Refused):
            await host.import_(caller(GUEST, OTHER + 1), bad)
    assert await clock.store.find_in_channel(OTHER + 1) is None


async def brought_in(clock: Clock, host: Repairs, *, revealed: bool) -> str:
    """Import the record of a game into another channel, play on there, and return its own record."""
    await play(clock, "pass", "pass", "pass")
    exported = await host.export(caller(), "record")
    assert exported.file is not None
    text = dump_record(opened(exported.file[1])) if revealed else exported.file[1]
    clock.room.lobby.new_seed = lambda: "another"
    await host.import_(caller(SOUTH, OTHER), text)
    await clock.room.lobby.join(caller(SOUTH, OTHER), "*")
    for _ in range(4):
        await clock.room.table.order(caller(SOUTH, OTHER), "pass")
    record = (await clock.room.look.send_record(caller(SOUTH, OTHER))).file
    assert record is not None
    return dump_record(opened(record[1], "another"))


@pytest.mark.parametrize("revealed", [True, False])
async def test_what_was_brought_in_can_be_verified(clock: Clock, host: Repairs, revealed: bool) -> None:
    """Each roll is checked with the seed of its time. If that is still sealed, the record says so."""
    text = await brought_in(clock, host, revealed=revealed)
    sealed = make_commitment(SEED, write_origin(TOY.KEY, {"cards": 6}, None, 1))
    record = load_record(text)
    assert record.earlier == (Earlier(2, 2, sealed, SEED if revealed else None, "import"),)
    assert verify(TOY, record) == []
    seeds = {find_seed(record, turn.number, at) for turn in record.turns for at in range(len(turn.log))}
    assert seeds == {SEED if revealed else None, "another"}
    honest = next(row for row in text.splitlines() if row.startswith("3 chance"))
    other = "card-1" if "card-2" in honest else "card-2"
    forged = load_record(text.replace(honest, f"3 chance {other}"))
    assert any("chance gave" in fault for fault in verify(TOY, forged)), "a roll since is checked"


async def test_before_it_was_brought_in_the_dice_fall_anew(clock: Clock, host: Repairs) -> None:
    await brought_in(clock, host, revealed=True)
    await surely(host, caller(SOUTH, OTHER), host.rewind(caller(SOUTH, OTHER), 1))
    for _ in range(5):
        await clock.room.table.order(caller(SOUTH, OTHER), "pass")
    file = (await clock.room.look.send_record(caller(SOUTH, OTHER))).file
    assert file is not None
    assert "before 1.1: " in file[1]
    assert verify(TOY, opened(file[1], "another")) == []


async def test_put_away(clock: Clock, host: Repairs) -> None:
    await play(clock, "pass")
    before = await clock.game()
    asked = await host.archive(caller())
    assert says(asked.text, "host.sure_archive", title="Toy Deccan", game=1)
    assert (await clock.game()).status is Status.RUNNING
    [sure] = asked.buttons
    answer = await press(host, caller(), sure)
    assert answer.file is not None
    assert SEED not in answer.file[1]
    assert says(await told(clock), "host.archived", user=1, title="Toy Deccan", game=1)
    assert (await clock.game()).status is Status.ADJOURNED
    await host.bring(caller(), clock.id)
    again = await clock.game()
    assert again.status is Status.RUNNING
    assert again.position == before.position


async def test_what_moved_since_the_preview_is_not_put_away(clock: Clock, host: Repairs) -> None:
    [sure] = (await host.archive(caller())).buttons
    await play(clock, "pass")
    with pytest.raises(Refused, match=pattern("host.gone_on")):
        await press(host, caller(), sure)
    assert (await clock.game()).status is Status.RUNNING


async def test_a_game_from_a_channel_that_is_gone(clock: Clock, host: Repairs) -> None:
    await play(clock, "pass")
    with pytest.raises(Refused, match=pattern("host.not_you", user=1)):
        await host.bring(caller(SOUTH, OTHER), clock.id)
    await host.bring(caller(NORTH, OTHER), clock.id)
    stored = await clock.game()
    assert stored.channel_id == OTHER
    deliveries = (await clock.store.claim_due())[0]
    assert {delivery.channel_id for delivery in deliveries} == {OTHER}
    assert says(deliveries[0].content, "host.brought", channel=CHANNEL)
    await clock.room.lobby.create(caller(), "toy")
    with pytest.raises(Refused, match=pattern("lobby.channel_taken", title="Toy Deccan")):
        await host.bring(caller(), clock.id)


def test_the_toy_is_as_the_tests_think() -> None:
    assert kernel.begin(TOY, TOY.dump(TOY.setup(TOY.Options())), SEED).closed == ()


async def test_by_commands(hall: Hall) -> None:
    await hall.begin()
    exported = await hall.asha.slash(hall.channel, "host export", what="position")
    [file] = exported.response.attachments if exported.response else []
    text = (await file.read()).decode()
    assert "gold" in text
    await hall.asha.slash(hall.channel, "host pause")
    assert says(read(hall.last), "host.paused")
    resumed = await hall.asha.slash(hall.channel, "host resume")
    assert said(resumed) == phrase("host.done")
    await hall.asked().slash(hall.channel, "pass")
    asked = await hall.asha.slash(hall.channel, "host rewind", turn=1)
    await hall.asha.click(shown(asked), label=phrase("button.host"))
    assert says(read(hall.last), "host.rewind", turn=1)
    foreign = await hall.bala.slash(hall.channel, "host rewind", turn=1)
    assert hall.asha.mention in said(foreign)
    extended = await hall.asha.slash(hall.channel, "host extend", hours=5)
    assert says(said(extended), "host.no_clock")
    choices = await hall.asha.autocomplete(hall.channel, "host without", "choice", "")
    assert choices == []
    seats = await hall.asha.autocomplete(hall.channel, "host seat", "seat", "")
    assert [choice["value"] for choice in seats] == ["north", "south"]
    await hall.asha.slash(hall.channel, "host seat", seat="south", to=hall.guest)
    assert hall.guest.mention in read(hall.last)
    none = await hall.asha.slash(hall.channel, "host bring", game=99)
    assert says(said(none), "too_late")
    asked = await hall.asha.slash(hall.channel, "host archive")
    await hall.asha.click(shown(asked), label=phrase("button.host"))
    assert says(read(hall.last), "host.archived")
