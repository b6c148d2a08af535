"""Know what is hidden in a game on a Discord, and look for it in all that each person can read.

People can read texts, buttons and their ids, alt texts, names of attachments, and files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from db import reading
from rules.kernel import Game, Live, Rules
from rules.loading.games import GAMES
from rules.taj_mahal.cards import KINDS
from sandbox.driver import Message, Player
from tests.e2e.house import House
from tests.phrases import says

NEWEST = 12  # messages that a person reads after each order
LOOKS = (
    "game status",
    "board",
    "log",
    "since",
    "record",
    "turn",
    "mine",
)  # commands that people use, one at a time


@dataclass(frozen=True)
class Hidden:
    """The hidden things in states of a game.

    Attributes:
        names: the key of each thing, by the name that people may read.
        opened: returns the things that are public in a state.
        own: returns the things that a seat sees in addition.
    """

    names: Mapping[str, str]
    opened: Callable[[Any], set[str]]
    own: Callable[[Any, str], set[str]]

    def told(self, text: str) -> set[str]:
        """Return the things that a text names."""
        return {self.names[found.casefold()] for found in self._pattern.findall(text)}

    @property
    def _pattern(self) -> re.Pattern[str]:
        words = sorted(map(re.escape, self.names), key=len, reverse=True)
        return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE)


def _cards() -> Hidden:
    """Return the hidden things of Taj Mahal: the kinds of cards.

    Public are the cards in the supply and on the tables, and those in hands that came from the supply.
    """
    rules = GAMES["taj_mahal"]
    names = {rules.name(kind).casefold(): kind for kind in KINDS} | {kind: kind for kind in KINDS}

    def opened(state: Any) -> set[str]:
        seen = [state.supply, *(p.table for p in state.players.values())]
        return {kind for pile in (*seen, *(p.known for p in state.players.values())) for kind in pile}

    return Hidden(names, opened, lambda state, seat: set(state.players[seat].hand))


HIDDEN = {"taj_mahal": _cards}  # the other games hide only their seed


@dataclass
class Spy:
    """A reader of all that each person can see in a game.

    `read`: how many messages it has read. `private`: how many of them showed their owner hidden things.
    `looks`: how many times it has looked.
    """

    house: House
    read: int = 0
    private: int = 0
    looks: int = 0
    _turn: int = 0
    _seen: set[tuple[str, str]] = field(default_factory=set)
    _ever: dict[str, set[str]] = field(default_factory=dict)  # what each seat ("": all) has seen so far

    async def look(self) -> None:
        """Read the new messages of each person, after one of them has used a command.

        Raises `AssertionError` with the message that reveals a hidden thing.
        """
        game, turns = self._game()
        rules = GAMES[game.game]
        hidden = HIDDEN[game.game]() if game.game in HIDDEN else None
        now = self._now(rules, hidden, turns)
        self._turn = turns[-1].turn
        for seat, things in now.items():
            self._ever[seat] = self._ever.get(seat, set()) | things
        people = self._people()
        await people[self.looks % len(people)][1].slash(LOOKS[self.looks % len(LOOKS)])
        self.looks += 1
        for seat, person in people:
            for message in await person.messages(newest=NEWEST):
                if (key := (message.id, json.dumps(message.raw))) in self._seen:
                    continue
                self._seen.add(key)
                self.read += 1
                mine = seat if message.ephemeral else ""
                text = await self._written(person, message)
                assert turns[-1].seed not in text, text
                if hidden is None:
                    continue
                told, allowed = hidden.told(text), (now if not message.ephemeral else self._ever)
                known = allowed[""] | (allowed[mine] if mine else set())
                assert told <= known, f"{sorted(told - known)}, for {mine or 'all'}: {text}"
                self.private += bool(told - now[""])

    async def _written(self, person: Player, message: Message) -> str:
        """Return all texts of a message, with its text files."""
        files = [
            (await person.download(file)).decode()
            for file in message.attachments
            if file.filename.endswith((".play", ".yaml", ".txt"))
        ]
        return "\n".join([message.text, json.dumps(message.raw, ensure_ascii=False), *files])

    def _now(self, rules: Rules, hidden: Hidden | None, turns: list[Game]) -> dict[str, set[str]]:
        """Return the things that all ("") and each seat have seen since the last look."""
        seats = [seat for seat, _ in self._people()]
        found: dict[str, set[str]] = {seat: set() for seat in ("", *seats)}
        for state in self._states(rules, turns) if hidden else ():
            assert hidden is not None
            found[""] |= hidden.opened(state)
            for seat in seats:
                found[seat] |= hidden.own(state, seat)
        return found

    def _states(self, rules: Rules, turns: list[Game]) -> Iterator[Any]:
        """Yield each state since the last look, from the beginning of its turn."""
        for turn in turns:
            if turn.turn >= self._turn - 1:
                live = Live(rules, rules.load(turn.start))
                yield live.state
                for entry in turn.log:
                    live.enter(*entry)
                    yield live.state

    def _people(self) -> list[tuple[str, Player]]:
        """Return each seat with its holder."""
        here = f"(select id from games where channel_id = {self.house.channel})"
        rows = self.house.rows(f"select seat, user_id from seats where game_id in {here}")
        by_id = {self.house.id_of(person): person for person in self.house.people.values()}
        return [(str(seat), by_id[str(user)]) for seat, user in rows]

    def _game(self) -> tuple[Any, list[Game]]:
        """Return the channel's stored game, and its turns."""
        channel = int(self.house.channel)

        def found(connection: Connection) -> tuple[Any, list[Game]]:
            stored = reading.find_in_channel(connection, channel, False)
            stored = stored or reading.find_in_channel(connection, channel, True)
            assert stored is not None
            return stored, list(reading.load_history(connection, stored.id, 1))

        return self.house.bot.base.read(found)


async def watched(house: House, board: Message, *, kill_at: int, kill_every: int) -> Spy:
    """Play the game to its end from this board, and return the spy.

    The bot is killed after `kill_at` acts, and then after every `kill_every` acts.
    """
    spy = Spy(house)
    house.kill_at, house.kill_every = kill_at, kill_every
    while not says(board.text, "final.below"):
        await spy.look()
        who = house.asked(board)
        try:
            board = await house.decide(board)
        except TimeoutError:
            last = "\n--\n".join(message.text for message in await who.messages(newest=4))
            raise AssertionError(f"{who.who} does not get on:\n{last}") from None
    await house.check()
    return spy
