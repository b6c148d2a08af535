"""Run `durbar db` and `durbar admin`, the commands for operators.

Most of these commands work while the bot runs. `upgrade`, `restore` and `copy` refuse to write to a SQLite
file that a bot uses.

`DURBAR_DATABASE` names the database. A running bot needs up to 15 seconds to notice a new block, and up to
5 minutes to notice a new post of `tell`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import make_url

from db.connection.address import DATABASE, add_password, check_address
from db.connection.unusable import Unusable, explain_errors
from db.migrate import find_newest, read_revision
from db.operating import backups, copies
from db.records import Kind, NewAct, StoredGame
from db.store import Store
from rules.errors import InputError
from rules.kernel import resume
from rules.loading.games import GAMES

T = TypeVar("T")
LONGEST = 1500  # the most characters of an announcement


def find_address() -> str:
    """Return the address of the database, with its password. Raises `InputError`."""
    try:
        given = check_address(os.environ.get("DURBAR_DATABASE") or DATABASE)
        return add_password(given, os.environ.get("DURBAR_DATABASE_PASSWORD_FILE"))
    except OSError as error:
        raise InputError(f"DURBAR_DATABASE_PASSWORD_FILE: {error.strerror or error}") from None
    except ValueError as error:
        raise InputError(str(error)) from None


def _with_store(
    work: Callable[[Store], Awaitable[T]],
    url: str | None = None,
    *,
    read_only: bool = False,
    locking: bool = False,
    migrating: bool = False,
) -> T:
    """Open the database and return the result of `work`.

    Args:
        work: a function that gets the open store
        url: the address of the database; None for `DURBAR_DATABASE`
        read_only: whether to open the database for reading only
        locking: whether to fail if a bot uses the same file
        migrating: whether to migrate the tables to this version first

    Raises:
        InputError: The database can't be used.
    """
    place = url or find_address()

    async def run() -> T:
        store = await (
            Store.look(place) if read_only else Store.open(place, locking=locking, migrating=migrating)
        )
        async with store:
            return await work(store)

    try:
        with explain_errors(place):
            return asyncio.run(run())
    except (Unusable, ValueError) as error:
        raise InputError(str(error)) from None


def _is_file(url: str) -> bool:
    return make_url(url).get_backend_name() == "sqlite"


# Commands for the whole database


def upgrade(_: argparse.Namespace) -> int:
    """Create the tables, or migrate them to this version. The bot also does this when it starts."""
    at = _with_store(
        lambda store: store._database.run(read_revision), locking=_is_file(find_address()), migrating=True
    )
    print(f"{make_url(find_address())!r}: the tables have version {at}; the newest is {find_newest()}")
    return 0


def current(_: argparse.Namespace) -> int:
    """Print the last migration that the database has. Return 1 if a newer migration exists.

    This command changes nothing.
    """
    place = find_address()
    try:
        with explain_errors(place):
            at = asyncio.run(copies.find_revision(make_url(place)))
    except (Unusable, ValueError) as error:
        raise InputError(str(error)) from None
    print(f"{at or 'empty'}; the newest is {find_newest()}")
    return 0 if at == find_newest() else 1


def check(_: argparse.Namespace) -> int:
    """Print the errors in the database, and the running games that this version can't play.

    Return 1 if there is an error or such a game.
    """
    faults = _with_store(lambda store: store._database.run(backups.find_faults), read_only=True)
    print("\n".join(faults) or "no errors found")
    return max(int(bool(faults)), _print_misfits())


def backup(arguments: argparse.Namespace) -> int:
    """Save a snapshot of the database in a new SQLite file."""
    path, place = Path(arguments.file), find_address()
    if path.exists():
        raise InputError(f"{path} already exists")
    try:
        with explain_errors(place):
            asyncio.run(backups.save(place, path))
    except (Unusable, ValueError) as error:
        raise InputError(str(error)) from None
    print(f"{path}: {path.stat().st_size / 2**20:.1f} MiB")
    return 0


def restore(arguments: argparse.Namespace) -> int:
    """Fill an empty or new database from a file that `backup` wrote."""
    if not Path(arguments.file).exists():
        raise InputError(f"{arguments.file} does not exist")
    _print_rows(_copy_rows(f"sqlite+aiosqlite:///{arguments.file}", find_address()))
    return 0


def copy(arguments: argparse.Namespace) -> int:
    """Copy a whole database into another, from SQLite to PostgreSQL or back."""
    for each in (arguments.source, arguments.target):
        try:
            check_address(each)
        except ValueError:
            raise InputError(f"FROM and TO are addresses, such as {DATABASE}") from None
    _print_rows(_copy_rows(arguments.source, arguments.target))
    return 0


def _copy_rows(source: str, target: str) -> dict[str, int]:
    """Copy one database into another and return the number of rows of each table."""

    async def fill(read: Store) -> dict[str, int]:
        with explain_errors(target):
            async with await Store.open(target, locking=_is_file(target)) as written:
                return await backups.copy(read, written)

    return _with_store(fill, source, read_only=True)


def _print_rows(rows: dict[str, int]) -> None:
    print("\n".join(f"{count:>9} {table}" for table, count in rows.items()))


# Commands for games and people


def replay_open(_: argparse.Namespace) -> int:
    """Print the running games that this version can't play. Return 1 if there are any."""
    return _print_misfits()


