"""Provide the house: a sandbox in this process, the bot in a second one, and people who play at random."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from sandbox.driver import PATIENCE, Message, NoAnswer, Player, Reply
from sandbox.driver import File as Upload
from sandbox.server import Sandbox
from tests.e2e.bases import Base, File
from tests.phrases import begins, confirms, phrase, says
from tests.until import until

EVERYBODY = ("asha", "bala", "chandra", "dev")
PEOPLE = EVERYBODY[:3]
COUNTS = ("d:", "go:")  # beginnings of ids of buttons that decide or confirm
OWN = "own:"  # beginning of the id of the button that opens a private question
GAME = "vijayanagara"
BY_AND_BY = "('call', 'review', 'begin', 'thread', 'close')"  # posts that no test waits for: they come later
LUCK = "7"  # the seed of all games here, so that cards and dice are the same every time


class Nursery:
    """The program `tests.e2e.nursery`, which starts bots at once."""

    def __init__(self) -> None:
        self._program = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.nursery"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip

    async def begin(self, environment: dict[str, str], log: Path, *, fresh: bool) -> int:
        """Start a bot, and return its process id. `fresh`: as a new Python process, with nothing loaded."""
        return await asyncio.to_thread(self._ask, {"begin": environment, "log": str(log), "fresh": fresh})

    async def ended(self, process: int) -> int:
        """Wait until a bot has ended, and return its exit status."""
        return await asyncio.to_thread(self._ask, {"wait": process})

    def workers(self) -> set[int]:
        """Return the worker processes of all bots: the children of the fork server."""
        return {worker for child in children(self._program.pid) for worker in children(child)}

    def server(self) -> int:
        """Return the process from which the workers are forked."""
        commands = {each: Path(f"/proc/{each}/cmdline").read_bytes() for each in children(self._program.pid)}
        return next(process for process, command in commands.items() if b"forkserver" in command)

    def close(self) -> None:
        """End the program and all bots."""
        self._program.communicate(timeout=PATIENCE)

    def _ask(self, wish: dict[str, Any]) -> int:
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(json.dumps(wish).encode() + b"\n")
        self._program.stdin.flush()
        return int(self._program.stdout.readline())


class Bot:
    """The bot in its own process, which can be killed and started again."""

    def __init__(self, sandbox: Sandbox, folder: Path, base: Base, nursery: Nursery) -> None:
        self.base = base
        self.log = folder / "bot.log"
        self.sandbox, self.nursery = sandbox, nursery
        self.process = 0  # 0: not running

    async def start(self, *, fresh: bool = False, **settings: str) -> None:
        environment = {
            "DURBAR_TOKEN": "sandbox",
            "DURBAR_API": self.sandbox.base_url,
            "DURBAR_DATABASE": self.base.url,
            "DURBAR_LUCK": LUCK,
            "DURBAR_THINKING": "0.2",
            **settings,
        }
        self.process = await self.nursery.begin(environment, self.log, fresh=fresh)

    async def end(self, number: int = signal.SIGTERM) -> int:
        """End the bot, by default with SIGTERM, and return its exit status.

        When this returns, Discord shows the bot as offline.
        """
        os.kill(self.process, number)
        async with asyncio.timeout(PATIENCE):
            status = await self.nursery.ended(self.process)
        self.process = 0
        await until(lambda: not self.sandbox.world.bot_online)
        return status

    def worked(self) -> float:
        """Return the processor time of the bot's own process in seconds, without its workers."""
        stat = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, stat[11:13])) / os.sysconf("SC_CLK_TCK")

    async def kill(self) -> None:
        """Kill the bot with SIGKILL. Do nothing if it is dead already."""
        if self.process:
            await self.end(signal.SIGKILL)


@asynccontextmanager
async def built(
    folder: Path, nursery: Nursery, people: Sequence[str], base: Base | None = None
) -> AsyncIterator[House]:
    """Yield a house with a connected bot.

    The sandbox waits long for answers, because a busy machine is slow. The database is `base`, or a SQLite
    file.
    """
    sandbox = Sandbox(answer_seconds=PATIENCE)
    await sandbox.start()
    bot = Bot(sandbox, folder, base or File(folder), nursery)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(sandbox.stop)
        players = {who: await stack.enter_async_context(Player(sandbox.base_url, who)) for who in people}
        stack.push_async_callback(bot.kill)
        house = House(sandbox, bot, players)
        await house.start()
        for person in players.values():
            await person.slash("prefs", name="preview", value="off")
        yield house


