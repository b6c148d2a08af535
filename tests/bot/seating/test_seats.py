"""Seats that change hands during a game, and people who go away and come back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.deadlines.reminders import CALL, find_waiting_since
from bot.deadlines.schedule import ReminderState
from bot.discord_app.client import Durbar
from bot.posting.layouts import read
from bot.replies.reply import Refused
from bot.seating.leaving import Leaving
from bot.settings.game_settings import GameSettings, Uncounted, counts_for_rating
from bot.views.history import History
from bot.views.ratings import Result, read_result
from db.records import Kind, NewAct, NewDelivery, Seat, Status
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, TOY, caller
from tests.bot.discord_app.test_discord import Hall, bot_of, hall, labels, requests, said, simcord_bot
from tests.bot.hours import Clock
from tests.bot.posting.test_poster import poster_of
from tests.bot.views.test_stats import GAME
from tests.kernel import toy
from tests.phrases import begins, pattern, phrase, says

__all__ = ["hall", "simcord_bot"]


@pytest.fixture
async def clock(store: Store) -> Clock:
    return await Clock(store).begin()


async def test_nothing_to_claim_while_all_play(clock: Clock) -> None:
    with pytest.raises(Refused, match=pattern("claim.none")):
        await clock.seats.claim(caller(GUEST), None)
    with pytest.raises(Refused, match=pattern("claim.none")):
        await clock.seats.claim(caller(GUEST), "north")
    with pytest.raises(Refused, match=pattern("seat.unknown")):
        await clock.seats.claim(caller(GUEST), "east")


async def test_an_offered_seat_is_taken_with_one_button_and_a_briefing(clock: Clock) -> None:
    who = await clock.silent()
    name = TOY.name((await clock.game()).seats_of(who)[0])
    with pytest.raises(Refused, match=pattern("looks_on")):
        await clock.seats.offer(caller(GUEST), None)
    await clock.seats.offer(caller(who), None)
    [post] = await clock.posted()
    assert says(post.text, "offer.anybody")
    [button] = post.buttons
    assert button.verb == "claim"
    game, _, seat = button.about.partition(":")
    answer = await clock.seats.claim(caller(GUEST), seat, int(game))
    assert begins(answer.text, "briefing", seat=name)
    assert says(answer.text, "standing", seat="The North")
    assert phrase("briefing.lately") in answer.text
    assert answer.panel is not None
    assert answer.view is not None
    stored = await clock.game()
    assert stored.seats_of(GUEST) == (seat,)
    assert stored.seats_of(who) == ()
    assert (await clock.settings()).offered == {}
    [board] = await clock.posted()
    assert board.asks.splitlines()[-1].startswith(f"<@{GUEST}> **{name}**")
    with pytest.raises(Refused, match=pattern("claim.none")):
        await clock.seats.claim(caller(who), seat, int(game))


async def test_a_seat_is_not_offered_to_its_holder(clock: Clock) -> None:
    who = await clock.silent()
    [own] = (await clock.game()).seats_of(who)
    with pytest.raises(Refused, match=pattern("offer.self")):
        await clock.seats.offer(caller(who), None, who)
    with pytest.raises(Refused, match=pattern("claim.own")):
        await clock.seats.claim(caller(who), own)
    await clock.seats.offer(caller(who), None)
    await clock.posted()
    assert own not in [key for _, key in await clock.seats.list_claimable(caller(who))]
    assert own in [key for _, key in await clock.seats.list_claimable(caller(GUEST))]
    assert own not in [key for _, key in await clock.seats.list_votable(caller(who))]
    with pytest.raises(Refused, match=pattern("claim.none")):
        await clock.seats.claim(caller(who), None)
    await clock.seats.claim(caller(who), own)
    [told] = await clock.posted()
    assert says(told.text, "offer.withdrawn", user=who)
    with pytest.raises(Refused, match=pattern("claim.none")):
        await clock.seats.claim(caller(GUEST), own)


async def test_a_seat_given_to_one_person_is_for_that_person(clock: Clock) -> None:
    await clock.seats.offer(caller(NORTH), "north", SOUTH)
    [post] = await clock.posted()
    assert post.ping == (SOUTH,)
    with pytest.raises(Refused, match=pattern("claim.none")):
        await clock.seats.claim(caller(GUEST), "north")
    await clock.seats.claim(caller(SOUTH), "north")
    assert (await clock.game()).seats_of(SOUTH) == ("north", "south")


async def test_a_free_seat_is_claimed_too(clock: Clock) -> None:
    await clock.room.lobby.leave(caller(NORTH))
    await clock.seats.claim(caller(GUEST), None)
    assert (await clock.game()).seats_of(GUEST) == ("north",)


async def test_who_leaves_a_running_game_is_asked_first(clock: Clock) -> None:
    leaving = Leaving(clock.reminders, clock.room.lobby)
    asked = await leaving.leave(caller(NORTH))
    assert begins(asked.text, "leave.sure", seats="The North")
    assert (await clock.game()).seats_of(NORTH) == ("north",)
    assert [(button.verb, button.about, button.look) for button in asked.buttons] == [
        ("leave", f"{clock.id}:north", "plain"),
        ("own", str(clock.id), "main"),
    ]
    await clock.room.lobby.leave(caller(NORTH), "north", clock.id)
    assert (await clock.game()).seats_of(NORTH) == ()
    with pytest.raises(Refused, match=pattern("looks_on")):
        await leaving.leave(caller(NORTH))


async def test_who_resigns_leaves_the_seat_to_a_caretaker_and_to_anybody(store: Store) -> None:
    clock = await begin_of_three(store)
    leaving = Leaving(clock.reminders, clock.room.lobby)
    who = await clock.silent()
    seat = (await clock.game()).seats_of(who)[0]
    asked = await leaving.resign(caller(who))
    assert says(asked.text, "resign.sure")
    assert not says(asked.text, "resign.counts")
    assert [(button.verb, button.look) for button in asked.buttons] == [("resign", "plain"), ("own", "main")]
    assert (await clock.game()).seats_of(who) == (seat,)
    await leaving.resign(caller(who), seat, clock.id)
    assert (await clock.game()).status is Status.RUNNING
    [offer] = await clock.posted()
    assert begins(offer.text, "resign.told", user=who)
    assert [button.verb for button in offer.buttons] == ["claim"]
    assert says(offer.text, "offer.until"), "it says when the caretaker plays"
    settings = await clock.settings()
    assert (settings.caretakers, settings.offered, settings.resigned) == ({seat: 0}, {seat: 0}, {})
    clock.time += timedelta(hours=2)
    await clock.ring()
    assert says("\n".join(post.text for post in await clock.posted()), "caretaker.plays")


async def test_a_caretaker_plays_at_once_for_who_resigns_late(store: Store) -> None:
    clock = await begin_of_three(store)
    leaving = Leaving(clock.reminders, clock.room.lobby)
    who = await clock.silent()
    clock.time += timedelta(hours=5)
    await leaving.resign(caller(who), (await clock.game()).seats_of(who)[0], clock.id)
    offer = (await clock.posted())[-1]
    assert [button.verb for button in offer.buttons] == ["claim"]
    assert not says(offer.text, "offer.until"), "no time in the past"


@pytest.mark.parametrize("rated", [True, False])
async def test_who_resigns_a_game_of_two_has_lost_it(clock: Clock, *, rated: bool) -> None:
    clock.room.table.games = {toy.KEY: GAME}
    stored = await clock.game()
    settings = GameSettings.of(stored).with_(rated=rated).to_json()
    await clock.store.set_settings(stored, settings, act=NewAct(Kind.LOBBY, "rated", NORTH))
    leaving = Leaving(clock.reminders, clock.room.lobby)
    asked = (await leaving.resign(caller(NORTH))).text
    assert says(asked, "resign.loses")
    assert bool(says(asked, "resign.counts")) == rated
    await leaving.resign(caller(NORTH), "north", clock.id)
    told, *ranks = await clock.posted()
    assert len(ranks) == rated, "this delivery gives the roles of ranks"
    assert told.result_lines == 1
    assert begins(told.text, "resign.won", user=NORTH, other=SOUTH, winner="The South", seats="The North")
    assert [each.verb for each in told.buttons] == ["rematch", "result"]
    assert not says(told.text, "final.seed"), "it is behind the details"
    stored = await clock.game()
    assert stored.status is Status.ENDED
    details = (await History(clock.room.look).show_result(caller(), clock.id)).text
    assert says(details, "resign.result", winner="The South", seats="The North"), "they don't say who is next"
    found = read_result(GAME, stored)
    if rated:
        assert isinstance(found, Result)
        assert (dict(found.people), dict(found.places)) == (
            {"north": NORTH, "south": SOUTH},
            {"south": 0, "north": 1},
        )
    else:
        assert found is Uncounted.FRIENDLY


async def begin_of_three(store: Store, **options: str) -> Clock:
    """Start a game of three people in a game of more seats than two."""
    clock = Clock(store)
    clock.room.table.games = GAMES
    await clock.room.lobby.create(caller(), "vijayanagara")
    for user in (NORTH, SOUTH, GUEST):
        await clock.room.lobby.join(caller(user))
    for name, value in ({"pace": "daily", "rated": "off"} | options).items():
        await clock.room.options.set(caller(), name, value)
    await clock.room.lobby.start(caller())
    here = await store.find_in_channel(CHANNEL)
    assert here is not None
    clock.id = here.id
    await clock.posted()
    return clock


async def test_a_rated_game_of_more_counts_for_who_resigns(store: Store) -> None:
    clock = await begin_of_three(store, rated="on")
    here = await clock.game()
    [seat] = here.seats_of(GUEST)
    leaving = Leaving(clock.reminders, clock.room.lobby)
    assert says((await leaving.resign(caller(GUEST))).text, "resign.counts")
    await leaving.resign(caller(GUEST), seat, here.id)
    stored = await store.load(here.id)
    assert stored.status is Status.RUNNING
    settings = GameSettings.of(stored)
    assert settings.resigned == {seat: GUEST}
    assert seat in settings.caretakers
    assert counts_for_rating(GAMES["vijayanagara"], stored)
    kept = settings.with_(caretakers={**settings.caretakers, stored.seats[0].seat: 1})
    assert not counts_for_rating(GAMES["vijayanagara"], replace(stored, settings=kept.to_json()))


async def test_the_last_person_who_resigns_ends_the_game(clock: Clock) -> None:
    leaving = Leaving(clock.reminders, clock.room.lobby)
    await clock.room.lobby.leave(caller(NORTH))
    assert says((await leaving.resign(caller(SOUTH))).text, "resign.alone")
    await leaving.resign(caller(SOUTH), "south", clock.id)
    assert (await clock.game()).status is Status.DROPPED


async def test_acting_keeps_an_offered_seat(clock: Clock) -> None:
    who = await clock.silent()
    await clock.seats.offer(caller(who), None)
    await clock.room.choose("pass")
    assert (await clock.settings()).offered == {}
    with pytest.raises(Refused, match=pattern("claim.none")):
        await clock.seats.claim(caller(GUEST), None)


async def test_the_table_votes_when_the_time_is_over(clock: Clock) -> None:
    who = await clock.silent()
    other = clock.other(who)
    seat = (await clock.game()).seats_of(who)[0]
    with pytest.raises(Refused, match=pattern("vote.early")):
        await clock.seats.vote(caller(other), None)
    clock.time += timedelta(hours=25)
    for wrong in (GUEST, who):
        with pytest.raises(Refused, match=pattern("vote.not_you")):
            await clock.seats.vote(caller(wrong), None)
    with pytest.raises(Refused, match=pattern("vote.not_you")):
        await clock.seats.vote(caller(other), (await clock.game()).seats_of(other)[0])
    answer = await clock.seats.vote(caller(other), seat)
    assert says(answer.text, "vote.done", votes=1, needed=1)
    told, offer = await clock.posted()
    assert says(told.text, "vote.told", user=other)
    assert offer.buttons[0].verb == "claim"
    settings = await clock.settings()
    assert (settings.caretakers, settings.offered) == ({seat: 0}, {seat: 0})
    await clock.until_kept()
    await clock.seats.claim(caller(GUEST), seat)
    settings = await clock.settings()
    assert (settings.caretakers, settings.offered, settings.votes) == ({}, {}, {})


async def test_a_vote_waits_until_the_player_is_back(clock: Clock) -> None:
    who = await clock.silent()
    await clock.seats.go_away(caller(who), 3, stand_in=False)
    other = caller(clock.other(who))
    clock.time += timedelta(days=3, hours=23)
    with pytest.raises(Refused, match=pattern("vote.early")):
        await clock.seats.vote(other, None)
    clock.time += timedelta(hours=2)
    assert says((await clock.seats.vote(other, None)).text, "vote.done")


async def test_the_board_says_when_the_caretaker_plays(clock: Clock) -> None:
    who = await clock.silent()
    clock.time += timedelta(hours=25)
    await clock.seats.vote(caller(clock.other(who)), None)
    await clock.until_kept()
    while (await clock.silent()) != who:
        await clock.room.choose("pass")
    boards = [post.asks for post in await clock.posted() if post.asks]
    assert says(boards[-1], "asked.caretaker")
    assert not says(boards[-1], "asked.until")


async def test_a_seat_that_is_voted_free_waits_for_a_player(clock: Clock) -> None:
    who = await clock.silent()
    seat = (await clock.game()).seats_of(who)[0]
    clock.time += timedelta(hours=25)
    await clock.seats.vote(caller(clock.other(who)), None)
    _, offer = await clock.posted()
    until = clock.time + timedelta(hours=1)
    assert says(offer.text, "offer.until", until=f"<t:{int(until.timestamp())}:f>")
    [(_, at)] = await clock.rings()
    assert at == until
    await clock.seats.claim(caller(GUEST), seat)
    [board] = await clock.posted()
    assert phrase("seat.taken_over", user=GUEST, seat=TOY.name(seat), before=who) in board.text
    assert (board.ping, board.news) == ((), (who,)), "who takes the seat reads the question in the answer"
    assert f"<@{who}>" in board.push
    assert await clock.silent() == GUEST
    assert (await clock.settings()).opened_by_vote == {}


async def test_the_loser_of_a_seat_is_told_even_if_it_is_not_asked(clock: Clock) -> None:
    other = clock.other(await clock.silent())
    seat = (await clock.game()).seats_of(other)[0]
    await clock.seats.offer(caller(other), None)
    await clock.posted()
    await clock.seats.claim(caller(GUEST), seat)
    [post] = await clock.posted()
    assert (post.ping, post.news) == ((), (other,)), "`news` off stops this call"


async def test_a_caretaker_does_not_promise_a_seat_that_is_on_offer(clock: Clock) -> None:
    who = await clock.silent()
    clock.time += timedelta(hours=25)
    await clock.seats.vote(caller(clock.other(who)), None)
    await clock.posted()
    await clock.until_kept()
    text = (await clock.posted())[-1].text
    assert says(text, "caretaker.until_taken")
    assert not says(text, "caretaker.of")


async def test_most_of_the_table_is_needed(store: Store) -> None:
    clock = await Clock(store).begin("none")
    who = await clock.silent()
    other = clock.other(who)
    clock.time += timedelta(hours=25)
    await clock.seats.vote(caller(other), None)
    assert await clock.silent() == who
    await clock.posted()
    await clock.room.choose("pass")
    assert (await clock.settings()).caretakers == {}


async def test_away_and_back(clock: Clock) -> None:
    who = await clock.silent()
    answer = await clock.seats.go_away(caller(who), 5, False)
    assert says(answer.text, "away.done")
    assert says(answer.text, "away.there", channel=CHANNEL, text=phrase("away.waits"))
    [post] = await clock.posted()
    assert says(post.text, "away.told", user=who)
    assert post.text.endswith(phrase("away.waits")), "nobody plays"
    [(_, at)] = await clock.rings()
    assert at - clock.time == timedelta(days=5)
    welcome = await clock.seats.come_back(caller(who))
    assert f"<#{CHANNEL}>" in welcome.text
    [(call, at)] = await clock.rings()
    assert at - call.since == timedelta(hours=12)
    again = await clock.seats.come_back(caller(who))
    assert says(again.text, "back.nowhere")


async def test_away_with_a_caretaker_and_back(clock: Clock) -> None:
    who = await clock.silent()
    answer = await clock.seats.go_away(caller(who), 5, True)
    [post] = await clock.posted()
    assert says(post.text, "away.stand_in")
    assert says(answer.text, "away.stand_in"), "both say when a caretaker plays"
    begin = clock.time
    await clock.until_kept()
    assert clock.time - begin < timedelta(hours=2)
    await clock.posted()
    assert (await clock.settings()).caretakers != {}
    await clock.seats.come_back(caller(who))
    assert (await clock.settings()).caretakers == {}
    [post] = await clock.posted()
    assert says(post.text, "back.told")


async def test_who_comes_back_reads_who_has_the_seat_now(clock: Clock) -> None:
    who = await clock.silent()
    seat = (await clock.game()).seats_of(who)[0]
    clock.time += timedelta(hours=25)
    await clock.seats.vote(caller(clock.other(who)), seat)
    await clock.seats.claim(caller(GUEST), seat)
    back = await clock.seats.come_back(caller(who))
    assert says(back.text, "back.lost", holder=GUEST, seat=TOY.name(seat), channel=CHANNEL)
    again = await clock.seats.come_back(caller(who))
    assert says(again.text, "back.nowhere")


async def test_who_has_the_seat_again_reads_of_no_loss(clock: Clock) -> None:
    who = await clock.silent()
    seat = (await clock.game()).seats_of(who)[0]
    for taking, before in ((Seat(seat, 0, "bot", "easy"), who), (Seat(seat, who, "Asha"), 0)):
        act = NewAct(Kind.LOBBY, "claim", taking.user_id, seat)
        await clock.store.take_seat(clock.id, taking, act=act, instead_of=before)
    back = await clock.seats.come_back(caller(who))
    assert says(back.text, "back.nowhere")


async def test_by_commands_and_buttons(hall: Hall) -> None:
    await hall.begin()
    offered = await hall.asha.slash(hall.channel, "seat offer", seat="north")
    assert begins(said(offered), "offer.done")
    post = hall.last
    await hall.env.restart_bot(bot_of(hall.store))
    claimed = await hall.guest.click(post, label=phrase("button.claim", seat="The North"))
    assert claimed.ephemeral
    assert begins(said(claimed), "briefing", seat="The North")
    if hall.guest.mention in read(hall.last):
        assert "Pass" in labels(claimed)
    late = await hall.bala.slash(hall.channel, "seat claim", seat="north")
    assert says(said(late), "claim.none")
    given = await hall.guest.slash(hall.channel, "seat give", to=hall.asha)
    assert begins(said(given), "offer.done")
    await hall.asha.slash(hall.channel, "seat claim")
    seats = await hall.asha.autocomplete(hall.channel, "seat vote", "seat", "")
    assert [each["value"] for each in seats] == ["south"], "one's own is not on the list"
    early = await hall.asha.slash(hall.channel, "seat vote", seat="south")
    assert says(said(early), "vote.early") or says(said(early), "vote.not_asked")
    gone = await hall.bala.slash(hall.channel, "away", days=3)
    assert begins(said(gone), "away.done")
    back = await hall.bala.slash(hall.channel, "back")
    assert begins(said(back), "back.done")


async def test_a_reminder_is_posted_and_stopped_by_its_button(hall: Hall) -> None:
    await hall.begin()
    who, bot = hall.asked(), hall.env.bot
    assert isinstance(bot, Durbar)
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    since = find_waiting_since(stored)
    bot.services.deadlines.reminders.now = lambda: since + timedelta(hours=25)
    call = ReminderState(seat=bot.services.orders.service.load_seated(stored).asked, since=since)
    await hall.store.schedule(stored.id, NewDelivery(hall.channel.id, CALL, call.model_dump_json()))
    [delivery] = (await hall.store.claim_due())[0]
    assert await poster_of(hall).post(delivery) == hall.last.id
    assert who.mention in read(hall.last)
    assert says(read(hall.last), "call.since")
    posts = [body for method, path, body in requests(hall) if method == "POST" and path.endswith("/messages")]
    assert posts[-1]["allowed_mentions"] == {"parse": [], "users": [who.id]}
    hushed = await who.click(hall.last, label=phrase("button.hush"))
    assert begins(said(hushed), "call.hushed")


@pytest.mark.parametrize("name", ["pings", "quiet"])
async def test_who_wants_no_sound_hears_none(hall: Hall, name: str) -> None:
    await hall.begin()
    who, hour = hall.asked(), datetime.now(UTC).hour
    value = "off" if name == "pings" else f"{hour}-{(hour + 2) % 24}"  # quiet now, whenever this runs
    other = hall.bala if who is hall.asha else hall.asha
    await other.slash(hall.channel, "prefs", name=name, value=value)
    await who.slash(hall.channel, "pass")
    assert other.mention in read(hall.last)
    posts = [body for method, path, body in requests(hall) if method == "POST" and path.endswith("/messages")]
    assert posts[-1]["allowed_mentions"].get("users", []) == []
