"""Knock-out and Swiss cups, and leagues with seasons: rounds, winners, divisions, people who come and go."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.competitions.form import BOTS, FORMAT, GAME, SIZE, TERMS
from bot.competitions.progress import BYE, advance, find_champions, list_exits, list_results, rank_division
from bot.competitions.results import How
from bot.competitions.standings_text import list_rows
from bot.competitions.terms import LEAGUE, Format, Terms
from bot.replies.reply import Refused
from bot.story.board_posts import format_time
from db.clubs.competition_records import Competition, Entrant, Stage
from db.store import Store
from tests.bot.competitions.hall import CHANNEL, HOST, Hall, Message
from tests.phrases import says


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall(store)


async def play_out(hall: Hall, number: int) -> Competition:
    """Play a cup until it is over."""
    draw = Random(7)
    for _ in range(40):
        await hall.play_all(draw)
        await hall.pass_days(1)
        if (await hall.load(number)).stage is Stage.OVER:
            break
    return await hall.load(number)


async def test_a_knock_out_has_one_winner(hall: Hall) -> None:
    cup = await hall.make({FORMAT: Format.KNOCK_OUT, SIZE: "5"})
    await hall.join(cup.id, 1, 2, 3, 4, 5)
    await hall.settle()
    cup = await hall.load(cup.id)
    assert len([each for each in cup.matches if each.how == BYE]) == 3
    assert len([each for each in cup.matches if not each.how]) == 2, "one game in each seat"
    cup = await play_out(hall, cup.id)
    assert cup.stage is Stage.OVER
    [winner] = find_champions(cup)
    assert list_exits(cup)[0] == (winner, 4)
    assert len(list_results(cup.matches)) == 2 * 4
    assert [each.called for each in hall.client.messages.values() if each.called] == [[winner]]
    page = await hall.service.show_standings(hall.caller(1), cup.id)
    assert page.text.index(f"<@{winner}>") < min(
        page.text.index(f"<@{user}>") for user in range(1, 6) if user != winner
    )


async def test_in_a_knock_out_whoever_meets_a_leaver_goes_on(hall: Hall) -> None:
    cup = await hall.make({FORMAT: Format.KNOCK_OUT})
    await hall.join(cup.id, 1, 2, 3, 4)
    await hall.settle()
    for user in (1, 2, 3):
        await hall.service.leave(hall.caller(user), cup.id, "yes")
    cup = await hall.load(cup.id)
    assert cup.stage is Stage.OVER
    assert find_champions(cup) == [4]
    await hall.settle()
    assert [each.called for each in hall.client.messages.values() if each.called] == [[4]]


async def test_nobody_meets_twice_in_a_swiss_cup(hall: Hall) -> None:
    cup = await hall.make({FORMAT: Format.SWISS, SIZE: "7"})
    await hall.join(cup.id, *range(1, 8))
    await hall.settle()
    cup = await play_out(hall, cup.id)
    assert cup.stage is Stage.OVER
    met = [frozenset(each.game.people) for each in list_results(cup.matches)]
    assert len(met) == len({*met}) == 4 * 3
    byes = [each.people[0] for each in cup.matches if each.how == BYE]
    assert len(byes) == len({*byes}) == 4
    assert all(each.played + each.byes == 4 for each in rank_division(cup, 1, 1))


async def test_results_that_rounds_were_built_on_stay(hall: Hall) -> None:
    cup = await hall.make({FORMAT: Format.SWISS})
    await hall.join(cup.id, 1, 2, 3, 4)
    await hall.settle()
    await hall.play_all(Random(1))
    await hall.service.look()
    host = hall.caller(HOST)
    with pytest.raises(Refused):
        await hall.service.set_result(host, cup.id, 1, "1 2", "too late")
    with pytest.raises(Refused):
        await hall.service.redo(host, cup.id, 1, "too late")
    await hall.service.redo(host, cup.id, 2, "in time")


async def test_a_bot_player_fills_up_a_large_swiss_cup(hall: Hall) -> None:
    cup = await hall.make({FORMAT: Format.SWISS, SIZE: "32", TERMS: BOTS}, starts=int(hall.time.timestamp()))
    people = tuple(Entrant(user, f"Person {user}", hall.time) for user in range(1, 26))
    begun = advance(replace(cup, entrants=people), hall.time)
    assert len(begun.entrants) == 26
    assert [len(each.people) for each in begun.matches] == [2] * 13


async def test_a_knock_out_promises_no_bot_players(hall: Hall) -> None:
    cup = await hall.make({FORMAT: Format.KNOCK_OUT, TERMS: BOTS})
    assert not Terms.of(cup).bots


async def test_only_games_of_two_have_rounds(hall: Hall) -> None:
    for format_ in (Format.SWISS, Format.KNOCK_OUT):
        with pytest.raises(Refused):
            await hall.make({GAME: "mela.3", FORMAT: format_})
    with pytest.raises(Refused):
        await hall.make({SIZE: "32"})


async def make_league(hall: Hall, people: int, days: int = 30) -> Competition:
    """Make a league in divisions of four that has begun."""
    starts = int((hall.time + timedelta(days=1)).timestamp())
    league = await hall.make({SIZE: "4"}, kind=LEAGUE, starts=starts, days=days)
    await hall.join(league.id, *range(1, people + 1))
    await hall.pass_days(1.1)
    return await hall.load(league.id)


def list_news(hall: Hall, league: Competition, after: int) -> list[Message]:
    """Return the posts in the channel of a league after a message, without its own post and its tables."""
    return [
        each
        for each in hall.client.messages.values()
        if each.id > after
        and each.channel == league.channel_id
        and not (each.view or each.id in hall.client.threads)
    ]


async def test_the_best_of_a_division_go_up(hall: Hall) -> None:
    league = await make_league(hall, 8)
    assert (league.stage, league.season) == (Stage.RUNNING, 1)
    first = {each.user_id: each.division for each in league.entrants}
    assert sorted(first.values()) == [1] * 4 + [2] * 4
    for _ in range(4):
        await hall.play_all(Random(3))
        await hall.pass_days(5)
    await hall.join(league.id, 9)
    assert (await hall.load(league.id)).find_entrant(9).division == 0  # type: ignore[union-attr]
    await hall.pass_days(12)
    league = await hall.load(league.id)
    assert league.season == 2
    standings = {division: rank_division(league, 1, division) for division in (1, 2)}
    second = {each.user_id: each.division for each in league.entrants}
    best, last = standings[2][0].person, standings[1][-1].person
    assert (first[best], second[best]) == (2, 1)
    assert (first[last], second[last]) == (1, 2)
    assert second[9] == 2, "newcomers begin at the bottom"
    calls = [each for each in hall.client.messages.values() if each.called]
    winners = [each.person for each in standings[1] if each.place == 1]
    assert [each.called for each in calls] == [winners]
    assert "<t:" in calls[0].text, "everybody reads the end of the season in their own time zone"
    assert calls[0].text.endswith("\n".join(list_rows(league, 1)))
    tables = [each.game_id for each in league.list_matches(2) if each.game_id is not None]
    threads = [(await hall.store.load(each)).channel_id for each in tables]
    assert calls[0].id < min(threads), "the end of a season is told before the next tables"


@pytest.mark.parametrize("played", [True, False])
async def test_a_league_that_its_host_ends_names_who_has_won(hall: Hall, *, played: bool) -> None:
    league = await make_league(hall, 4)
    if played:
        await hall.play_all(Random(3))
        await hall.pass_days(1)
    await hall.service.end(hall.caller(HOST), league.id, "holidays")
    await hall.settle()
    league = await hall.load(league.id)
    told = list(hall.client.messages.values())[-1]
    winners = [each.person for each in rank_division(league, 1, 1) if each.place == 1]
    assert told.called == (winners if played else [])
    assert says(told.text, "cup.season_won" if played else "cup.season_void", n=1, name=league.name)
    assert told.text.endswith("\n".join(list_rows(league, 1)))


async def test_a_season_ends_on_its_day(hall: Hall) -> None:
    league = await make_league(hall, 4)
    await hall.pass_days(29)
    assert (await hall.load(league.id)).season == 1
    await hall.pass_days(1)
    league = await hall.load(league.id)
    assert league.season == 2
    played = league.list_matches(1)
    assert {each.how for each in played} == {How.ADJUDICATED}
    running = await hall.list_running()
    assert len([each for each in league.list_matches(2) if each.game_id is not None]) == 6
    assert len(running) == 12, "the games of the first season may go on, and count no more"


async def test_a_league_with_too_few_people_waits_for_more(hall: Hall) -> None:
    league = await make_league(hall, 4)
    await hall.service.leave(hall.caller(1), league.id, "yes")
    await hall.settle()
    before = max(hall.client.messages)
    await hall.pass_days(31)
    league = await hall.load(league.id)
    assert (league.stage, league.season) == (Stage.OPEN, 1)
    [told] = list_news(hall, league, before)
    winners = [each.person for each in rank_division(league, 1, 1) if each.place == 1 and not each.withdrawn]
    assert told.called == winners, "the winner is told at once"
    assert told.text.endswith("\n".join(list_rows(league, 1)))
    starts = Terms.of(league).starts
    assert starts is not None
    assert format_time(starts) in told.text
    standings = await hall.service.show_standings(hall.caller(2), league.id)
    assert "\n".join(list_rows(league, 1)) in standings.text, "the standings stay while a league pauses"
    await hall.join(league.id, 5)
    await hall.pass_days(7)
    league = await hall.load(league.id)
    assert (league.stage, league.season) == (Stage.RUNNING, 2)
    first, second = list_news(hall, league, before)
    assert (first.id, second.called) == (told.id, []), "the end of a season is told once"
    end = Terms.of(league).find_season_end(2)
    assert end is not None
    assert format_time(end) in second.text
    assert {each.user_id for each in league.entrants if each.division} == {2, 3, 4, 5}
    await hall.pass_days(29)
    assert (await hall.load(league.id)).season == 2


async def test_whoever_comes_back_plays_again(hall: Hall) -> None:
    league = await make_league(hall, 5)
    await hall.service.leave(hall.caller(1), league.id, "yes")
    await hall.join(league.id, 1)
    entrant = (await hall.load(league.id)).find_entrant(1)
    assert entrant is not None
    assert not entrant.withdrawn
    await hall.pass_days(30)
    league = await hall.load(league.id)
    assert league.find_entrant(1).division == 1  # type: ignore[union-attr]


async def test_the_standings_of_a_league_are_written_once_a_day(hall: Hall) -> None:
    league = await make_league(hall, 4)
    edits = hall.client.edits
    for _ in range(4):
        for stored in (await hall.list_running())[:1]:
            await hall.play_all(Random(3), [each.id for each in await hall.list_running() if each != stored])
        await hall.pass_days(0.3)
    assert hall.client.edits - edits <= 2
    assert len([each for each in hall.client.messages.values() if "league" in each.text]) == 1
    assert league.channel_id == CHANNEL


async def test_a_league_starts_on_a_date_and_has_no_bot_players(hall: Hall) -> None:
    with pytest.raises(Refused):
        await hall.service.open(hall.caller(HOST), LEAGUE, None, None, None)
    with pytest.raises(Refused):
        await hall.make({TERMS: "bots"}, kind=LEAGUE, starts=1)
    form = await hall.service.open(hall.caller(HOST), LEAGUE, "Winter League", "2030-01-01", 60)
    assert FORMAT not in [field.key for field in form.fields]
