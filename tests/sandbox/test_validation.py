"""Payloads that Discord would refuse are refused, and counted."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import pytest

from sandbox.schema import DOCUMENT, read_schema
from sandbox.server import Sandbox

Json = dict[str, Any]
V2 = 1 << 15


def button(custom_id: str = "a", **more: object) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": custom_id, **more}


def row(*inner: Json) -> Json:
    return {"type": 1, "components": list(inner)}


def choose(*values: str, **more: object) -> Json:
    options = [{"label": value, "value": value} for value in values]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def command(name: str = "do", **more: object) -> Json:
    return {"name": name, "description": "x", "type": 1, **more}


def option(name: str, **more: object) -> Json:
    return {"type": 3, "name": name, "description": "x", **more}


BAD_MESSAGES: dict[str, Json] = {
    "2001 characters": {"content": "x" * 2001},
    "nothing at all": {},
    "a key nobody knows": {"content": "x", "colour": 3},
    "eleven embeds": {"embeds": [{"title": "x"}] * 11},
    "embed title": {"embeds": [{"title": "x" * 257}]},
    "embed sum": {"embeds": [{"description": "x" * 3001}] * 2},
    "empty embed": {"embeds": [{"color": 1}]},
    "embed picture of nothing": {"embeds": [{"image": {"url": "attachment://a.png"}}]},
    "six buttons": {"content": "x", "components": [row(*(button(str(n)) for n in range(6)))]},
    "a button and a select": {"content": "x", "components": [row(button(), choose("a"))]},
    "six rows": {"content": "x", "components": [row(button(str(n))) for n in range(6)]},
    "unknown style": {"content": "x", "components": [row(button(style=9))]},
    "no label": {"content": "x", "components": [row({"type": 2, "style": 1, "custom_id": "a"})]},
    "link with custom_id": {"content": "x", "components": [row(button(style=5, url="https://a.org"))]},
    "custom_id twice": {"content": "x", "components": [row(button("a"), button("a"))]},
    "custom_id too long": {"content": "x", "components": [row(button("a" * 101))]},
    "26 options": {"content": "x", "components": [row(choose(*map(str, range(26))))]},
    "option value twice": {"content": "x", "components": [row(choose("a", "a"))]},
    "more than there is": {"content": "x", "components": [row(choose("a", max_values=2))]},
    "V2 without its flag": {"content": "x", "components": [text()]},
    "V2 with content": {"content": "x", "flags": V2, "components": [text()]},
    "41 components": {"flags": V2, "components": [{"type": 17, "components": [text()] * 20}] * 2},
    "4001 characters in V2": {"flags": V2, "components": [text("x" * 2001), text("x" * 2000)]},
    "dangling picture": {
        "flags": V2,
        "components": [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}],
    },
    "attachment without file": {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]},
    "unknown component": {"content": "x", "components": [{"type": 77}]},
    "poll without answers": {"poll": {"question": {"text": "x"}, "answers": []}},
    "eleven answers": {"poll": {"question": {"text": "x"}, "answers": [{"poll_media": {"text": "x"}}] * 11}},
    "long answer": {"poll": {"question": {"text": "x"}, "answers": [{"poll_media": {"text": "x" * 56}}]}},
    "long question": {"poll": {"question": {"text": "x" * 301}, "answers": [{"poll_media": {"text": "x"}}]}},
    "long poll": {
        "poll": {"question": {"text": "x"}, "answers": [{"poll_media": {"text": "x"}}], "duration": 769}
    },
}

BAD_COMMANDS: dict[str, list[Json]] = {
    "upper case": [command("Do")],
    "a space": [command("do it")],
    "no description": [{"name": "do", "type": 1}],
    "101 commands": [command(f"c{number}") for number in range(101)],
    "twice": [command(), command()],
    "26 options": [command(options=[option(f"o{number}") for number in range(26)])],
    "required after optional": [command(options=[option("a"), option("b", required=True)])],
    "choices and autocomplete": [
        command(options=[option("a", autocomplete=True, choices=[{"name": "x", "value": "x"}])])
    ],
    "26 choices": [
        command(options=[option("a", choices=[{"name": str(n), "value": str(n)} for n in range(26)])])
    ],
    "long choice": [command(options=[option("a", choices=[{"name": "x" * 101, "value": "x"}])])],
    "8001 characters": [
        command(
            options=[
                option(f"o{n}", choices=[{"name": f"{m}" * 50, "value": "x" * 90} for m in range(25)])
                for n in range(3)
            ]
        )
    ],
    "long in French": [command(description_localizations={"fr": "x" * 101})],
    "mixed": [command(options=[{"type": 1, "name": "sub", "description": "x"}, option("a")])],
}


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    sandbox = Sandbox()
    await sandbox.start()
    yield sandbox
    await sandbox.stop()


@pytest.fixture
async def api(sandbox: Sandbox) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(sandbox.base_url, headers={"Authorization": "Bot t"}) as session:
        yield session


def messages(sandbox: Sandbox) -> str:
    return f"/api/v10/channels/{sandbox.world.channel('durbar-hall').id}/messages"


def commands(sandbox: Sandbox) -> str:
    return f"/api/v10/applications/{sandbox.world.bot.id}/commands"


@pytest.mark.parametrize("body", BAD_MESSAGES.values(), ids=BAD_MESSAGES)
async def test_bad_messages(sandbox: Sandbox, api: aiohttp.ClientSession, body: Json) -> None:
    async with api.post(messages(sandbox), json=body) as response:
        answer = await response.json()
    assert response.status == 400
    assert answer["code"] in (50035, 50006)
    assert len(sandbox.violations) == 1
    assert sandbox.world.channel("durbar-hall").posts == []


@pytest.mark.parametrize("body", BAD_COMMANDS.values(), ids=BAD_COMMANDS)
async def test_bad_commands(sandbox: Sandbox, api: aiohttp.ClientSession, body: list[Json]) -> None:
    async with api.put(commands(sandbox), json=body) as response:
        assert response.status == 400
        assert (await response.json())["code"] == 50035
    assert len(sandbox.violations) == 1
    assert sandbox.world.global_commands == []


async def test_files_have_a_limit_and_a_description_too(sandbox: Sandbox, api: aiohttp.ClientSession) -> None:
    async def send(data: bytes, description: str) -> int:
        form = aiohttp.FormData(quote_fields=False)
        entry = {"id": 0, "filename": "a.bin", "description": description}
        form.add_field("payload_json", json.dumps({"attachments": [entry]}))
        form.add_field(
            "files[0]", io.BytesIO(data), filename="a.bin", content_type="application/octet-stream"
        )
        async with api.post(messages(sandbox), data=form) as response:
            return response.status

    assert await send(b"x", "fine") == 200
    assert await send(b"x", "x" * 1025) == 400
    assert await send(bytes(10 * 1024 * 1024 + 1), "big") == 413
    assert len(sandbox.violations) == 2


async def test_a_good_message_and_its_edits(sandbox: Sandbox, api: aiohttp.ClientSession) -> None:
    body = {"content": "x", "components": [row(button()), row(choose("a", "b", max_values=2))]}
    async with api.post(messages(sandbox), json=body) as response:
        assert response.headers["Content-Type"] == "application/json"
        message = await response.json()
    async with api.patch(f"{messages(sandbox)}/{message['id']}", json={"content": "y"}) as response:
        edited = await response.json()
    assert edited["content"] == "y"
    assert len(edited["components"]) == 2
    async with api.patch(f"{messages(sandbox)}/{message['id']}", json={"flags": V2}) as response:
        assert response.status == 400
    async with api.delete(f"{messages(sandbox)}/{message['id']}") as response:
        assert response.status == 204
    async with api.get(f"{messages(sandbox)}/{message['id']}") as response:
        assert (await response.json())["code"] == 10008
    assert len(sandbox.violations) == 1


async def test_the_routes_a_bot_may_also_use(sandbox: Sandbox, api: aiohttp.ClientSession) -> None:
    world = sandbox.world
    channel = world.channel("durbar-hall").id
    reads = [
        "/users/@me",
        "/users/200000000000000001",
        "/oauth2/applications/@me",
        "/gateway",
        "/gateway/bot",
        f"/guilds/{world.guild_id}",
        f"/guilds/{world.guild_id}/channels",
        f"/guilds/{world.guild_id}/roles",
        f"/guilds/{world.guild_id}/members/200000000000000001",
        f"/channels/{channel}",
        f"/channels/{channel}/messages",
        f"/channels/{channel}/messages/pins",
        f"/applications/{world.bot.id}/commands",
        f"/applications/{world.bot.id}/guilds/{world.guild_id}/commands",
    ]
    for path in reads:
        async with api.get("/api/v10" + path) as response:
            assert response.status == 200, path
    async with api.post(f"/api/v10/channels/{channel}/typing") as response:
        assert response.status == 204
    async with api.post(
        f"/api/v10/channels/{channel}/threads", json={"name": "aside", "type": 11}
    ) as response:
        assert (await response.json())["parent_id"] == channel
    async with api.post(
        "/api/v10/users/@me/channels", json={"recipient_id": "200000000000000001"}
    ) as response:
        assert (await response.json())["type"] == 1
    own = f"/api/v10/applications/{world.bot.id}/guilds/{world.guild_id}/commands"
    async with api.put(own, json=[command()]) as response:
        assert (await response.json())[0]["guild_id"] == world.guild_id
    assert sandbox.violations == []


async def test_other_languages_are_given_to_who_asks_for_them(
    sandbox: Sandbox, api: aiohttp.ClientSession
) -> None:
    french: Json = {"description_localizations": {"fr": "Jouer"}, "name_localizations": {}}
    sent = command(**french, options=[{**option("a"), **french}])
    async with api.put(commands(sandbox), json=[sent]) as response:
        assert response.status == 200
    async with api.get(commands(sandbox), params={"with_localizations": "true"}) as response:
        [kept] = await response.json()
    assert kept["description_localizations"] == {"fr": "Jouer"}
    assert kept["options"][0]["description_localizations"] == {"fr": "Jouer"}
    async with api.get(commands(sandbox)) as response:
        assert "localizations" not in await response.text()
    assert sandbox.violations == []


async def test_what_is_not_there_or_not_allowed(sandbox: Sandbox, api: aiohttp.ClientSession) -> None:
    channel = sandbox.world.channel("durbar-hall").id
    for path, status, code in [
        ("/nowhere", 404, 0),
        ("/channels/1", 404, 10003),
        (f"/channels/{channel}/messages/1", 404, 10008),
        ("/guilds/1", 404, 10004),
        ("/webhooks/1/abc/messages/@original", 404, 10015),
    ]:
        async with api.get("/api/v10" + path) as response:
            assert (response.status, (await response.json())["code"]) == (status, code), path
    async with api.get("/api/v10/users/@me", headers={"Authorization": "Bearer t"}) as response:
        assert response.status == 401
    assert len(sandbox.refusals) == 6


def test_the_published_document_is_unchanged_and_licensed() -> None:
    digest = hashlib.sha256(DOCUMENT.read_bytes()).hexdigest()
    assert (digest[:8], digest[-6:]) == ("8c1d0707", "20dd73")
    assert "MIT" in DOCUMENT.with_suffix(".LICENSE.txt").read_text()


def test_a_path_finds_its_operation() -> None:
    found = read_schema().find("PATCH", "/webhooks/1/abc/messages/@original")
    assert found is not None
    operation, params = found
    assert operation.template.endswith("/messages/@original")
    assert params == {"webhook_id": "1", "webhook_token": "abc"}
    assert read_schema().find("PATCH", "/gateway") is None


def test_what_is_right_at_once_is_right_in_words_too() -> None:
    found = read_schema().find("POST", "/channels/1/messages")
    assert found is not None
    judge = found[0].request
    assert judge is not None
    verdicts = [(judge.at_once.is_valid(each), list(judge.in_words.iter_errors(each))) for each in awry()]
    assert all(not words for right, words in verdicts if right)
    assert {right for right, _ in verdicts} == {True, False}


OTHERS: tuple[Any, ...] = ("x", -1, 2.5, None, [], {}, {"type": 2}, "https://a.org", 10**20)


def awry() -> Iterator[Json]:
    """Yield messages, and each of them with one part changed or missing."""
    whole = row(button(style=5, url="https://a.org")), row(choose("a", "b")), text(), *BAD_MESSAGES.values()
    for message in ({"content": "x", "components": [each]} if "type" in each else each for each in whole):
        yield message
        for place in places(message):
            for other in OTHERS:
                yield with_another(message, place, other)


def places(inside: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the paths to all parts by keys and indices; of a long list, only to its first entries."""
    within = (
        inside.items()
        if isinstance(inside, dict)
        else enumerate(inside[:2])
        if isinstance(inside, list)
        else ()
    )
    for key, value in within:
        yield (key,)
        yield from ((key, *more) for more in places(value))


def with_another(inside: Any, place: tuple[Any, ...], other: Any) -> Any:
    """Return a copy with something else in that place."""
    twin = inside.copy()
    twin[place[0]] = with_another(twin[place[0]], place[1:], other) if place[1:] else other
    return twin
