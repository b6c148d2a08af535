"""A cup of 16 and a league of three seasons, played by automatic seats over kills and restarts.

Both are played on SQLite and on PostgreSQL. An odd number of people, two who leave, and a game that never
ends are among them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from fractions import Fraction
from random import Random

from bot.competitions.form import FORMAT, SIZE
from bot.competitions.progress import BYE, find_champions, list_results, rank_division
from bot.competitions.results import How
from bot.competitions.service import NEWS
from bot.competitions.terms import LEAGUE, Format
from db.clubs.competition_records import Competition, Stage
from db.store import Store
from tests.bot.competitions.hall import CHANNEL, MELA, Hall, Killed

KILLS = 0.15  # of the deliveries after which the bot is killed before it marks them
GAMES = {MELA.KEY: MELA}


class Restarting:
    """A bot that is killed now and then, and started again on the same database."""

    def __init__(self, url: str, store: Store) -> None:
        self.url, self.store, self.hall = url, store, Hall(store)
        self.draw, self.kills = Random(url.partition(":")[0]), 0
        self.hall.dies = lambda: self.draw.random() < KILLS

    async def restart(self) -> None:
        """Start the bot anew, as after a kill: its claims are released."""
        await self.store.close()
        self.store = await Store.open(self.url)
        await self.store.release_deliveries(None, ())
        self.hall.start(self.store, GAMES)

    async def go_on(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work; whenever the bot is killed, start it again and finish what was due."""
        try:
            await work()
        except Killed:
            self.kills += 1
            await self.restart()
            await self.go_on(self.hall.settle)

    async def pass_days(self, days: float) -> None:
        """Let time pass, over restarts."""
        await self.go_on(lambda: self.hall.pass_days(days))
        await self.restart()


async def find_endless(hall: Hall, leavers: set[int]) -> int:
    """Return a game that is never played; nobody of it leaves."""
    running = await hall.list_running()
    return next(each.id for each in running if not leavers & {seat.user_id for seat in each.seats})


def check_once(hall: Hall, of: Competition) -> None:
    """Check that nothing was posted, opened or counted twice."""
    tables = [each.game_id for each in of.matches if each.game_id is not None]
    assert len(tables) == len({*tables}) == len(hall.client.threads)
    here = [each.text for each in hall.client.messages.values() if each.channel == CHANNEL]
    assert len(here) == len({*here})
    assert all(sum(each.points) in (0, 1) for each in list_results(of.matches))


async def test_a_cup_of_16_over_restarts(url: str) -> None:
    bot = Restarting(url, await Store.open(url))
    cup = await bot.hall.make({FORMAT: Format.SWISS, SIZE: "16"}, days=9)
    await bot.hall.join(cup.id, *range(1, 17))
    await bot.go_on(bot.hall.settle)
    endless = await find_endless(bot.hall, {5, 9})
    for step in range(12):
        if step == 2:
            await bot.hall.service.leave(bot.hall.caller(5), cup.id, "yes")
        if step == 5:
            await bot.hall.service.leave(bot.hall.caller(9), cup.id, "yes")
        await bot.hall.play_all(bot.draw, [endless])
        await bot.pass_days(3)
    cup = await bot.hall.load(cup.id)
    assert cup.stage is Stage.OVER
    assert bot.kills
    assert len({each.round for each in cup.matches}) == 4
    assert [each.how for each in cup.matches if each.game_id == endless] == [How.ADJUDICATED]
    assert any(each.how == BYE for each in cup.matches), "an odd number is left"
    met = Counter(frozenset(each.game.people) for each in list_results(cup.matches))
    assert set(met.values()) == {1}
    ranked = rank_division(cup, 1, 1)
    assert {each.person for each in ranked if each.withdrawn} == {5, 9}
    called = [each.called for each in bot.hall.client.messages.values() if each.called]
    assert called == [find_champions(cup)]
    check_once(bot.hall, cup)
    await bot.store.close()


async def test_a_league_of_three_seasons_over_restarts(url: str) -> None:
    bot = Restarting(url, await Store.open(url))
    starts = int((bot.hall.time + timedelta(days=1)).timestamp())
    league = await bot.hall.make({SIZE: "4"}, kind=LEAGUE, starts=starts, days=20)
    await bot.hall.join(league.id, *range(1, 10))
    await bot.pass_days(1.5)
    endless = await find_endless(bot.hall, {3, 7})
    leavers = {(1, 1): 3, (2, 1): 7}
    for season in (1, 2, 3):
        assert (await bot.hall.load(league.id)).season == season
        for step in range(4):
            if leaver := leavers.get((season, step)):
                await bot.hall.service.leave(bot.hall.caller(leaver), league.id, "yes")
            if (season, step) == (1, 2):
                await bot.hall.join(league.id, 10)
            await bot.hall.play_all(bot.draw, [endless])
            await bot.pass_days(5)
    league = await bot.hall.load(league.id)
    assert (league.stage, league.season) == (Stage.RUNNING, 4)
    assert bot.kills
    [never] = [each for each in league.matches if each.game_id == endless]
    assert (never.season, never.how, sum(map(Fraction, never.points))) == (1, How.ADJUDICATED, 1)
    seasons = [{user for each in league.list_matches(n) for user in each.people} for n in (1, 2, 3)]
    assert seasons == [{*range(1, 10)}, {1, 2, *range(4, 11)}, {1, 2, 4, 5, 6, 8, 9, 10}]
    assert all(each.how for each in league.matches if each.season < 4)
    called = [each.called for each in bot.hall.client.messages.values() if each.called]
    winners = [[e.person for e in rank_division(league, n, 1) if e.place == 1] for n in (1, 2, 3)]
    assert called == winners
    check_once(bot.hall, league)
    assert NEWS not in [each.kind for each in bot.hall.other]
    await bot.store.close()
