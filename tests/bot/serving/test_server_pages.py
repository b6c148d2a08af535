"""The page of a Discord server: which tables are on it, and what it says about them."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

from bot.settings.game_settings import GameSettings
from db.records import Kind, NewAct, Seat, ServerPage
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import NAMES, NORTH, SEED
from tests.bot.serving.served import House, Recorded, path_of, serving
from tests.e2e.spy import HIDDEN

GUILD, PAGE = 1, "0123456789abcdef" * 2
PATH = f"/s/{PAGE}"
GAME = "aadu_huli"
ACT = NewAct(Kind.LOBBY, "new", NORTH)


async def read(house: House) -> str:
    """Return the page of the server."""
    return unescape((await house.get(PATH)).decode())


async def open_page(store: Store, language: str = "en") -> None:
    """Switch the server's page on."""
    await store.server_pages.set(ServerPage(GUILD, PAGE, language))


async def open_lobby(store: Store, channel: int, **settings: str) -> int:
    """Open a table in a channel, with one of its two seats taken."""
    agreed = GameSettings.for_new_table(**settings).to_json()
    stored = await store.create_game(
        GAME, channel_id=channel, guild_id=GUILD, host_id=NORTH, settings=agreed, seed=SEED, act=ACT
    )
    await store.take_seat(stored.id, Seat("north", NORTH, NAMES[NORTH]), act=ACT)
    return stored.id


async def test_running_and_finished_games_with_their_links(store: Store) -> None:
    running, ended = Recorded(store, GAME), Recorded(store, "taj_mahal", channel=9)
    await running.begin(5)
    await ended.begin(5)
    await ended.play(len(ended.turns), over=True)
    await open_page(store)
    async with serving(store) as house:
        page = await read(house)
        links = re.findall(r'<a href="http://127.0.0.1/durbar(/g/[^"]+)"', page)
        assert links == [path_of(await running.store.load(game.id)) for game in (running, ended)]
        for link in links:
            await house.get(link)
        assert page.index(GAMES[GAME].TITLE) < page.index("Finished games") < page.index("Taj Mahal")
        assert "Blue wins." in page
        await running.play(6)
        assert await read(house) != page


async def test_tables_with_free_seats(store: Store) -> None:
    number = await open_lobby(store, 5)
    await open_page(store)
    async with serving(store) as house:
        page = await read(house)
        assert f"table {number}" in page
        assert f'href="https://discord.com/channels/{GUILD}/5"' in page
        assert "Free seats: South" in page
        assert NAMES[NORTH] not in page


async def test_a_table_without_a_page_is_not_there(store: Store) -> None:
    """That holds for games and lobbies. The other tables show names only if allowed."""
    game = Recorded(store, GAME)
    await game.begin(3)
    await open_lobby(store, 5, web="off")
    await open_page(store)
    async with serving(store) as house:
        page = await read(house)
        assert f"table {game.id}" in page
        assert "Free seats" not in page
        assert NAMES[NORTH] not in page
        await game.settle(web="with-names")
        page = await read(house)
        assert page.count(NAMES[NORTH]) > 1
        closed, asked = game.turns[2], replace(game.turns[3], log=())
        await store.commit(await store.load(game.id), asked, [closed], act=ACT)
        assert f"To decide: {NAMES[NORTH]}" in await read(house)
        await game.settle(web="off", page="")
        page = await read(house)
        assert "<li>" not in page
        assert GAMES[GAME].TITLE not in page


async def test_games_of_other_servers_are_not_there(store: Store) -> None:
    await Recorded(store, GAME).begin(3)
    await store.server_pages.set(ServerPage(2, PAGE, "en"))
    async with serving(store) as house:
        assert "<li>" not in await read(house)


async def test_unknown_off_and_blocked_are_alike(store: Store) -> None:
    await open_page(store)
    async with serving(store) as house:
        await house.get(PATH)
        unknown = await house.get("/s/nonsense", 404)
        assert await house.get("/s/" + "0" * 32, 404) == unknown
        house.server.pages.blocked = lambda: {GUILD}
        assert await house.get(PATH, 404) == unknown
        house.server.pages.blocked = frozenset
        await house.get(PATH)
        await store.server_pages.set(ServerPage(GUILD, "f" * 32, "en"))
        assert await house.get(PATH, 404) == unknown
        await house.get("/s/" + "f" * 32)
        await store.server_pages.remove(GUILD)
        assert await house.get("/s/" + "f" * 32, 404) == unknown


async def test_headers_and_what_a_browser_has(store: Store) -> None:
    game = Recorded(store, GAME)
    await game.begin(3)
    await open_page(store)
    async with serving(store) as house:
        async with house.client.get(PATH) as answer:
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
            assert "Set-Cookie" not in answer.headers
            etag, page = answer.headers["ETag"], await answer.text()
        assert "<script" not in page
        assert not re.search(r"\s(style|on\w+)=", page)
        assets = re.findall(r'href="\.\.(/assets/[^"]+)"', page)
        assert len(assets) == 2, "the style and the icon"
        for asset in assets:
            await house.get(asset)
        async with house.client.get(PATH, headers={"If-None-Match": etag}) as answer:
            assert answer.status == 304
        await game.play(4)
        async with house.client.get(PATH, headers={"If-None-Match": etag}) as answer:
            assert answer.status == 200


async def test_a_page_speaks_the_language_of_who_switched_it_on(store: Store) -> None:
    await Recorded(store, GAME).begin(3, language="en")
    await open_page(store, "fr")
    async with serving(store) as house:
        page = await read(house)
    assert '<html lang="fr">' in page
    assert "Parties en cours" in page


async def test_nothing_of_a_hidden_hand_stands_there(store: Store) -> None:
    """A program that knows the hands reads the page after each of some turns."""
    game, rules, hidden = Recorded(store, "taj_mahal"), GAMES["taj_mahal"], HIDDEN["taj_mahal"]()
    await game.begin(2)
    await open_page(store)
    open_ever = set[str]()
    async with serving(store) as house:
        for turn in range(2, 12):
            if turn > 2:
                await game.play(turn)
            open_ever |= hidden.opened(rules.load(game.turns[turn - 1].start))
            page = await read(house)
            assert hidden.told(page) <= open_ever
            assert SEED not in page
            assert NAMES[NORTH] not in page


async def test_a_hostile_name_is_text(store: Store) -> None:
    game = Recorded(store, GAME)
    stored = await game.begin(3, web="with-names")
    seat = stored.seats[0].seat
    await store.take_seat(
        stored.id, Seat(seat, NORTH + 7, "<script>alert(1)</script>"), instead_of=NORTH, act=ACT
    )
    await open_page(store)
    async with serving(store) as house:
        page = (await house.get(PATH)).decode()
    assert "<script" not in page
    assert "&lt;script" in page
