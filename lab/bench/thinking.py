"""Measure clicks while ten bot players think, and compare them with clicks while none thinks.

Both are measured in the same run, each with its own process of Durbar.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from itertools import count

from lab.bench.clicks import Times, make_rows, measure_bot, measure_clicks, open_game
from lab.bench.rows import Row
from rules.loading.games import GAMES
from sandbox.driver import PATIENCE, Message, Player

AT_WORK = 10  # games with only bot players: in each game, one of them is always thinking
LEAST = 3  # the clicks go on until the bot players have posted this many boards
LONGEST = 120.0  # wait at most this many seconds for these boards
BOARDS = "boards of the bot players meanwhile"


def rows() -> Iterator[Row]:
    """Yield the p50 and p99 of clicks with and without thinking bots, and the number of the bots' boards."""
    with tempfile.TemporaryDirectory(prefix="durbar-bench-") as folder:
        quiet = measure_bot(partial(measure_clicks, opening=open_game), folder)
    with tempfile.TemporaryDirectory(prefix="durbar-bench-") as folder:
        busy, boards = measure_bot(_beside_thought, folder)
    for what, times in quiet.items():
        yield from make_rows(f"{what}, {AT_WORK} seats at work", busy[what], "nobody thinking", times)
    yield Row(BOARDS, boards, "")


async def _beside_thought(address: str) -> tuple[Times, int]:
    """Return the times of the clicks, and the number of boards that the bot players posted meanwhile.

    The clicks begin when the last of the ten games has begun. They are repeated until the bot players have
    posted `LEAST` boards. Raises `RuntimeError` if this takes more than `LONGEST` seconds.
    """
    async with AsyncExitStack() as stack:
        watched = [await stack.enter_async_context(Player(address, "bala")) for _ in range(AT_WORK)]
        await watched[0].wait_until_ready()
        for number, player in enumerate(watched):
            await player.new_channel(f"watched-{number}")
            await _begin(player)
        await watched[-1].wait_for(_is_theirs, AT_WORK * PATIENCE)
        before, until = await _boards(watched), time.monotonic() + LONGEST
        found, boards = defaultdict[str, list[float]](list), 0
        for number in count():
            for what, times in (await measure_clicks(address, open_game, f"bench-{number}")).items():
                found[what] += times
            boards = await _boards(watched) - before
            if boards >= LEAST:
                break
            if time.monotonic() > until:
                raise RuntimeError(f"{boards} boards of the bot players in {LONGEST:.0f} s")
        return found, boards


async def _begin(player: Player) -> None:
    """Start a game with the strongest bot player in each seat."""
    key, rules = next((key, rules) for key, rules in GAMES.items() if rules.BOT_PLAYERS)
    await player.slash("game new", game=key)
    for seat in rules.seats(rules.Options()):
        await player.slash("seat bot", seat=seat, level=list(rules.BOT_PLAYERS)[-1])
    await player.slash("game start")


def _is_theirs(message: Message) -> bool:
    """Return whether a message is a board. Each order of a bot player posts a board."""
    return bool(message.attachments) and not message.ephemeral


async def _boards(watched: list[Player]) -> int:
    """Return the number of boards of bot players in all channels."""
    shown = [message for player in watched for message in await player.messages()]
    return len([message for message in shown if _is_theirs(message)])
