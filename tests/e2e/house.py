"""A house to play in: the sandbox in this process, the real bot in another, people who choose at random."""

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
COUNTS = ("d:", "go:")  # how the ids of buttons begin that decide or confirm
OWN = "own:"  # and of the one that opens one's own panel, where the question is not for all eyes
GAME = "vijayanagara"
BY_AND_BY = "('call', 'review')"  # posts that nothing waits for: calls have their time, reviews need it
LUCK = "7"  # the seed of all games here, so that a test meets the same cards and dice every time


class Nursery:
    """The program of `tests.e2e.nursery`: bots that begin at once."""

    def __init__(self) -> None:
        self._program = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.nursery"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip

    async def begin(self, environment: dict[str, str], log: Path, *, fresh: bool) -> int:
        """The process of a new bot; a fresh one has loaded nothing yet."""
        return await asyncio.to_thread(self._ask, {"begin": environment, "log": str(log), "fresh": fresh})

    async def ended(self, process: int) -> int:
        """The exit status of a bot, when it has ended."""
        return await asyncio.to_thread(self._ask, {"wait": process})

    def workers(self) -> set[int]:
        """The processes that draw and think, of all bots: the children of the server that forks them."""
        return {worker for child in children(self._program.pid) for worker in children(child)}

    def server(self) -> int:
        """The process that workers are forked from."""
        commands = {each: Path(f"/proc/{each}/cmdline").read_bytes() for each in children(self._program.pid)}
        return next(process for process, command in commands.items() if b"forkserver" in command)

    def close(self) -> None:
        """End, with all bots."""
        self._program.communicate(timeout=PATIENCE)

    def _ask(self, wish: dict[str, Any]) -> int:
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(json.dumps(wish).encode() + b"\n")
        self._program.stdin.flush()
        return int(self._program.stdout.readline())


class Bot:
    """The bot, a process of its own that may be killed and started again."""

    def __init__(self, sandbox: Sandbox, folder: Path, base: Base, nursery: Nursery) -> None:
        self.base = base
        self.log = folder / "bot.log"
        self.sandbox, self.nursery = sandbox, nursery
        self.process = 0  # none

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
        """Stop it, by default politely; its exit status. Discord has seen it go."""
        os.kill(self.process, number)
        async with asyncio.timeout(PATIENCE):
            status = await self.nursery.ended(self.process)
        self.process = 0
        await until(lambda: not self.sandbox.world.bot_online)
        return status

    def worked(self) -> float:
        """Seconds of a processor that its own process has used so far, without those that draw and think."""
        stat = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, stat[11:13])) / os.sysconf("SC_CLK_TCK")

    async def kill(self) -> None:
        """SIGKILL: no time for a last word. Nothing is if it is dead already."""
        if self.process:
            await self.end(signal.SIGKILL)


