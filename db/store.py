"""Define the store of games, deliveries and all other records. Its code is the same for all games.

One call is one transaction. Each change of a game stores the change, its act and its posts together, and
returns the changed game. Datetimes are in UTC with a time zone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextvars import copy_context
from datetime import datetime
from typing import Concatenate, Literal, ParamSpec, Protocol

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import IntegrityError

from db import notes, people, reading, writing
from db.clubs.competitions import Competitions
from db.clubs.homes import Homes
from db.clubs.notice_boards import NoticeBoards
from db.clubs.polls import Polls
from db.clubs.ranks import Ranks
from db.clubs.seeks import Seeks
from db.clubs.server_pages import ServerPages
from db.clubs.shows import Shows
from db.connection.address import KINDS
from db.connection.database import Database, OneFile, Server
from db.connection.transaction import Transaction
from db.connection.unusable import explain_errors
from db.connection.watch import Watch
from db.follows import Follows
from db.learning.dailies import DailyPuzzles
from db.learning.lessons import Lessons
from db.notebooks import Notebooks
from db.operating.copies import look
from db.operating.operated import OperatorStore
from db.records import (
    Act,
    ChannelTaken,
    Due,
    EndedGame,
    Idle,
    Kind,
    LostSeat,
    Names,
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
    offer_no_names,
)
from db.sending import outbox
from db.sending.webhooks import Webhooks
from rules.kernel import Game

P = ParamSpec("P")


class Sender(Protocol):
    """Posts the deliveries of this process. The outbox is the only sender."""

    def room(self) -> int:
        """Return how many deliveries the sender can take now."""

    def take(self, due: Due) -> None:
        """Post these claimed deliveries."""

    def wake(self) -> None:
        """Claim the due deliveries, and post them."""


class Store(OperatorStore):
    """An open database. A call that changes a game may raise `Repeated`, `Stale` or `NoGame`."""

    def __init__(self, database: Database, *, hooked: bool = False) -> None:
        super().__init__(database)
        self.lessons, self.dailies = Lessons(database), DailyPuzzles(database)
        self.server_pages, self.webhooks = ServerPages(database), Webhooks(database, on=hooked)
        self.notice_boards, self.seeks = NoticeBoards(database), Seeks(database)
        self.follows, self.notebooks = Follows(database), Notebooks(database)
        self.shows, self.polls = Shows(database), Polls(database)
        self.ranks = Ranks(database)
        self.competitions = Competitions(database)
        self.homes = Homes(database)
        self._listeners: list[Callable[[StoredGame], None]] = []
        self._sender: Sender | None = None

    @classmethod
    async def open(
        cls, url: str, *, locking: bool = False, migrating: bool = True, hooked: bool = False
    ) -> Store:
        """Open a database, and create its folder and tables if they are missing.

        Args:
            url: `sqlite+aiosqlite:///path` or `postgresql+asyncpg://...`
            locking: whether to lock a SQLite file against other bots, and to check it for damage
            migrating: whether to migrate the tables to this version; if False, they must be of this version
            hooked: whether acts store events for webhooks; it must be the same in all processes

        Raises:
            ValueError: The database is of another kind.
            Unusable: The database can't be used. The text says why.
        """
        parsed = _parse_address(url)
        with explain_errors(url):
            if parsed.get_backend_name() == "sqlite":
                return cls(await OneFile.open(parsed, locking=locking, migrating=migrating), hooked=hooked)
            return cls(await Server.open(parsed, migrating=migrating), hooked=hooked)

    @classmethod
    async def look(cls, url: str) -> Store:
        """Open a database of this or an older version for reading only. Raises the errors of `open`."""
        parsed = _parse_address(url)
        with explain_errors(url):
            return cls(await look(parsed))

    def listen(self, listener: Callable[[StoredGame], None]) -> None:
        """Register a function that the store calls with a game after each change of the game."""
        self._listeners.append(listener)

    def send_by(self, sender: Sender) -> None:
        """Register the sender of deliveries. If the sender has room, each change claims deliveries for it."""
        self._sender = sender

    async def close(self) -> None:
        """Finish the transactions in progress, and close the database."""
        await self._database.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Several processes

    @property
    def alone(self) -> bool:
        """Return whether the database is SQLite, and not a server that several processes can share."""
        return not isinstance(self._database, Server)

    async def watch(self, told: Callable[[str], None]) -> Watch:
        """Listen to the other processes (`db.connection.watch`). Not possible if the store is `alone`."""
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
        names: Names = offer_no_names,
        act: NewAct,
        deliveries: Sequence[NewDelivery] = (),
    ) -> StoredGame:
        """Create a game in its lobby. Raises `ChannelTaken` if the channel has a game in lobby or running.

        `seed` is the secret seed of its dice, `commitment` the seed's published hash. The table gets the
        first of `names` that no open table of the server has. Raises `NameTaken` if there is none.
        """

        def create(changes: Transaction) -> StoredGame:
            return changes.create_game(
                game,
                channel_id=channel_id,
                guild_id=guild_id,
                host_id=host_id,
                options=options,
                settings=settings,
                seed=seed,
                commitment=commitment,
                names=names,
                act=act,
                deliveries=deliveries,
            )

        return await self.run_together(act, create)

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
        """Give a seat to a person or bot player, in a lobby or a running game.

        Args:
            game_id: the id of the game
            seat: the seat with its new holder; the holder may be the same as before
            act: the act to record
            deliveries: the posts that the act causes
            instead_of: the user who may be replaced; None if the seat must be free
            settings: the new settings of the game, as JSON text; None to keep the present ones

        Raises:
            SeatTaken: The seat has a holder who is neither the new holder nor `instead_of`.
            Stale: The game is over or adjourned, or `instead_of` no longer has the seat.
        """
        return await self._change(
            act, writing.take_seat, game_id, seat, instead_of, settings, act, deliveries
        )

    async def leave_seat(
        self, game_id: int, seat: str, user_id: int, *, act: NewAct, deliveries: Sequence[NewDelivery] = ()
    ) -> StoredGame:
        """Free a seat. Raises `Stale` if this user doesn't have it, or if the game is over or adjourned."""
        return await self._change(act, writing.leave_seat, game_id, seat, user_id, act, deliveries)

    async def set_options(
        self, seen: StoredGame, options: str, *, act: NewAct, deliveries: Sequence[NewDelivery] = ()
    ) -> StoredGame:
        """Set the options (JSON text). Raises `Stale` if the game has changed or is not in its lobby."""
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
        """Start a game, from the lobby to its first question. Raises `Stale` if it has changed since `seen`.

        Args:
            seen: the game in its lobby
            after: the open turn with its seed, from `kernel.begin`
            closed: the closed turns, from `kernel.begin`
            commitment: the published hash of the seed
            act: the act to record
            deliveries: the posts that the act causes
            result: the result, if the game is already over; else None
            settings: the new settings of the game, as JSON text; None to keep the present ones
        """
        return await self._change(
            act,
            writing.start,
            seen,
            (*closed, after),
            commitment,
            result,
            settings,
            act,
            deliveries,
            hooked=self.webhooks.on,
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
        """Save a move that `kernel.submit` made from `seen.position`.

        Args:
            seen: the game before the move
            after: the open turn after the move
            closed: the turns that the move closed
            act: the act to record
            deliveries: the posts that the act causes
            result: the result, if the move ends the game; else None
            settings: the new settings of the game, as JSON text; None to keep the present ones
            notes: the notes to write

        Raises:
            Stale: The game has changed since `seen`.
            ValueError: `after` does not follow from `seen.position`.
        """
        return await self._change(
            act,
            writing.commit,
            seen,
            (*closed, after),
            result,
            settings,
            notes,
            act,
            deliveries,
            hooked=self.webhooks.on,
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
        """Undo a game back to `to`, the result of `kernel.undo`. Later entries are marked and not deleted.

        The other arguments are as in `commit`. Raises `Stale` if the game has changed since `seen`, and
        `ValueError` if the stored turn has fewer entries than `to`.
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
        """End or adjourn a game. Raises `Stale` if it is over, adjourned or changed since `seen`."""
        return await self._change(
            act, writing.end, seen, status, result, act, deliveries, hooked=self.webhooks.on
        )

    async def set_settings(
        self, seen: StoredGame, settings: str, *, act: NewAct, deliveries: Sequence[NewDelivery] = ()
    ) -> StoredGame:
        """Set the settings (JSON text) of any game. Raises `Stale` if it has changed since `seen`."""
        return await self._change(act, writing.set_settings, seen, settings, act, deliveries)

    async def rename_table(
        self, seen: StoredGame, name: str, *, act: NewAct, deliveries: Sequence[NewDelivery] = ()
    ) -> StoredGame:
        """Give a table another name.

        Raises `NameTaken` if another open table of its server has it, and `Stale` if the game is over or has
        changed since `seen`.
        """
        return await self._change(act, writing.rename_table, seen, name, act, deliveries)

    async def move_game(
        self,
        seen: StoredGame,
        channel_id: int,
        guild_id: int | None,
        *,
        act: NewAct,
        deliveries: Sequence[NewDelivery] = (),
    ) -> StoredGame:
        """Move a game and its waiting posts to a channel, and resume it if it is adjourned.

        Raises `ChannelTaken`, and `Stale` if the game is over or has changed since `seen`.
        """
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
        """Record an act that doesn't change the game."""
        return await self._change(act, writing.record_act, game_id, act, deliveries)

    async def run_together(self, act: NewAct, work: Callable[[Transaction], StoredGame]) -> StoredGame:
        """Make several changes in one transaction, and return the game that `work` returns.

        `act`: the act that has the id of the interaction. `work`: makes the changes. It must do nothing else,
        because it may run again (`Database.run`). It runs in the thread of the database and must be short.
        Raises what the changes raise, and `ChannelTaken`.
        """
        opened: list[Transaction] = []

        def change(connection: Connection) -> StoredGame:
            opened.append(Transaction(connection, hooked=self.webhooks.on))
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
        """Set the message id of the game's panel (board or card) or of its pinned index.

        This is no act, so the game's serial stays the same.
        """
        await self._database.run(outbox.set_message, game_id, which, message_id)

    async def _change(
        self,
        act: NewAct,
        work: Callable[Concatenate[Connection, P], StoredGame],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> StoredGame:
        """Run a change. Then give due deliveries to the sender, and the changed game to the listeners.

        If the change fails, and its interaction has caused an act before, raise `Repeated`.
        """
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

    # Reading games

    async def load(self, game_id: int) -> StoredGame:
        """Return a game with its seats and its open turn. Raises `NoGame`."""
        return await self._database.read(reading.load, game_id)

    async def find_turn_after_own(self, game_id: int, turn: int, seat: str) -> int:
        """Return the number of the first turn that the player of a seat has perhaps not seen yet.

        `turn`: the turn from which to look back. Return 0 if no turn is found. `db.reading` says more.
        """
        return await self._database.read(reading.find_turn_after_own, game_id, turn, seat)

    async def find_in_channel(self, channel_id: int, *, ended: bool = False) -> StoredGame | None:
        """Return the channel's game in lobby or running; with `ended`, its last finished or adjourned one.

        A table that was removed before its game began is not found.
        """
        return await self._database.read(reading.find_in_channel, channel_id, ended)

    async def find_begun_in_channel(self, channel_id: int) -> StoredGame | None:
        """Return the channel's running game, else its newest game that has begun; None if there is none."""
        return await self._database.read(reading.find_begun_in_channel, channel_id)

    async def list_begun_in_channel(self, channel_id: int) -> tuple[StoredGame, ...]:
        """Return the channel's games that have begun, the newest first, 25 at most."""
        return await self._database.read_many(reading.list_begun_in_channel, channel_id)

    async def list_games_of(self, user_id: int) -> tuple[StoredGame, ...]:
        """Return the games in lobby or running in which this person has a seat, the oldest first."""
        return await self._database.read_many(reading.list_games_of, user_id)

    async def list_lost_seats(self, user_id: int) -> list[LostSeat]:
        """Return the seats in running games that this person has lost and has not been told about."""
        return await self._database.read_many(reading.list_lost_seats, user_id)

    async def load_previous_turn(self, game_id: int) -> Game | None:
        """Return the turn before the open one with its entries; None in the first turn."""
        return await self._database.read(reading.load_previous_turn, game_id)

    async def load_history(self, game_id: int, first: int = 1) -> tuple[Game, ...]:
        """Return the turns from `first` on with their entries, the open turn last; none for a lobby.

        Undone entries are left out.
        """
        return await self._database.read_many(reading.load_history, game_id, first)

    async def load_turn_starts(self, game_id: int, first: int) -> tuple[Game, ...]:
        """Return the turns from `first` on without their entries."""
        return await self._database.read_many(reading.load_turn_starts, game_id, first)

    async def list_turn_times(self, game_id: int) -> dict[int, datetime]:
        """Return the time of the last act in each turn, by turn."""
        return await self._database.read_many(reading.list_turn_times, game_id)

    async def list_acts(self, game_id: int, page: int = 0, size: int = 20) -> Page:
        """Return a page of a game's acts, the oldest act of the page first. Page 0 has the newest acts."""
        return await self._database.read_many(reading.list_acts, game_id, page, size)

    async def load_reasons(self, game_id: int) -> dict[Point, str]:
        """Return the reasons of bot players' orders. The key is the place of an order's first entry."""
        return await self._database.read_many(reading.load_reasons, game_id)

    async def list_caretaker_points(self, game_id: int) -> frozenset[Point]:
        """Return the places of the entries that caretakers made for their seats."""
        return await self._database.read_many(reading.list_caretaker_points, game_id)

    async def find_act(self, interaction_id: int) -> Act | None:
        """Return the act that this interaction caused; None if it caused none."""
        return await self._database.read(reading.find_act, interaction_id)

    async def find_last_act(
        self, game_id: int, kinds: Sequence[Kind], user_id: int | None = None
    ) -> Act | None:
        """Return the newest act of these kinds by this user (None: by anybody); None if there is none."""
        return await self._database.read(reading.find_last_act, game_id, kinds, user_id)

    async def find_point_after(self, game_id: int, serial: int) -> Point | None:
        """Return the place after the last entry of the acts up to `serial`; None if there is no entry."""
        return await self._database.read(reading.find_point_after, game_id, serial)

    async def list_ended_games(self, guild_id: int) -> tuple[EndedGame, ...]:
        """Return the games of a server that were played to the end, in the order in which they ended."""
        return await self._database.read_many(reading.list_ended_games, guild_id)

    async def has_ended_game(self, guild_id: int, people: Collection[int]) -> bool:
        """Return whether any of these people has played a game on a server to its end."""
        return await self._database.read(reading.has_ended_game, guild_id, people)

    async def load_games(self, ids: Collection[int]) -> tuple[StoredGame, ...]:
        """Return the games with these ids, in the order of their ids."""
        return await self._database.read_many(reading.load_games, ids)

    async def list_running(
        self, *, guild_id: int | None = None, without: str | None = None
    ) -> tuple[int, ...]:
        """Return the ids of running games.

        With `guild_id`, return only games of this server. `without`: a kind of deliveries; leave out games
        with a delivery of this kind that waits or is being sent. In this case, also leave out quiet games. A
        game is quiet if `set_quiet` was called after its last act.
        """
        return await self._database.read_many(reading.list_running, guild_id, without)

    async def list_adjourned(self, host_id: int, guild_id: int | None) -> tuple[StoredGame, ...]:
        """Return the adjourned games of this host or this server, the newest first."""
        return await self._database.read_many(reading.list_adjourned, host_id, guild_id)

    async def list_idle(self, before: datetime, status: Status) -> tuple[Idle, ...]:
        """Return the games of this status in which no person has acted since `before`."""
        return await self._database.read_many(reading.list_idle, before, status)

    async def list_with_bots(self, only: Collection[int] | None = None) -> tuple[tuple[int, int], ...]:
        """Return the id and serial of each running game with bot players.

        `only`: the ids of the games to look at; None: all games.
        """
        return await self._database.read(reading.list_with_bots, only)

    # Notes. Writing a note is not an act, so it does not raise the game's serial.

    async def load_notes(self, game_id: int) -> tuple[Note, ...]:
        """Return all notes of a game, sorted by seat and name."""
        return await self._database.read(notes.load_notes, game_id)

    async def write_notes(self, game_id: int, *changed: Note) -> None:
        """Write notes. Each replaces the note of the same seat and name. An empty text deletes the note."""
        await self._database.run(notes.write, game_id, changed)

    # People

    async def see_user(self, user_id: int, name: str) -> User:
        """Store a person, or their new name if they are stored already. Return the stored person."""
        return await self._database.run(people.see, user_id, name)

    async def find_user(self, user_id: int) -> User | None:
        """Return a stored person; None if the person was never stored."""
        return await self._database.read(people.find, user_id)

    async def set_preferences(self, user_id: int, preferences: str) -> None:
        """Set the preferences (JSON text) of a stored person."""
        await self._database.run(people.set_preferences, user_id, preferences)


def _parse_address(url: str) -> URL:
    parsed = make_url(url)
    if parsed.drivername not in KINDS:
        raise ValueError(f"“{parsed.drivername}” is neither {' nor '.join(KINDS)}.")
    return parsed
