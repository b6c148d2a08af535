"""Read games, acts and deliveries. The functions take a connection."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, String, bindparam, case, exists, func, literal, select

from db.notes import load_notes
from db.records import (
    LOST_SEAT,
    MOVES,
    Act,
    EndedGame,
    Idle,
    Kind,
    LostSeat,
    NoGame,
    Note,
    Page,
    Point,
    Seat,
    Status,
    StoredGame,
    Transit,
)
from db.schema import acts, deliveries, entries, follows, games, is_among, notes, seats, turns
from rules.kernel import CHANCE, SIDE, Entry, Game

LATELY = 60  # `find_turn_after_own` searches this many turns

# Statements are built once, because building a statement costs more than running it.
_GAMES = select(games, turns.c.start, turns.c.chain).outerjoin_from(
    games, turns, (turns.c.game_id == games.c.id) & (turns.c.turn == games.c.turn)
)
_SEATS = select(seats).where(seats.c.game_id == bindparam("id")).order_by(seats.c.taken, seats.c.seat)
_OF_TURN = (
    (entries.c.game_id == bindparam("id")) & (entries.c.turn == bindparam("turn")) & (entries.c.undone == 0)
)
_LOG = select(entries.c.seat, entries.c.key).where(_OF_TURN).order_by(entries.c.entry)
_ORDERED = (
    select(acts.c.user_id)
    .distinct()
    .where(
        acts.c.game_id == bindparam("id"), acts.c.kind == Kind.ORDER, acts.c.undone == 0, acts.c.user_id != 0
    )
)
_LAST_MOVED = (
    select(acts.c.time)
    .where(acts.c.game_id == games.c.id, acts.c.kind.in_(MOVES))
    .order_by(acts.c.serial.desc())
    .limit(1)
    .correlate(games)
    .scalar_subquery()
    .label("moved")
)
_GAME = _GAMES.add_columns(_LAST_MOVED).where(games.c.id == bindparam("id"))
_OPEN = is_among(games.c.status, Status.LOBBY, Status.RUNNING)
_RUNNING = is_among(games.c.status, Status.RUNNING)
_UNENDED = is_among(games.c.status, Status.LOBBY, Status.RUNNING, Status.ADJOURNED)
_PUT_AWAY = is_among(games.c.status, Status.ENDED, Status.DROPPED, Status.ADJOURNED)
_REMOVED = is_among(games.c.status, Status.DROPPED) & (games.c.turn == 0)  # tables whose game never began
_HERE, _LEFT = (
    select(games.c.id)
    .where(games.c.channel_id == bindparam("channel"), wanted)
    .order_by(games.c.id.desc())
    .limit(1)
    for wanted in (_OPEN, _PUT_AWAY & ~_REMOVED)
)
# The games of a channel that have begun: first the running game, then the others from new to old.
_BEGUN = (
    select(games.c.id)
    .where(games.c.channel_id == bindparam("channel"), games.c.turn > 0)
    .order_by(case((_RUNNING, 0), else_=1), games.c.id.desc())
)
MAX_LISTED = 25  # the most games in a list, because Discord takes no more suggestions
# The columns from which `_read_turn` reads a turn.
_OF_GAME: tuple[ColumnElement[Any], ...] = (
    games.c.seed,
    games.c.undone,
    turns.c.turn,
    turns.c.start,
    turns.c.chain,
)
_STARTS = (
    select(*_OF_GAME)
    .where(games.c.id == bindparam("id"), turns.c.game_id == games.c.id, turns.c.turn >= bindparam("first"))
    .order_by(turns.c.turn)
)
_OTHER = entries.alias()
# Search the `LATELY` turns before `turn`. Find the newest of them in which the player of the seat was the
# first to act.
_LED = (
    select(entries.c.turn)
    .join(acts, (acts.c.game_id == entries.c.game_id) & (acts.c.serial == entries.c.act))
    .where(
        acts.c.seat == entries.c.seat,  # a forced or planned answer can come from another seat's act
        acts.c.kind != Kind.CARETAKER,
        entries.c.game_id == bindparam("id"),
        entries.c.seat == bindparam("seat"),
        entries.c.turn < bindparam("turn"),
        entries.c.turn >= bindparam("turn") - LATELY,
        entries.c.undone == 0,
        entries.c.key.not_like(f"{SIDE}%"),
        ~exists().where(
            _OTHER.c.game_id == entries.c.game_id,
            _OTHER.c.turn == entries.c.turn,
            _OTHER.c.undone == 0,
            _OTHER.c.entry < entries.c.entry,
            _OTHER.c.seat.not_in((entries.c.seat, CHANCE)),
            _OTHER.c.key.not_like(f"{SIDE}%"),
        ),
    )
    .order_by(entries.c.turn.desc())
    .limit(1)
)
_ENTERED = (
    select(entries.c.turn, entries.c.seat, entries.c.key)
    .where(entries.c.game_id == bindparam("id"), entries.c.undone == 0, entries.c.turn >= bindparam("first"))
    .order_by(entries.c.turn, entries.c.entry)
)
_THEIRS = select(seats.c.game_id).where(seats.c.level != literal("", String(), literal_execute=True))
_AUTOMATIC = select(games.c.id, games.c.serial).where(_RUNNING, games.c.id.in_(_THEIRS)).order_by(games.c.id)


def load(connection: Connection, game_id: int) -> StoredGame:
    """Return a game with its seats and its open turn. Raises `NoGame`."""
    row = connection.execute(_GAME, {"id": game_id}).one_or_none()
    if row is None:
        raise NoGame(f"There is no game {game_id}.")
    taken = connection.execute(_SEATS, {"id": game_id})
    sat = tuple(Seat(seat.seat, seat.user_id, seat.user_name, seat.level, seat.style) for seat in taken)
    position = None
    if row.turn:
        position = _read_turn(row, _load_log(connection, game_id, row.turn))
    beside = any(seat.level for seat in sat)
    answered = frozenset(connection.scalars(_ORDERED, {"id": game_id})) if beside else frozenset()
    return replace(
        read_stored(row, sat, position),
        answered=answered,
        notes=load_notes(connection, game_id),
        moved=row.moved if row.turn else None,
    )


def find_turn_after_own(connection: Connection, game_id: int, turn: int, seat: str) -> int:
    """Return the number of the first turn that the player of a seat has perhaps not seen yet.

    Look back from `turn` for the newest turn in which the player of the seat was the first to act. Return
    its number plus 1. A turn does not count if a plan, a caretaker or a rule gave the seat's first answer,
    because the player was not there. Only `LATELY` turns are searched. Return 0 if none is found.
    """
    led = connection.scalar(_LED, {"id": game_id, "turn": turn, "seat": seat})
    return 0 if led is None else led + 1


def read_stored(row: Row[Any], sat: tuple[Seat, ...], position: Game | None) -> StoredGame:
    """Return the game in a row of the table `games`. `sat` and `position` are read from other tables."""
    return StoredGame(
        id=row.id,
        game=row.game,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host_id=row.host_id,
        status=Status(row.status),
        serial=row.serial,
        options=row.options,
        created=row.created,
        started=row.started,
        ended=row.ended,
        result=row.result,
        commitment=row.commitment,
        panel_id=row.panel_id,
        pinned_id=row.pinned_id,
        settings=row.settings,
        seed=row.seed,
        name=row.name,
        seats=sat,
        position=position,
    )


def _read_turn(row: Row[Any], log: tuple[Entry, ...] = ()) -> Game:
    """Return the turn in a row with the columns `_OF_GAME`. `log`: the entries of the turn."""
    undone = tuple((turn, entry) for turn, entry in json.loads(row.undone))
    return Game(row.seed, row.turn, row.start, log, undone=undone, chain=row.chain)


def _load_log(connection: Connection, game_id: int, turn: int) -> tuple[Entry, ...]:
    return tuple(Entry(row.seat, row.key) for row in connection.execute(_LOG, {"id": game_id, "turn": turn}))


def _load_all(
    connection: Connection, wanted: ColumnElement[bool], *order: ColumnElement[Any]
) -> tuple[StoredGame, ...]:
    """Return the games that match `wanted`, each as `load` returns it. Each table is read only once."""
    sat: defaultdict[int, list[Seat]] = defaultdict(list)
    logs: defaultdict[int, list[Entry]] = defaultdict(list)
    answered: defaultdict[int, set[int]] = defaultdict(set)
    taken = select(seats).join(games).where(wanted).order_by(seats.c.taken, seats.c.seat)
    for row in connection.execute(taken):
        sat[row.game_id].append(Seat(row.seat, row.user_id, row.user_name, row.level, row.style))
    of_turn = (entries.c.game_id == games.c.id) & (entries.c.turn == games.c.turn) & (entries.c.undone == 0)
    entered = select(entries.c.game_id, entries.c.seat, entries.c.key).join_from(games, entries, of_turn)
    for row in connection.execute(entered.where(wanted).order_by(entries.c.entry)):
        logs[row.game_id].append(Entry(row.seat, row.key))
    ordered = (acts.c.kind == Kind.ORDER) & (acts.c.undone == 0) & (acts.c.user_id != 0)
    people = select(acts.c.game_id, acts.c.user_id).distinct().join_from(games, acts)
    for row in connection.execute(people.where(wanted, ordered, games.c.id.in_(_THEIRS))):
        answered[row.game_id].add(row.user_id)
    kept: defaultdict[int, list[Note]] = defaultdict(list)
    written = select(notes).join(games).where(wanted).order_by(notes.c.seat, notes.c.name)
    for row in connection.execute(written):
        kept[row.game_id].append(Note(row.seat, row.name, row.user_id, row.text))
    found = connection.execute(_GAMES.add_columns(_LAST_MOVED).where(wanted).order_by(*order))
    return tuple(
        replace(
            read_stored(
                row,
                tuple(sat[row.id]),
                _read_turn(row, tuple(logs[row.id])) if row.turn else None,
            ),
            answered=frozenset(answered[row.id]),
            notes=tuple(kept[row.id]),
            moved=row.moved if row.turn else None,
        )
        for row in found
    )


def find_in_channel(connection: Connection, channel_id: int, ended: bool) -> StoredGame | None:
    """Return the channel's game in lobby or running; with `ended`, its last finished or adjourned game.

    A table that was removed before its game began is not found.
    """
    found = connection.scalar(_LEFT if ended else _HERE, {"channel": channel_id})
    return None if found is None else load(connection, found)


def find_begun_in_channel(connection: Connection, channel_id: int) -> StoredGame | None:
    """Return the channel's running game, else its newest game that has begun; None if there is none."""
    found = connection.scalar(_BEGUN.limit(1), {"channel": channel_id})
    return None if found is None else load(connection, found)


