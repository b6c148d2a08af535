"""Reminders: once with the question, then at growing distances; the nudge; the caretaker."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta

import pytest

from bot.deadlines.caretaker import choose_key
from bot.deadlines.reminders import CALL, find_waiting_since
from bot.deadlines.schedule import MAX_REMINDERS, ReminderState, Stage, find_next_stage
from bot.orders.plans import Plans
from bot.people.preferences import Preferences
from bot.replies.reply import Refused
from bot.settings.game_settings import PACES, GameSettings
from bot.story.board_posts import format_time
from bot.views.board import BoardViews
from db.records import Kind, Seat, Stale, Status
from db.store import Store
from rules import extras
from rules.extras import Extras, Policy
from rules.kernel import Ask
from rules.menu import Items
from rules.words import say
from tests.bot.callers import CHANNEL, GUEST, SOUTH, TOY, caller
from tests.bot.hours import Clock
from tests.kernel import toy
from tests.phrases import begins, pattern, phrase, says

HOUR = timedelta(hours=1)


@pytest.fixture
async def clock(store: Store) -> Clock:
    return await Clock(store).begin()


async def test_the_board_says_until_when(clock: Clock) -> None:
    await clock.room.choose("pass")
    board = (await clock.posted())[-1]
    due = int((find_waiting_since(await clock.game()) + 24 * HOUR).timestamp())
    *_, until, asked = board.asks.splitlines()
    assert asked.startswith("<@")
    assert until in (
        phrase("asked.until", until=f"<t:{due}:f>"),
        phrase("asked.until", until=f"<t:{due - 1}:f>"),
    )


async def test_one_call_is_planned_and_no_more(clock: Clock) -> None:
    [(call, at)] = await clock.rings()
    assert (call.calls, call.nudged) == ({}, None)
    assert at - call.since == 12 * HOUR
    await clock.room.choose("pass")
    await clock.posted()
    [(later, _)] = await clock.rings()
    assert later.since > call.since
    assert later.seat != call.seat


async def test_a_reminder_says_what_is_asked_and_until_when(clock: Clock) -> None:
    who = await clock.silent()
    post = await clock.ring()
    assert post is not None
    assert post.ping == (who,)
    assert begins(post.text, "push.turn", user=f"<@{who}>", table="Toy Deccan")
    assert says(post.text, "push.hours", n=12)
    assert "Card Bad Omens" in post.text or "Card Good Rains" in post.text
    assert says(post.text, "call.until")
    assert [button.verb for button in post.buttons] == ["since", "hush"]
    [(call, at)] = await clock.rings()
    assert call.calls == {who: 1}
    assert at == call.since + 24 * HOUR


async def test_a_draft_that_waits_is_said_and_not_shown(clock: Clock) -> None:
    await clock.room.choose("command")
    post = await clock.ring()
    assert post is not None
    assert says(post.text, "call.draft")
    assert "`Command" not in post.text


async def test_who_acts_is_not_reminded_even_if_a_call_comes_late(clock: Clock) -> None:
    [(call, at)] = await clock.rings()
    await clock.room.choose("pass")
    clock.time = at + HOUR
    await clock.store.cancel(clock.id, CALL)
    assert await clock.reminders.ring(clock.id, call) is None
    [(planned, _)] = await clock.rings()
    assert planned.since > call.since


async def test_the_same_call_rung_twice_is_said_once(clock: Clock) -> None:
    [(call, _)] = await clock.rings()
    assert await clock.ring() is not None
    planned = await clock.rings()
    assert await clock.reminders.ring(clock.id, call) is None  # as after a crash before it was ticked off
    assert await clock.rings() == planned


async def test_a_reminder_that_was_noted_and_not_posted_is_posted_later(both: Store) -> None:
    """The process was killed, or Discord failed, after the next reminder was planned."""
    clock = await Clock(both).begin()
    for _ in range(2):  # a reminder, then the warning
        [(call, _)] = await clock.rings()
        lost = await clock.ring()
        assert lost is not None
        planned = await clock.rings()
        clock.time += timedelta(minutes=20)
        assert await clock.reminders.ring(clock.id, call, again=True) == lost
        assert await clock.rings() == planned


async def test_a_reminder_that_was_not_posted_gives_way(clock: Clock) -> None:
    [(call, _)] = await clock.rings()
    await clock.ring()
    [(_, after)] = await clock.rings()
    clock.time = after + HOUR
    assert await clock.reminders.ring(clock.id, call, again=True) is None  # the next one is due
    clock.time = call.since + 13 * HOUR
    await clock.room.choose("pass")
    await clock.posted()
    assert await clock.reminders.ring(clock.id, call, again=True) is None  # the question is answered


async def test_no_caretaker_plays_before_the_warning_is_posted(clock: Clock) -> None:
    """The bot noted the warning, and was down until the caretaker was due."""
    for _ in range(2):  # a reminder, then the warning
        [(call, _)] = await clock.rings()
        await clock.ring()
    [(noted, due)] = await clock.rings()
    assert noted.nudged is not None
    clock.time = due + HOUR
    post = await clock.reminders.ring(clock.id, call, again=True)
    assert post is not None
    assert says(post.text, "call.over")
    [(_, later)] = await clock.rings()
    assert later - clock.time == due - noted.nudged, "the person has the same time again"


async def test_without_a_pace_reminders_end_by_themselves(store: Store) -> None:
    clock = await Clock(store).begin("none")
    for _ in range(MAX_REMINDERS):
        post = await clock.ring()
        assert post is not None
        assert says(post.text, "call.since")
    assert await clock.rings() == []


async def test_no_more_reminders_of_this_question(clock: Clock) -> None:
    who = await clock.silent()
    game = (await clock.game()).id
    with pytest.raises(Refused, match=pattern("looks_on")):
        await clock.reminders.stop_for(caller(GUEST), game)
    not_asked = await clock.reminders.stop_for(caller(clock.other(who)), game)
    assert says(not_asked.text, "call.not_yours")
    await clock.reminders.stop_for(caller(who), game)
    [(call, at)] = await clock.rings()
    assert at == call.since + 24 * HOUR  # only the end of the time is left
    await clock.room.choose("pass")
    await clock.posted()
    [(call, at)] = await clock.rings()
    assert at == call.since + 12 * HOUR


async def test_then_the_nudge_then_the_caretaker(clock: Clock) -> None:
    who = await clock.silent()
    seat = (await clock.game()).seats_of(who)[0]
    await clock.ring()
    nudge = await clock.ring()
    assert nudge is not None
    assert says(nudge.text, "call.over")
    assert nudge.ping == (who,)
    assert await clock.ring() is None
    posts = await clock.posted()
    assert says(posts[-1].text, "caretaker.plays", seat=TOY.name(seat))
    assert ": Pass." in posts[-1].text
    assert (await clock.settings()).caretakers == {seat: 1}
    act = await clock.store.find_last_act((await clock.game()).id, [Kind.CARETAKER])
    assert act is not None
    assert (act.line, act.seat, act.user_id) == ("Pass", seat, 0)
    assert posts[-1].ping == (clock.other(who),)


async def test_a_caretaken_turn_can_be_taken_back_and_the_seat_with_it(clock: Clock) -> None:
    who = await clock.silent()
    await clock.until_kept()
    await clock.posted()
    await clock.room.table.undo(caller(who))
    await clock.posted()
    assert await clock.silent() == who
    await clock.room.choose("event")
    posts = await clock.posted()
    assert (await clock.settings()).caretakers == {}
    assert phrase("back.told", user=who) in posts[-1].text


async def test_a_kept_seat_does_not_keep_the_table_waiting_and_is_offered_in_the_end(store: Store) -> None:
    clock = await Clock(store).begin("daily", 6)
    gone = await clock.silent()
    seat = (await clock.game()).seats_of(gone)[0]
    offers = []
    for turn in range(1, 5):
        while await clock.silent() != gone:
            await clock.room.choose("pass")
            await clock.posted()
        began = find_waiting_since(await clock.game())
        clock.time = began
        await clock.until_kept()
        if turn > 1:
            assert clock.time - began < 2 * HOUR
        offers += [post for post in await clock.posted() if post.buttons]
        assert (await clock.settings()).caretakers[seat] == turn
    [offer] = offers
    assert offer.buttons[0].verb == "claim"
    assert says(offer.text, "offer.anybody")


async def test_a_game_ends_in_the_hands_of_caretakers(store: Store) -> None:
    clock = await Clock(store).begin("live", 1)
    game = (await clock.game()).id
    for _ in range(2):
        await clock.until_kept()
        said = [post.words for post in await clock.posted()]
        if (await clock.store.load(game)).status is Status.ENDED:
            break
    assert any(says(text, "final.below") for text in said)
    assert await clock.rings() == []


async def test_the_end_stops_the_clock(clock: Clock) -> None:
    stored = await clock.game()
    await clock.room.lobby.end(caller(), stored.id)
    assert await clock.rings() == []
    assert await clock.store.list_running() == ()


async def test_after_a_restart_every_running_game_has_its_clock(clock: Clock) -> None:
    stored = await clock.game()
    await clock.store.cancel(stored.id, "call")
    assert await clock.rings() == []
    await clock.reminders.start()
    [(call, _)] = await clock.rings()
    assert call.seat == clock.room.table.load_seated(stored).asked
    await clock.reminders.start()
    assert len(await clock.rings()) == 1


async def test_quiet_hours_put_off_a_reminder(clock: Clock) -> None:
    who = await clock.silent()
    [(_, at)] = await clock.rings()
    begin = at.hour
    await clock.people.set(caller(who), "quiet", f"{begin}-{(begin + 3) % 24}")
    assert await clock.ring() is None
    [(_, put_off)] = await clock.rings()
    assert put_off > at
    assert put_off.minute == 0
    assert put_off - at <= 3 * HOUR
    assert await clock.ring() is not None


HOLDER = Seat("north", 1, "Asha")


@pytest.mark.parametrize(
    ("preferences", "settings", "expected"),
    [
        ({}, {}, (Stage.REMIND, 12 * HOUR)),
        ({"reminders": 5}, {}, (Stage.REMIND, 5 * HOUR)),
        ({"reminders": "off"}, {}, (Stage.NUDGE, 24 * HOUR)),
        ({"pings": False}, {}, (Stage.NUDGE, 24 * HOUR)),
        ({}, {"reminders": 3}, (Stage.REMIND, 3 * HOUR)),
        ({}, {"reminders": "off"}, (Stage.NUDGE, 24 * HOUR)),
        ({}, {"pace": "weekly"}, (Stage.REMIND, 48 * HOUR)),
        ({}, {"paused": True}, None),
        ({}, {"pace": "none", "reminders": "off"}, None),
        ({}, {"caretakers": {"north": 1}}, (Stage.KEEP, HOUR)),
        ({"stand_in": True, "away": 50}, {}, (Stage.KEEP, HOUR)),
        ({"away": 50}, {}, (Stage.REMIND, 50 * HOUR)),
        ({"away": 50, "reminders": "off"}, {}, (Stage.NUDGE, 74 * HOUR)),
        ({"reminders": "off"}, {"extended_until": 60}, (Stage.NUDGE, 60 * HOUR)),
    ],
)
async def test_what_is_due_first(
    clock: Clock, preferences: dict[str, object], settings: dict[str, object], expected: object
) -> None:
    since = clock.time
    away, until = preferences.get("away"), settings.get("extended_until")
    wishes = preferences | ({"away": since + int(str(away)) * HOUR} if away else {})
    agreed = (
        {"pace": "daily"} | settings | ({"extended_until": since + int(str(until)) * HOUR} if until else {})
    )
    call = ReminderState(seat="north", since=since)
    likes_, manners_ = Preferences.model_validate(wishes), GameSettings.model_validate(agreed)
    found = find_next_stage(call, manners_, HOLDER, likes_, since)
    assert (found and (found[0], found[1] - since)) == expected


def test_a_clock_of_an_earlier_version_goes_on() -> None:
    since = datetime(2026, 6, 1, tzinfo=UTC)
    stored = {"seat": "north", "since": since, "calls": 1, "last": since + 12 * HOUR}
    call = ReminderState.model_validate(stored)
    assert call.count_calls(HOLDER.user_id) == 1
    found = find_next_stage(call, GameSettings(pace="3-days"), HOLDER, Preferences(), since + 13 * HOUR)
    assert found == (Stage.REMIND, since + 36 * HOUR)


def test_a_seat_that_nobody_holds_is_played_in_time() -> None:
    call = ReminderState(seat="north", since=datetime.now(UTC))
    found = find_next_stage(call, GameSettings(pace="daily"), None, Preferences(), call.since)
    assert found == (Stage.KEEP, call.since + 30 * HOUR)


def test_every_pace_reminds_before_its_end() -> None:
    for terms in PACES.values():
        assert terms.answer is None or terms.remind < terms.answer


def test_what_a_caretaker_chooses() -> None:
    def ask(*keys: str) -> Ask[str]:
        return Ask(seat="north", prompt=say("?"), menu=Items(keys))

    assert choose_key(TOY, toy.setup(toy.Options()), ask("command", "pass")) == "pass"
    assert choose_key(TOY, toy.setup(toy.Options()), ask("b", "a")) == "b"

    class Careful:
        EXTRAS = Extras(scores=None, plans=extras.Plans(cautious=("a",)))

    assert choose_key(Careful(), None, ask("pass", "a")) == "a"  # type: ignore[arg-type]

    class Settled:
        EXTRAS = Extras(
            scores=None,
            plans=extras.Plans(
                policies=(Policy("go", say("I go"), lambda _: {"far": say("far")}, lambda *_: "z"),)
            ),
        )

    assert choose_key(Settled(), None, ask("y", "z")) == "z"  # type: ignore[arg-type]
    assert choose_key(Settled(), None, ask("y", "x")) == "y"  # type: ignore[arg-type]


async def test_after_a_caretaker_what_people_have_planned_counts(store: Store) -> None:
    clock = await Clock(store).begin(cards=6)
    gone = clock.other(await clock.silent())  # who ends this turn and opens the next
    await Plans(clock.room.table).plan(caller(gone), "turn", "event")
    await clock.room.choose("pass")
    await clock.posted()
    await clock.until_kept()
    told = (await clock.posted())[-1].text
    assert says(told, "caretaker.plays")
    assert ": Pass." in told
    assert ": Event." in told
    assert await clock.silent() == clock.other(gone)


async def test_an_act_at_the_same_moment_comes_first(clock: Clock) -> None:
    stored = await clock.game()
    await clock.room.choose("pass")
    with pytest.raises(Stale):
        await clock.reminders._play_caretaker(stored)
    [(call, _)] = await clock.rings()
    assert call.since < find_waiting_since(await clock.game())


async def test_a_call_that_could_not_be_heard_comes_when_the_quiet_hours_end() -> None:
    night = datetime(2026, 6, 1, 23, 30, tzinfo=UTC)
    preferences = Preferences(quiet=(time(22), time(8)))
    found = find_next_stage(
        ReminderState(seat="north", since=night, heard=False), GameSettings(), HOLDER, preferences, night
    )
    assert found == (Stage.REMIND, datetime(2026, 6, 2, 8, tzinfo=UTC))
    heard = find_next_stage(
        ReminderState(seat="north", since=night), GameSettings(), HOLDER, preferences, night
    )
    assert heard == (Stage.REMIND, night + 33 * HOUR - timedelta(minutes=30))


async def asked_anew(clock: Clock, how: str) -> None:
    """Change the game while the same question stays open, and return the public text."""
    who = await clock.silent()
    other = clock.other(who)
    if how == "offer":
        await clock.seats.offer(caller(other), None)
        await clock.posted()
        await clock.reminders.plan(clock.id)
    elif how == "away":
        await clock.seats.go_away(caller(other), 3, False)
    elif how == "back":
        await clock.seats.go_away(caller(other), 3, False)
        await clock.seats.come_back(caller(other))
    elif how == "board":
        await clock.reminders.restart_clock(clock.id, board=True)
        await clock.posted()


@pytest.mark.parametrize("how", ["offer", "away", "back", "board"])
async def test_a_question_that_waits_keeps_its_clock(clock: Clock, how: str) -> None:
    await clock.ring()
    before = await clock.rings()
    await asked_anew(clock, how)
    assert await clock.rings() == before
    nudge = await clock.ring()
    assert nudge is not None
    assert says(nudge.text, "call.over")
    before = await clock.rings()
    await asked_anew(clock, how)
    assert await clock.rings() == before
    assert await clock.ring() is None  # the caretaker, in its time
    assert says((await clock.posted())[-1].text, "caretaker.plays")


async def test_reminders_that_have_ended_do_not_begin_again(store: Store) -> None:
    clock = await Clock(store).begin("none")
    for _ in range(MAX_REMINDERS):
        await clock.ring()
    await asked_anew(clock, "offer")
    assert await clock.rings() == []


async def test_after_a_long_silence_of_the_bot_only_the_nudge_is_posted(clock: Clock) -> None:
    clock.time += 26 * HOUR
    post = await clock.ring()
    assert post is not None
    assert says(post.text, "call.over")
    [(call, at)] = await clock.rings()
    assert (call.calls, call.nudged) == ({}, clock.time)
    assert at == clock.time + 6 * HOUR


async def test_reminders_that_were_missed_do_not_come_all_at_once(store: Store) -> None:
    clock = await Clock(store).begin("none")
    clock.time += 100 * HOUR
    assert await clock.ring() is not None
    [(_, at)] = await clock.rings()
    assert at == clock.time + 24 * HOUR


async def test_no_reminder_after_the_end_of_the_time(clock: Clock) -> None:
    who = await clock.silent()
    begin = (clock.time + 11 * HOUR).hour
    await clock.people.set(caller(who), "quiet", f"{begin}-{(begin + 20) % 24}")
    assert await clock.ring() is None  # it would be quiet until after the end
    nudge = await clock.ring()
    assert nudge is not None
    assert says(nudge.text, "call.over")


async def test_after_an_absence_the_whole_time_is_left_without_a_reminder(clock: Clock) -> None:
    who = await clock.silent()
    await clock.seats.go_away(caller(who), 2, False)
    clock.time += 40 * HOUR
    await clock.seats.come_back(caller(who))
    [(_, at)] = await clock.rings()
    assert at == clock.time + 12 * HOUR
    reminder = await clock.ring()
    assert reminder is not None
    end = clock.time + 12 * HOUR
    assert says(reminder.text, "call.until", until=f"<t:{int(end.timestamp())}:f>") or (
        says(reminder.text, "call.until", until=f"<t:{int(end.timestamp()) - 1}:f>")
    )
    nudge = await clock.ring()
    assert nudge is not None
    assert says(nudge.text, "call.over")


async def test_who_is_late_and_says_so_is_not_called_again(clock: Clock) -> None:
    who = await clock.silent()
    await clock.ring()
    await clock.ring()
    before = await clock.rings()
    answer = await clock.seats.come_back(caller(who))
    assert says(answer.text, "back.nowhere")
    assert await clock.rings() == before


async def test_who_goes_away_after_the_nudge_is_waited_for(clock: Clock) -> None:
    who = await clock.silent()
    await clock.ring()
    await clock.ring()
    await clock.seats.go_away(caller(who), 3, False)
    [(_, at)] = await clock.rings()
    back = clock.time + 72 * HOUR
    assert at == back
    reminder = await clock.ring()
    assert reminder is not None
    assert says(reminder.text, "call.until", until=f"<t:{int((back + 24 * HOUR).timestamp())}:f>")
    await clock.ring()
    nudge = await clock.ring()
    assert nudge is not None
    assert says(nudge.text, "call.over")


async def test_a_call_leads_to_the_board(clock: Clock) -> None:
    await clock.store.set_message(clock.id, "panel", 4711)
    for _ in ("reminder", "nudge"):
        post = await clock.ring()
        assert post is not None
        assert f"/{CHANNEL}/4711)" in post.text
        assert "Card Bad Omens" in post.text or "Card Good Rains" in post.text


async def test_the_status_says_who_is_away_and_until_when(clock: Clock) -> None:
    look = BoardViews(clock.room.table, clock.people)
    assert not says((await look.show_status(caller())).text, "status.away")
    await clock.seats.go_away(caller(SOUTH), 3, False)
    until = format_time(clock.time + timedelta(days=3))
    assert says((await look.show_status(caller())).text, "status.away", user=SOUTH, until=until)


async def test_the_status_says_who_is_kept_by_a_caretaker(clock: Clock) -> None:
    gone = await clock.silent()
    await clock.until_kept()
    text = (await clock.room.look.show_status(caller())).text
    assert says(text, "standing", holder=phrase("holder.kept", holder=f"<@{gone}>"))
    assert len(re.findall(pattern("holder.kept", holder=f"<@{gone}>"), text)) == 1
