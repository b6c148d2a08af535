"""Feeds of games: their entries, their format, and games without a feed."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from bot.session.table_names import name_table
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import NAMES, NORTH, SEED
from tests.bot.serving.served import ACT, BASE, House, Recorded, path_of, serving

CHAPTERS, NONE = "taj_mahal", "aadu_huli"  # a game with chapters, and one without
FIRST = 11  # turns of it, with which its first chapter is over
ATOM = {"a": "http://www.w3.org/2005/Atom"}
MOMENT = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"
ADDRESS = {"type": "string", "pattern": "^https?://"}
ITEM = {
    "type": "object",
    "required": ["id", "url", "title", "content_html", "content_text", "date_published", "date_modified"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string", "pattern": "^urn:uuid:"},
        "url": ADDRESS,
        "title": {"type": "string", "minLength": 1},
        "content_html": {"type": "string", "minLength": 1},
        "content_text": {"type": "string", "minLength": 1},
        "image": ADDRESS,
        "date_published": {"type": "string", "pattern": MOMENT},
        "date_modified": {"type": "string", "pattern": MOMENT},
    },
}
JSON_FEED = {
    "type": "object",
    "required": ["version", "title", "home_page_url", "feed_url", "language", "authors", "expired", "items"],
    "additionalProperties": False,
    "properties": {
        "version": {"const": "https://jsonfeed.org/version/1.1"},
        "title": {"type": "string", "minLength": 1},
        "description": {"type": "string"},
        "home_page_url": ADDRESS,
        "feed_url": ADDRESS,
        "language": {"type": "string", "pattern": "^[a-z]{2}$"},
        "authors": {"type": "array", "items": {"type": "object", "required": ["name"]}},
        "expired": {"type": "boolean"},
        "items": {"type": "array", "minItems": 1, "items": ITEM},
    },
}


async def read_json(house: House, path: str) -> Any:
    """Return the feed of the page at a path. It must be a valid JSON Feed."""
    feed = json.loads(await house.get(f"{path}/feed.json"))
    jsonschema.validate(feed, JSON_FEED)
    assert len({item["id"] for item in feed["items"]}) == len(feed["items"])
    return feed


async def read_atom(house: House, path: str) -> ElementTree.Element:
    """Return the Atom feed of the page at a path. It must have what RFC 4287 requires."""
    root = ElementTree.fromstring(await house.get(f"{path}/feed.atom"))
    assert root.tag == "{http://www.w3.org/2005/Atom}feed"
    for element in (root, *root.findall("a:entry", ATOM)):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"a:{name}", ATOM)) == 1, name
        assert len(element.findall("a:link[@rel='alternate']", ATOM)) == 1
    assert root.find("a:author/a:name", ATOM) is not None
    assert root.find("a:link[@rel='self']", ATOM) is not None
    return root


async def test_an_entry_is_a_chapter_that_is_over(store: Store) -> None:
    """The entry comes when the next chapter has begun, and never changes.

    The first entry is the beginning.
    """
    game = Recorded(store, CHAPTERS)
    path = path_of(await game.begin(3))
    async with serving(store) as house:
        [begun] = (await read_json(house, path))["items"]
        assert begun["url"] == f"{BASE}{path}"
        await game.play(FIRST)
        first = await read_json(house, path)
        chapter, again = first["items"]
        assert again == begun
        assert chapter["url"] == f"{BASE}{path}#t=2"
        assert not first["expired"]
        await game.play(20)
        later = await read_json(house, path)
        assert later["items"][-2:] == first["items"]
        await game.play(len(game.turns), over=True)
        over = await read_json(house, path)
    assert over["expired"]
    assert over["items"][0]["url"] == f"{BASE}{path}#t={len(game.turns)}"
    assert [item["id"] for item in over["items"][-len(later["items"]) :]] == [
        item["id"] for item in later["items"]
    ]
    assert [item["date_modified"] for item in over["items"]] == sorted(
        (item["date_modified"] for item in over["items"]), reverse=True
    )


async def test_a_game_without_chapters_is_told_in_tens(store: Store) -> None:
    game = Recorded(store, NONE)
    path = path_of(await game.begin(20))
    async with serving(store) as house:
        assert len((await read_json(house, path))["items"]) == 2
        await game.play(21)
        items = (await read_json(house, path))["items"]
    assert [item["url"].rpartition("#")[2] for item in items[:2]] == ["t=11", "t=1"]
    assert len(items[0]["content_text"].split("\n\n")) == 10


async def test_an_undo_takes_an_entry_back(store: Store) -> None:
    game = Recorded(store, CHAPTERS)
    path = path_of(await game.begin(FIRST))
    async with serving(store) as house:
        before = await read_json(house, path)
        await store.undo_to(await store.load(game.id), game.turns[4], act=ACT)
        undone = await read_json(house, path)
        await game.play(FIRST)
        after = await read_json(house, path)
    assert undone["items"] == before["items"][1:]
    assert [item["id"] for item in after["items"]] == [item["id"] for item in before["items"]]


async def test_both_forms_say_the_same(store: Store) -> None:
    game = Recorded(store, CHAPTERS)
    path = path_of(await game.begin(20, language="fr"))
    async with serving(store) as house:
        feed, root = await read_json(house, path), await read_atom(house, path)
    assert feed["language"] == root.get("{http://www.w3.org/XML/1998/namespace}lang") == "fr"
    entries = root.findall("a:entry", ATOM)
    for item, entry in zip(feed["items"], entries, strict=True):
        for key, name in (
            ("id", "id"),
            ("title", "title"),
            ("date_modified", "updated"),
            ("content_html", "content"),
        ):
            assert item[key] == entry.findtext(f"a:{name}", namespaces=ATOM)
    assert root.findtext("a:updated", namespaces=ATOM) == feed["items"][0]["date_modified"]


async def test_pictures_of_entries(store: Store) -> None:
    """Pictures may be embedded elsewhere. Only boards of entries are drawn."""
    path = path_of(await Recorded(store, CHAPTERS).begin(FIRST))
    async with serving(store) as house:
        items = (await read_json(house, path))["items"]
        assert len({item["image"] for item in items}) == 2
        for item in items:
            async with house.client.get(item["image"].removeprefix(BASE)) as answer:
                assert answer.status == 200
                assert (await answer.read()).startswith(b"\x89PNG")
                assert "immutable" in answer.headers["Cache-Control"]
                assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert f'<img src="{item["image"]}" alt="' in item["content_html"]
        kept = await house.server.pages.open(path.rpartition("/")[2])
        assert kept is not None
        names = {item["image"].rpartition("/")[2] for item in items}
        [other, *_] = [name for name in kept.page.steps if f"{name}.png" not in names]
        await house.get(f"{path}/{other}.png", 404)


async def test_headers_and_what_a_reader_has(store: Store) -> None:
    """A reader that asks often gets 304 until there is a new entry."""
    game = Recorded(store, CHAPTERS)
    path = path_of(await game.begin(3))
    async with serving(store) as house:
        page = (await house.get(path)).decode()
        stored = await store.load(game.id)
        table = name_table(GAMES[CHAPTERS], stored)
        for file, kind in (("feed.json", "application/feed+json"), ("feed.atom", "application/atom+xml")):
            name = path.rpartition("/")[2]
            assert f'<link rel="alternate" type="{kind}" title="{table}" href="{name}/{file}">' in page
        etags = {}
        for file in ("feed.json", "feed.atom"):
            async with house.client.get(f"{path}/{file}") as answer:
                etags[file] = answer.headers["ETag"]
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
                assert answer.headers["Cache-Control"] == "private, no-cache"
        for turns, status in ((3, 304), (5, 304), (FIRST, 200)):
            await game.play(turns)
            for file, etag in etags.items():
                async with house.client.get(f"{path}/{file}", headers={"If-None-Match": etag}) as answer:
                    assert answer.status == status, (file, turns)


async def test_a_page_that_is_off_or_elsewhere_has_no_feed(store: Store) -> None:
    game = Recorded(store, NONE)
    path = path_of(await game.begin(3))
    async with serving(store) as house:
        old = await read_json(house, path)
        picture = old["items"][0]["image"].removeprefix(BASE)
        unknown = await house.get("/g/nonsense", 404)
        renewed = path_of(await game.settle(page="0" * 32))
        new = await read_json(house, renewed)
        assert new["items"][0]["id"] != old["items"][0]["id"]
        assert BASE + path not in json.dumps(new)
        for gone in (f"{path}/feed.json", f"{path}/feed.atom", picture):
            assert await house.get(gone, 404) == unknown
        await game.settle(web="off")
        for gone in (f"{renewed}/feed.json", f"{renewed}/feed.atom"):
            assert await house.get(gone, 404) == unknown


async def test_names_are_there_only_where_the_table_says_so(store: Store) -> None:
    game = Recorded(store, CHAPTERS)
    path = path_of(await game.begin(FIRST))

    async def read(house: House) -> str:
        return "".join(
            [str(await read_json(house, path)), ElementTree.tostring(await read_atom(house, path), "unicode")]
        )

    async with serving(store) as house:
        plain = await read(house)
        assert NAMES[NORTH] not in plain
        assert SEED not in plain
        await game.settle(web="with-names")
        assert (await read(house)).count(NAMES[NORTH]) > 1
        await store.forget(NORTH)
        house.server.pages.forget(None)
        assert NAMES[NORTH] not in await read(house)


@pytest.mark.parametrize("name", ["<b>&\"'</b>", "]]>\x00\x1b\ud7ff", "<script>alert(1)</script>"])
async def test_a_hostile_name_is_text(store: Store, name: str) -> None:
    game = Recorded(store, NONE)
    stored = await game.begin(3, web="with-names")
    seat = stored.seats[0]
    await store.take_seat(
        stored.id, type(seat)(seat.seat, NORTH + 7, name.replace("\x00", "\x01")), instead_of=NORTH, act=ACT
    )
    path = path_of(stored)
    async with serving(store) as house:
        content = (await read_json(house, path))["items"][0]["content_html"]
        await read_atom(house, path)
    assert "<b>" not in content
    assert "<script>" not in content
