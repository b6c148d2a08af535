"""Store cups and leagues: who takes part, their games, and what was done with them.

The bot loads a competition (a cup or a league), makes a changed copy, and saves the differences
(`Competitions.change`). If two changes name the same serial, only the first succeeds.

The transaction of a change also stores its posts and a delivery that edits the standings. If such a delivery
waits already, no second one is stored. So after a crash, nothing is lost and nothing happens twice.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, String, delete, exists, func, insert, literal, select, update

from db.clubs.competition_records import NO_PERSON, Competition, Entrant, LogLine, Match, Stage
from db.connection.database import Database
from db.connection.watch import SAVED, tell
from db.records import NewDelivery, NoGame, Stale, Status, Transit
from db.schema import competition_log, competitions, deliveries, entrants, games, is_among, matches
from db.sending import outbox

STANDINGS = "cup.standings"  # the kind of deliveries that write the standings of a competition
_PLACE = ("message_id", "shown", "next_edit", "serial", "id")  # not copied by `change`
_OPEN = competitions.c.stage != Stage.OVER


class Competitions:
    """The cups and leagues of all servers. Each call is a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, new: Competition, line: LogLine) -> Competition:
        """Store a new competition, and a delivery that writes its post."""
        return await self._database.run(_create, new, line)

    async def load(self, competition_id: int) -> Competition:
        """Return a competition. Raises `NoGame` if there is none with this number."""
        return await self._database.read_many(_load, competition_id)

    async def list_of(self, guild_id: int) -> tuple[Competition, ...]:
        """Return the competitions of a server, the newest first, without their entrants and matches."""
        return await self._database.read(_list_of, guild_id)

    async def list_due(self, now: datetime) -> tuple[int, ...]:
        """Return the ids of the competitions that the bot must look at.

        These are the competitions whose time `wake` has come, and those with an ended game that is not
        counted yet.
        """
        return await self._database.read_many(_list_due, now)

    async def change(
        self,
        seen: Competition,
        after: Competition,
        *,
        log: Sequence[LogLine] = (),
        posts: Sequence[NewDelivery] = (),
    ) -> Competition:
        """Save what differs in a changed copy of a competition. Store a delivery that writes its post.

        Raises `Stale` if the competition has changed since it was loaded as `seen`.
        """
        return await self._database.run(_change, seen, after, log, posts)

    async def list_log(self, competition_id: int) -> tuple[LogLine, ...]:
        """Return what was done with a competition, the oldest first."""
        return await self._database.read_many(_list_log, competition_id)

    async def record_shown(self, seen: Competition, message_id: int, shown: str, next_edit: datetime) -> None:
        """Record the message that shows a competition, a hash of its text, and when it may be edited next."""
        await self._database.run(_record_shown, seen, message_id, shown, next_edit)


def lay_out(connection: Connection, match_id: int, game_id: int) -> None:
    """Record the game of a match. Raises `Stale` if the match has a game or is counted already."""
    free = (matches.c.id == match_id) & matches.c.game_id.is_(None) & (matches.c.how == "")
    if not connection.execute(update(matches).where(free).values(game_id=game_id)).rowcount:
        raise Stale(f"The match {match_id} needs no table any more.")


def find_lowest_nameless(connection: Connection) -> int:
    """Return the lowest id of an entrant who is not a bot player; 0 if there is no such entrant.

    People whose data was deleted have ids below 0.
    """
    nameless = entrants.c.user_id > NO_PERSON
    return connection.scalar(select(func.min(entrants.c.user_id)).where(nameless)) or 0


def forget_person(connection: Connection, user_id: int, nameless: int) -> None:
    """Replace a person's id by `nameless`, and delete their name.

    In a competition that people can still join, remove the person instead.
    """
    mine = entrants.c.user_id == user_id
    joining = select(competitions.c.id).where(competitions.c.stage == Stage.OPEN)
    connection.execute(delete(entrants).where(mine, entrants.c.competition_id.in_(joining)))
    connection.execute(update(entrants).where(mine).values(user_id=nameless, user_name="", withdrawn=True))
    hosts = competitions.c.host_id == user_id
    connection.execute(update(competitions).where(hosts).values(host_id=nameless))
    logged = competition_log.c.user_id == user_id
    connection.execute(update(competition_log).where(logged).values(user_id=nameless))
    theirs = matches.c.people.contains(str(user_id), autoescape=True)
    for row in connection.execute(select(matches.c.id, matches.c.people).where(theirs)).all():
        people = [nameless if user == user_id else user for user in json.loads(row.people)]
        connection.execute(update(matches).where(matches.c.id == row.id).values(people=json.dumps(people)))


def _create(connection: Connection, new: Competition, line: LogLine) -> Competition:
    values = _list_columns(new) | {"shown": "", "serial": 1}
    number = connection.scalar(insert(competitions).values(values).returning(competitions.c.id))
    assert number is not None, "the database numbers the rows"
    made = replace(new, id=number, serial=1)
    _write(connection, replace(made, entrants=(), matches=()), made, [line], ())
    return _load(connection, number)


def _list_columns(of: Competition) -> dict[str, Any]:
    """Return the values of a competition for all columns except those in `_PLACE`."""
    names = [column.name for column in competitions.c if column.name not in _PLACE]
    return {name: getattr(of, name) for name in names}


