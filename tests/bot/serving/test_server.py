"""Pages from a server: their contents, their headers, and games without a page."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import zlib
from base64 import b64decode
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any, NoReturn

import pytest

from bot.engine.job_queue import Busy, JobQueue
from bot.engine.listening import allow_open_files
from bot.posting import pictures
from bot.serving import live_pages, server, streams
from bot.serving.chances import NAME, _name_end, find_chances
from bot.serving.clients import read_networks
from bot.settings.game_settings import GameSettings
from db.records import Note, StoredGame
from db.store import Store
from render.games import PAINTERS
from rules.loading.games import GAMES
from sandbox.driver import PATIENCE
from tests.bot.callers import NAMES, NORTH, SEED
from tests.bot.serving.served import ACT, House, Recorded, path_of, serving, steps_of
from tests.until import until
from tests.web.pages import apply_patch, meta
from web import telling
from web.served_page import PARTS, unpack_view

GAME = "aadu_huli"
CHANCES = 'data-part="chances"'
HIDING = [game for game in GAMES if GAMES[game].EXTRAS.hidden]


def fail(_: object) -> NoReturn:
    """Draw nothing."""
    raise RuntimeError("can't draw")


async def read_page(house: House, path: str) -> str:
    """Return the page at a path."""
    return (await house.get(path)).decode()


async def test_a_page_and_all_it_loads(store: Store) -> None:
    """Its files have hashes in their names, and the pictures of each step are there."""
    game = Recorded(store, GAME)
    path = path_of(await game.begin(9))
    async with serving(store) as house:
        page = await read_page(house, path)
        about = meta(page)
        assert about["served"]
        assert [f'id="s{at}"' in page for at in range(len(about["steps"]))] == [True] * len(about["steps"])
        files = re.findall(r'(?:href|src)="((?:\.\./assets|[^"/:]+)/[^"]+)"', page)
        # two feeds, an icon, two styles, a program, and the picture for those without programs
        assert len(files) == 7, files
        for file in files:
            address = f"/g/{file}" if not file.startswith("..") else file.removeprefix("..")
            async with house.client.get(address) as answer:
                assert answer.status == 200, address
                kept = not re.search(r"/(board\.png|feed\.\w+)$", file)
                assert ("immutable" in answer.headers["Cache-Control"]) == kept
        for turn, name in about["words"].items():
            words = json.loads(await house.get(f"{path}/{name}"))
            assert len(words["plain"]) == sum(each[0] == int(turn) for each in about["steps"])
        shape = about["boards"][0]
        for hashed in steps_of(about)[-2:]:
            whole = await house.get(f"{path}/{hashed}.{shape['name']}.whole")
            assert len(zlib.decompress(whole)) == shape["width"] * shape["height"]
            for part in ("plain", "lit"):
                assert await house.get(f"{path}/{hashed}.{shape['name']}.{part}")


async def test_the_pictures_are_those_of_the_boards(store: Store) -> None:
    game = Recorded(store, GAME)
    stored = await game.begin(5)
    async with serving(store) as house:
        about = meta(await read_page(house, path_of(stored)))
        size = about["boards"][0]["name"]
        whole = await house.get(f"{path_of(stored)}/{steps_of(about)[-1]}.{size}.whole")
        kept = await house.server.pages.get_page(stored)
        painter, view = PAINTERS[GAME], unpack_view(kept.page.view)
        assert zlib.decompress(whole) == painter.draw(view, frozenset(), size, "day").tobytes()
        assert not house.server.pages.pictures.shelf.used, "pages leave the shelf of boards alone"
        assert house.server.pages.pictures.page_shelf.used


async def test_headers(store: Store) -> None:
    path = path_of(await Recorded(store, GAME).begin(3))
    async with serving(store, frames="https://discord.com") as house:
        for address, status in ((path, 200), ("/g/1-no", 404), (f"{path}/events", 405), ("/robots.txt", 200)):
            method = house.client.head if status == 405 else house.client.get
            async with method(address) as answer:
                assert answer.status == status
                policy = answer.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert policy.endswith("frame-ancestors https://discord.com")
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Referrer-Policy"] == "no-referrer"
                assert "Set-Cookie" not in answer.headers
        page = await read_page(house, path)
    scripts = re.findall(r"<script([^>]*)>", page)
    assert [each for each in scripts if "src=" not in each and 'type="' not in each] == []
    assert not re.search(r"\s(style|on\w+)=", page), "nothing that the policy forbids"


async def test_what_a_browser_has_is_not_sent_again(store: Store) -> None:
    game = Recorded(store, GAME)
    path = path_of(await game.begin(3))
    async with serving(store) as house:
        async with house.client.get(path) as answer:
            etag = answer.headers["ETag"]
        async with house.client.get(path, headers={"If-None-Match": etag}) as answer:
            assert answer.status == 304
            assert not await answer.read()
        await game.play(5)
        async with house.client.get(path, headers={"If-None-Match": etag}) as answer:
            assert answer.status == 200


async def test_pages_are_packed_as_the_browser_takes_them(store: Store) -> None:
    path = path_of(await Recorded(store, GAME).begin(3))
    async with serving(store) as house:
        house.client.session._auto_decompress = False
        plain = await house.get(path, encoding="identity")
        packed = await house.get(path, encoding="gzip, br;q=0")
        assert gzip.decompress(packed) == plain
        assert len(packed) < len(plain) / 2
        assert await house.get(path, encoding="*;q=0, gzip") == packed


async def test_unknown_switched_off_and_renewed_are_alike(store: Store) -> None:
    """So are a game that has not begun, and a game of a blocked server."""
    game = Recorded(store, GAME)
    stored = await game.begin(3)
    path = path_of(stored)
    async with serving(store) as house:
        await house.get(path)
        unknown = await house.get(path.replace("/g/1-", "/g/2-"), 404)
        assert await house.get("/g/nonsense", 404) == unknown
        assert await house.get(f"{path[:-1]}{'0' if path[-1] != '0' else '1'}", 404) == unknown
        renewed = await game.settle(page="0" * 32)
        assert await house.get(path, 404) == unknown
        await house.get(path_of(renewed))
        await game.settle(web="off")
        assert await house.get(path_of(renewed), 404) == unknown
        assert await house.get(f"{path_of(renewed)}/board.png", 404) == unknown
        await game.settle(web="without-names")
        await house.get(path_of(renewed))
        house.server.pages.blocked = lambda: {1}
        assert await house.get(path_of(renewed), 404) == unknown


async def test_old_tables_have_no_page(store: Store) -> None:
    assert GameSettings.model_validate_json("{}").web == "off"
    assert path_of(await Recorded(store, GAME).begin(3, web="off")) == ""


async def test_who_has_just_got_a_page_gets_all_of_it_though_it_has_changed(store: Store) -> None:
    game = Recorded(store, GAME)
    stored = await game.begin(3)
    path = path_of(stored)
    async with serving(store) as house:
        about = meta(await read_page(house, path))
        words, hashed = about["words"][str(about["steps"][-1][0])], steps_of(about)[-1]
        await store.undo_to(await store.load(game.id), game.turns[1], act=ACT)
        assert hashed not in await read_page(house, path)
        await house.get(f"{path}/{words}")
        await house.get(f"{path}/{hashed}.{about['boards'][0]['name']}.plain")
        await game.settle(web="off")
        await house.get(f"{path}/{words}", 404)


async def test_names_are_there_only_where_the_table_says_so(store: Store) -> None:
    game = Recorded(store, GAME)
    path = path_of(await game.begin(3))
    async with serving(store) as house:
        assert NAMES[NORTH] not in await read_page(house, path)
        await game.settle(web="with-names")
        assert NAMES[NORTH] in await read_page(house, path)
        await store.forget(NORTH)
        house.server.pages.forget(None)
        assert NAMES[NORTH] not in await read_page(house, path), "who is forgotten is nowhere"


@pytest.mark.parametrize("game", HIDING)
async def test_neither_seed_nor_name_leaves_a_running_game(store: Store, game: str) -> None:
    path = path_of(await Recorded(store, game).begin(6))
    async with serving(store) as house:
        page = await read_page(house, path)
    assert SEED not in page
    assert NAMES[NORTH] not in page


async def test_closed_turns_are_told_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An updated page equals a page made from the start, also after an undo and at the end."""
    told = list[int]()
    tell = telling.tell_turn

    def count(rules: Any, game: Any, *rest: Any) -> Any:
        told.append(game.turn)
        return tell(rules, game, *rest)

    monkeypatch.setattr("web.served.tell_turn", count)
    game = Recorded(store, GAME)
    path = path_of(await game.begin(6))
    async with serving(store) as house:
        await house.get(path)
        assert told == [1, 2, 3, 4, 5, 6]
        await game.play(8)
        told.clear()
        grown = await house.get(path)
        assert told == [7, 8]
        stored = await store.load(game.id)
        await store.undo_to(stored, game.turns[4], act=ACT)
        undone = await house.get(path)
        await game.play(8)
        again = await house.get(path)
        await game.play(len(game.turns), over=True)
        over = await house.get(path)
    async with serving(store) as house:
        assert await house.get(path) == over
    assert grown == again
    assert len({grown, undone, over}) == 3


