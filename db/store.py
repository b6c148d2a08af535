"""The store: games, their entries, and what is still to be posted. It knows no game by name.

One call is one transaction. Whatever changes a game takes the act that does it and the posts it causes, keeps
all of it or nothing, and gives the game back as it is then. Datetimes are aware, in UTC.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextvars import copy_context
from datetime import datetime
from typing import Concatenate, Literal, ParamSpec, Protocol

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import IntegrityError

from db import notes, outbox, people, reading, writing
from db.address import KINDS
from db.copies import look
from db.database import Database, OneFile, Server
from db.learning.dailies import DailyPuzzles
from db.learning.lessons import Lessons
from db.operating.operated import OperatorStore
from db.records import (
    Act,
    ChannelTaken,
    Due,
    Idle,
    Kind,
    LostSeat,
    NewAct,
    NewDelivery,
    Note,
    Page,
    Point,
    Repeated,
    Seat,
    SeatTaken,
    Stale,
    Status,
    StoredGame,
    User,
)
from db.transaction import Transaction
from db.unusable import explained
from db.watch import Watch
from rules.kernel import Game

P = ParamSpec("P")


class Sender(Protocol):
    """What posts the deliveries of this process."""

    def room(self) -> int:
        """Return how many more it takes now."""

    def take(self, due: Due) -> None:
        """Post what was claimed for it."""

    def wake(self) -> None:
        """Claim what is due."""


class Store(OperatorStore):
    """An open database. Of what changes a game, any call may raise `Repeated`, `Stale` or `NoGame`."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.lessons, self.dailies = Lessons(database), DailyPuzzles(database)
        self._listeners: list[Callable[[StoredGame], None]] = []
        self._sender: Sender | None = None

    @classmethod
    async def open(cls, url: str, *, alone: bool = False, migrating: bool = True) -> Store:
        """Open `sqlite+aiosqlite:///path` or `postgresql+asyncpg://...`; makes the folder and the tables.

        `alone`: no other process may open a SQLite file so, and it is looked through first. Without
        `migrating` it must be there, with the tables of this version. Raises `ValueError` for other
        databases, `Unusable` for one that can't be used, with the reason.
        """
        parsed = _address(url)
        with explained(url):
            if parsed.get_backend_name() == "sqlite":
                return cls(await OneFile.open(parsed, alone=alone, migrating=migrating))
            return cls(await Server.open(parsed, migrating=migrating))

    @classmethod
    async def look(cls, url: str) -> Store:
        """Open a database only to read it: nothing in it changes, whatever version it is of.

        Raises as `open` does.
        """
        parsed = _address(url)
        with explained(url):
            return cls(await look(parsed))

    def listen(self, listener: Callable[[StoredGame], None]) -> None:
        """Call this with each game after its change."""
        self._listeners.append(listener)

    def send_by(self, sender: Sender) -> None:
        """Have this sender post what each change of a game causes, claimed in the same transaction."""
        self._sender = sender

    async def close(self) -> None:
        """Finish what is under way, and close."""
        await self._database.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Several processes

    @property
    def alone(self) -> bool:
        """True where no other process serves this database."""
        return not isinstance(self._database, Server)

    async def watch(self, told: Callable[[str], None]) -> Watch:
        """Hear what other processes do (see `db.watch`). Only where this one is not `alone`."""
        assert isinstance(self._database, Server), "one file has one process"
        return await Watch.open(self._database.engine, told)

    # Changing a game

    async def create_game(
        self,
        game: str,
        *,
        channel_id: int,
        guild_id: int | None,
        host_id: int,
        options: str = "{}",
        settings: str = "{}",
        seed: str = "",
        commitment: str = "",
        act: NewAct,
        deliveries: Sequence[NewDelivery] = (),
    ) -> StoredGame:
        """Open a lobby; `seed`: the secret of its dice, `commitment`: what is published of it.

        Raises `ChannelTaken`, with the game that the channel has in its lobby or running."""

        def work(connection: Connection, act: NewAct, posts: Sequence[NewDelivery]) -> StoredGame:
            return writing.create(
                connection,
                game,
                channel_id=channel_id,
                guild_id=guild_id,
                host_id=host_id,
                options=options,
                settings=settings,
                seed=seed,
                commitment=commitment,
                act=act,
                posts=posts,
            )

        try:
            return await self._change(act, work, act, deliveries)
        except IntegrityError:
            existing = await self.find_in_channel(channel_id)
            if existing is None:
                raise
            raise ChannelTaken(existing) from None

    async def take_seat(
        self,
        game_id: int,
        seat: Seat,
        *,
        act: NewAct,
        deliveries: Sequence[NewDelivery] = (),
        instead_of: int | None = None,
        settings: str | None = None,
    ) -> StoredGame:
        """Seat somebody, in the lobby or a running game: in a free seat, or in that of the user `instead_of`.

        Raises `SeatTaken` (with the holder) when somebody else has it, `Stale` when the game is over or the
        user `instead_of` has the seat no more. To take one's own seat again is fine. `settings`: these change
        with it.
        """
        return await self._change(
            act, writing.take_seat, game_id, seat, instead_of, settings, act, deliveries
        )

    async def leave_seat(
        self, game_id: int, seat: str, user_id: int, *, act: NewAct, deliveries: Sequence[NewDelivery] = ()
    ) -> StoredGame:
        """Free a seat. Raises `Stale` when it is not this person's, or the game is over."""
        return await self._change(act, writing.leave_seat, game_id, seat, user_id, act, deliveries)

    async def set_options(
        self, seen: StoredGame, options: str, *, act: NewAct, deliveries: Sequence[NewDelivery] = ()
    ) -> StoredGame:
        """Change the options (JSON text). Raises `Stale` outside the lobby."""
        return await self._change(act, writing.set_options, seen, options, act, deliveries)

    async def start_game(
        self,
        seen: StoredGame,
        after: Game,
        closed: Sequence[Game] = (),
        *,
        commitment: str,
        act: NewAct,
        deliveries: Sequence[NewDelivery] = (),
        result: str | None = None,
        settings: str | None = None,
    ) -> StoredGame:
        """From the lobby to the first question: `after` (with its seed) and `closed` as of `kernel.begin`.

        Raises `Stale` when anything has happened in the lobby since `seen`. `result`: it is over already.
        `settings`: these change with it.
        """
        return await self._change(
            act, writing.start, seen, (*closed, after), commitment, result, settings, act, deliveries
        )

    async def commit(
        self,
        seen: StoredGame,
        after: Game,
        closed: Sequence[Game] = (),
        *,
        act: NewAct,
        deliveries: Sequence[NewDelivery] = (),
        result: str | None = None,
        settings: str | None = None,
        notes: Sequence[Note] = (),
    ) -> StoredGame:
        """A move, from `seen.position` to what `kernel.submit` made of it: `after`, and what it `closed`.

        Raises `Stale` when anything has happened since `seen`, `ValueError` when this does not go on from
        there. `result`: the game is over with this move. `settings`, `notes`: these change with it.
        """
        return await self._change(
            act, writing.commit, seen, (*closed, after), result, settings, notes, act, deliveries
        )

    async def undo_to(
        self,
        seen: StoredGame,
        to: Game,
        *,
        act: NewAct,
        deliveries: Sequence[NewDelivery] = (),
        settings: str | None = None,
        notes: Sequence[Note] = (),
    ) -> StoredGame:
        """Undo a game back to `to`, as `kernel.undo` gives it.

        What came after it is struck, not deleted. `settings`, `notes`: these change with it.

        Raises `Stale` when anything has happened since `seen`, `ValueError` when the game was never at `to`.
        """
        return await self._change(act, writing.undo_to, seen, to, settings, notes, act, deliveries)

    async def end_game(
        self,
        seen: StoredGame,
        status: Literal[Status.ENDED, Status.DROPPED, Status.ADJOURNED],
        result: str,
        *,
        act: NewAct,
        deliveries: Sequence[NewDelivery] = (),
    ) -> StoredGame:
        """End or adjourn a game by hand. Raises `Stale` when it is over or anything happened since `seen`."""
        return await self._change(act, writing.end, seen, status, result, act, deliveries)

    async def set_settings(
        self, seen: StoredGame, settings: str, *, act: NewAct, deliveries: Sequence[NewDelivery] = ()
    ) -> StoredGame:
        """Change how the table plays (JSON text). Raises `Stale` when anything has happened since `seen`."""
        return await self._change(act, writing.set_settings, seen, settings, act, deliveries)

    async def move_game(
        self,
        seen: StoredGame,
        channel_id: int,
        guild_id: int | None,
        *,
        act: NewAct,
        deliveries: Sequence[NewDelivery] = (),
    ) -> StoredGame:
        """Bring a game to another channel, with what is due, or take one up again that was adjourned, in its
        own channel or another. Raises `ChannelTaken`, `Stale`."""
        try:
            return await self._change(act, writing.move_game, seen, channel_id, guild_id, act, deliveries)
        except IntegrityError:
            existing = await self.find_in_channel(channel_id)
            if existing is None:
                raise
            raise ChannelTaken(existing) from None

    async def record_act(
        self, game_id: int, *, act: NewAct, deliveries: Sequence[NewDelivery] = ()
    ) -> StoredGame:
        """Record an act that leaves the game as it is."""
        return await self._change(act, writing.record_act, game_id, act, deliveries)

    async def run_together(self, act: NewAct, work: Callable[[Transaction], StoredGame]) -> StoredGame:
        """Make several changes in one transaction, and return the game after them.

        `act`: the one that carries the interaction. `work` runs in the thread of the database, in the context
        of the caller: it must be short. Raises what the changes raise, and `ChannelTaken`.
        """
        opened: list[Transaction] = []

        def change(connection: Connection) -> StoredGame:
            opened.append(Transaction(connection))
            return context.run(work, opened[-1])

        context = copy_context()
        try:
            return await self._change(act, change)
        except IntegrityError:
            channel = opened[-1].channel_id
            existing = None if channel is None else await self.find_in_channel(channel)
            if existing is None:
                raise
            raise ChannelTaken(existing) from None

    async def set_message(
        self, game_id: int, which: Literal["panel", "pinned"], message_id: int | None
    ) -> None:
        """Remember the message that shows the game, or the pinned one. No act, so it makes nothing stale."""
        await self._database.run(outbox.set_message, game_id, which, message_id)

    async def _change(
        self,
        act: NewAct,
        work: Callable[Concatenate[Connection, P], StoredGame],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> StoredGame:
        """Run a change; where it is refused because this interaction has made it before, say so."""
        room = 0 if self._sender is None else self._sender.room()

        def change(connection: Connection) -> tuple[StoredGame, Due | None]:
            after = work(connection, *args, **kwargs)
            return after, outbox.claim_due(connection, room) if room else None

        try:
            after, due = await self._database.run(change)
        except (IntegrityError, SeatTaken, Stale):
            earlier = None if act.interaction_id is None else await self.find_act(act.interaction_id)
            if earlier is None:
                raise
            raise Repeated(earlier) from None
        if self._sender is not None and due is not None:
            self._sender.take(due)
        elif self._sender is not None:
            self._sender.wake()
        for listener in self._listeners:
            listener(after)
        return after

    # Reading

    async def load(self, game_id: int) -> StoredGame:
        """Return a game with its seats and its open turn. Raises `NoGame`."""
        return await self._database.read(reading.load, game_id)

    async def load_state_after_own_turn(self, game_id: int, turn: int, seat: str) -> str:
        """Return the state after the last turn before this one that a seat began, as a document.

        It is "" where that is long ago.
        """
        return await self._database.read(reading.load_state_after_own_turn, game_id, turn, seat)

    async def find_in_channel(self, channel_id: int, *, ended: bool = False) -> StoredGame | None:
        """Return the channel's game in its lobby or running.

        With `ended`, its last that is over or adjourned.
        """
        return await self._database.read(reading.find_in_channel, channel_id, ended)

    async def list_begun_in_channel(self, channel_id: int) -> tuple[StoredGame, ...]:
        """Return the channel's games that have begun, the newest of all first, 25 at most."""
        return await self._database.run(reading.list_begun_in_channel, channel_id)

    async def list_games_of(self, user_id: int) -> tuple[StoredGame, ...]:
        """Return the games in their lobby or running in which this person has a seat, oldest first."""
        return await self._database.run(reading.list_games_of, user_id)

    async def list_lost_seats(self, user_id: int) -> list[LostSeat]:
        """Return the seats taken from this person in running games, which they have not read yet."""
        return await self._database.run(reading.list_lost_seats, user_id)

    async def load_previous_turn(self, game_id: int) -> Game | None:
        """Return the turn closed last, whole; None in the first turn."""
        return await self._database.read(reading.load_previous_turn, game_id)

    async def load_history(self, game_id: int) -> tuple[Game, ...]:
        """Return every turn with its live entries, the open one last; nothing for a game in its lobby."""
        return await self._database.run(reading.load_history, game_id)

    async def load_turn_starts(self, game_id: int, first: int) -> tuple[Game, ...]:
        """Return the turns from the `first` on as they began, without what was entered in them."""
        return await self._database.run(reading.load_turn_starts, game_id, first)

    async def list_acts(self, game_id: int, page: int = 0, size: int = 20) -> Page:
        """What has been done, by pages: page 0 is the newest, the oldest act of a page stands first."""
        return await self._database.run(reading.list_acts, game_id, page, size)

    async def load_reasons(self, game_id: int) -> dict[Point, str]:
        """Return why bot players have ordered what still stands, by where each of these orders begins."""
        return await self._database.run(reading.load_reasons, game_id)

    async def find_act(self, interaction_id: int) -> Act | None:
        """Return what this interaction has done, if anything."""
        return await self._database.read(reading.find_act, interaction_id)

    async def find_last_act(
        self, game_id: int, kinds: Sequence[Kind], user_id: int | None = None
    ) -> Act | None:
        """Return the newest act of these kinds, of one person if `user_id` is given."""
        return await self._database.read(reading.find_last_act, game_id, kinds, user_id)

    async def find_point_after(self, game_id: int, serial: int) -> Point | None:
        """Return where the game stood after this act; None if nothing entered until then still stands."""
        return await self._database.read(reading.find_point_after, game_id, serial)

    async def list_ended_games(self, guild_id: int) -> tuple[StoredGame, ...]:
        """Return the games of a server that were played to their end, in the order of their ends."""
        return await self._database.run(reading.list_ended_games, guild_id)

    async def list_running(
        self, *, guild_id: int | None = None, without: str | None = None
    ) -> tuple[int, ...]:
        """Return the ids of running games: of one server.

        Those for which no delivery of the kind `without` waits, and that were not `set_quiet` since their
        last act.
        """
        return await self._database.run(reading.list_running, guild_id, without)

    async def list_adjourned(self, host_id: int, guild_id: int | None) -> tuple[StoredGame, ...]:
        """The adjourned games that this person has made, or that belong to this server; the newest first."""
        return await self._database.run(reading.list_adjourned, host_id, guild_id)

    async def list_idle(self, before: datetime, status: Status) -> tuple[Idle, ...]:
        """Return the games of this status in which no person has done anything since then."""
        return await self._database.run(reading.list_idle, before, status)

    async def list_with_bots(self, only: Collection[int] | None = None) -> tuple[tuple[int, int], ...]:
        """The running games in which bot players have seats, of these or of all, and the serial of
        each."""
        return await self._database.read(reading.list_with_bots, only)

    # What seats keep to themselves. No act, so it makes nothing stale

    async def load_notes(self, game_id: int) -> tuple[Note, ...]:
        """Return all notes of a game, in order of seat and name."""
        return await self._database.read(notes.load_notes, game_id)

    async def write_notes(self, game_id: int, *changed: Note) -> None:
        """Keep notes, each instead of the one of its seat and name; one without a text is thrown away."""
        await self._database.run(notes.write, game_id, changed)

    # People

    async def see_user(self, user_id: int, name: str) -> User:
        """Remember somebody, or bring their name up to date."""
        return await self._database.run(people.see, user_id, name)

    async def find_user(self, user_id: int) -> User | None:
        """Return a person who has been seen, or None."""
        return await self._database.read(people.find, user_id)

    async def set_preferences(self, user_id: int, preferences: str) -> None:
        """Keep the preferences (JSON text) of somebody who has been seen."""
        await self._database.run(people.set_preferences, user_id, preferences)


def _address(url: str) -> URL:
    parsed = make_url(url)
    if parsed.drivername not in KINDS:
        raise ValueError(f"“{parsed.drivername}” is neither {' nor '.join(KINDS)}.")
    return parsed
