"""Compare the database of a simulated server with its channels and with the phones of its people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from sqlalchemy import Row, select

from bot.clubs.seekers import LAPSED, PARTY
from bot.competitions.results import How
from bot.competitions.service import NEWS
from bot.competitions.service import TABLE as MATCH_TABLE
from bot.deadlines.reminders import CALL
from bot.story.post import BOARD, TEXT, Post
from db.clubs.competition_records import Competition, Stage
from db.follows import FOLLOW
from db.records import Status, Transit
from db.schema import deliveries, games, notice_boards, seeks
from db.store import Store
from lab.simulated.discord_stub import Discord, Stored
from rules import kernel
from rules.kernel import Rules

OPEN = Transit.DUE, Transit.SENDING
ALWAYS = TEXT, NEWS, LAPSED  # the kinds of deliveries that always end as a message
NOTICED = 60.0  # seconds that must pass between two edits of a notice board
ONCE = CALL, FOLLOW, PARTY, MATCH_TABLE  # kinds of deliveries that never repeat a content
QUESTION = "question"  # marks a question in what `find_called_for` returns
SHOWN = 100  # a fault shows this many characters of its message


@dataclass(frozen=True)
class Judged:
    """The comparison.

    Attributes:
        games: how many games there are of each status
        pushes: how many notifications the phones have shown
        most: the most notifications on one phone
        faults: the faults that were found, by kind
    """

    games: Counter[str]
    pushes: int
    most: int
    faults: Mapping[str, Sequence[str]]


async def judge(
    store: Store,
    there: Discord,
    rules: Mapping[str, Rules],
    made: Sequence[int],
    dropped: Collection[tuple[int, str]] = (),
) -> Judged:
    """Compare a database with the server.

    Args:
        store: the database
        there: the server
        rules: the rules of the games by key
        made: the numbers that identify the cups and leagues
        dropped: reminders that may be lost, each as its game and its content. One process had begun to post
            such a reminder when another process dropped it. The reminder is lost if there is no message of it
    """
    rows = await _list(store, deliveries)
    tables = await _list(store, games)
    called, pushes = _list_calls(there, {row.message_id: row for row in rows if row.message_id})
    competitions = [await store.competitions.load(number) for number in made]
    boards = await _list(store, notice_boards)
    parties = {row.party for row in await _list(store, seeks) if row.party}
    faults = {
        "games, cups and seasons that neither end nor go on": [
            *_list_unfinished(tables, rows),
            *_list_bad_competitions(competitions),
        ],
        "parties without a table": [*parties],
        "games whose acts or turns don't follow each other": [
            fault for row in tables if (fault := await _find_break(store, rules, row.id))
        ],
        "lost": _list_lost(rows, there),
        "due and not posted": [
            _name(row) for row in rows if row.state in OPEN and row.not_before <= there.clock.time
        ],
        "doubled": _list_doubled(rows, tables, [row.message_id for row in boards], competitions, there),
        "called twice": [f"{who} for {what}" for (who, what), often in called.items() if often > 1],
        "notice boards edited twice in a minute": [
            f"board {row.message_id}" for row in boards if _is_hasty(there.edits[row.message_id], there.kills)
        ],
        "reminders lost": [
            _name(row) for row in rows if (row.game_id, row.content) in dropped and row.message_id is None
        ],
        "titles of threads that were not restored": [
            thread.name for thread in there.threads.values() if thread.name != thread.first_name
        ],
    }
    return Judged(
        Counter(row.status for row in tables), sum(pushes.values()), max(pushes.values(), default=0), faults
    )


async def _list(store: Store, table: Any) -> Sequence[Row[Any]]:
    found: Sequence[Row[Any]] = await store._database.run(lambda c: c.execute(select(table)).all())
    return found


def _name(row: Row[Any]) -> str:
    """Return a text that identifies a delivery in a list of faults."""
    return f"{row.kind} {row.id} of game {row.game_id} {row.state} {row.error} {row.content[:SHOWN]}"


def _list_unfinished(tables: Sequence[Row[Any]], rows: Sequence[Row[Any]]) -> list[str]:
    """Return the running games that have no planned reminder. Nothing would happen in them any more."""
    planned = {row.game_id for row in rows if row.kind == CALL and row.state in OPEN}
    running = [row for row in tables if row.status == Status.RUNNING]
    return [f"game {row.id}" for row in running if row.id not in planned]


def _list_bad_competitions(competitions: Sequence[Competition]) -> list[str]:
    """Return the competitions that are not over.

    Also return matches that lack a result or their own table.
    """
    found = [f"{of.kind} {of.name}" for of in competitions if of.stage is not Stage.OVER]
    for of in competitions:
        found += [f"{of.name}, match {each.number}" for each in of.matches if not each.how]
        tables = Counter(each.game_id for each in of.matches if each.game_id is not None)
        found += [f"{of.name}, table {each}" for each, often in tables.items() if often > 1]
        played = [each for each in of.matches if each.how == How.PLAYED]
        found += [f"{of.name}, match {each.number}" for each in played if each.game_id is None]
    return found


async def _find_break(store: Store, rules: Mapping[str, Rules], game_id: int) -> str:
    """Return a fault in the acts, the turns or the status of a game; "" if there is none."""
    stored = await store.load(game_id)
    acts = (await store.list_acts(game_id, size=10_000)).acts
    if [act.serial for act in acts] != list(range(1, stored.serial + 1)):
        return f"game {game_id}: acts"
    if stored.position is None:
        return ""
    history = await store.load_history(game_id)
    if [turn.turn for turn in history] != list(range(1, len(history) + 1)):
        return f"game {game_id}: turns"
    over = kernel.resume(rules[stored.game], stored.position).pending is None
    if stored.status is Status.RUNNING and over:
        return f"game {game_id}: it is over"
    return ""


def _list_lost(rows: Sequence[Row[Any]], there: Discord) -> list[str]:
    """Return the posts that failed, or that Discord doesn't have."""
    failed = [row for row in rows if row.state == Transit.FAILED]
    sent = [row for row in rows if row.state == Transit.SENT]
    none = [row for row in sent if row.message_id is None and row.kind in ALWAYS]
    gone = [row for row in sent if row.message_id is not None and row.message_id not in there.messages]
    return [_name(row) for row in (*failed, *none, *gone)]


