"""Discord's limit for all requests of a bot: one process or several stay below it."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import discord
import pytest
from yarl import URL

from bot.discord_app import rate_limit as allowances
from bot.discord_app.rate_limit import ALONE, FOLLOWING, LEADING, REQUESTS_A_SECOND, RateLimit, is_counted
from bot.engine import metrics
from sandbox.server import Sandbox
from tests.sandbox.conftest import sandbox

__all__ = ["sandbox"]


class Sent(list[float]):
    """The times of requests, on a clock that advances only while they wait."""

    now = 0.0


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    times = Sent()

    async def sleep(seconds: float) -> None:
        times.now += max(seconds, 0)
        await asyncio.sleep(0)

    monkeypatch.setattr(allowances, "sleep", sleep)
    monkeypatch.setattr(allowances, "monotonic", lambda: times.now)
    return times


async def _spend(allowance: RateLimit, count: int, sent: Sent) -> None:
    for _ in range(count):
        await allowance.wait()
        sent.append(sent.now)


def most_in_a_second(times: list[float]) -> int:
    """Return the most requests within any second."""
    return max(sum(begin <= time < begin + 1 for time in times) for begin in times)


async def test_alone_nearly_all_that_discord_gives_is_used_and_never_more(sent: Sent) -> None:
    allowance = RateLimit()
    await asyncio.gather(*(_spend(allowance, 10, sent) for _ in range(30)))
    assert most_in_a_second(sent) == ALONE < REQUESTS_A_SECOND
    assert len(sent) / sent[-1] >= 0.94 * REQUESTS_A_SECOND, "or it does not keep up with Discord"


async def test_several_processes_keep_the_limit_together(sent: Sent) -> None:
    processes = [RateLimit(LEADING), *(RateLimit(FOLLOWING) for _ in range(3))]
    await asyncio.gather(*(_spend(each, 5 * each.most, sent) for each in processes))
    assert most_in_a_second(sent) <= REQUESTS_A_SECOND


async def test_the_new_leader_gets_the_requests(sent: Sent) -> None:
    allowance = RateLimit(FOLLOWING)
    await _spend(allowance, 8, sent)
    allowance.most = LEADING
    before = len(sent)
    await _spend(allowance, LEADING, sent)
    assert sent[-1] - sent[before - 1] < 2
    allowance.most = FOLLOWING
    await _spend(allowance, 3 * FOLLOWING, sent)
    assert most_in_a_second(sent[-2 * FOLLOWING :]) == FOLLOWING


async def test_the_first_come_first(sent: Sent) -> None:
    allowance, order = RateLimit(1), list[int]()

    async def ask(number: int) -> None:
        await allowance.wait()
        order.append(number)

    await asyncio.gather(*map(ask, range(5)))
    assert order == [0, 1, 2, 3, 4]
    assert all(later > before for before, later in pairwise(sent))


def test_answers_to_interactions_do_not_count() -> None:
    base = URL(discord.http.Route.BASE)
    assert is_counted(base / "channels/1/messages")
    assert is_counted(base / "users/@me")
    assert not is_counted(base / "interactions/1/token/callback")
    assert not is_counted(base / "webhooks/1/token/messages/@original")
    assert not is_counted(URL("https://cdn.discordapp.com/attachments/1/2/board.png"))


async def test_discord_py_asks_for_each_attempt_and_429s_are_counted(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_base)
    asked = list[str]()

    class Counting(RateLimit):
        async def wait(self) -> None:
            asked.append("")

    sandbox.faults.add({"do": "429", "route": "GET /users/@me", "seconds": 0.01})
    before = metrics.TOO_SOON._value.get()
    async with discord.Client(intents=discord.Intents.none(), http_trace=Counting().trace()) as client:
        await client.http.static_login("any-token")
    assert len(asked) == 2, "and again after the 429"
    assert metrics.TOO_SOON._value.get() == before + 1
