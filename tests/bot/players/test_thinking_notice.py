"""A sign in the channel while bot players think."""

from __future__ import annotations

import asyncio

from bot.players.thinking_notice import ThinkingNotice
from db.store import Store
from tests.bot.callers import CHANNEL
from tests.bot.players.test_bot_moves import Den, to_the_robot
from tests.until import until


async def test_none_for_a_moment_and_then_one_now_and_again_until_nobody_thinks() -> None:
    shown: list[int] = []

    async def show(channel: int) -> None:
        shown.append(channel)

    quick = ThinkingNotice(show, first=60.0)
    quick.begin(1, CHANNEL)
    await asyncio.sleep(0.02)
    quick.end(1)
    assert not shown
    sign = ThinkingNotice(show, first=0.0, again=0.01)
    sign.begin(1, CHANNEL)
    sign.begin(1, CHANNEL)  # the next one thinks
    await until(lambda: len(shown) > 2)
    sign.end(1)
    seen = len(shown)
    await asyncio.sleep(0.05)
    assert shown == [CHANNEL] * seen


async def test_a_channel_that_takes_no_sign_is_left_alone() -> None:
    asked: list[int] = []

    async def show(channel: int) -> None:
        asked.append(channel)
        raise OSError

    sign = ThinkingNotice(show, first=0.0, again=0.0)
    sign.begin(1, CHANNEL)
    await until(lambda: bool(asked))
    await asyncio.sleep(0.02)
    assert asked == [CHANNEL]
    sign.close()


async def test_it_stands_while_a_person_waits_for_bot_players_and_no_longer(store: Store) -> None:
    den, shown = await Den(store).start(), list[int]()

    async def show(channel: int) -> None:
        shown.append(channel)

    den.bot_moves.thinking_notice = ThinkingNotice(show, first=0.0, again=60.0)

    async def pause() -> None:
        await until(lambda: bool(shown))

    await to_the_robot(den)
    den.pause, den.orders = pause, [["pass"]]
    await den.moved()
    assert await den.asked() == "north"
    assert shown == [CHANNEL]
    assert not den.bot_moves.thinking_notice._shown
    await den.bot_moves.close()