async def test_the_path_may_have_its_prefix_or_not(store: Store) -> None:
    path = path_of(await Recorded(store, GAME).begin(3))
    async with serving(store) as house:
        assert await house.get(path) == await house.get(f"/durbar{path}")


async def test_a_client_that_asks_too_much_waits(store: Store) -> None:
    """Each client has its own limit.

    Behind a trusted proxy, its clients count; other proxies' claims are ignored.
    """
    async with serving(store, limit=40, proxies=read_networks("127.0.0.1")) as house:

        async def ask(client: str) -> int:
            headers = {"X-Forwarded-For": f"6.6.6.6, {client}"} if client else {}
            async with house.client.get("/robots.txt", headers=headers) as answer:
                if answer.status == 429:
                    assert int(answer.headers["Retry-After"]) >= 1
                return answer.status

        assert [await ask("1.2.3.4") for _ in range(12)] == [200] * 10 + [429] * 2
        assert await ask("1.2.3.5") == 200
        assert await ask("") == 200
    async with serving(store, limit=40) as house:
        assert [await ask(f"1.2.3.{n}") for n in range(12)] == [200] * 10 + [429] * 2


async def test_spectators_are_told_of_each_change(store: Store) -> None:
    game = Recorded(store, GAME)
    path = path_of(await game.begin(3))
    async with serving(store) as house, house.client.get(f"{path}/events") as stream:
        assert stream.headers["Content-Type"] == "text/event-stream"
        kind, stamp = await next_event(stream)
        assert kind == "page"
        assert stamp in await read_page(house, path)
        for turn in (4, 5):
            await game.play(turn)
            kind, change = await next_event(stream)
            assert kind == "change"
            assert json.loads(change)["from"] == stamp
            stamp = json.loads(change)["stamp"]
            assert stamp in await read_page(house, path)
        await game.settle(web="off")
        assert await next_event(stream) == ("gone", "")