def list_begun_in_channel(connection: Connection, channel_id: int) -> tuple[StoredGame, ...]:
    """Return the channel's games that have begun, the newest first, at most `MAX_LISTED`."""
    begun = connection.scalars(_BEGUN.limit(MAX_LISTED), {"channel": channel_id}).all()
    return _load_all(connection, games.c.id.in_(begun), games.c.id.desc())


def list_games_of(connection: Connection, user_id: int) -> tuple[StoredGame, ...]:
    """Return the games in lobby or running in which this person has a seat, the oldest first."""
    mine = select(seats.c.game_id).where(seats.c.user_id == user_id)
    return _load_all(connection, games.c.id.in_(mine) & _OPEN, games.c.id)


def list_followed(connection: Connection, user_id: int) -> tuple[StoredGame, ...]:
    """Return the games in lobby, running or adjourned that this person follows, the oldest first."""
    followed = select(follows.c.game_id).where(follows.c.user_id == user_id)
    return _load_all(connection, games.c.id.in_(followed) & _UNENDED, games.c.id)


def list_lost_seats(connection: Connection, user_id: int) -> list[LostSeat]:
    """Return the seats in running games that this person has lost and has not been told about."""
    found = connection.execute(
        select(games.c.id, games.c.channel_id, games.c.game, notes.c.name, notes.c.text).where(
            notes.c.game_id == games.c.id,
            notes.c.user_id == user_id,
            notes.c.seat == "",
            notes.c.name.startswith(LOST_SEAT),
            games.c.status == Status.RUNNING,
        )
    )
    return [
        LostSeat(row.id, row.channel_id, row.game, row.name.removeprefix(LOST_SEAT), int(row.text))
        for row in found
    ]


