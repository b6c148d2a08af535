"""The table of docs/reference/who-may.md, cell by cell.

A person who may is answered. A person who may not is refused, and nothing changes.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.analysis.hints import Analysis
from bot.deadlines.adjournment import Adjournment
from bot.engine.job_queue import JobQueue
from bot.hosting.repairs import Repairs
from bot.learning.daily_puzzle import PuzzleOfTheDay
from bot.orders.plans import Plans
from bot.orders.service import OrderService
from bot.orders.undo_requests import UndoRequests
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Refused
from bot.seating.leaving import Leaving
from bot.seating.lobby import Lobby
from bot.seating.seats import Seats
from bot.seating.table_settings import TableSettings
from bot.views.board import BoardViews
from bot.views.history import History
from db.learning.dailies import KIND
from db.records import Daily, Kind, NewAct, NewDelivery, Status
from db.store import Store
from tests.bot.callers import SEED, TOY, make_lessons, make_reminders, type_fast
from tests.kernel import toy
from tests.phrases import begins

DOC = Path(__file__).parents[3] / "docs/reference/who-may.md"
SPECTATOR, NORTH, SOUTH, HOST, MANAGER = 11, 12, 13, 14, 15
_channels, _interactions = itertools.count(1), itertools.count(500_000)
RECORD = f'durbar: 1\ngame: toy\ncommitment: {"0" * 64}\nseed: sealed\noptions: {{"cards": 2}}\n'


@dataclass
class Table4:
    """A channel with a game, and everything that can be done in it."""

    store: Store
    channel: int = 0
    game: int = 0

    def __post_init__(self) -> None:
        self.table = OrderService(self.store, {toy.KEY: TOY}, lambda: None)
        self.lobby, self.look = Lobby(self.table, lambda: SEED), BoardViews(self.table)
        self.reminders = make_reminders(self.table, PreferenceStore(self.store))
        self.host, self.seats = Repairs(self.reminders, self.look, self.lobby), Seats(self.reminders)
        self.plans, self.undo_requests = Plans(self.table), UndoRequests(self.table)
        self.options, self.history = TableSettings(self.reminders), History(self.look)
        self.adjourning = Adjournment(self.table, self.reminders.now)
        self.school, self.leaving = make_lessons(self.table), Leaving(self.reminders, self.lobby)
        self.daily = PuzzleOfTheDay(self.school, self.reminders.people, self.reminders.now)
        self.analysis = Analysis(self.table, JobQueue(unthought))

    def by(self, user: int) -> Caller:
        return Caller(user, f"user {user}", self.channel, 1, next(_interactions), user == MANAGER)

    async def lay(self, *, begun: bool, free: bool = False) -> Table4:
        """Create a game in a new channel, by a host who doesn't play.

        `free`: the second seat has a bot player, or nobody.
        """
        self.channel = next(_channels)
        await type_fast(self.store, NORTH, SOUTH)
        await self.lobby.create(self.by(HOST), toy.KEY)
        await self.lobby.join(self.by(NORTH), "north")
        if begun or not free:
            await self.lobby.join(self.by(SOUTH), "south")
        if begun:
            await self.lobby.start(self.by(HOST))
        stored = await self.store.find_in_channel(self.channel)
        assert stored is not None
        self.game = stored.id
        if begun:
            asked = self.table.load_seated(stored).asked
            holder = stored.seat(asked)
            assert holder is not None
            self.asked = holder.user_id
        return self


async def unthought(*_: object) -> object:
    raise AssertionError("the toy game has no bot players")


Deed = Callable[[Table4, Caller], Awaitable[object]]


async def elsewhere(at: Table4, by: Caller) -> Caller:
    return Caller(by.user_id, by.name, next(_channels), 1, by.interaction_id, by.manages)


async def undone(at: Table4, by: Caller) -> object:
    await at.table.order(at.by(at.asked), "pass")
    return await at.undo_requests.undo(by)


async def bring(at: Table4, by: Caller) -> object:
    return await at.host.bring(await elsewhere(at, by), at.game)


async def resumed(at: Table4, by: Caller) -> object:
    stored = await at.store.load(at.game)
    await at.store.end_game(stored, Status.ADJOURNED, "", act=NewAct(Kind.ADJOURN, "adjourned", 0))
    return await at.adjourning.resume(by, at.game)


async def new(at: Table4, by: Caller) -> object:
    return await at.lobby.create(await elsewhere(at, by), toy.KEY)


async def brought_in(at: Table4, by: Caller) -> object:
    return await at.host.import_(await elsewhere(at, by), RECORD)


async def stopped(at: Table4, by: Caller) -> object:
    daily = Daily(at.channel, HOST, toy.KEY, 18, "UTC", "en")
    await at.store.dailies.set(daily, NewDelivery(at.channel, KIND, "", at.reminders.now()))
    return await at.daily.stop(by)


def offering(to: int, claim: Callable[[Table4, Caller], Awaitable[object]]) -> Deed:
    """Return the deed of claiming a seat that was offered to one person, or to anybody (0)."""

    async def deed(at: Table4, by: Caller) -> object:
        await at.seats.offer(at.by(NORTH + SOUTH - at.asked), None, to)
        return await claim(at, by)

    return deed


LOBBY: dict[str, list[Deed]] = {
    "`/game new` in a free channel": [new],
    "`/game join` a free seat": [lambda at, by: at.lobby.join(by, "south")],
    "`/game options` before the game": [lambda at, by: at.options.set(by, "cards", "4")],
    "`/seat bot` for a free seat": [lambda at, by: at.seats.seat_bot(by, "south", None)],
}
FULL: dict[str, list[Deed]] = {
    "`/game start`": [lambda at, by: at.lobby.start(by)],
    "`/game leave` another's seat, before the game": [lambda at, by: at.lobby.leave(by, "south")],
}
BEGUN: dict[str, list[Deed]] = {
    "`/game options` of the table, while it runs": [lambda at, by: at.options.set(by, "pace", "live")],
    "`/game end`": [lambda at, by: at.lobby.end(by), lambda at, by: at.lobby.end(by, at.game)],
    "`/game leave`, `/game resign`, `/game finish` one's seat": [
        lambda at, by: at.leaving.leave(by),
        lambda at, by: at.lobby.leave(by, None, at.game),
        lambda at, by: at.leaving.resign(by),
        lambda at, by: at.leaving.resign(by, None, at.game),
    ],
    "`/do` the open question": [lambda at, by: at.table.order(by, "pass")],
    "`/undo` one's own order": [undone],
    "`/plan`": [
        lambda at, by: at.plans.plan(by, "turn", "pass"),
        lambda at, by: at.plans.plan(by),
    ],
    "`/seat offer`, `/seat give` one's seat": [
        lambda at, by: at.seats.offer(by, None),
        lambda at, by: at.seats.offer(by, None, SPECTATOR),
    ],
    "`/seat vote`": [lambda at, by: at.seats.vote(by, None)],
    "`/seat claim` a seat that is offered to all": [offering(0, lambda at, by: at.seats.claim(by, None))],
    "`/seat claim` a seat that is held, or offered to somebody else": [
        offering(77, lambda at, by: at.seats.claim(by, None)),
        offering(77, lambda at, by: at.seats.claim(by, "north")),
        offering(77, lambda at, by: at.seats.claim(by, "south", at.game)),
    ],
    "`/host rewind`, `without`, `position`": [
        lambda at, by: at.host.rewind(by, 1),
        lambda at, by: at.host.leave_out(by, "1.0"),
        lambda at, by: at.host.set_position(by, "gold: {north: 9}"),
    ],
    "`/host seat`, `pause`, `resume`, `extend`": [
        lambda at, by: at.host.seat(by, "north", 77, "Dev"),
        lambda at, by: at.host.pause(by, True),
        lambda at, by: at.host.pause(by, False),
        lambda at, by: at.host.extend(by, 2),
    ],
    "`/host export` the position": [lambda at, by: at.host.export(by, "position")],
    "`/host puzzle`, one a day": [
        lambda at, by: at.daily.set(by, toy.KEY, 18),
        stopped,
    ],
    "`/host archive`": [lambda at, by: at.host.archive(by)],
    "`/host bring` a game elsewhere": [bring],
    "**Play on**, before a game is adjourned": [lambda at, by: at.adjourning.play_on(by, at.game)],
    "resume an adjourned game": [resumed],
    "`/host import` into a free channel": [brought_in],
    "`/board`, `/log`, `/since`, `/record`, `/rules`": [
        lambda at, by: at.look.show_board(by),
        lambda at, by: at.history.log(by, 1),
        lambda at, by: at.history.since(by),
        lambda at, by: at.look.send_record(by),
        lambda at, by: at.look.show_rule(by, "1"),
    ],
    "`/index`": [lambda at, by: at.history.index(by)],
    "`/hint` for the open question": [lambda at, by: at.analysis.hint(by)],
    "`/review`": [lambda at, by: at.analysis.review(by)],
    "`/puzzle`": [lambda at, by: at.school.puzzle(by)],
}
WAITING = ("`/plan`", "`/seat vote`")  # for who has a seat and is not asked
# Refusals that say: not you. Another refusal is about the game.
NOT_YOU = (
    "adjourn.not_you agreed.host claim.none claim.own end.not_host host.not_you"
    " lobby.not_seated looks_on no_seat options.not_seated seat.none vote.not_you"
).split()


def turned_away(refused: str) -> bool:
    """Return whether a refusal means that this person may not do it."""
    return any(begins(refused, key) for key in NOT_YOU)


def table() -> Iterator[tuple[str, list[bool]]]:
    """Yield the rows of the document."""
    for row in re.findall(r"^\| (.+?) \|((?: (?:yes|no) \|){4})$", DOC.read_text(encoding="utf-8"), re.M):
        yield row[0], [word == "yes" for word in re.findall("yes|no", row[1])]


def test_the_document_and_the_deeds_are_the_same() -> None:
    assert {deed for deed, _ in table()} == {*LOBBY, *FULL, *BEGUN}


@pytest.mark.parametrize(
    ("deed", "may"), list(table()), ids=lambda value: value if isinstance(value, str) else ""
)
async def test_who_may(store: Store, deed: str, may: list[bool]) -> None:
    begun, free = deed in BEGUN, deed in LOBBY
    for each in (LOBBY | FULL | BEGUN)[deed]:
        for user, allowed in zip((SPECTATOR, 0, HOST, MANAGER), may, strict=True):
            at = await Table4(store).lay(begun=begun, free=free)
            seated = NORTH if not begun else NORTH + SOUTH - at.asked if deed in WAITING else at.asked
            by = at.by(user or seated)
            before = await store.load(at.game)
            try:
                await each(at, by)
                refused = ""
            except Refused as error:
                refused = str(error)
            if allowed:
                assert not turned_away(refused), (deed, user, refused)
            else:
                assert turned_away(refused), (deed, user, refused)
                after = await store.load(at.game)
                assert (after.serial - before.serial, after.seats) == (
                    deed.startswith(("`/undo", "resume an", "`/seat claim")),  # what somebody else did before
                    before.seats,
                )