@pytest.mark.parametrize("game", [game for game in GAMES if game in PAINTERS])
async def test_a_change_leads_from_a_page_to_the_next(store: Store, game: str) -> None:
    """After an act, several acts or an undo, the page has the same words and pictures as on the server."""
    recorded = Recorded(store, game)
    path = path_of(await recorded.begin(4))
    async with serving(store) as house, AsyncExitStack() as stack:
        page = await read_page(house, path)
        boards = [shape["name"] for shape in meta(page)["boards"]]
        streams = [
            await stack.enter_async_context(house.client.get(f"{path}/events?board={name}"))
            for name in ["", *boards]
        ]
        for stream in streams:
            await next_event(stream)
        for turn in (5, 8, 6):
            begun = f"{path}/{steps_of(meta(page))[-1]}"
            old = [zlib.decompress(await house.get(f"{begun}.{name}.whole")) for name in boards]
            if turn == 6:
                stored = await store.load(recorded.id)
                await store.undo_to(stored, recorded.turns[turn - 1], act=ACT)
            else:
                await recorded.play(turn)
            bare, *changes = [json.loads((await next_event(stream))[1]) for stream in streams]
            assert bare["boards"] == {}
            drawn = {name: each for part in changes for name, each in part["boards"].items()}
            change = bare | {"boards": drawn}
            more = json.loads(zlib.decompress(b64decode(change["more"])))
            page = change_lines(page, more["lines"])
            assert page == await read_page(house, path)
            about = meta(page)
            for name, words in more["words"].items():
                assert json.loads(await house.get(f"{path}/{name}")) == words
            assert about["words"][str(about["steps"][-1][0])] in more["words"] or turn == 6
            for shape, before in zip(about["boards"], old, strict=True):
                name = f"{path}/{steps_of(about)[-1]}.{shape['name']}"
                jump, lit = map(b64decode, change["boards"][shape["name"]])
                after = apply_patch(bytearray(before), zlib.decompress(jump), shape["width"])
                assert after == zlib.decompress(await house.get(f"{name}.whole"))
                assert lit == await house.get(f"{name}.lit")


