"""Measure the time from a click to the answer and to the new board, in 1 and in 20 channels at once."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import render
from bot.discord_app.dev import start_sandbox_and_bot
from lab.bench.bare import COMMAND
from lab.bench.bots import free_port
from lab.bench.rows import Row, percentile
from rules.loading.games import GAMES
from sandbox.driver import Message, Player

# The number of timed acts, in all games together. It is so small that no game ends. The same number of
# suggestions is timed.
ACTS = 120
OPENINGS = 12  # games that share the timed acts; one more game, played first, only fills the caches
CHANNELS = 20
ROUNDS = 3  # rounds of clicks in all channels at once
PATIENCE = 2.0  # seconds to wait for a board after a click
T = TypeVar("T")
Times = dict[str, list[float]]  # the name of each measured thing, and its times in milliseconds
Opening = Callable[[Player], Awaitable[Message]]
SHORT_WAYS = ("Pass", "No", "Done")  # buttons that end a turn soonest
COMMITS = "Confirm"  # the first word on the button that ends an order
STEPS = 12  # give up a turn after this many clicks; no turn needs so many


def rows() -> Iterator[Row]:
    """Yield the p50 and p99 of these times: a click to its answer, a click to the new board, autocomplete.

    The minimal bot (`lab.bench.bare`) is measured in the same run.
    """
    with tempfile.TemporaryDirectory(prefix="durbar-bench-") as folder:
        picture = Path(folder, "board.png")
        picture.write_bytes(_picture())
        ours = measure_bot(partial(measure_clicks, opening=open_game), folder)
        theirs = measure_bot(
            partial(measure_clicks, opening=_open_bare), folder, "lab.bench.bare", str(picture)
        )
        suggestions = measure_bot(_suggestions, folder)
    for what, times in ours.items():
        yield from make_rows(what, times, "a bare bot", theirs[what])
    yield from make_rows("autocomplete", suggestions["autocomplete"])


def _picture() -> bytes:
    """Return the first board as the bot posts it."""
    rules = next(iter(GAMES.values()))
    return render.picture(rules.view(rules.setup(rules.Options()), None)).file


def measure_bot(measure: Callable[[str], Coroutine[Any, Any, T]], folder: str, *module: str) -> T:
    """Start a bot and its sandbox; return the result of `measure` for the sandbox's address.

    `folder`: where the database is. `module`: a bot other than Durbar, and its arguments.
    """
    with start_sandbox_and_bot(free_port(), folder, *module, DURBAR_LOG="warning") as (address, *_):
        return asyncio.run(measure(address))


async def measure_clicks(address: str, opening: Opening, where: str = "bench") -> Times:
    """Return the times of clicks, one at a time and in all channels at once.

    `where`: the beginning of the channels' names.
    """
    alone = await _alone(address, opening, where)
    answers, boards = await _together(address, opening, where)
    return {
        "one click, alone: answered": [answer for answer, _ in alone],
        "one click, alone: new board posted": [board for _, board in alone],
        f"{CHANNELS} clicks at once: answered": answers,
        f"{CHANNELS} clicks at once: all boards posted": boards,
    }


def make_rows(
    what: str, times: list[float], yardstick: str = "", beside: list[float] | None = None
) -> Iterator[Row]:
    """Yield the p50 and p99 of these times, with those of a yardstick."""
    for name, figure in (("p50", statistics.median), ("p99", partial(percentile, share=0.99))):
        yield Row(
            f"{what}, {name}", figure(times), "ms", yardstick, None if beside is None else figure(beside)
        )


async def open_game(player: Player) -> Message:
    """Start a new game in the player's channel, with the player in all seats; return the first board."""
    key, rules = next(iter(GAMES.items()))
    await player.slash("game new", game=key)
    for seat in rules.seats(rules.Options()):
        await player.slash("game join", seat=seat)
    await player.slash("game start")
    return await player.wait_for(_is_board)


async def _open_bare(player: Player) -> Message:
    """Return the first board of the minimal bot."""
    await player.slash(COMMAND)
    return await player.wait_for(_is_board)


def _is_board(message: Message) -> bool:
    return bool(message.attachments) and not message.ephemeral and bool(message.buttons)


def _newer(message: Message, board: Message) -> bool:
    return _is_board(message) and int(message.id) > int(board.id)


async def _act(player: Player, board: Message) -> tuple[float, float, Message]:
    """Click the shortest way to a new board; return the ms to the answer, the ms to the board, and the board.

    If a click brings a private question, click there too. Raises `RuntimeError` if no board comes.
    """
    asked = board
    for _ in range(STEPS):
        labels = [button.label for button in asked.buttons if not button.disabled]
        short = (one for one in labels if one in SHORT_WAYS or one.startswith(COMMITS))
        label = next(short, labels[0])
        begin = time.perf_counter()
        reply = await player.click(asked, label)
        if not label.startswith(COMMITS) and reply.message is not None and reply.message.buttons:
            asked = reply.message
            continue
        try:
            after = await player.wait_for(partial(_newer, board=board), PATIENCE)
        except TimeoutError:
            if reply.message is None or not reply.message.buttons:
                break
            asked = reply.message  # the same seat is asked again in private
        else:
            return reply.ms, (time.perf_counter() - begin) * 1000, after
    raise RuntimeError(f"no new board after “{label}”")


async def _alone(address: str, opening: Opening, where: str) -> list[tuple[float, float]]:
    times = []
    async with Player(address, "asha") as player:
        await player.wait_until_ready()
        for number in range(OPENINGS + 1):
            await player.new_channel(f"{where}-alone-{number}")
            board = await opening(player)
            for _ in range(ACTS // OPENINGS):
                answer, posted, board = await _act(player, board)
                times.append((answer, posted))
    return times[ACTS // OPENINGS :]


async def _together(address: str, opening: Opening, where: str) -> tuple[list[float], list[float]]:
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player(address, "asha")) for _ in range(CHANNELS)]
        boards = []
        for number, player in enumerate(players):
            await player.new_channel(f"{where}-{number}")
            boards.append(await opening(player))
        answers: list[float] = []
        posted: list[float] = []
        for _ in range(ROUNDS):
            done = await asyncio.gather(*(map(_act, players, boards)))
            answers += [answer for answer, _, _ in done]
            posted += [board for _, board, _ in done]
            boards = [board for _, _, board in done]
        return answers, posted


async def _suggestions(address: str) -> Times:
    times = []
    async with Player(address, "asha") as player:
        await player.wait_until_ready()
        for _ in range(ACTS):
            begin = time.perf_counter()
            await player.autocomplete("do", "order", "c")
            times.append((time.perf_counter() - begin) * 1000)
    return {"autocomplete": times}