@dataclass
class House:
    """The sandbox with a channel, the bot, and the people who play."""

    sandbox: Sandbox
    bot: Bot
    people: dict[str, Player]
    channel: str = ""
    rng: random.Random = field(default_factory=lambda: random.Random(7))
    acts: int = 0
    kill_every: int = 10**9  # acts between two kills of the bot in the middle of a turn
    kill_at: int = 10**9
    patience: float = PATIENCE  # the most seconds until due posts are posted

    @property
    def asha(self) -> Player:
        return self.people["asha"]

    async def enter(self, channel: str) -> None:
        """Move everybody to a new channel, and restart their random choices."""
        self.rng = random.Random(7)
        self.acts, self.kill_every, self.kill_at = 0, 10**9, 10**9
        await self.asha.disarm()
        self.channel = await self.asha.new_channel(channel)
        for person in self.people.values():
            person.channel = self.channel

    async def restart(self, *, fresh: bool = False, **settings: str) -> None:
        """Kill the bot and start another."""
        await self.bot.kill()
        await self.start(fresh=fresh, **settings)

    async def start(self, *, fresh: bool = False, **settings: str) -> None:
        """Start the bot, and wait until it is connected."""
        arrivals = self.sandbox.gateway.arrivals
        await self.bot.start(fresh=fresh, **settings)
        await self.asha.wait_until_ready(arrivals=arrivals)

    async def begin(self, game: str = GAME, **seats: int) -> Message:
        """Seat everybody and start a game; return the first board."""
        await self.asha.slash("game new", game=game, **seats)
        card = await self.asha.wait_for(lambda m: says(m.text, "card"))
        for person in self.people.values():
            await person.click(
                card, next(b.label for b in card.buttons if begins(b.label, "button.join")), silent=True
            )
            card = await self.asha.wait_for(partial(seated, self.id_of(person)))
        await self.asha.click(card, phrase("button.start"), silent=True)
        return await self.board()

    async def laid(self, position: bytes, first: Message) -> Message:
        """Set up a position in the game with the board `first`, and return the new board."""
        asked = await self.asha.slash("host position", file=Upload("position.yaml", position))
        done = await self.asha.click(asked.shown, phrase("button.host"))
        assert done.message is not None
        assert done.message.text == phrase("host.done")
        await self.settled()
        return await self.board(first.id)

    async def brought(self, record: bytes) -> Message:
        """Import a game from its record, seat everybody, and return the current board."""
        await self.asha.slash("host import", file=Upload("game.play", record))
        for person in self.people.values():
            await person.slash("game join")
        await self.settled()
        return await self.board()

    def id_of(self, person: Player) -> str:
        return f"20000000000000000{1 + EVERYBODY.index(person.who)}"

    async def board(self, after: str = "0") -> Message:
        """Wait for a board after that message, and return it.

        It has a question, or is the last board of a game.
        """
        return await self.asha.wait_for(
            lambda m: not m.ephemeral and int(m.id) > int(after) and (asks(m) or says(m.text, "final.below"))
        )

    def asked(self, board: Message) -> Player:
        """Return the person whom a board or a reminder mentions."""
        found = re.findall(r"^<@20000000000000000(\d)>(?: \*\*|:)", board.text, re.MULTILINE)
        assert found, board.text
        return self.people[EVERYBODY[int(found[-1]) - 1]]

    async def act(self, who: Player, board: Message, label: str) -> Reply:
        """Click the answer with this label and confirm it."""
        reply = await who.click(board, label)
        return await self.confirm(who, reply)

    async def confirm(self, who: Player, reply: Reply) -> Reply:
        """Confirm the complete order of a reply."""
        return await who.click(reply.shown, next(b for b in labels(reply.shown) if confirms(b)))

    async def press(self, who: Player, message: Message) -> Reply:
        """Choose at random among the buttons or in a list of a message."""
        self.acts += 1
        option = self.rng.choice(answers(message))
        if isinstance(option, str):
            return await who.click(message, option)
        return await who.choose(message, *option)

    async def decide(self, board: Message) -> Message:
        """Let the asked person decide until another is asked; return the next board.

        They click, or type an order.
        """
        who = self.asked(board)
        if self.rng.random() < 0.3:
            await self.type(who)
            message = (await who.slash("turn")).message
        elif answers(board):
            message = (await self.press(who, board)).message
        else:
            message = (await who.click(board, opener(board))).message
        while message is not None and answers(message) and "Done:" not in message.text:
            if self.acts >= self.kill_at:
                self.kill_at += self.kill_every
                await self.restart()
            message = (await self.press(who, message)).message
        await self.settled()  # a person who is asked twice in a row has caused two boards
        return await self.board(board.id)

    async def type(self, who: Player) -> None:
        """Type an order of a few words, each from the bot's suggestions."""
        order = ""
        for _ in range(self.rng.randint(1, 4)):
            choices = await who.autocomplete("do", "order", order)
            legal = [str(c.value) for c in choices if "(no: " not in c.name]
            going_on = [value for value in legal if value.startswith(order.strip())]
            if not going_on:
                break
            order = self.rng.choice(going_on) + " "
        self.acts += 1
        await who.slash("do", order=order.strip() or "pass")

    def rows(self, question: str) -> list[tuple[object, ...]]:
        """Return the rows of a query, to look at a game."""
        return self.bot.base.rows(question)

    def deliveries(self) -> list[tuple[object, ...]]:
        """Return the kind, state and message id of each delivery in this channel."""
        here = f"channel_id = {self.channel} and kind not in {BY_AND_BY}"
        return self.rows(f"select kind, state, message_id from deliveries where {here}")

    def calls(self) -> list[str]:
        """Return the states of the pending reminders in this channel."""
        here = f"channel_id = {self.channel} and kind = 'call' and state in ('due', 'sending', 'failed')"
        return [str(state) for (state,) in self.rows(f"select state from deliveries where {here}")]

    def acts_called(self, line: str) -> int:
        """Return the number of acts in this channel with this order line."""
        here = f"select id from games where channel_id = {self.channel}"
        return len(self.rows(f"select 1 from acts where line = '{line}' and game_id in ({here})"))

    async def settled(self) -> None:
        """Wait until everything is posted."""
        with suppress(TimeoutError):
            await until(lambda: not self.waiting(), self.patience)
        assert not self.waiting(), self.waiting()

    def waiting(self) -> list[tuple[object, ...]]:
        """Return the deliveries that are not posted yet."""
        return [delivery for delivery in self.deliveries() if delivery[1] in ("due", "sending")]

    async def check(self) -> None:
        """Check that nothing failed, everything is posted exactly once, and Discord saw no violation."""
        await self.settled()
        assert {state for _, state, _ in self.deliveries()} == {"sent"}
        posted = [str(message) for kind, _, message in self.deliveries() if kind != "lobby"]
        assert len(posted) == len(set(posted))
        cards = {str(message) for kind, _, message in self.deliveries() if kind == "lobby"} - {"None"}
        seen = [m.id for m in await self.asha.messages() if not m.ephemeral]
        later = f"channel_id = {self.channel} and kind in {BY_AND_BY} and message_id is not null"
        rows = self.rows(f"select message_id from deliveries where {later}")
        by_and_by = {str(message) for (message,) in rows}
        assert sorted(seen) == sorted({*posted, *cards, *by_and_by})
        log = self.bot.log.read_text()
        assert "Traceback" not in log, log[log.index("Traceback") - 500 :][:3000]
        assert self.sandbox.violations == []


