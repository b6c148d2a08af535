"""Let people live on a simulated server: they look for games, sit down, play, follow, leave and return."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from random import Random

from bot.clubs.matching import ANY
from bot.clubs.seekers import FRIENDLY, GAME, PACE, PEOPLE, RATED, SEATS, TERMS
from bot.clubs.tables import Tables
from bot.engine.thinking import find_default_level
from bot.people.caller import Caller
from bot.plans.question_plans import list_asked_beside
from bot.replies.mark import shorten_key
from bot.replies.reply import Refused
from bot.seating.typed_names import ALL_SEATS
from bot.settings.game_settings import GameSettings
from db.records import NoGame, SeatTaken, Stale, Status, StoredGame
from lab.simulated.discord_stub import Discord
from lab.simulated.process import Process
from rules.errors import InputError

REFUSED = (InputError, Refused, NoGame, SeatTaken, Stale)  # errors whose text is the answer to the person
PACES = ("daily", "24h+4h", "live")  # the paces of tables that people open themselves
STEPS = 12  # the most clicks for one order
RESIGNS, FOLLOWS, GOES_AWAY, LEAVES, FILLS = 0.02, 0.08, 0.01, 0.006, 0.3  # probabilities of acts
AWAY = 1, 5  # the least and most days that a person stays away


@dataclass
class Person:
    """A person.

    Attributes:
        looks: the chance that they look into the server in a step of the simulation
        plays: the chance that they play in one of their games when they look in
    """

    id: int
    name: str
    looks: float
    plays: float
    absent_until: datetime | None = None


class Habits:
    """What people do when they look in.

    Attributes:
        wanted: the keys of the games that people want; a game that is wanted more is listed several times
        done: how often people did each thing
        open: whether people still look for new games
    """

    def __init__(
        self, there: Discord, guild: int, hall: int, rooms: list[int], wanted: list[str], draw: Random
    ) -> None:
        self.there, self.guild, self.hall, self.rooms = there, guild, hall, rooms
        self.wanted, self.draw = wanted, draw
        self.done, self.open = Counter[str](), True
        self._interactions = count(10_000)

    def call(self, person: Person, channel: int | None = None, *, manages: bool = False) -> Caller:
        """Return a person as the caller of a new interaction."""
        where = self.hall if channel is None else channel
        number = next(self._interactions)
        return Caller(person.id, person.name, where, self.guild, number, manages, manages_server=manages)

    async def look_in(self, person: Person, process: Process) -> None:
        """Let a person look in: they play some of their games, and perhaps do something else."""
        if person.absent_until is not None:
            await self._stay_away(person, process)
            return
        process.poster.members.see(self.guild, person.id)
        mine = await process.store.list_games_of(person.id)
        for stored in mine:
            if stored.status is Status.RUNNING and self.draw.random() < person.plays:
                await self._play(person, process, stored)
            elif stored.status is Status.LOBBY and self.draw.random() < FILLS:
                await self._fill(person, process, stored)
        chance = self.draw.random()
        if chance < LEAVES:
            self.there.members.discard(person.id)
            self.done["left the server"] += 1
            await self._be_absent(person)
        elif chance < LEAVES + GOES_AWAY:
            await process.services.seating.seats.go_away(self.call(person), 3, self.draw.random() < 0.5)
            self.done["went away"] += 1
            await self._be_absent(person)
        elif chance < LEAVES + GOES_AWAY + FOLLOWS:
            await self._follow(person, process)
        elif self.open and len(mine) < 6:
            await self.draw.choice((self._seek, self._seek, self._sit, self._open))(person, process)

    async def _be_absent(self, person: Person) -> None:
        person.absent_until = self.there.clock.time + timedelta(days=self.draw.uniform(*AWAY))

    async def _stay_away(self, person: Person, process: Process) -> None:
        """Let a person who went away come back, if they have been away long enough."""
        assert person.absent_until is not None, "the person is absent"
        if self.there.clock.time < person.absent_until:
            return
        self.there.members.add(person.id)
        await process.services.seating.seats.come_back(self.call(person))
        person.absent_until = None
        self.done["came back"] += 1

    async def _play(self, person: Person, process: Process, stored: StoredGame) -> None:
        """If the person is asked, give a random order, or sometimes resign."""
        services, by = process.services, self.call(person, stored.channel_id)
        at = services.orders.service.load_seated(stored)
        asked = {at.asked, *(ask.seat for ask in list_asked_beside(at))}
        if not asked & {*stored.seats_of(person.id)}:
            return
        if self.draw.random() < RESIGNS:
            await services.seating.leaving.resign(by, ALL_SEATS, stored.id)
            self.done["resigned"] += 1
            return
        panel = (await services.orders.service.question(by)).panel
        for _ in range(STEPS):
            if panel is None:
                return
            by = self.call(person, stored.channel_id)
            if panel.confirm:
                await services.orders.service.confirm(by, panel.mark, panel.signature)
                self.done["gave orders"] += 1
                return
            keys = [option.key for option in panel.options if not option.why_not]
            if not keys:
                return
            panel = (
                await services.orders.service.click(by, panel.mark, shorten_key(self.draw.choice(keys)))
            ).panel

    async def _fill(self, person: Person, process: Process, stored: StoredGame) -> None:
        """Give the free seats of the person's own table to bot players, after a day of waiting."""
        waited = self.there.clock.time - stored.created
        if stored.host_id == person.id and waited > timedelta(days=1):
            level = find_default_level(process.games[stored.game])
            await process.services.seating.seats.fill_with_bots(self.call(person, stored.channel_id), level)
            self.done["gave seats to bot players"] += 1

    async def _seek(self, person: Person, process: Process) -> None:
        terms = self.draw.choice((FRIENDLY, PEOPLE, RATED))
        entered = {GAME: self.draw.choice([*self.wanted, ANY]), SEATS: ANY, PACE: ANY, TERMS: terms}
        await process.services.clubs.seekers.submit(self.call(person), entered=entered)
        self.done["sought players"] += 1

    async def _open(self, person: Person, process: Process) -> None:
        """Open a table in a free channel, and sit down."""
        free = [each for each in self.rooms if await process.store.find_in_channel(each) is None]
        if not free:
            return
        channel, game = self.draw.choice(free), self.draw.choice(self.wanted)
        settings = GameSettings.for_new_table(pace=self.draw.choice(PACES))
        lobby = process.services.seating.lobby
        await lobby.create(self.call(person, channel), game, settings=settings)
        await lobby.join(self.call(person, channel))
        self.done["opened tables"] += 1

    async def _sit(self, person: Person, process: Process) -> None:
        """Sit down at a listed table with a free seat, or take over an offered seat."""
        tables = process.services.clubs.tables
        listed = await tables.show(self.call(person))
        sits = [each for each in listed.buttons if each.verb == Tables.choose_seat.call(0).verb]
        if not sits:
            return
        game_id = int(self.draw.choice(sits).about.partition(":")[0])
        reply = await tables.choose_seat(self.call(person), game_id)
        free = [each for each in reply.buttons if each.verb == Tables.sit.call(0, "").verb]
        if free:
            seat = self.draw.choice(free).about.partition(":")[2]
            await tables.sit(self.call(person), game_id, seat)
        self.done["sat down"] += 1

    async def _follow(self, person: Person, process: Process) -> None:
        seen = await process.services.clubs.tables.list_seen(self.call(person))
        running = [each for each in seen if each.status is Status.RUNNING]
        if running:
            await process.services.clubs.follows.toggle(self.call(person), str(self.draw.choice(running).id))
            self.done["followed a game"] += 1
