"""Let all people of a server act: they look for players, sit down, decide, resign, leave and return.

New tables of the server open as posts of a forum, and the server has a notice board. Meanwhile the bot is
killed now and then. At the end the database is compared with the posts in the channels and with the
notifications that people got.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

from sqlalchemy import select

from bot.clubs.matching import ANY
from bot.clubs.seekers import FRIENDLY, GAME, PACE, PEOPLE, SEATS, TERMS
from bot.clubs.tables import Tables
from bot.discord_app.dev import start_sandbox
from bot.seating.leaving import Leaving
from bot.seating.lobby import Lobby
from bot.seating.table_form import NAME
from db.records import Status
from db.schema import acts, games, seats, seeks
from db.store import Store
from lab.bench.bots import Bots, free_port
from lab.bench.calls import judge_calls
from lab.bench.load import (
    Channels,
    Judged,
    Seen,
    give_order,
    is_over,
    judge,
    kill_bots,
    list_asked,
    list_controls,
    write_calls,
)
from lab.bench.rows import Row
from sandbox.driver import PATIENCE, Message, NoAnswer, NotAllowed, Player
from sandbox.world import GUILD_FORUM, NAMES, PUBLIC_THREAD

WANTED = ("aadu_huli", "taj_mahal", "rajas_of_the_ganges", "aadu_huli", "aadu_huli")  # what people look for
TOLD = 80  # at most this many characters of an error are shown
IDLE = 0.3, 1.5  # seconds that a person does nothing between two acts
RESIGNS = 0.01  # the probability that a person's next act is to resign a game
LEAVES = 0.005  # the probability that a person's next act is to leave the server
OWNER = NAMES[0].lower()
STARTS = Lobby.start.call(0).verb
SIT = Tables.choose_seat.call(0).verb
SIT_ON = Tables.sit.call(0, "").verb
CONFIRM = Leaving.resign.call("").verb


class Guest:
    """A person of the server, who does one thing after another. `done`: how often people did each thing."""

    def __init__(self, player: Player, channels: Channels, seen: Seen, done: Counter[str], hall: str) -> None:
        self.player, self.channels, self.seen, self.done, self.hall = player, channels, seen, done, hall
        self.chance = random.Random(player.who)
        self.answered = set[str]()  # the boards and cards on which this person has acted
        self.left = False

    async def live(self, until: float) -> None:
        """Act until a time of the monotonic clock."""
        while time.monotonic() < until:
            try:
                await self._act()
            except NoAnswer:
                self.seen.troubles["clicks that a killed or busy bot did not answer"] += 1
            except (NotAllowed, LookupError, TimeoutError) as error:
                self.seen.troubles[f"{type(error).__name__}: {error}"[:TOLD]] += 1
            await asyncio.sleep(self.chance.uniform(*IDLE))

    async def _act(self) -> None:
        if self.left:
            await self._move("join")
            return
        boards = [each for each in self.channels.asking.values() if self._is_asked(each)]
        ready = [each for each in self.channels.cards.values() if self._is_asked(each)]
        if ready:
            await self._start(ready[0])
        elif boards and self.chance.random() < RESIGNS:
            await self._resign(self.chance.choice(boards))
        elif self.player.who != OWNER and self.chance.random() < LEAVES:
            await self._move("leave")
        elif boards:
            await self._decide(self.chance.choice(boards))
        else:
            await self.chance.choice((self._seek, self._seek, self._sit, self._open))()

    def _is_asked(self, board: Message) -> bool:
        return board.id not in self.answered and self.player in list_asked(board, [self.player])

    async def _decide(self, board: Message) -> None:
        self.answered.add(board.id)
        if is_over(board) or not list_controls(board):
            return
        await give_order(self.player, board, self.chance, self.seen)
        self.seen.acts += 1

    async def _start(self, card: Message) -> None:
        """Start a full table at once, so that its game begins within the trial."""
        self.answered.add(card.id)
        start = next(each for each in card.buttons if each.custom_id.startswith(f"{STARTS}:"))
        await self.player.click(card, start.custom_id, silent=True)

    async def _resign(self, board: Message) -> None:
        self.answered.add(board.id)
        self.player.channel = board.channel
        sure = (await self.player.slash("game resign")).shown
        confirm = next((each for each in sure.buttons if each.custom_id.startswith(f"{CONFIRM}:")), None)
        if confirm is not None:
            await self.player.click(sure, confirm.custom_id)
            self.done["resigned"] += 1

    async def _move(self, what: str) -> None:
        """Leave the server, or join it again."""
        await self.player.control("conditions", {"do": what, "user": self.player.who})
        self.left = what == "leave"
        self.done[f"{what}s of the server"] += 1

    async def _seek(self) -> None:
        self.player.channel = self.hall
        form = (await self.player.slash("club seek")).modal
        terms = self.chance.choice((FRIENDLY, PEOPLE))
        chosen = {GAME: self.chance.choice(WANTED), SEATS: ANY, PACE: ANY, TERMS: terms}
        await self.player.submit(form, {**{key: [value] for key, value in chosen.items()}, NAME: ""})
        self.done["sought players"] += 1

    async def _open(self) -> None:
        self.player.channel = self.hall
        if self.chance.random() < 0.3:  # most people look for a table and don't open one
            await self.player.slash("game new", game=self.chance.choice(WANTED))
            self.done["opened tables"] += 1

    async def _sit(self) -> None:
        self.player.channel = self.hall
        tables = (await self.player.slash("tables")).shown
        sits = [each for each in tables.buttons if each.custom_id.startswith(f"{SIT}:")]
        if not sits:
            return
        reply = (await self.player.click(tables, self.chance.choice(sits).custom_id)).shown
        free = [each for each in reply.buttons if each.custom_id.startswith(f"{SIT_ON}:")]
        if free:
            await self.player.click(reply, self.chance.choice(free).custom_id)
        self.done["sat down"] += 1


@dataclass(frozen=True)
class Stock:
    """The numbers of things that the database has at the end."""

    tables: int
    started: int
    ended: int
    parties_left: int  # parties without a table
    seated_twice: int  # people who have two seats at a table that was made for a party


async def count_stock(database: str) -> Stock:
    """Return the numbers of tables, games, parties and people that the database has."""
    of_party = select(acts.c.game_id).where(acts.c.line == "party")
    held = select(seats.c.game_id, seats.c.user_id).where(seats.c.game_id.in_(of_party), seats.c.level == "")
    async with await Store.open(database) as store:
        run = store._database.run
        found = await run(lambda connection: connection.execute(select(games.c.status, games.c.turn)).all())
        left = await run(lambda c: c.execute(select(seeks.c.party).where(seeks.c.party != "")).all())
        people = Counter(map(tuple, await run(lambda connection: connection.execute(held).all())))
    return Stock(
        len(found),
        sum(row.turn > 0 for row in found),
        sum(row.status == Status.ENDED for row in found),
        len({row.party for row in left}),
        sum(often > 1 for often in people.values()),
    )


async def serve(
    address: str, database: str, bots: Bots, *, people: int, minutes: float, kills: int
) -> tuple[Seen, Counter[str], Judged, Stock]:
    """Let people live on a server. Return the observations, and the comparison at the end."""
    seen, done = Seen(), Counter[str]()
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player(address, name.lower())) for name in NAMES[:people]]
        owner, hall = players[0], "durbar-hall"
        await owner.wait_until_ready(PATIENCE, arrivals=bots.gateways - 1)
        await owner.control("limits", {"real": True})
        forum = await owner.new_forum("tables")
        await owner.slash("club home", channel=forum)
        notices = await owner.new_channel("notices")
        await owner.slash("club board", value="here")
        channels = Channels(owner)
        following = asyncio.create_task(channels.follow())
        end = time.monotonic() + minutes * 60
        killing = asyncio.create_task(kill_bots(bots, kills, seen, random.Random(people)))
        guests = [Guest(player, channels, seen, done, hall) for player in players]
        await asyncio.gather(*(guest.live(end) for guest in guests), killing)
        for guest in guests:
            if guest.left:
                await guest._move("join")
        state = await owner.control("state")
        seen.counted, seen.too_soon = Counter(state["counted"]), Counter(state["too_soon"])
        await judge(database, owner, [forum])  # wait until all games have their posts in the forum
        judged = await judge(database, owner, await _list_places(owner, notices))
        seen.calls = await judge_calls(database, players)
        following.cancel()
        seen.troubles["broke Discord's rules"] += len((await owner.control("state"))["violations"])
    return seen, done, judged, await count_stock(database)


async def _list_places(owner: Player, notices: str) -> list[str]:
    """Return the channels and threads in which games can be, without the channel of the notice board."""
    known = await owner.channels()
    return [
        each["id"]
        for each in known
        if each["id"] != notices and each["type"] in (0, GUILD_FORUM, PUBLIC_THREAD)
    ]


def rows(people: int = 30, minutes: float = 3.0, kills: int = 6) -> Iterator[Row]:
    """Yield all figures of one run, on the empty database of `DURBAR_DATABASE` or on a SQLite file."""
    with (
        tempfile.TemporaryDirectory(prefix="durbar-bench-") as folder,
        start_sandbox(free_port(), people=people) as (address, _),
    ):
        database = os.environ.get("DURBAR_DATABASE") or f"sqlite+aiosqlite:///{folder}/durbar.db"
        bots = Bots(address, database, 1)
        try:
            bots.start()
            work = serve(address, database, bots, people=people, minutes=minutes, kills=kills)
            seen, done, judged, stock = asyncio.run(work)
        finally:
            bots.close()
    what = f"server of {people} people"
    yield Row(f"{what}: kills", seen.kills, "")
    for name, often in sorted(done.items()):
        yield Row(f"{what}: {name}", often, "")
    yield Row(f"{what}: acts", seen.acts, "")
    yield Row(f"{what}: tables", stock.tables, "")
    yield Row(f"{what}: started games", stock.started, "")
    yield Row(f"{what}: finished games", stock.ended, "")
    yield Row(f"{what}: parties without a table", stock.parties_left, "")
    yield Row(f"{what}: people seated twice by a party", stock.seated_twice, "")
    yield from write_calls(what, seen)
    yield Row(f"{what}: requests that count", seen.counted.total() / (minutes * 60), "/s")
    yield Row(f"{what}: 429s received", seen.too_soon.total(), "")
    for trouble, often in seen.troubles.items():
        yield Row(f"{what}: {trouble}", often, "")
    yield Row(f"{what}: posts", judged.posts, "")
    yield Row(f"{what}: lost", judged.lost, "")
    yield Row(f"{what}: doubled", len(judged.doubled), "")
    for text in judged.doubled:
        yield Row(f"{what}: doubled: {' '.join(text.split())}", 1, "")
    for post in judged.waiting:
        yield Row(f"{what}: not posted: {post}", 1, "")
