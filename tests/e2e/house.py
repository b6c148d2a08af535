"""A house to play in: the sandbox in this process, the real bot in another, people who choose at random."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sqlite3
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from sandbox.driver import Message, NoAnswer, Player, Reply
from sandbox.server import Sandbox

PEOPLE = ("asha", "bala", "chandra")
COUNTS = ("d:", "sure:", "go:")  # how the ids of buttons begin that decide or confirm
GAME = "vijayanagara"


class Bot:
    """The bot, a process of its own that may be killed and started again."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self.database = folder / "durbar.db"
        self.log = folder / "bot.log"
        self.sandbox = sandbox
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        env = {
            **os.environ,
            "DURBAR_TOKEN": "sandbox",
            "DURBAR_API": self.sandbox.base_url,
            "DURBAR_DATABASE": f"sqlite+aiosqlite:///{self.database}",
        }
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", env=env, stdout=log, stderr=log
            )

    async def end(self, number: int = signal.SIGTERM) -> int:
        """Stop it, by default politely; its exit status."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(number)
        return await asyncio.wait_for(self.process.wait(), 15)

    def children(self) -> list[int]:
        """The processes that it has started."""
        assert self.process is not None
        ours = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in ours.read_text().split()]

    async def kill(self) -> None:
        """SIGKILL: no time for a last word."""
        await self.end(signal.SIGKILL)


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

    @property
    def asha(self) -> Player:
        return self.people["asha"]

    async def enter(self, channel: str) -> None:
        """Everybody goes to a new channel."""
        self.channel = await self.asha.new_channel(channel)
        for person in self.people.values():
            person.channel = self.channel

    async def restart(self) -> None:
        """Kill the bot and start another."""
        await self.bot.kill()
        await self.bot.start()
        await self.ready()

    async def ready(self) -> None:
        """Wait until the bot is connected anew: a dead one counts until its socket is found closed."""
        await asyncio.sleep(0.05)
        await self.asha.wait_until_ready()

    async def begin(self) -> Message:
        """Three people sit down and start; the first board."""
        await self.asha.slash("game new", game=GAME)
        card = await self.asha.wait_for(lambda m: "Who plays?" in m.text)
        for person in self.people.values():
            await person.click(card, next(b.label for b in card.buttons if b.label.startswith("Play ")))
            card = await self.asha.wait_for(partial(seated, self.id_of(person)))
        await self.asha.click(card, "Start")
        return await self.board()

    def id_of(self, person: Player) -> str:
        return f"20000000000000000{1 + PEOPLE.index(person.who)}"

    async def board(self, after: str = "0") -> Message:
        """The board that asks something, posted after that message; or the last one of a game that is
        over."""
        return await self.asha.wait_for(
            lambda m: (
                not m.ephemeral
                and int(m.id) > int(after)
                and (bool(answers(m)) or "seed of the dice" in m.text)
            )
        )

    def asked(self, board: Message) -> Player:
        """Who is called by a board."""
        found = re.match(r"<@20000000000000000(\d)>", board.text)
        assert found is not None, board.text
        return self.people[PEOPLE[int(found[1]) - 1]]

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
            message = (await who.slash("game status")).message
        else:
            message = (await self.press(who, board)).message
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
        with sqlite3.connect(f"file:{self.bot.database}?mode=ro", uri=True) as database:
            return list(database.execute(question))

    def deliveries(self) -> list[tuple[object, ...]]:
        """Kind, state and message of what had to be posted in this channel."""
        here = f"channel_id = {self.channel} and kind != 'call'"  # a call waits for its time
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
        for _ in range(1000):
            if not any(state in ("due", "sending") for _, state, _ in self.deliveries()):
                return
            await asyncio.sleep(0.01)
        raise TimeoutError(str(self.deliveries()))

    async def check(self) -> None:
        """Nothing broke, everything is posted exactly once, and Discord had nothing to complain of."""
        await self.settled()
        assert {state for _, state, _ in self.deliveries()} == {"sent"}
        posted = [str(message) for kind, _, message in self.deliveries() if kind != "lobby"]
        assert len(posted) == len(set(posted))
        cards = {str(message) for kind, _, message in self.deliveries() if kind == "lobby"} - {"None"}
        seen = [m.id for m in await self.asha.messages() if not m.ephemeral]
        calls = f"channel_id = {self.channel} and kind = 'call' and message_id is not null"
        rows = self.rows(f"select message_id from deliveries where {calls}")
        called = {str(message) for (message,) in rows}
        assert sorted(seen) == sorted({*posted, *cards, *called})
        log = self.bot.log.read_text()
        assert "Traceback" not in log, log[log.index("Traceback") - 500 :][:3000]
        assert self.sandbox.violations == []


def seated(user_id: str, message: Message) -> bool:
    """True for the card of a game on which this person has a seat."""
    return "Who plays?" in message.text and f": <@{user_id}>" in message.text


def answers(message: Message) -> list[str | tuple[str, str]]:
    """What can be chosen in a message: ids of buttons, or a list's id with one of its values."""
    buttons = [b.custom_id for b in message.buttons if b.custom_id.startswith(COUNTS)]
    options = [(select.custom_id, value) for select in message.selects for _, value in select.options]
    return [*buttons, *options]


def runs(pid: int) -> bool:
    """Whether there is such a process; one that has ended and waits to be noticed is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


__all__ = ["GAME", "Bot", "House", "NoAnswer", "answers", "runs"]