def _print_misfits() -> int:
    async def work(store: Store) -> list[StoredGame]:
        return [await store.load(game) for game in await store.list_running()]

    from bot.engine.packages import drop_bad_packages  # loads slowly

    drop_bad_packages()
    bad = [(game, why) for game in _with_store(work, read_only=True) if (why := explain_misfit(game))]
    for game, why in bad:
        turn = game.position.turn if game.position else 0
        print(f"game {game.id} ({game.game}, channel {game.channel_id}, turn {turn}): {why}")
    if not bad:
        print("All running games fit the rules.")
    return int(bool(bad))


def explain_misfit(stored: StoredGame) -> str:
    """Return why this version's rules can't play the open turn of a game; "" if they can."""
    if stored.game not in GAMES:
        return "there is no such game any more"
    if stored.position is None:
        return ""
    try:
        resume(GAMES[stored.game], stored.position)
    except (InputError, ValueError, LookupError, AssertionError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def tell(arguments: argparse.Namespace) -> int:
    """Store a post with the operator's text for every running game. The bot posts it in their channels."""
    from bot.language.words import say, speak_within  # these modules load slowly
    from bot.settings.game_settings import GameSettings
    from bot.story.post import TEXT, Post

    text = arguments.text.strip()
    if not text or len(text) > LONGEST:
        raise InputError(f"give a text of 1 to {LONGEST} characters")

    async def work(store: Store) -> int:
        games = await store.list_running()
        for game in games:
            stored = await store.load(game)
            with speak_within(GameSettings.of(stored).language):
                post = Post(text=say("operator", text=text)).delivery(stored, TEXT)
            await store.record_act(game, act=NewAct(Kind.TABLE, "announcement", 0), deliveries=[post])
        return len(games)

    print(f"games that will get the message: {_with_store(work)}")
    return 0


def retry(arguments: argparse.Namespace) -> int:
    """Retry the posts that the bot has given up."""
    print(f"posts to retry: {_with_store(lambda store: store.retry(arguments.game))}")
    return 0


def block(arguments: argparse.Namespace) -> int:
    """Block a person or a server. The bot leaves a blocked server."""
    _with_store(lambda store: store.block(arguments.id, arguments.why))
    print(f"{arguments.id} is blocked")
    return 0


def unblock(arguments: argparse.Namespace) -> int:
    """Unblock a person or a server."""
    if not _with_store(lambda store: store.unblock(arguments.id)):
        raise InputError(f"{arguments.id} is not blocked")
    print(f"{arguments.id} is unblocked")
    return 0


def list_blocked(_: argparse.Namespace) -> int:
    """Print the id of each blocked person and server, with the date and the reason."""
    for each in _with_store(lambda store: store.list_blocked(), read_only=True):
        print(f"{each.id}  {each.since:%Y-%m-%d}  {each.why}")
    return 0


def forget(arguments: argparse.Namespace) -> int:
    """Delete the data of a person."""
    freed, kept = _with_store(lambda store: store.forget(arguments.id))
    print(json.dumps({"seats freed": freed, "seats without a name": kept}))
    return 0


def leave(arguments: argparse.Namespace) -> int:
    """Make the bot leave a server. The server's games stay in the database."""
    import discord  # loads slowly

    from bot.discord_app.environment import Environment, use_api

    settings = Environment()
    if settings.api is not None:
        use_api(settings.api)

    async def go() -> None:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(settings.token.get_secret_value())
            await client.http.leave_guild(arguments.id)

    try:
        asyncio.run(go())
    except discord.DiscordException as error:
        raise InputError(f"Discord refuses: {error}") from None
    print(f"left the server {arguments.id}")
    return 0
