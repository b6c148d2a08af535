"""Broken connections, refusals and repeated events: the real discord.py must survive them."""

from __future__ import annotations

import asyncio
import json
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import aiohttp
import pytest
import zstandard

from sandbox.driver import PATIENCE, NoAnswer, Player
from sandbox.gateway import Session
from sandbox.serializers import guild_create
from sandbox.server import Sandbox
from sandbox.world import StoredFile, World
from tests.sandbox.sample_bot import SampleBot
from tests.until import until


async def test_the_bot_resumes_and_answers_what_came_while_it_was_away(
    sandbox: Sandbox, bot: SampleBot, asha: Player
) -> None:
    await asha.control("gateway", {"do": "close", "code": 4000})
    reply = await asha.slash("do", order="wait for me")
    assert reply.text == "you said wait for me"
    assert bot.resumed == 1
    assert len(sandbox.gateway.sessions) == 1


async def test_op_7_makes_the_bot_resume(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    await asha.control("gateway", {"do": "reconnect"})
    await until(lambda: bot.resumed == 1)
    assert (await asha.slash("do", order="x")).text == "you said x"


async def test_op_9_ends_the_session(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    before = set(sandbox.gateway.sessions)
    await asha.control("gateway", {"do": "invalidate"})
    await until(lambda: not sandbox.world.bot_online)
    assert before.isdisjoint(sandbox.gateway.sessions)


async def test_heartbeats_are_acknowledged(sandbox: Sandbox) -> None:
    sandbox.gateway.heartbeat_ms = 40
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway_url) as socket:
        assert await socket.receive_json() == {"op": 10, "d": {"heartbeat_interval": 40}}
        for _ in range(3):
            await socket.send_json({"op": 1, "d": None})
            assert (await socket.receive_json())["op"] == 11


async def test_a_429_is_waited_out(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    await asha.fault("429", "PATCH .*@original", times=2, seconds=0.1)
    reply = await asha.slash("later")
    assert reply.shown.text == "Done\nIt took a while"
    patches = [status for method, _, status, _ in sandbox.requests if method == "PATCH"]
    assert patches == [429, 429, 200]


async def test_a_500_is_tried_again(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    await asha.fault("500", "PATCH .*@original")
    assert (await asha.slash("later")).settled
    assert [status for method, _, status, _ in sandbox.requests if method == "PATCH"] == [500, 200]


async def test_a_reset_connection_loses_the_answer(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    await asha.control("clock", {"answer_seconds": 0.3})
    await asha.fault("drop", "POST .*/callback")
    with pytest.raises(NoAnswer):
        await asha.slash("do", order="x")
    await asha.control("clock", {"answer_seconds": PATIENCE})
    assert (await asha.slash("do", order="y")).text == "you said y"


async def test_an_applied_request_may_lose_its_answer(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    await asha.fault("drop_after", "POST .*/callback")
    assert (await asha.slash("do", order="x")).text == "you said x"
    assert sandbox.faults.left == 0


async def test_a_doubled_interaction_is_answered_once(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    await asha.fault("duplicate")
    await asha.slash("do", order="x")
    await until(lambda: any(" 40060 " in refusal for refusal in sandbox.refusals))
    assert len(await asha.messages()) == 1


def test_a_bot_has_three_seconds() -> None:
    assert Sandbox().interactions.answer_seconds == 3.0


async def test_late_and_lost_interactions_get_no_answer(
    sandbox: Sandbox, bot: SampleBot, asha: Player
) -> None:
    await asha.control("clock", {"answer_seconds": 0.2})
    await asha.fault("late", seconds=0.3)
    with pytest.raises(NoAnswer):
        await asha.slash("do", order="x")
    await until(lambda: any(" 10062 " in refusal for refusal in sandbox.refusals))
    await asha.fault("lose")
    with pytest.raises(NoAnswer):
        await asha.slash("do", order="x")
    await asha.control("clock", {"answer_seconds": PATIENCE})
    await asha.fault("late", seconds=0.05)
    assert (await asha.slash("do", order="z")).text == "you said z"


async def test_a_fault_that_does_not_exist_is_refused(sandbox: Sandbox, asha: Player) -> None:
    with pytest.raises(Exception, match="no such fault"):
        await asha.fault("flood")


@pytest.mark.parametrize("compress", ["", "zlib-stream", "zstd-stream"])
async def test_every_compression_is_one_stream(sandbox: Sandbox, compress: str) -> None:
    inflate, unzstd = zlib.decompressobj(), zstandard.ZstdDecompressor().decompressobj()
    readers: dict[str, Callable[[bytes], bytes]] = {
        "": bytes,
        "zlib-stream": inflate.decompress,
        "zstd-stream": unzstd.decompress,
    }

    async def receive(socket: aiohttp.ClientWebSocketResponse) -> dict[str, object]:
        frame = await socket.receive(timeout=PATIENCE)
        raw = frame.data.encode() if isinstance(frame.data, str) else frame.data
        payload: dict[str, object] = json.loads(readers[compress](raw))
        return payload

    async with aiohttp.ClientSession() as session:
        url = f"{sandbox.gateway_url}?v=10&encoding=json&compress={compress}"
        async with session.ws_connect(url) as socket:
            assert (await receive(socket))["op"] == 10
            await socket.send_json({"op": 2, "d": {"token": "t", "intents": 1, "properties": {}}})
            assert [(await receive(socket))["t"] for _ in range(2)] == ["READY", "GUILD_CREATE"]
            await socket.send_json({"op": 1, "d": 2})
            assert (await receive(socket))["op"] == 11


async def test_a_shard_hears_of_its_own_servers_and_the_first_of_direct_messages(sandbox: Sandbox) -> None:
    async def identified(shard: int) -> list[str]:
        async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway_url) as socket:
            await socket.receive_json()
            wish = {"token": "t", "intents": 1, "properties": {}, "shard": [shard, 2]}
            await socket.send_json({"op": 2, "d": wish})
            ready = await socket.receive_json()
            assert ready["d"]["shard"] == [shard, 2]
            await sandbox.gateway.dispatch("CHANNEL_CREATE", {"guild_id": sandbox.world.guild_id, "id": "1"})
            await sandbox.gateway.dispatch("CHANNEL_CREATE", {"guild_id": str(1 << 22), "id": "2"})
            await sandbox.gateway.dispatch("INTERACTION_CREATE", {"id": "3"})
            await socket.send_json({"op": 1, "d": None})
            heard = [f"{len(ready['d']['guilds'])}"]
            while (frame := await socket.receive_json())["op"] != 11:
                heard.append(f"{frame['t']} {frame['d']['id']}")
            return heard

    here = sandbox.world.guild_id
    assert await identified(0) == ["1", f"GUILD_CREATE {here}", "CHANNEL_CREATE 1", "INTERACTION_CREATE 3"]
    assert await identified(1) == ["0", "CHANNEL_CREATE 2"]


async def test_servers_are_shared_out_among_shards(sandbox: Sandbox, asha: Player) -> None:
    await asha.new_channel("far-away", "Another Server")
    shards = [Session(shard=(number, 2)) for number in (0, 1)]
    heard = [[guild_id for guild_id in sandbox.world.guilds if each.hears(guild_id)] for each in shards]
    assert [len(each) for each in heard] == [1, 1]
    await asha.new_channel("farther", "Another Server")
    assert len(sandbox.world.guilds) == 2, "it was there already"
    here = guild_create(sandbox.world, heard[1][0])
    assert [channel["name"] for channel in here["channels"]] == ["far-away", "farther"]
    assert here["name"] == "Another Server"


def test_the_oldest_files_go_when_they_are_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.world.MOST_KEPT", 10)
    world = World("Durbar")
    for name in ("a", "b", "c"):
        world.keep(name, StoredFile(name, b"1234", "text/plain"))
    assert list(world.files) == ["b", "c"]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ('{"op": 3, "d": "' + "x" * 4096 + '"}', 4002),
        ("not json", 4002),
        ('{"op": 99}', 4001),
        ('{"op": 2, "d": {"token": ""}}', 4004),
    ],
)
async def test_the_gateway_closes_on_nonsense(sandbox: Sandbox, sent: str, code: int) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(sandbox.gateway_url) as socket,
    ):
        await socket.receive()
        await socket.send_str(sent)
        frame = await socket.receive(timeout=PATIENCE)
        assert frame.type is aiohttp.WSMsgType.CLOSE
        assert frame.data == code


async def test_the_bot_may_be_a_process_of_its_own(sandbox: Sandbox, asha: Player) -> None:
    script = Path(__file__).with_name("sample_bot.py")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(script),
        sandbox.api_base,
        sandbox.gateway_url,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await asha.wait_until_ready()
        assert (await asha.slash("board")).shown.attachments
    finally:
        process.kill()
        await process.wait()
    await until(lambda: not sandbox.world.bot_online)