def _list_doubled(
    rows: Sequence[Row[Any]],
    tables: Sequence[Row[Any]],
    boards: Sequence[int],
    competitions: Sequence[Competition],
    there: Discord,
) -> list[str]:
    """Return the texts of the messages that the database doesn't have."""
    known = {row.message_id for row in rows} | {row.panel_id for row in tables} | {*boards}
    known |= {row.channel_id for row in tables}  # a thread has the id of the message that it started from
    known |= {of.message_id for of in competitions}
    return [each.text[:SHOWN] for each in there.messages.values() if each.id not in known]


def _list_calls(
    there: Discord, rows: dict[int, Row[Any]]
) -> tuple[Counter[tuple[int, object]], Counter[int]]:
    """Return how often each person was called for each thing, and how often this person was called in all."""
    called, pushes = Counter[tuple[int, object]](), Counter[int]()
    for message in there.messages.values():
        for user in message.pushed:
            called[user, _find_thing(message, rows.get(message.id), user)] += 1
            pushes[user] += 1
    return called, pushes


def _find_thing(message: Stored, row: Row[Any] | None, user: int) -> object:
    """Return the thing for which a message calls a person. No other message may call them for the same thing.

    The check assumes that a text sent again in another hour is about another thing, such as another offered
    seat.
    """
    if row is None:
        return message.id
    if row.kind == BOARD:
        thing = find_called_for(row.game_id, Post.model_validate_json(row.content), user)
        if thing is not None:
            return thing
    if row.kind in ONCE:
        return row.kind, row.game_id, row.content
    return row.kind, row.game_id, row.content, message.sent.replace(minute=0, second=0, microsecond=0)


def find_called_for(game_id: int, post: Post, user: int) -> tuple[object, ...] | None:
    """Return the reason why the board of a game calls a person: a question, or the game's end.

    Return None if there is no such reason. For example, a board can ask one person, and also call another
    person, who has lost the seat.
    """
    if post.result_lines:
        return game_id, "end"
    if post.at is not None and f"<@{user}>" in post.asks:
        return game_id, QUESTION, post.at.turn, post.at.entry
    return None


def _is_hasty(edits: Sequence[datetime], kills: Sequence[datetime]) -> bool:
    """Return whether two edits came within a minute, although no kill came between them.

    A killed process may have edited the board without saving that it did. The next process repeats this edit.
    """
    return any(
        (then - now).total_seconds() < NOTICED and not any(now <= kill <= then for kill in kills)
        for now, then in pairwise(edits)
    )