def is_card(message: Message) -> bool:
    """Return whether a message is the card of a game that has not started, with or without free seats."""
    return any(says(message.text, key) for key in ("card", "card.ready", "card.starts"))


def seated(user_id: str, message: Message) -> bool:
    """Return whether a message is a game's card that shows a seat of this person."""
    return is_card(message) and says(message.text, "card.seat", holder=f"<@{user_id}>")


def answers(message: Message) -> list[str | tuple[str, str]]:
    """Return the possible choices in a message: ids of buttons, and pairs of a list's id and a value."""
    buttons = [b.custom_id for b in message.buttons if b.custom_id.startswith(COUNTS) and not b.disabled]
    options = [(select.custom_id, value) for select in message.selects for _, value in select.options]
    return [*buttons, *options]


def opener(message: Message) -> str:
    """Return the id of the button that opens a person's private panel; "" for none."""
    return next((b.custom_id for b in message.buttons if b.custom_id.startswith(OWN)), "")


def asks(message: Message) -> bool:
    """Return whether a message has a question, or a button that opens one."""
    return bool(answers(message) or opener(message))


def labels(message: Message) -> list[str]:
    """Return the labels of the buttons of a message."""
    return [button.label for button in message.buttons]


def children(pid: int) -> list[int]:
    """Return the child processes of a process; [] if it has ended."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def runs(pid: int) -> bool:
    """Return whether a process is alive. A zombie is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


__all__ = ["GAME", "Bot", "House", "NoAnswer", "Nursery", "answers", "runs"]