def change_lines(page: str, edits: list[Any]) -> str:
    """Return a page after a change, as a browser makes it."""
    lines, made, at = page.split("\n"), list[str](), 0
    for first, end, put in edits:
        made += [*lines[at:first], *put]
        at = end
    return "\n".join([*made, *lines[at:]])


async def test_who_missed_a_change_is_told_of_the_newest_alone(store: Store) -> None:
    """The change names its previous state, so the page sees that it must be loaded again."""
    recorded = Recorded(store, GAME)
    stored = await recorded.begin(3)
    async with serving(store) as house:
        watching, stamps = house.server.streams, list[str]()
        with watching.spectating(stored.id) as spectator:
            watching.show(await house.server.pages.get_page(stored))
            for turn in (4, 5):
                await recorded.play(turn)
                await asyncio.gather(*watching._telling.values())
                stamps.append((await house.server.pages.get_page(await store.load(stored.id))).page.stamp)
            news = await spectator.wait()
        assert news is not None
        change = json.loads(news.read("phone").decode().partition("data: ")[2])
        assert [change["from"], change["stamp"]] == stamps


async def test_nobody_is_reported_for_leaving(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """A closed browser is no error, even if a change is being sent to it."""
    game = Recorded(store, GAME)
    path = path_of(await game.begin(3))
    async with serving(store) as house:
        async with house.client.get(f"{path}/events") as stream:
            await next_event(stream)
        for turn in (4, 5, 6):
            await game.play(turn)
            await read_page(house, path)
        await until(lambda: not house.server.streams._spectators)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_change_that_nobody_sees_is_not_told(store: Store) -> None:
    game = Recorded(store, GAME)
    path = path_of(await game.begin(3))
    async with serving(store) as house, house.client.get(f"{path}/events") as stream:
        await next_event(stream)
        await game.settle(paused=True)
        await game.play(4)
        _, change = await next_event(stream)
        assert json.loads(change)["stamp"] in await read_page(house, path)


async def test_a_visitor_gets_the_last_page_while_many_are_made(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They see the game of a moment ago, at once. Their stream then leads them to the newest page."""
    monkeypatch.setattr(live_pages, "BUSY", 0)  # always
    game = Recorded(store, GAME)
    path = path_of(await game.begin(3))
    async with serving(store) as house:
        first = await read_page(house, path)
        await game.play(4)
        assert await read_page(house, path) == first
        async with house.client.get(f"{path}/events") as stream:
            kind, stamp = await next_event(stream)
        assert kind == "page"
        assert stamp not in first
        assert stamp in await read_page(house, path)


async def test_visitors_do_not_have_a_recent_page_made_anew(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_pages, "BUSY", 0)
    game = Recorded(store, GAME)
    stored = await game.begin(3)
    async with serving(store) as house:
        first, pages = await read_page(house, path_of(stored)), house.server.pages
        await game.play(4)
        await read_page(house, path_of(stored))
        assert not pages._making
        monkeypatch.setattr(live_pages, "RECENT", 0.0)
        assert await read_page(house, path_of(stored)) == first
        await pages._making[stored.id]
        assert await read_page(house, path_of(stored)) != first


async def test_the_picture_that_a_phone_shows_first_is_drawn_with_the_page(store: Store) -> None:
    path = path_of(await Recorded(store, GAME).begin(3))
    async with serving(store) as house:
        about = meta(await read_page(house, path))
        house.server.pages.pictures.paint = fail
        (other, *_, last), small = steps_of(about), about["boards"][0]["name"]
        for part in PARTS:
            assert await house.get(f"{path}/{last}.{small}.{part}")
        await house.get(f"{path}/{other}.{small}.{PARTS[0]}", 500)


async def test_a_page_is_readable_if_its_picture_cannot_be_drawn(store: Store) -> None:
    path = path_of(await Recorded(store, GAME).begin(3))
    async with serving(store, pictures=pictures.Pictures(paint=fail)) as house:
        assert meta(await read_page(house, path))["served"]


async def test_simultaneous_visitors_load_a_game_once_but_never_an_old_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await Recorded(store, GAME).begin(3)
    loads, goes_on, load = list[int](), asyncio.Event(), store.load

    async def load_slowly(game_id: int) -> StoredGame:
        loads.append(game_id)
        found = await load(game_id)
        await goes_on.wait()
        return found

    async with serving(store) as house:
        pages = house.server.pages
        monkeypatch.setattr(store, "load", load_slowly)
        early = [asyncio.create_task(pages.look_up(stored.id)) for _ in range(5)]
        await until(lambda: loads)
        pages.forget(stored.id)
        late = [asyncio.create_task(pages.look_up(stored.id)) for _ in range(5)]
        await until(lambda: len(loads) == 2)
        goes_on.set()
        assert await asyncio.gather(*early, *late) == [stored] * 10
        await pages.look_up(stored.id)
        assert len(loads) == 2


async def test_a_page_that_takes_too_long_is_made_for_the_next_request(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = asyncio.Event()
    drawn = pictures.Pictures.work_for_page

    async def wait(self: pictures.Pictures, *args: Any) -> Any:
        await made.wait()
        return await drawn(self, *args)

    monkeypatch.setattr(pictures.Pictures, "work_for_page", wait)
    path = path_of(await Recorded(store, GAME).begin(3))
    async with serving(store) as house:
        monkeypatch.setattr(server, "LONGEST", 0.01)
        await house.get(path, 503)
        made.set()
        monkeypatch.setattr(server, "LONGEST", 600.0)
        assert meta(await read_page(house, path))["served"]


async def test_the_last_page_is_not_shown_after_a_change_of_what_it_may_tell(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_pages, "BUSY", 0)
    game = Recorded(store, GAME)
    path = path_of(await game.begin(3, web="with-names"))
    async with serving(store) as house:
        assert NAMES[NORTH] in await read_page(house, path)
        await game.settle(web="without-names")
        assert NAMES[NORTH] not in await read_page(house, path)


async def test_a_stream_ends_with_the_bot(store: Store) -> None:
    path = path_of(await Recorded(store, GAME).begin(3))
    async with serving(store) as house, house.client.get(f"{path}/events") as stream:
        await next_event(stream)
        house.server.streams.close()
        assert not (await stream.content.read()).strip()


@pytest.mark.parametrize(
    ("now", "most", "then"), [(1024, 4096, 3000), (1024, 2000, 2000), (5000, 9000, 5000)]
)
def test_there_are_enough_connections_for_all_streams(
    monkeypatch: pytest.MonkeyPatch, now: int, most: int, then: int
) -> None:
    resource = pytest.importorskip("resource")
    limits = [(now, most)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: limits.append(limit))
    allow_open_files(3000)
    assert limits[-1] == (then, most)


async def test_streams_have_limits(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    path = path_of(await Recorded(store, GAME).begin(3))
    async with (
        serving(store, limit=20) as house,
        house.client.get(f"{path}/events") as one,
        house.client.get(f"{path}/events") as two,
    ):
        assert (one.status, two.status) == (200, 200)
        await house.get(f"{path}/events", 503)
    monkeypatch.setattr(streams, "MOST", 0)
    async with serving(store) as house:
        await house.get(f"{path}/events", 503)


async def test_pictures_beyond_measure_are_refused_for_now(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = path_of(await Recorded(store, GAME).begin(3))
    async with serving(store) as house:
        about = meta(await read_page(house, path))
        monkeypatch.setattr(pictures, "PAGES", 0)
        name = f"{path}/{steps_of(about)[0]}.{about['boards'][0]['name']}.whole"
        async with house.client.get(name) as answer:
            assert answer.status == 503
            assert "Retry-After" in answer.headers


async def test_a_finished_game_has_its_chances_once_somebody_has_looked(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are estimated with the lowest priority, and stored with the game. Spectators are notified."""
    monkeypatch.setattr("bot.analysis.hints.CURVE", 0.0)
    jobs = list[object]()

    async def run(work: Any, task: Any) -> Any:
        jobs.append(task)
        return await asyncio.to_thread(work, task)

    queue, game = JobQueue(run), Recorded(store, GAME)
    path = path_of(await game.begin(3))
    async with serving(store, queue=queue) as house, house.client.get(f"{path}/events") as stream:
        await next_event(stream)
        assert not jobs, "it is still running"
        await game.play(len(game.turns), over=True)
        await next_event(stream)
        bare = await read_page(house, path)
        assert CHANCES not in bare
        _, change = await next_event(stream)
        page = await read_page(house, path)
        assert json.loads(change)["stamp"] in page
        assert CHANCES in page
        many = len(jobs)
    curve = find_chances(await store.load(game.id))
    assert len(curve) == len(game.turns) + 1
    assert all(sum(point.values()) == pytest.approx(1, abs=0.01) for point in curve)
    async with serving(store, queue=queue) as house:
        assert await read_page(house, path) == page
    assert len(jobs) == many, "it is not estimated again"


async def test_the_next_visit_estimates_what_a_busy_bot_did_not(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.analysis.hints.CURVE", 0.0)
    busy, tried = True, 0

    async def run(work: Any, task: Any) -> Any:
        nonlocal tried
        tried += 1
        if busy:
            raise Busy(0)
        return await asyncio.to_thread(work, task)

    game = Recorded(store, GAME)
    path = path_of(await game.begin(3))
    await game.play(len(game.turns), over=True)
    async with serving(store, queue=JobQueue(run)) as house:
        await read_page(house, path)
        await until(lambda: tried > 0)
        busy = False
        async with asyncio.timeout(PATIENCE):
            while tried < 2:  # a visit may come before the first try has ended
                await read_page(house, path)


async def test_chances_of_an_end_that_was_taken_back_are_not_shown(store: Store) -> None:
    game = Recorded(store, GAME)
    await game.begin(3)
    stored = await game.play(len(game.turns), over=True)
    kept = json.dumps({"of": _name_end(stored), "chances": [{"north": 1.0}]})
    await store.write_notes(game.id, Note("", NAME, 0, kept))
    stored = await store.load(game.id)
    assert find_chances(stored) == ({"north": 1.0},)
    assert stored.position is not None
    other = replace(stored, position=replace(stored.position, turn=stored.position.turn - 1))
    assert find_chances(other) == ()


async def next_event(stream: Any) -> tuple[str, str]:
    """Return the next event of a stream and its data."""
    kind = ""
    while True:
        async with asyncio.timeout(60):
            line = (await stream.content.readline()).decode().strip()
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        if name.startswith("data"):
            return kind, value
