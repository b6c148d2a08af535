"""Change games. The functions take a connection. They store a change with its act and its deliveries.

Every change raises the game's serial by 1. Most changes name the serial that the caller has seen. If two
changes name the same serial, only the first succeeds.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, delete, exists, func, insert, select, update

from db import follows, notebooks, notes
from db.clubs import notice_boards, polls
from db.connection.watch import SAVED, tell
from db.reading import load, read_stored
from db.records import (
    HELD_SEAT,
    LOST_SEAT,
    Kind,
    Names,
    NameTaken,
    NewAct,
    NewDelivery,
    Note,
    Seat,
    SeatTaken,
    Stale,
    Status,
    StoredGame,
    Transit,
)
from db.schema import acts, deliveries, entries, games, is_among, seats, turns
from db.sending import outbox, webhooks
from rules.kernel import Game

CARETAKER = "a caretaker"  # `PastHolder.user_name` of the caretaker of a free seat
# Statements are built once, because building a statement costs more than running it.
_SEEN = (games.c.id == bindparam("seen_id")) & (games.c.serial == bindparam("seen_serial"))
_MOVE = (
    update(games)
    .where(_SEEN, games.c.turn == bindparam("seen_turn"), games.c.entry == bindparam("seen_entry"))
    .where(games.c.status == Status.RUNNING)
    .values(serial=games.c.serial + 1)  # the caller sets more columns
    .returning(games)
)
_ACT, _ENTRIES, _TURNS = insert(acts), insert(entries), insert(turns)


def create(
    connection: Connection,
    game: str,
    *,
    channel_id: int,
    guild_id: int | None,
    host_id: int,
    options: str,
    settings: str,
    seed: str,
    commitment: str,
    names: Names,
    act: NewAct,
    posts: Sequence[NewDelivery],
) -> StoredGame:
    """Create a game in its lobby.

    Raises `IntegrityError` if the channel has a game in lobby or running, and `NameTaken`.
    """
    now = datetime.now(UTC)
    name = _choose_name(connection, game, guild_id, channel_id, names)
    row = connection.execute(
        insert(games)
        .values(
            game=game, guild_id=guild_id, channel_id=channel_id, host_id=host_id, options=options, created=now
        )
        .values(name=name)
        .values(
            settings=settings,
            status=Status.LOBBY,
            serial=1,
            turn=0,
            entry=0,
            seed=seed,
            commitment=commitment,
            result="",
        )
        .returning(games)
    ).one()
    _record(connection, row.id, 1, act, posts, now)
    return read_stored(row, (), None)


def _choose_name(
    connection: Connection, game: str, guild_id: int | None, channel_id: int, names: Names
) -> str:
    """Return the first of the names that no open table of the server has.

    Outside a server, look at the tables of the channel. Raises `NameTaken` if no name is free.
    """
    _lock_names(connection, guild_id, channel_id)
    of_game = _is_here(guild_id, channel_id) & (games.c.game == game)
    earlier = connection.scalar(select(func.count()).select_from(games).where(of_game)) or 0
    taken = _list_taken_names(connection, guild_id, channel_id)
    found = next((name for name in names(earlier) if name.casefold() not in taken), None)
    if found is None:
        raise NameTaken("Another table has this name.")
    return found


def _lock_names(connection: Connection, guild_id: int | None, channel_id: int) -> None:
    """Wait until no other transaction names a table of this server (outside a server: of this channel)."""
    if connection.dialect.name == "postgresql":  # SQLite's transactions lock the whole file
        connection.execute(select(func.pg_advisory_xact_lock(guild_id or channel_id)))


def is_name_free(connection: Connection, guild_id: int | None, channel_id: int, name: str) -> bool:
    """Return whether no open table of the server (outside a server: of the channel) has this name."""
    return name.casefold() not in _list_taken_names(connection, guild_id, channel_id)


def _list_taken_names(
    connection: Connection, guild_id: int | None, channel_id: int, *, but: int = 0
) -> set[str]:
    """Return the names of the open tables of the server or channel, in small letters.

    Outside a server, look at the tables of the channel. The game `but` is left out.
    """
    is_open = is_among(games.c.status, Status.LOBBY, Status.RUNNING, Status.ADJOURNED)
    named = _is_here(guild_id, channel_id) & is_open & (games.c.name != "") & (games.c.id != but)
    return {name.casefold() for name in connection.scalars(select(games.c.name).where(named))}


def _is_here(guild_id: int | None, channel_id: int) -> ColumnElement[bool]:
    return games.c.channel_id == channel_id if guild_id is None else games.c.guild_id == guild_id


def take_seat(
    connection: Connection,
    game_id: int,
    seat: Seat,
    instead_of: int | None,
    settings: str | None,
    act: NewAct,
    posts: Sequence[NewDelivery],
) -> StoredGame:
    """Give a seat to a new holder, note who has lost it, and delete other people's notes of this seat.

    See `Store.take_seat` for the arguments. Raises `SeatTaken` and `Stale`.
    """
    serial = _raise_serial(connection, game_id, Status.LOBBY, Status.RUNNING)
    before = load(connection, game_id)
    holder = before.seat(seat.seat)
    if holder and holder.user_id not in (seat.user_id, instead_of):
        raise SeatTaken(holder)
    if instead_of is not None and (holder is None or holder.user_id != instead_of):
        raise Stale(f"Seat {seat.seat} of game {game_id} is not held by user {instead_of} any more.")
    now = datetime.now(UTC)
    row = {
        "user_id": seat.user_id,
        "user_name": seat.user_name,
        "level": seat.level,
        "style": seat.style,
    }
    if holder:
        connection.execute(
            update(seats).where(seats.c.game_id == game_id, seats.c.seat == seat.seat).values(row)
        )
    else:
        connection.execute(insert(seats).values(game_id=game_id, seat=seat.seat, taken=now, **row))
    notes.clear(connection, game_id, seat.seat, but=seat.user_id)
    notes.write(
        connection, game_id, [_note_loss(holder, seat), *_note_holder(before, seat.seat, seat.user_id)]
    )
    if settings is not None:
        connection.execute(update(games).where(games.c.id == game_id).values(settings=settings))
    _record(connection, game_id, serial, act, posts, now)
    return load(connection, game_id)


def _note_loss(holder: Seat | None, taking: Seat) -> Note:
    """Return the note about a seat that a person loses.

    If no person loses the seat, the note is empty. Storing an empty note deletes the older note.
    """
    name = f"{LOST_SEAT}{taking.seat}"
    if holder is None or holder.user_id <= 0 or holder.user_id == taking.user_id:
        return Note("", name, 0, "")
    return Note("", name, holder.user_id, str(taking.user_id))


def _note_holder(before: StoredGame, seat: str, taking: int | None) -> list[Note]:
    """Return the note about the holder who gives up a seat of a running game; no note if the holder stays.

    `taking`: the user who takes the seat; None if the seat becomes free.
    """
    holder, at = before.seat(seat), before.position
    if at is None or (holder is not None and holder.user_id == taking and taking):
        return []
    place = at.turn, len(at.log)
    past = [held for held in before.list_past_holders() if held.seat == seat]
    if any((held.turn, held.entry) == place for held in past) or (holder is None and not past):
        return []  # no move was made while this holder had the seat, or nobody ever had it
    user, name = (0, CARETAKER) if holder is None else (holder.user_id, holder.user_name)
    return [Note("", f"{HELD_SEAT}{seat} {place[0]}.{place[1]}", user, name)]


def _shorten_holdings(seen: StoredGame, to: Game) -> list[Note]:
    """Return the notes about past holders of seats that an undo to `to` must write.

    If a seat changed its holder after `to`, a new note says that this happened at `to`, and an empty note
    deletes the old one. If a seat changed its holder several times after `to`, only the first change gets a
    new note.
    """
    place, changed, cut = (to.turn, len(to.log)), list[Note](), set[str]()
    for held in seen.list_past_holders():
        if (held.turn, held.entry) <= place:
            continue
        changed.append(Note("", f"{HELD_SEAT}{held.seat} {held.turn}.{held.entry}", 0, ""))
        if held.seat not in cut:
            here = f"{HELD_SEAT}{held.seat} {place[0]}.{place[1]}"
            changed.append(Note("", here, held.user_id, held.user_name))
        cut.add(held.seat)
    return changed


def leave_seat(
    connection: Connection, game_id: int, seat: str, user_id: int, act: NewAct, posts: Sequence[NewDelivery]
) -> StoredGame:
    """Free a seat, note who held it, and delete its notes.

    Raises `Stale` if this user doesn't have the seat, or if the game is over or adjourned.
    """
    serial = _raise_serial(connection, game_id, Status.LOBBY, Status.RUNNING)
    before = load(connection, game_id)
    held = (seats.c.game_id == game_id) & (seats.c.seat == seat) & (seats.c.user_id == user_id)
    if connection.execute(delete(seats).where(held)).rowcount != 1:
        raise Stale(f"Seat {seat} of game {game_id} is not held by user {user_id}.")
    notes.clear(connection, game_id, seat)
    notes.write(connection, game_id, _note_holder(before, seat, None))
    _record(connection, game_id, serial, act, posts, datetime.now(UTC))
    return load(connection, game_id)


def set_options(
    connection: Connection, seen: StoredGame, options: str, act: NewAct, posts: Sequence[NewDelivery]
) -> StoredGame:
    """Set the options of a game in its lobby. Raises `Stale`."""
    row = _change_seen(connection, seen, [Status.LOBBY], options=options)
    _record(connection, seen.id, row.serial, act, posts, datetime.now(UTC))
    return read_stored(row, seen.seats, None)


def start(
    connection: Connection,
    seen: StoredGame,
    turns_played: Sequence[Game],
    commitment: str,
    result: str | None,
    settings: str | None,
    act: NewAct,
    posts: Sequence[NewDelivery],
    *,
    hooked: bool,
) -> StoredGame:
    """Start a game, and cancel its deliveries that are held back. Raises `Stale`.

    `turns_played`: the turns up to the first question, with the open turn at the end.
    """
    now, after = datetime.now(UTC), turns_played[-1]
    row = _change_seen(
        connection,
        seen,
        [Status.LOBBY],
        **_list_place_columns(after, result, now),
        **_list_settings_columns(settings),
        started=now,
        seed=after.seed,
        commitment=commitment,
    )
    outbox.cancel(connection, seen.id, None)
    _record(connection, seen.id, row.serial, act, posts, now)
    _write_turns(connection, seen.id, row.serial, None, turns_played)
    _tell_closed(connection, seen.id, turns_played, now, over=result is not None, hooked=hooked)
    return read_stored(row, seen.seats, after)


def commit(
    connection: Connection,
    seen: StoredGame,
    turns_played: Sequence[Game],
    result: str | None,
    settings: str | None,
    changed: Sequence[Note],
    act: NewAct,
    posts: Sequence[NewDelivery],
    *,
    hooked: bool,
) -> StoredGame:
    """Save a move. Raises `Stale`, and `ValueError` if the turns don't follow from `seen.position`.

    If the move ends the game, cancel the game's deliveries that are held back.

    `turns_played`: the turn that was open before the move, with all its entries, and the turns after it.
    """
    now, after = datetime.now(UTC), turns_played[-1]
    row = _change_running(
        connection, seen, **_list_place_columns(after, result, now), **_list_settings_columns(settings)
    )
    notes.write(connection, seen.id, changed)
    if result is not None:
        outbox.cancel(connection, seen.id, None)
    _record(connection, seen.id, row.serial, act, posts, now)
    _write_turns(connection, seen.id, row.serial, seen.position, turns_played)
    _tell_closed(connection, seen.id, turns_played, now, over=result is not None, hooked=hooked)
    return read_stored(row, seen.seats, after)


def undo_to(
    connection: Connection,
    seen: StoredGame,
    to: Game,
    settings: str | None,
    changed: Sequence[Note],
    act: NewAct,
    posts: Sequence[NewDelivery],
) -> StoredGame:
    """Undo a game back to `to`. Mark later entries as undone, and delete the rows of later turns.

    Raises `Stale`, and `ValueError` if the stored turn has fewer entries than `to`.
    """
    now = datetime.now(UTC)
    row = _change_running(
        connection, seen, **_list_place_columns(to, None, now), **_list_settings_columns(settings)
    )
    notes.write(connection, seen.id, [*changed, *_shorten_holdings(seen, to)])
    _record(connection, seen.id, row.serial, act, posts, now)
    follows.cancel_after(connection, seen.id, to.turn)
    live = (entries.c.game_id == seen.id) & (entries.c.undone == 0)
    later = (entries.c.turn > to.turn) | (entries.c.turn == to.turn) & (entries.c.entry >= len(to.log))
    connection.execute(update(entries).where(live, later).values(undone=row.serial))
    connection.execute(delete(turns).where(turns.c.game_id == seen.id, turns.c.turn > to.turn))
    left = connection.scalar(select(func.count()).select_from(entries).where(live, entries.c.turn == to.turn))
    if left != len(to.log):
        raise ValueError(
            f"Game {seen.id}: turn {to.turn} has {left} entries, an undo cannot leave {len(to.log)}."
        )
    of_act = (entries.c.game_id == acts.c.game_id) & (entries.c.act == acts.c.serial)
    gone = exists().where(of_act, entries.c.undone == row.serial) & ~exists().where(
        of_act, entries.c.undone == 0
    )
    connection.execute(update(acts).where(acts.c.game_id == seen.id, gone).values(undone=row.serial))
    return read_stored(row, seen.seats, to)


def end(
    connection: Connection,
    seen: StoredGame,
    status: Status,
    result: str,
    act: NewAct,
    posts: Sequence[NewDelivery],
    *,
    hooked: bool,
) -> StoredGame:
    """End or adjourn a game, and cancel its deliveries that are held back. Raises `Stale`."""
    now = datetime.now(UTC)
    row = _change_seen(
        connection, seen, [Status.LOBBY, Status.RUNNING], status=status, result=result, ended=now
    )
    outbox.cancel(connection, seen.id, None)
    _record(connection, seen.id, row.serial, act, posts, now)
    if status is not Status.ADJOURNED:
        _note_turns(connection, seen.id, (), over=True)
    if hooked and status is Status.DROPPED and seen.position is not None:
        webhooks.enqueue(connection, seen.id, (), now, over=True)
    return read_stored(row, seen.seats, seen.position)


def set_settings(
    connection: Connection, seen: StoredGame, settings: str, act: NewAct, posts: Sequence[NewDelivery]
) -> StoredGame:
    """Set the settings of a game of any status. Raises `Stale`.

    After the end, this can switch the web page of the game off.
    """
    row = _change_seen(connection, seen, list(Status), settings=settings)
    _record(connection, seen.id, row.serial, act, posts, datetime.now(UTC))
    return read_stored(row, seen.seats, seen.position)


def rename_table(
    connection: Connection, seen: StoredGame, name: str, act: NewAct, posts: Sequence[NewDelivery]
) -> StoredGame:
    """Rename the table of a game that is not over. Raises `NameTaken` and `Stale`."""
    _lock_names(connection, seen.guild_id, seen.channel_id)
    if name.casefold() in _list_taken_names(connection, seen.guild_id, seen.channel_id, but=seen.id):
        raise NameTaken(f"Another table has the name {name}.")
    row = _change_seen(connection, seen, [Status.LOBBY, Status.RUNNING, Status.ADJOURNED], name=name)
    _record(connection, seen.id, row.serial, act, posts, datetime.now(UTC))
    return read_stored(row, seen.seats, seen.position)


def move_game(
    connection: Connection,
    seen: StoredGame,
    channel_id: int,
    guild_id: int | None,
    act: NewAct,
    posts: Sequence[NewDelivery],
) -> StoredGame:
    """Move a game and its waiting posts to a channel, and resume it if it is adjourned.

    The id of the board's message is deleted. If the channel changes, the id of the index's message
    is deleted too.
    """
    to: dict[str, Any] = {"channel_id": channel_id, "guild_id": guild_id, "panel_id": None}
    if channel_id != seen.channel_id:
        to["pinned_id"] = None
    if seen.status is Status.ADJOURNED:
        to |= {"status": Status.LOBBY if seen.position is None else Status.RUNNING, "ended": None}
    row = _change_seen(connection, seen, [Status.LOBBY, Status.RUNNING, Status.ADJOURNED], **to)
    waits = (deliveries.c.game_id == seen.id) & is_among(deliveries.c.state, Transit.DUE)
    connection.execute(update(deliveries).where(waits).values(channel_id=channel_id))
    _record(connection, seen.id, row.serial, act, posts, datetime.now(UTC))
    return read_stored(row, seen.seats, seen.position)


def record_act(connection: Connection, game_id: int, act: NewAct, posts: Sequence[NewDelivery]) -> StoredGame:
    """Record an act that does not change the game."""
    _record(connection, game_id, _raise_serial(connection, game_id, *Status), act, posts, datetime.now(UTC))
    return load(connection, game_id)


def _raise_serial(connection: Connection, game_id: int, *statuses: Status) -> int:
    """Raise the serial of a game by 1 and return it. This locks the row of the game.

    Raises `Stale` if the status of the game is not one of `statuses`.
    """
    change = update(games).where(games.c.id == game_id, games.c.status.in_(statuses))
    serial: int | None = connection.scalar(change.values(serial=games.c.serial + 1).returning(games.c.serial))
    if serial is None:
        raise Stale(f"Game {game_id} is {load(connection, game_id).status}.")
    return serial


def _change_seen(
    connection: Connection, seen: StoredGame, statuses: Sequence[Status], **values: Any
) -> Row[Any]:
    """Change the row of a game. Raises `Stale` if the game has changed since it was loaded as `seen`."""
    change = update(games).where(
        games.c.id == seen.id, games.c.serial == seen.serial, games.c.status.in_(statuses)
    )
    row = connection.execute(
        change.values(serial=games.c.serial + 1, **values).returning(games)
    ).one_or_none()
    return row if row is not None else _raise_stale(connection, seen)


def _change_running(connection: Connection, seen: StoredGame, **values: Any) -> Row[Any]:
    """Change the row of a running game. Raises `Stale` if it has changed since it was loaded as `seen`."""
    if seen.position is None:
        raise Stale(f"Game {seen.id} has not been started.")
    row = connection.execute(
        _MOVE,
        {
            "seen_id": seen.id,
            "seen_serial": seen.serial,
            "seen_turn": seen.position.turn,
            "seen_entry": len(seen.position.log),
            **values,
        },
    ).one_or_none()
    return row if row is not None else _raise_stale(connection, seen)


def _raise_stale(connection: Connection, seen: StoredGame) -> Row[Any]:
    is_now = load(connection, seen.id)
    raise Stale(
        f"Game {seen.id} is {is_now.status} at act {is_now.serial}; the caller saw act {seen.serial}."
    )


def _list_place_columns(game: Game, result: str | None, now: datetime) -> dict[str, Any]:
    over = result is not None
    return {
        "status": Status.ENDED if over else Status.RUNNING,
        "turn": game.turn,
        "entry": len(game.log),
        "undone": json.dumps(game.undone),
        "ended": now if over else None,
        "result": result or "",
    }


def _list_settings_columns(settings: str | None) -> dict[str, str]:
    return {} if settings is None else {"settings": settings}


def _record(
    connection: Connection,
    game_id: int,
    serial: int,
    act: NewAct,
    posts: Sequence[NewDelivery],
    now: datetime,
) -> None:
    connection.execute(
        _ACT,
        {
            "game_id": game_id,
            "serial": serial,
            "kind": Kind(act.kind),
            "seat": act.seat,
            "user_id": act.user_id,
            "interaction_id": act.interaction_id,
            "line": act.line,
            "time": now,
            "undone": 0,
            "reason": act.reason,
        },
    )
    outbox.put(connection, game_id, posts)
    notice_boards.note_change(connection, game_id)
    tell(connection, f"{SAVED} {game_id}")


def _write_turns(
    connection: Connection, game_id: int, serial: int, before: Game | None, played: Sequence[Game]
) -> None:
    """Store the entries and turns in `played`, except those that `before` has."""
    _check_follows(before, played)
    known = len(before.log) if before else 0
    begun = played[1:] if before else played
    if begun:
        connection.execute(
            _TURNS,
            [
                {"game_id": game_id, "turn": game.turn, "start": game.start, "chain": game.chain}
                for game in begun
            ],
        )
    rows = [
        {
            "game_id": game_id,
            "turn": game.turn,
            "entry": at,
            "undone": 0,
            "seat": entry.seat,
            "key": entry.key,
            "act": serial,
        }
        for game in played
        for at, entry in enumerate(game.log)
        if game is not played[0] or at >= known
    ]
    if rows:
        connection.execute(_ENTRIES, rows)


def _tell_closed(
    connection: Connection,
    game_id: int,
    turns_played: Sequence[Game],
    now: datetime,
    *,
    over: bool,
    hooked: bool,
) -> None:
    """Store the deliveries and events for closed turns. The last turn is open, unless the game is over."""
    closed = [game.turn for game in (turns_played if over else turns_played[:-1])]
    _note_turns(connection, game_id, closed, over=over)
    if hooked:
        webhooks.enqueue(connection, game_id, closed, now, over=over)


def _note_turns(connection: Connection, game_id: int, closed: Sequence[int], *, over: bool) -> None:
    """Store the deliveries that are caused by these closed turns, or by the end of the game."""
    follows.note_turns(connection, game_id, closed, over=over)
    polls.note_turns(connection, game_id, closed, over=over)
    if over:
        notebooks.note_end(connection, game_id)


def _check_follows(before: Game | None, played: Sequence[Game]) -> None:
    """Raise `ValueError` if these turns do not follow from the stored turn. They would ruin the game."""
    first = played[0]
    if before and (first.turn, first.start, first.log[: len(before.log)]) != (
        before.turn,
        before.start,
        before.log,
    ):
        raise ValueError(f"Turn {first.turn} does not go on from the open turn {before.turn}.")
    if [game.turn for game in played] != list(range(first.turn, first.turn + len(played))):
        raise ValueError(f"Turns are missing in {[game.turn for game in played]}.")
    if len({(game.seed, game.undone) for game in (*played, before or first)}) != 1:
        raise ValueError("A game keeps its seed, and only an undo changes what was undone.")