def load_previous_turn(connection: Connection, game_id: int) -> Game | None:
    """Return the turn before the open one with its entries; None in the first turn."""
    row = connection.execute(
        select(*_OF_GAME).where(
            games.c.id == game_id, turns.c.game_id == games.c.id, turns.c.turn == games.c.turn - 1
        )
    ).one_or_none()
    return None if row is None else _read_turn(row, _load_log(connection, game_id, row.turn))


def load_turn_starts(connection: Connection, game_id: int, first: int) -> tuple[Game, ...]:
    """Return the turns from `first` on without their entries."""
    rows = connection.execute(_STARTS, {"id": game_id, "first": first})
    return tuple(_read_turn(row) for row in rows)


def load_history(connection: Connection, game_id: int, first: int) -> tuple[Game, ...]:
    """Return the turns from `first` on with their entries (except undone ones), the open turn last."""
    begun = load_turn_starts(connection, game_id, first)
    rows = connection.execute(_ENTERED, {"id": game_id, "first": first})
    logs = {
        turn: tuple(Entry(row.seat, row.key) for row in of_turn)
        for turn, of_turn in groupby(rows, lambda r: r.turn)
    }
    return tuple(replace(game, log=logs.get(game.turn, ())) for game in begun)


def load_reasons(connection: Connection, game_id: int) -> dict[Point, str]:
    """Return the reasons of bot players' orders. The key is the place of an order's first entry.

    Undone entries don't count.
    """
    rows = connection.execute(
        select(acts.c.serial, acts.c.reason, entries.c.turn, entries.c.entry)
        .join_from(entries, acts, (acts.c.game_id == entries.c.game_id) & (acts.c.serial == entries.c.act))
        .where(entries.c.game_id == game_id, entries.c.undone == 0, acts.c.reason != "")
        .order_by(acts.c.serial, entries.c.turn, entries.c.entry)
    )
    firsts = (next(of_act) for _, of_act in groupby(rows, lambda row: row.serial))
    return {Point(row.turn, row.entry): row.reason for row in firsts}