@asynccontextmanager
async def built(
    folder: Path, nursery: Nursery, people: Sequence[str], base: Base | None = None
) -> AsyncIterator[House]:
    """A house with the bot connected to its sandbox, whose patience is with a bot that has to wait for a busy
    machine; on this database, or a file of its own."""
    sandbox = Sandbox(answer_seconds=PATIENCE)
    await sandbox.start()
    bot = Bot(sandbox, folder, base or File(folder), nursery)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(sandbox.stop)
        players = {who: await stack.enter_async_context(Player(sandbox.base_url, who)) for who in people}
        stack.push_async_callback(bot.kill)
        house = House(sandbox, bot, players)
        await house.start()
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
    kill_every: int = 10**9  # acts until the bot is killed in the middle of a turn
    kill_at: int = 10**9
    patience: float = PATIENCE  # seconds until what is due must have been posted

    @property
    def asha(self) -> Player:
        return self.people["asha"]

    async def enter(self, channel: str) -> None:
        """Everybody goes to a new channel, and chooses there as if nothing had been before."""
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
        """Everybody sits down and they start; the first board."""
        await self.asha.slash("game new", game=game, **seats)
        card = await self.asha.wait_for(lambda m: says(m.text, "card"))
        for person in self.people.values():
            await person.click(card, next(b.label for b in card.buttons if begins(b.label, "button.join")))
            card = await self.asha.wait_for(partial(seated, self.id_of(person)))
        await self.asha.click(card, phrase("button.start"))
        return await self.board()

    async def laid(self, position: bytes, first: Message) -> Message:
        """The host lays out a position in the game whose board is `first`; the board that asks then."""
        asked = await self.asha.slash("host position", file=Upload("position.yaml", position))
        done = await self.asha.click(asked.shown, phrase("button.host"))
        assert done.message is not None
        assert done.message.text == phrase("host.done")
        await self.settled()
        return await self.board(first.id)

    async def brought(self, record: bytes) -> Message:
        """Bring a game in from its record, and let everybody sit down; return the board that asks then."""
        await self.asha.slash("host import", file=Upload("game.play", record))
        for person in self.people.values():
            await person.slash("game join")
        await self.settled()
        return await self.board()

    def id_of(self, person: Player) -> str:
        return f"20000000000000000{1 + EVERYBODY.index(person.who)}"

    async def board(self, after: str = "0") -> Message:
        """The board that asks something, posted after that message; or the last one of a game that is
        over."""
        return await self.asha.wait_for(
            lambda m: not m.ephemeral and int(m.id) > int(after) and (asks(m) or says(m.text, "final.seed"))
        )

    def asked(self, board: Message) -> Player:
        """Who is called by a board."""
        found = re.findall(r"^<@20000000000000000(\d)> \*\*", board.text, re.MULTILINE)
        assert found, board.text
        return self.people[EVERYBODY[int(found[-1]) - 1]]

    async def act(self, who: Player, board: Message, label: str) -> Reply:
        """Tap the answer of this label and confirm it."""
        reply = await who.click(board, label)
        return await self.confirm(who, reply)

    async def confirm(self, who: Player, reply: Reply) -> Reply:
        """Confirm the order that stands there, whole."""
        return await who.click(reply.shown, next(b for b in labels(reply.shown) if confirms(b)))

    async def press(self, who: Player, message: Message) -> Reply:
        """Choose at random among the buttons or in the list of a message."""
        self.acts += 1
        option = self.rng.choice(answers(message))
        if isinstance(option, str):
            return await who.click(message, option)
        return await who.choose(message, *option)

    async def decide(self, board: Message) -> Message:
        """The one who is asked decides, by clicks or by a typed order, until somebody else is; the next
        board."""
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
        await self.settled()  # whoever is asked twice in a row has caused two boards
        return await self.board(board.id)

    async def type(self, who: Player) -> None:
        """An order of a few words, each taken from what the bot suggests."""
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
        """What the database says; for looking after a game."""
        return self.bot.base.rows(question)

    def deliveries(self) -> list[tuple[object, ...]]:
        """Kind, state and message of what had to be posted in this channel."""
        here = f"channel_id = {self.channel} and kind not in {BY_AND_BY}"
        return self.rows(f"select kind, state, message_id from deliveries where {here}")

    def calls(self) -> list[str]:
        """The states of the calls that wait in this channel."""
        here = f"channel_id = {self.channel} and kind = 'call' and state in ('due', 'sending', 'failed')"
        return [str(state) for (state,) in self.rows(f"select state from deliveries where {here}")]

    def acts_called(self, line: str) -> int:
        """How many acts in this channel have this order line."""
        here = f"select id from games where channel_id = {self.channel}"
        return len(self.rows(f"select 1 from acts where line = '{line}' and game_id in ({here})"))

    async def settled(self) -> None:
        """Wait until everything is posted."""
        with suppress(TimeoutError):
            await until(lambda: not self.waiting(), self.patience)
        assert not self.waiting(), self.waiting()

    def waiting(self) -> list[tuple[object, ...]]:
        """What is still to be posted."""
        return [delivery for delivery in self.deliveries() if delivery[1] in ("due", "sending")]

    async def check(self) -> None:
        """Nothing broke, everything is posted exactly once, and Discord had nothing to complain of."""
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


def seated(user_id: str, message: Message) -> bool:
    """True for the card of a game on which this person has a seat."""
    return says(message.text, "card") and says(message.text, "card.seat", holder=f"<@{user_id}>")


def answers(message: Message) -> list[str | tuple[str, str]]:
    """What can be chosen in a message: ids of buttons, or a list's id with one of its values."""
    buttons = [b.custom_id for b in message.buttons if b.custom_id.startswith(COUNTS) and not b.disabled]
    options = [(select.custom_id, value) for select in message.selects for _, value in select.options]
    return [*buttons, *options]


def opener(message: Message) -> str:
    """The id of the button that opens one's own panel; "" where there is none."""
    return next((b.custom_id for b in message.buttons if b.custom_id.startswith(OWN)), "")


def asks(message: Message) -> bool:
    """True for a post with a question, or with the way to one's own."""
    return bool(answers(message) or opener(message))


def labels(message: Message) -> list[str]:
    """What stands on the buttons of a message."""
    return [button.label for button in message.buttons]


def children(pid: int) -> list[int]:
    """The processes that a process has started; none of one that has ended."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def runs(pid: int) -> bool:
    """Whether there is such a process; one that has ended and waits to be noticed is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


__all__ = ["GAME", "Bot", "House", "NoAnswer", "Nursery", "answers", "runs"]
