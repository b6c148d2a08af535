"""Commands of an operator: save, restore and check the database; look after people and games."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.cli import admin
from bot.cli.main import main
from bot.story.post import Post
from db.operating import copies
from db.records import Kind, NewAct, NewDelivery, Seat, StoredGame
from db.store import Store
from rules.kernel import Game
from rules.loading.games import GAMES
from tests.db.table import OLD, make_old
from tests.phrases import phrase

Out = pytest.CaptureFixture[str]
GAME = list(GAMES)[1]
ACT = NewAct(Kind.ORDER, "move", 7)
ASHA, BALA = 171_717_171_717_171_717, 272_727_272_727_272_727


async def filled(url: str) -> StoredGame:
    """Return a running game of two people, with a post that was given up."""
    rules = GAMES[GAME]
    async with await Store.open(url) as store:
        game = await store.create_game(GAME, channel_id=5, guild_id=6, host_id=ASHA, act=ACT)
        for seat, user in zip(rules.seats(rules.Options()), (ASHA, BALA), strict=False):
            await store.take_seat(game.id, Seat(seat, user, f"user {user}"), act=ACT)
        await store.see_user(ASHA, "Asha")
        start = Game("secret", 1, rules.dump(rules.setup(rules.Options())))
        game = await store.start_game(await store.load(game.id), start, commitment="x", act=ACT)
        post = NewDelivery(5, "board", Post(text=f"<@{ASHA}> plays").model_dump_json())
        game = await store.record_act(game.id, act=ACT, deliveries=[post])
        [claimed] = (await store.claim_due())[0]
        await store.mark_failed(claimed.id, "no", None)
        return await store.load(game.id)


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    url = f"sqlite+aiosqlite:///{tmp_path}/durbar.db"
    monkeypatch.setenv("DURBAR_DATABASE", url)
    asyncio.run(filled(url))
    return url


def told(out: Out, *arguments: str) -> str:
    """Return the output of a successful command."""
    assert main(arguments) == 0
    return out.readouterr().out


def with_store(url: str, work: Callable[[Store], object]) -> object:
    return admin._with_store(work, url)  # type: ignore[arg-type]


def test_a_backup_is_made_while_the_bot_writes_and_brought_back(
    database: str, tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "saved.db"

    async def beside() -> None:
        async with await Store.open(database) as store:
            await store.record_act(1, act=ACT)
            assert await asyncio.to_thread(main, ["db", "backup", str(saved)]) == 0
            await store.record_act(1, act=ACT)

    asyncio.run(beside())
    assert saved.stat().st_mode & 0o077 == 0, "nobody else may read it"
    assert main(["db", "backup", str(saved)]) == 2, "nothing is written over"
    monkeypatch.setenv("DURBAR_DATABASE", f"sqlite+aiosqlite:///{tmp_path}/other.db")
    capsys.readouterr()
    assert "1 games" in told(capsys, "db", "restore", str(saved))
    assert main(["db", "restore", str(saved)]) == 2, "there is a game in it"
    with (
        closing(sqlite3.connect(tmp_path / "other.db")) as back,
        closing(sqlite3.connect(tmp_path / "durbar.db")) as now,
    ):
        [(acts,)], [(later,)] = (base.execute("SELECT count(*) FROM acts").fetchall() for base in (back, now))
    assert later == acts + 1


def test_versions_and_faults(
    database: str, tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "the newest is" in told(capsys, "db", "current")
    assert "the newest is" in told(capsys, "db", "upgrade")
    assert main(["db", "check"]) == 0
    capsys.readouterr()
    assert "fit the rules" in told(capsys, "replay", "--open")
    with closing(sqlite3.connect(tmp_path / "durbar.db")) as base, base:
        base.execute("UPDATE turns SET start = 'nonsense'")
    assert main(["replay", "--open"]) == 1
    assert "game 1" in capsys.readouterr().out
    monkeypatch.setenv("DURBAR_DATABASE", f"sqlite+aiosqlite:///{tmp_path}/none.db")
    assert main(["db", "current"]) == 2
    assert main(["replay"]) == 2


def test_telling_and_trying_again(database: str, capsys: Out) -> None:
    assert told(capsys, "admin", "tell", "A pause tonight.") == "games that will get the message: 1\n"
    assert main(["admin", "tell", "x" * 2000]) == 2
    assert told(capsys, "admin", "retry") == "posts to retry: 1\n"

    async def due(store: Store) -> list[str]:
        [first] = (await store.claim_due())[0]
        await store.mark_sent(first.id, 1)
        [second] = (await store.claim_due())[0]
        return [Post.model_validate_json(each.content).text for each in (first, second)]

    assert with_store(database, due) == [f"<@{ASHA}> plays", phrase("operator", text="A pause tonight.")]


def test_the_blocked(database: str, capsys: Out) -> None:
    told(capsys, "admin", "block", "99", "spam")
    told(capsys, "admin", "block", "99", "spam again")
    assert "spam again" in told(capsys, "admin", "blocked")
    told(capsys, "admin", "unblock", "99")
    assert main(["admin", "unblock", "99"]) == 2


def test_a_person_is_forgotten(database: str, tmp_path: Path, capsys: Out) -> None:
    assert told(capsys, "admin", "forget", str(ASHA)) == '{"seats freed": 1, "seats without a name": 0}\n'
    with closing(sqlite3.connect(tmp_path / "durbar.db")) as base, base:
        assert str(ASHA) not in "\n".join(base.iterdump())
    loaded = with_store(database, lambda store: store.load(1))
    assert isinstance(loaded, StoredGame)
    assert [seat.user_id for seat in loaded.seats] == [BALA]

    async def over(store: Store) -> StoredGame:
        game = await store.load(1)
        from db.records import Status

        return await store.end_game(game, Status.DROPPED, "", act=ACT)

    with_store(database, over)
    assert told(capsys, "admin", "forget", str(BALA)) == '{"seats freed": 0, "seats without a name": 1}\n'
    loaded = with_store(database, lambda store: store.load(1))
    assert isinstance(loaded, StoredGame)
    assert [(seat.user_id < 0, seat.user_name) for seat in loaded.seats] == [(True, "")]


def test_looking_and_looking_after_never_migrate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DURBAR_DATABASE", f"sqlite+aiosqlite:///{tmp_path}/none.db")
    for command in (
        ["replay", "--open"],
        ["db", "check"],
        ["db", "backup", str(tmp_path / "copy.db")],
        ["db", "copy", f"sqlite+aiosqlite:///{tmp_path}/none.db", f"sqlite+aiosqlite:///{tmp_path}/to.db"],
        ["admin", "blocked"],
        ["admin", "block", "1", "spam"],
        ["admin", "retry"],
        ["admin", "tell", "A pause."],
        ["admin", "forget", "1"],
    ):
        assert main(command) == 2, command
        assert not list(tmp_path.iterdir()), command


def test_a_database_is_brought_to_this_version_only_by_upgrade(
    tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old" / "durbar.db"
    path.parent.mkdir()
    monkeypatch.setenv("DURBAR_DATABASE", f"sqlite+aiosqlite:///{path}")
    asyncio.run(make_old(f"sqlite+aiosqlite:///{path}"))
    told(capsys, "replay", "--open")
    told(capsys, "db", "check")
    told(capsys, "admin", "blocked")
    told(capsys, "db", "backup", str(tmp_path / "old.db"))
    assert main(["admin", "block", "1", "spam"]) == 2
    assert "db upgrade" in capsys.readouterr().err
    for file in (path, tmp_path / "old.db"):
        assert asyncio.run(revision(file)) == OLD
    told(capsys, "db", "upgrade")
    told(capsys, "admin", "block", "1", "spam")


async def revision(file: Path) -> str:
    return str(await copies.find_revision(make_url(f"sqlite+aiosqlite:///{file}")))


def test_nothing_is_brought_under_a_bot_that_runs(database: str, tmp_path: Path, capsys: Out) -> None:
    async def beside() -> None:
        saved = str(tmp_path / "saved.db")
        async with await Store.open(database, locking=True):
            assert await asyncio.to_thread(main, ["db", "backup", saved]) == 0
            for command in (["db", "upgrade"], ["db", "restore", saved]):
                assert await asyncio.to_thread(main, command) == 2
                assert "Another bot" in capsys.readouterr().err

    asyncio.run(beside())