def _load(connection: Connection, competition_id: int) -> Competition:
    row = connection.execute(select(competitions).where(competitions.c.id == competition_id)).one_or_none()
    if row is None:
        raise NoGame(f"There is no competition {competition_id}.")
    of = matches.c.competition_id == competition_id
    played = connection.execute(select(matches).where(of).order_by(matches.c.number))
    theirs = select(entrants).where(entrants.c.competition_id == competition_id)
    joined = connection.execute(theirs.order_by(entrants.c.joined, entrants.c.user_id.desc()))
    people = tuple(
        Entrant(each.user_id, each.user_name, each.joined, each.withdrawn, each.division) for each in joined
    )
    return replace(_read(row), entrants=people, matches=tuple(map(_read_match, played)))


def _read(row: Row[Any]) -> Competition:
    return Competition(**{**row._asdict(), "stage": Stage(row.stage)})


def _read_match(row: Row[Any]) -> Match:
    values = row._asdict()
    del values["competition_id"]
    lists = {"people": tuple(json.loads(row.people)), "points": tuple(json.loads(row.points))}
    return Match(**values | lists)


def _list_of(connection: Connection, guild_id: int) -> tuple[Competition, ...]:
    found = select(competitions).where(competitions.c.guild_id == guild_id)
    return tuple(map(_read, connection.execute(found.order_by(competitions.c.id.desc()))))


def _list_due(connection: Connection, now: datetime) -> tuple[int, ...]:
    over = exists().where(
        matches.c.competition_id == competitions.c.id,
        matches.c.how == "",
        matches.c.game_id == games.c.id,
        is_among(games.c.status, Status.ENDED, Status.DROPPED),
    )
    due = select(competitions.c.id).where(_OPEN, (competitions.c.wake <= now) | over)
    return tuple(connection.scalars(due.order_by(competitions.c.id)))


def _change(
    connection: Connection,
    seen: Competition,
    after: Competition,
    log: Sequence[LogLine],
    posts: Sequence[NewDelivery],
) -> Competition:
    same = (competitions.c.id == seen.id) & (competitions.c.serial == seen.serial)
    values = _list_columns(after) | {"serial": seen.serial + 1}
    if not connection.execute(update(competitions).where(same).values(values)).rowcount:
        raise Stale(f"The competition {seen.id} has changed.")
    _write(connection, seen, after, log, posts)
    return _load(connection, seen.id)


def _write(
    connection: Connection,
    seen: Competition,
    after: Competition,
    log: Sequence[LogLine],
    posts: Sequence[NewDelivery],
) -> None:
    """Store the entrants and matches that differ, the log, the posts, and a delivery for the standings."""
    number = after.id
    before, now = ({each.user_id: each for each in of.entrants} for of in (seen, after))
    for user_id in before.keys() - now.keys():
        gone = (entrants.c.competition_id == number) & (entrants.c.user_id == user_id)
        connection.execute(delete(entrants).where(gone))
    for user_id, each in now.items():
        values = {c.name: getattr(each, c.name) for c in entrants.c if c.name != "competition_id"}
        if user_id not in before:
            connection.execute(insert(entrants).values(competition_id=number, **values))
        elif before[user_id] != each:
            same = (entrants.c.competition_id == number) & (entrants.c.user_id == user_id)
            connection.execute(update(entrants).where(same).values(values))
    _write_matches(connection, seen, after)
    for line in log:
        connection.execute(
            insert(competition_log).values(
                competition_id=number, user_id=line.user_id, line=line.line, time=line.time
            )
        )
    outbox.put(connection, None, posts)
    _want_standings(connection, after)
    tell(connection, f"{SAVED} 0")


def _write_matches(connection: Connection, seen: Competition, after: Competition) -> None:
    before = {each.id: each for each in seen.matches}
    new = [_list_match_columns(after.id, each) for each in after.matches if not each.id]
    if new:
        connection.execute(insert(matches), new)
    for each in after.matches:
        if each.id and each != before[each.id]:
            now, then = (_list_match_columns(after.id, match) for match in (each, before[each.id]))
            changed = {name: value for name, value in now.items() if value != then[name]}
            connection.execute(update(matches).where(matches.c.id == each.id).values(changed))


def _list_match_columns(competition_id: int, match: Match) -> dict[str, Any]:
    values = {c.name: getattr(match, c.name) for c in matches.c if c.name not in ("id", "competition_id")}
    lists = {"people": json.dumps(match.people), "points": json.dumps(match.points)}
    return {"competition_id": competition_id, **values, **lists}


def _want_standings(connection: Connection, of: Competition) -> None:
    """Store a delivery that writes a competition's post as soon as it may be edited.

    If such a delivery waits already, do nothing.
    """
    content = json.dumps(of.id)
    waits = exists().where(
        deliveries.c.channel_id == of.channel_id,
        deliveries.c.kind == literal(STANDINGS, String(), literal_execute=True),
        deliveries.c.content == content,
        is_among(deliveries.c.state, Transit.DUE),
    )
    if not connection.scalar(select(waits)):
        at = None if of.next_edit is None or of.next_edit <= datetime.now(UTC) else of.next_edit
        outbox.put(connection, None, [NewDelivery(of.channel_id, STANDINGS, content, at)])


def _list_log(connection: Connection, competition_id: int) -> tuple[LogLine, ...]:
    of = competition_log.c.competition_id == competition_id
    rows = connection.execute(select(competition_log).where(of).order_by(competition_log.c.id))
    return tuple(LogLine(row.user_id, row.line, row.time) for row in rows)


def _record_shown(
    connection: Connection, seen: Competition, message_id: int, shown: str, next_edit: datetime
) -> None:
    same = competitions.c.id == seen.id
    connection.execute(
        update(competitions).where(same).values(message_id=message_id, shown=shown, next_edit=next_edit)
    )
