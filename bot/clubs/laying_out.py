"""Lay out tables: create a table in a thread, seat the people who are to play there, and plan its start.

Nobody needs to join or start such a table by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from bot.engine.thinking import find_default_level
from bot.seating.lobby import Lobby, plan_start
from bot.session.bot_seats import choose_style, make_bot_seat
from bot.session.table_names import offer_table_names
from bot.settings.game_settings import GameSettings
from bot.settings.options import set_seats
from bot.story.post import make_lobby_post
from db.connection.transaction import Transaction
from db.records import Kind, NewAct, Seat, StoredGame
from rules.chance import make_commitment
from rules.kernel import Rules


class NewTable(NamedTuple):
    """A table to lay out.

    Attributes:
        rules: the rules of the table's game
        guild_id: the server
        thread_id: the thread in which people play
        host_id: the table's host
        options: the options of the game, as JSON
        settings: the settings of the table
        seats: all seats with their people and bot players
        line: the reason for the table in one word, such as "cup"; the table's first act stores this word
        name: the name that the people want; the table gets it if no other table has it. None for a name from
            the game's list
    """

    rules: Rules
    guild_id: int
    thread_id: int
    host_id: int
    options: str
    settings: GameSettings
    seats: Sequence[Seat]
    line: str
    name: str | None = None


async def lay_out(
    lobby: Lobby,
    table: NewTable,
    seed: str,
    now: datetime,
    *,
    before: Callable[[Transaction], None] = lambda _: None,
    after: Callable[[Transaction, StoredGame], None] = lambda _, __: None,
) -> None:
    """Create a table and seat its people, all in one transaction.

    In the same transaction, `before` runs before the table is created, and `after` runs before the people are
    seated. Raises what `before` and `after` raise, and `ChannelTaken`.
    """
    rules, settings, host = table.rules, table.settings, table.host_id
    act = NewAct(Kind.LOBBY, table.line, host)

    def create_and_seat(changes: Transaction) -> StoredGame:
        before(changes)
        made = changes.create_game(
            rules.KEY,
            channel_id=table.thread_id,
            guild_id=table.guild_id,
            host_id=host,
            options=table.options,
            settings=settings.to_json(),
            seed=seed,
            commitment=make_commitment(seed),
            names=offer_table_names(rules, table.name, needed=False),
            act=act,
        )
        after(changes, made)
        for seat in table.seats:
            line = f"bot {seat.seat} {seat.level}" if seat.level else f"join {seat.seat}"
            taken = NewAct(Kind.LOBBY, line, seat.user_id, seat.seat)
            made = changes.take_seat(made.id, seat, act=taken)
        agreed, posts = plan_start(rules, made, settings, host, now)
        made = changes.set_settings(made, agreed.to_json(), act=NewAct(Kind.LOBBY, "full", host))
        return changes.record_act(
            made.id,
            act=NewAct(Kind.LOBBY, f"{table.line} seated", host),
            deliveries=[make_lobby_post(table.thread_id), *posts],
        )

    await lobby.store.run_together(act, create_and_seat)
    lobby.orders.saved()


def choose_options(rules: Rules, seats: int) -> str:
    """Return the usual options of a game for a number of players, as JSON."""
    options = rules.Options().model_dump_json()
    return set_seats(rules, options, seats) if "seats" in rules.Options.model_fields else options


def make_default_bot_seat(rules: Rules, key: str, others: Iterable[Seat], luck: str) -> Seat:
    """Return a seat with a bot player of the default level. `luck` decides the style (`choose_style`)."""
    level = find_default_level(rules)
    return make_bot_seat(key, level, choose_style(rules, level, others, f"{luck} {key}"))
