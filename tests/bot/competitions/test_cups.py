"""Cups: joining, tables, results and standings, the winner, and what happens when something goes wrong."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from random import Random

import pytest

from bot.competitions import service
from bot.competitions.form import BOTS, GAME, PACE, RATED, SIZE, TERMS
from bot.competitions.progress import BYE, VOID, list_results, rank_division
from bot.competitions.results import How
from bot.competitions.service import NEWS, TABLE
from bot.competitions.terms import CUP, LEAGUE, Terms
from bot.posting.clubs.competition_posts import NoThread
from bot.posting.outbox import NotYet
from bot.replies.reply import Refused
from bot.settings.game_settings import GameSettings
from db.clubs.competition_records import NO_PERSON, Stage
from db.records import Kind, NewAct, Status
from db.store import Store
from tests.bot.competitions.hall import CHANNEL, GUILD, HOST, MELA, Hall, play
from tests.bot.presses import press
from tests.phrases import phrase


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall(store)


async def test_a_cup_is_played_from_the_form_to_the_winner(hall: Hall) -> None:
    cup = await hall.make()
    await hall.settle()
    [post] = hall.client.messages.values()
    assert "Winter Cup" in post.text
    await hall.join(cup.id, 1, 2, 3)
    with pytest.raises(Refused):
        await hall.join(cup.id, 3)
    assert (await hall.load(cup.id)).stage is Stage.OPEN
    await hall.join(cup.id, 4)
    with pytest.raises(Refused):
        await hall.join(cup.id, 5)
    await hall.settle()
    draw, rounds = Random(1), 0
    while running := await hall.list_running():
        rounds += 1
        assert len(running) == 2
        for stored in running:
            assert stored.channel_id in hall.client.threads
            assert stored.host_id == HOST
        await hall.play_all(draw)
        await hall.pass_days(1)
    assert rounds == 6, "everybody meets everybody twice"
    cup = await hall.load(cup.id)
    assert cup.stage is Stage.OVER
    results = list_results(cup.matches)
    assert len(results) == 12
    seated = {(user, seat) for each in results for seat, user in enumerate(each.game.people)}
    assert len(seated) == 8
    calls = [each for each in hall.client.messages.values() if each.called and each.channel == CHANNEL]
    assert len(calls) == 1
    assert all(f"<@{user}>" in calls[0].text for user in calls[0].called)
    await hall.pass_days(1)
    assert len([each for each in hall.client.messages.values() if each.called]) == 1


async def test_byes_go_round_and_count_nothing(hall: Hall) -> None:
    cup = await hall.make({SIZE: "5"})
    await hall.join(cup.id, 1, 2, 3, 4, 5)
    cup = await hall.load(cup.id)
    assert sorted(each.people[0] for each in cup.matches if each.how == BYE) == [1, 2, 3, 4, 5]
    assert all(each.byes == 1 and not each.points for each in rank_division(cup, 1, 1))


async def test_a_person_plays_one_game_at_a_time(hall: Hall) -> None:
    cup = await hall.make({SIZE: "5"})
    await hall.join(cup.id, 1, 2, 3, 4, 5)
    await hall.settle()
    draw = Random(2)
    while running := await hall.list_running():
        busy = [seat.user_id for stored in running for seat in stored.seats]
        assert len(busy) == len({*busy})
        await play(hall.store, MELA, draw.choice(running), draw)
        await hall.pass_days(0.5)
    assert (await hall.load(cup.id)).stage is Stage.OVER


async def test_a_start_with_too_few_people_is_postponed(hall: Hall) -> None:
    starts = int((hall.time + timedelta(days=2)).timestamp())
    cup = await hall.make({SIZE: "8"}, starts=starts)
    await hall.join(cup.id, 1, 2)
    await hall.pass_days(3)
    assert (await hall.load(cup.id)).stage is Stage.OPEN
    await hall.join(cup.id, 3)
    await hall.pass_days(7)
    cup = await hall.load(cup.id)
    assert (cup.stage, len(cup.entrants)) == (Stage.RUNNING, 3)


async def test_bot_players_fill_up_where_the_cup_says_so(hall: Hall) -> None:
    cup = await hall.make({SIZE: "3", TERMS: BOTS})
    await hall.join(cup.id, 1, 2, 3)
    await hall.settle()
    cup = await hall.load(cup.id)
    assert [each.user_id for each in cup.entrants if each.user_id <= 0] == [NO_PERSON]
    [with_bot] = [each for each in await hall.list_running() if any(seat.level for seat in each.seats)]
    assert with_bot.status is Status.RUNNING


async def test_the_tables_are_as_the_cup_says(hall: Hall) -> None:
    cup = await hall.make({GAME: "mela.3", PACE: "weekly", TERMS: RATED})
    await hall.join(cup.id, 1, 2, 3, 4)
    await hall.settle()
    [stored] = await hall.list_running()
    settings = GameSettings.of(stored)
    assert (settings.pace, settings.rated, settings.hints, len(stored.seats)) == ("weekly", True, "off", 3)
    cup = await hall.load(cup.id)
    match = next(each for each in cup.matches if each.game_id == stored.id)
    assert [stored.seat(key).user_id for key in MELA.seats(MELA.Options(seats=3))] == [*match.people]  # type: ignore[union-attr]


@pytest.mark.parametrize("after", ["message", "thread", "table"])
async def test_a_kill_doubles_no_table(hall: Hall, monkeypatch: pytest.MonkeyPatch, after: str) -> None:
    cup = await hall.make({SIZE: "3"})
    await hall.join(cup.id, 1, 2, 3)
    table = await hall.reach(TABLE)

    async def die(*_: object, **__: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as broken:
        if after == "message":
            broken.setattr(hall.client, "start_thread_with_message", die)
        elif after == "thread":
            broken.setattr(hall.service, "lay_out", die)
        with suppress(RuntimeError):
            await hall.posts.post(table)
    await hall.deliver(table)  # it was not marked before
    await hall.settle()
    assert len(await hall.list_running()) == 1
    assert len(hall.client.threads) == 1
    here = [each for each in hall.client.messages.values() if each.channel == CHANNEL]
    assert len(here) == 2, "the post of the cup, and the message of the table"
    assert len([each for each in (await hall.load(cup.id)).matches if each.game_id is not None]) == 1


async def test_a_game_that_never_ends_is_decided_in_time(hall: Hall) -> None:
    cup = await hall.make({SIZE: "3"}, days=5)
    await hall.join(cup.id, 1, 2, 3)
    await hall.settle()
    [stored] = await hall.list_running()
    await hall.pass_days(4)
    assert not list_results((await hall.load(cup.id)).matches)
    await hall.pass_days(2)
    cup = await hall.load(cup.id)
    [decided] = [each for each in cup.matches if each.game_id == stored.id]
    assert decided.how == How.ADJUDICATED
    assert sum(map(Fraction, decided.points)) == 1
    assert (await hall.store.load(stored.id)).status is Status.RUNNING
    assert [each.text for each in hall.client.messages.values() if each.channel == stored.channel_id]
    await play(hall.store, MELA, await hall.store.load(stored.id), Random(1))
    await hall.pass_days(1)
    assert (await hall.load(cup.id)).find_match(decided.number) == decided


async def test_whoever_leaves_loses_what_is_open(hall: Hall) -> None:
    cup = await hall.make()
    await hall.join(cup.id, 1, 2, 3, 4)
    await hall.settle()
    assert (await hall.service.leave(hall.caller(2), cup.id)).buttons
    assert not (await hall.load(cup.id)).find_entrant(2).withdrawn  # type: ignore[union-attr]
    await hall.service.leave(hall.caller(2), cup.id, "yes")
    cup = await hall.load(cup.id)
    theirs = [each for each in list_results(cup.matches) if 2 in each.game.people]
    assert {each.how for each in theirs} == {How.RESIGNED}
    assert len(theirs) == 6
    assert rank_division(cup, 1, 1)[-1].person == 2
    with pytest.raises(Refused):
        await hall.service.leave(hall.caller(2), cup.id, "yes")
    await hall.settle()
    for _ in range(6):
        await hall.play_all(Random(4))
        await hall.pass_days(1)
    assert (await hall.load(cup.id)).stage is Stage.OVER


async def test_a_seat_that_was_left_comes_last(hall: Hall) -> None:
    cup = await hall.make({GAME: "mela.3", SIZE: "3"})
    await hall.join(cup.id, 1, 2, 3)
    await hall.settle()
    [stored] = await hall.list_running()
    left = stored.seats[1]
    await hall.store.leave_seat(
        stored.id, left.seat, left.user_id, act=NewAct(Kind.LOBBY, "leave", left.user_id)
    )
    await play(hall.store, MELA, await hall.store.load(stored.id), Random(3))
    await hall.service.look()
    cup = await hall.load(cup.id)
    [match] = [each for each in cup.matches if each.game_id == stored.id]
    assert match.how == How.RESIGNED
    assert match.points[match.people.index(left.user_id)] == "0"


@pytest.mark.parametrize("who", [1, 2, 3])
async def test_who_was_forgotten_comes_last_in_a_game_of_several(hall: Hall, who: int) -> None:
    cup = await hall.make({GAME: "mela.3", SIZE: "3"})
    await hall.join(cup.id, 1, 2, 3)
    await hall.settle()
    [stored] = await hall.list_running()
    [people] = [each.people for each in (await hall.load(cup.id)).matches if each.game_id == stored.id]
    await hall.store.forget(who)
    await play(hall.store, MELA, await hall.store.load(stored.id), Random(3))
    await hall.service.look()
    [match] = [each for each in (await hall.load(cup.id)).matches if each.game_id == stored.id]
    assert (match.how, match.points[people.index(who)]) == (How.RESIGNED, "0")


async def test_a_host_repairs(hall: Hall) -> None:
    cup = await hall.make()
    await hall.join(cup.id, 1, 2, 3, 4)
    await hall.settle()
    host, guest = hall.caller(HOST), hall.caller(1)
    for refused in (
        hall.service.withdraw(guest, cup.id, 2, "away"),
        hall.service.set_result(guest, cup.id, 1, "1 2", "agreed"),
        hall.service.redo(guest, cup.id, 1, "wrong"),
        hall.service.end(guest, cup.id, "enough"),
        hall.service.set_result(host, cup.id, 1, "1 2 3", "agreed"),
        hall.service.set_result(host, cup.id, 99, "1 2", "agreed"),
        hall.service.redo(host, cup.id, 99, "wrong"),
        hall.service.withdraw(host, cup.id, 99, "away"),
    ):
        with pytest.raises(Refused):
            await refused
    await hall.service.set_result(host, cup.id, 1, "2-1", "agreed")
    match = (await hall.load(cup.id)).find_match(1)
    assert match is not None
    assert (match.points, match.how, match.reason) == (("0", "1"), How.SET, "agreed")
    await hall.service.redo(host, cup.id, 1, "wrong seats")
    again = [each for each in (await hall.load(cup.id)).matches if each.round == 1 and each.how != VOID]
    assert [each.number for each in again] == [13, 14]
    assert again[0].people == match.people
    await hall.service.withdraw(host, cup.id, 4, "away")
    assert (await hall.load(cup.id)).find_entrant(4).withdrawn  # type: ignore[union-attr]
    await hall.settle()
    await hall.service.end(host, cup.id, "enough")
    assert (await hall.load(cup.id)).stage is Stage.OVER
    await hall.settle()
    lines = [each.line for each in await hall.store.competitions.list_log(cup.id)]
    assert len([line for line in lines if "agreed" in line or "wrong seats" in line or "away" in line]) == 3
    here = [each.text for each in hall.client.messages.values() if each.channel == CHANNEL]
    told = [text for text in here if "agreed" in text or "wrong seats" in text or "away" in text]
    assert len(told) == 3
    assert all(cup.name in text for text in told), "a channel can have several cups"
    [out] = [each for each in hall.client.messages.values() if "away" in each.text]
    assert out.called == [4]


async def test_two_processes_count_a_game_once(hall: Hall) -> None:
    cup = await hall.make({SIZE: "3"})
    await hall.join(cup.id, 1, 2, 3)
    await hall.settle()
    await hall.play_all(Random(1))
    other = Hall(hall.store)
    await asyncio.gather(hall.service.look(), other.service.look(), hall.service.look())
    assert len(list_results((await hall.load(cup.id)).matches)) == 1
    await hall.settle()
    assert len(await hall.list_running()) == 1


async def test_results_are_exported(hall: Hall) -> None:
    cup = await hall.make({SIZE: "3"})
    await hall.join(cup.id, 1, 2, 3)
    await hall.settle()
    await hall.play_all(Random(1))
    await hall.service.look()
    name, text = (await hall.service.export(hall.caller(1), cup.id, "csv")).file or ("", "")
    rows = [*csv.DictReader(io.StringIO(text))]
    assert name.endswith(".csv")
    assert {row["name"] for row in rows} == {"Person 1", "Person 2", "Person 3"}
    assert len([row for row in rows if row["how"] == How.PLAYED]) == 2
    name, text = (await hall.service.export(hall.caller(1), cup.id, "json")).file or ("", "")
    data = json.loads(text)
    assert name.endswith(".json")
    assert len(data["people"]) == len(data["standings"]) == 3
    assert [each["line"] for each in data["log"]] == ["made", "joined", "joined", "joined"]


async def test_pages_show_standings_and_games(hall: Hall) -> None:
    cup = await hall.make()
    assert f"<@{HOST}>" not in (await hall.service.show_standings(hall.caller(1), cup.id)).text
    with pytest.raises(Refused):
        await hall.service.show_results(hall.caller(1), cup.id)
    await hall.join(cup.id, 1, 2, 3, 4)
    await hall.settle()
    page = await hall.service.show_results(hall.caller(1), cup.id)
    [running, *_] = await hall.list_running()
    assert str(running.channel_id) in page.text
    standings = await hall.service.show_standings(hall.caller(1), cup.id)
    assert all(f"<@{user}>" in standings.text for user in (1, 2, 3, 4))
    assert (await hall.service.find(hall.caller(1), CUP, None)).id == cup.id
    assert (await hall.service.find(hall.caller(1), CUP, "winter")).id == cup.id
    with pytest.raises(Refused):
        await hall.service.find(hall.caller(1), LEAGUE, None)
    with pytest.raises(Refused):
        await hall.service.find(hall.caller(1), CUP, "summer")


async def test_results_open_at_the_last_match_that_has_begun(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "ON_A_PAGE", 2)
    cup = await hall.make()
    await hall.join(cup.id, 1, 2, 3, 4)
    begun = [each.number for each in (await hall.load(cup.id)).matches if each.due]
    page = await hall.service.show_results(hall.caller(1), cup.id)
    assert page.text.startswith(phrase("cup.results", name=cup.name, page=-(-max(begun) // 2), pages=6))
    last = await hall.service.show_results(hall.caller(1), cup.id, 6)
    assert last.text.startswith(phrase("cup.results", name=cup.name, page=6, pages=6))


async def test_without_threads_the_tables_wait_and_the_host_is_told(hall: Hall) -> None:
    cup = await hall.make({SIZE: "3"})
    await hall.join(cup.id, 1, 2, 3)
    hall.client.no_threads = True
    table = await hall.reach(TABLE)
    for _ in range(2):
        with pytest.raises(NotYet):
            await hall.posts.post(table)
        table = replace(table, error=repr(NoThread()))
    await hall.store.mark_sent(table.id, None)
    await hall.deliver(await hall.reach(NEWS))
    assert [each.called for each in hall.client.messages.values() if each.called] == [[HOST]]
    hall.client.no_threads = False
    await hall.posts.post(table)
    await hall.settle()
    assert len(await hall.list_running()) == 1


@pytest.mark.parametrize("kind", [CUP, LEAGUE])
async def test_the_form_keeps_the_start(hall: Hall, kind: str) -> None:
    form = await hall.service.open(hall.caller(HOST), kind, "Spring", "2030-01-01 18:00", None)
    entered = {field.key: field.options[0].key for field in form.fields}
    await press(hall.service, hall.caller(HOST), form.reads, entered=entered | {GAME: "mela.2"})
    [made] = await hall.store.competitions.list_of(GUILD)
    assert Terms.of(made).starts == datetime(2030, 1, 1, 18, tzinfo=UTC)


async def test_the_form_offers_what_can_be_played(hall: Hall) -> None:
    form = await hall.service.open(hall.caller(HOST), CUP, None, "2030-01-01 18:00", None)
    assert all(2 <= len(field.options) <= 25 for field in form.fields)
    for start in ("tomorrow", "2020-01-01", "2030-13-01"):
        with pytest.raises(Refused):
            await hall.service.open(hall.caller(HOST), CUP, None, start, None)
    with pytest.raises(Refused):
        await hall.service.open(replace(hall.caller(HOST), parent_id=1), CUP, None, None, None)
    without_threads = replace(hall.caller(HOST), find_lacks=lambda _, names: tuple(names))
    with pytest.raises(Refused):
        await hall.service.open(without_threads, CUP, None, None, None)
    for wrong in ({GAME: "chess.2"}, {SIZE: "2"}, {PACE: "x"}, {TERMS: ""}, {GAME: "mela.4", SIZE: "3"}):
        with pytest.raises(Refused):
            await hall.make(wrong)
    assert await hall.store.competitions.list_of(GUILD) == ()


async def test_a_forgotten_person_leaves_no_trace(hall: Hall) -> None:
    cup = await hall.make()
    await hall.join(cup.id, 1, 2, 3, 4)
    await hall.settle()
    await hall.store.forget(2)
    cup = await hall.load(cup.id)
    assert all(2 not in each.people for each in cup.matches)
    assert cup.find_entrant(2) is None
    await hall.service.look()
    for _ in range(6):
        await hall.pass_days(31)
    assert (await hall.load(cup.id)).stage is Stage.OVER