def list_caretaker_points(connection: Connection, game_id: int) -> frozenset[Point]:
    """Return the places of the entries that caretakers made for their seats. Undone entries don't count."""
    rows = connection.execute(
        select(entries.c.turn, entries.c.entry)
        .join_from(entries, acts, (acts.c.game_id == entries.c.game_id) & (acts.c.serial == entries.c.act))
        .where(entries.c.game_id == game_id, entries.c.undone == 0)
        .where(acts.c.kind == Kind.CARETAKER, acts.c.seat == entries.c.seat)
    )
    return frozenset(Point(row.turn, row.entry) for row in rows)


def list_turn_times(connection: Connection, game_id: int) -> dict[int, datetime]:
    """Return the time of the last act in each turn, by turn. Undone entries and their acts don't count."""
    rows = connection.execute(
        select(entries.c.turn, func.max(acts.c.time).label("time"))
        .join_from(entries, acts, (acts.c.game_id == entries.c.game_id) & (acts.c.serial == entries.c.act))
        .where(entries.c.game_id == game_id, entries.c.undone == 0)
        .group_by(entries.c.turn)
    )
    return {row.turn: row.time for row in rows}


def list_acts(connection: Connection, game_id: int, page: int, size: int) -> Page:
    """Return a page of a game's acts. Page 0 has the newest acts. The oldest act of a page comes first."""
    of_game = acts.c.game_id == game_id
    count = connection.scalar(select(func.count()).select_from(acts).where(of_game)) or 0
    found = connection.execute(
        select(acts).where(of_game).order_by(acts.c.serial.desc()).limit(size).offset(page * size)
    ).all()
    return Page(tuple(_read_act(row) for row in reversed(found)), page, -(-count // size))


def find_act(connection: Connection, interaction_id: int) -> Act | None:
    """Return the act that this interaction caused; None if it caused none."""
    row = connection.execute(select(acts).where(acts.c.interaction_id == interaction_id)).one_or_none()
    return None if row is None else _read_act(row)


def find_last_act(
    connection: Connection, game_id: int, kinds: Sequence[Kind], user_id: int | None
) -> Act | None:
    """Return the newest act of these kinds by this user (None: by anybody); None if there is none."""
    wanted = (acts.c.game_id == game_id) & acts.c.kind.in_(kinds)
    if user_id is not None:
        wanted &= acts.c.user_id == user_id
    row = connection.execute(select(acts).where(wanted).order_by(acts.c.serial.desc()).limit(1)).one_or_none()
    return None if row is None else _read_act(row)


def find_point_after(connection: Connection, game_id: int, serial: int) -> Point | None:
    """Return the place after the last entry that the act `serial` or an earlier act has made.

    Undone entries don't count. Return None if there is no such entry.
    """
    row = connection.execute(
        select(entries.c.turn, entries.c.entry)
        .where(entries.c.game_id == game_id, entries.c.undone == 0, entries.c.act <= serial)
        .order_by(entries.c.turn.desc(), entries.c.entry.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else Point(row.turn, row.entry + 1)


def list_ended_games(connection: Connection, guild_id: int) -> tuple[EndedGame, ...]:
    """Return the games of a server that were played to the end, in the order in which they ended."""
    wanted = (games.c.guild_id == guild_id) & is_among(games.c.status, Status.ENDED)
    sat: defaultdict[int, list[Seat]] = defaultdict(list)
    taken = select(seats).join(games).where(wanted).order_by(seats.c.taken, seats.c.seat)
    for row in connection.execute(taken):
        sat[row.game_id].append(Seat(row.seat, row.user_id, row.user_name, row.level, row.style))
    columns = select(games.c.id, games.c.ended, games.c.serial, games.c.settings)
    found = connection.execute(columns.where(wanted).order_by(games.c.ended, games.c.id))
    return tuple(EndedGame(row.id, row.ended, row.serial, row.settings, tuple(sat[row.id])) for row in found)


def has_ended_game(connection: Connection, guild_id: int, people: Collection[int]) -> bool:
    """Return whether any of these people has played a game on a server to its end."""
    ended = (games.c.guild_id == guild_id) & is_among(games.c.status, Status.ENDED)
    took_part = (seats.c.game_id == games.c.id) & seats.c.user_id.in_(people)
    return connection.scalar(select(exists().where(ended, took_part))) is True


def load_games(connection: Connection, ids: Collection[int]) -> tuple[StoredGame, ...]:
    """Return the games with these ids, in the order of their ids."""
    return _load_all(connection, games.c.id.in_(ids), games.c.id)


def list_tables(connection: Connection, guild_id: int, ended: int) -> tuple[StoredGame, ...]:
    """Return the games of a server in lobby or running, and the last `ended` games played to the end."""
    of_guild = games.c.guild_id == guild_id
    played = of_guild & is_among(games.c.status, Status.ENDED)
    last = connection.scalars(select(games.c.id).where(played).order_by(games.c.ended.desc()).limit(ended))
    wanted = of_guild & (_OPEN | games.c.id.in_(last.all()))
    return _load_all(connection, wanted, games.c.id.desc())


def list_running(connection: Connection, guild_id: int | None, without: str | None) -> tuple[int, ...]:
    """Return the ids of running games.

    With `guild_id`, return only games of this server. `without`: a kind of deliveries; leave out games with a
    delivery of this kind that waits or is being sent. In this case, also leave out quiet games. A game is
    quiet if `set_quiet` was called after its last act.
    """
    wanted = _RUNNING
    if guild_id is not None:
        wanted &= games.c.guild_id == guild_id
    if without is not None:
        wanted &= games.c.quiet != games.c.serial
        for state in (Transit.DUE, Transit.SENDING):
            waits = (deliveries.c.kind == without) & is_among(deliveries.c.state, state)
            wanted &= games.c.id.not_in(select(deliveries.c.game_id).where(waits))
    return tuple(connection.scalars(select(games.c.id).where(wanted).order_by(games.c.id)))


def list_with_bots(connection: Connection, only: Collection[int] | None) -> tuple[tuple[int, int], ...]:
    """Return the id and serial of each running game with bot players.

    `only`: the ids of the games to look at; None: all games.
    """
    rows = connection.execute(_AUTOMATIC if only is None else _AUTOMATIC.where(games.c.id.in_(only)))
    return tuple((row.id, row.serial) for row in rows)


def list_adjourned(connection: Connection, host_id: int, guild_id: int | None) -> tuple[StoredGame, ...]:
    """Return the adjourned games of this host or this server, the newest first."""
    theirs = games.c.host_id == host_id
    if guild_id is not None:
        theirs |= games.c.guild_id == guild_id
    return _load_all(connection, is_among(games.c.status, Status.ADJOURNED) & theirs, games.c.id.desc())


def list_idle(connection: Connection, before: datetime, status: Status) -> tuple[Idle, ...]:
    """Return the games of this status in which no person has acted since `before`."""
    by_people = (acts.c.game_id == games.c.id) & (acts.c.user_id != 0)
    last = select(acts).where(by_people).order_by(acts.c.serial.desc()).limit(1)
    time, serial = (
        last.with_only_columns(column).scalar_subquery() for column in (acts.c.time, acts.c.serial)
    )
    later = acts.alias("later")
    is_told = (later.c.game_id == games.c.id) & (later.c.kind == Kind.ADJOURN) & (later.c.serial > serial)
    told = select(func.min(later.c.time)).where(is_told).scalar_subquery().label("told")
    wanted = is_among(games.c.status, status) & (games.c.created < before) & (time < before)
    rows = connection.execute(select(games.c.id, games.c.serial, told).where(wanted).order_by(games.c.id))
    return tuple(Idle(row.id, row.serial, row.told) for row in rows)


def is_due(connection: Connection, game_id: int, kind: str) -> bool:
    """Return whether the game has a delivery of this kind that waits, and is not being sent already."""
    wanted = (deliveries.c.game_id == game_id) & (deliveries.c.kind == kind)
    return (
        connection.scalar(select(exists().where(wanted, is_among(deliveries.c.state, Transit.DUE)))) is True
    )


def is_coming(connection: Connection, game_id: int, kind: str) -> bool:
    """Return whether the game has a delivery of this kind that waits or is being sent."""
    wanted = (deliveries.c.game_id == game_id) & (deliveries.c.kind == kind)
    states = is_among(deliveries.c.state, Transit.DUE, Transit.SENDING)
    return connection.scalar(select(exists().where(wanted, states))) is True


def find_last_delivery(connection: Connection, game_id: int, kind: str) -> str | None:
    """Return the content of a game's newest delivery of a kind; None if there is none.

    Cancelled deliveries don't count.
    """
    wanted = (deliveries.c.game_id == game_id) & (deliveries.c.kind == kind)
    query = select(deliveries.c.content).where(wanted, deliveries.c.state != Transit.CANCELLED)
    return connection.scalar(query.order_by(deliveries.c.id.desc()).limit(1))


def list_posted(connection: Connection, game_id: int, kind: str, newest: int) -> tuple[tuple[str, int], ...]:
    """Return pairs of content and message id for a game's last posts of a kind, the newest first."""
    rows = connection.execute(
        select(deliveries.c.content, deliveries.c.message_id)
        .where(deliveries.c.game_id == game_id, deliveries.c.kind == kind)
        .where(deliveries.c.state == Transit.SENT, deliveries.c.message_id.is_not(None))
        .order_by(deliveries.c.id.desc())
        .limit(newest)
    )
    return tuple((row.content, row.message_id) for row in rows)


def _read_act(row: Row[Any]) -> Act:
    return Act(
        kind=Kind(row.kind),
        line=row.line,
        user_id=row.user_id,
        seat=row.seat,
        interaction_id=row.interaction_id,
        game_id=row.game_id,
        serial=row.serial,
        time=row.time,
        undone=row.undone,
        reason=row.reason,
    )
