"""A spy who holds what is hidden in a game that is played through a Discord, and looks for it in whatever
each person there can read: texts, buttons and their ids, alt texts, names of attachments, files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from db import reading
from rules.games import GAMES
from rules.kernel import Game, Live, Rules
from rules.taj_mahal.cards import KINDS
from sandbox.driver import Message, Player
from tests.e2e.house import House
from tests.phrases import says

NEWEST = 12  # messages that a person looks at after each order
LOOKS = (
    "game status",
    "board",
    "log",
    "since",
    "record",
    "turn",
    "mine",
)  # what people ask for, one at a time


@dataclass(frozen=True)
class Hidden:
    """What is hidden in states of a game. `names`: each thing as it may be read; `opened(state)`: those that
    lie open; `own(state, seat)`: those that a seat sees beside them."""

    names: Mapping[str, str]
    opened: Callable[[Any], set[str]]
    own: Callable[[Any, str], set[str]]

    def told(self, text: str) -> set[str]:
        """The things that a text names."""
        return {self.names[found.casefold()] for found in self._pattern.findall(text)}

    @property
    def _pattern(self) -> re.Pattern[str]:
        words = sorted(map(re.escape, self.names), key=len, reverse=True)
        return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE)


def _cards() -> Hidden:
    """Taj Mahal: cards by their kinds, which lie open in the supply, on the tables, and in hands as far as
    they were taken from the supply."""
    rules = GAMES["taj_mahal"]
    names = {rules.name(kind).casefold(): kind for kind in KINDS} | {kind: kind for kind in KINDS}

    def opened(state: Any) -> set[str]:
        seen = [state.supply, *(p.table for p in state.players.values())]
        return {kind for pile in (*seen, *(p.known for p in state.players.values())) for kind in pile}

    return Hidden(names, opened, lambda state, seat: set(state.players[seat].hand))


HIDDEN = {"taj_mahal": _cards}  # of the others nothing is hidden but the seed of their chance


@dataclass
class Spy:
    """Reads along with a game: `read` messages in so many `looks`, of which `private` ones showed their
    owner what is hidden."""

    house: House
    read: int = 0
    private: int = 0
    looks: int = 0
    _turn: int = 0
    _seen: set[tuple[str, str]] = field(default_factory=set)
    _ever: dict[str, set[str]] = field(default_factory=dict)  # seat ("": all) to what it has seen so far

    async def look(self) -> None:
        """Read what is new for each person, when one of them has asked for something. Raises `AssertionError`
        with the message that tells what is hidden."""
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
        """All that is written in a message, its files that are texts among it."""
        files = [
            (await person.download(file)).decode()
            for file in message.attachments
            if file.filename.endswith((".play", ".yaml", ".txt"))
        ]
        return "\n".join([message.text, json.dumps(message.raw, ensure_ascii=False), *files])

    def _now(self, rules: Rules, hidden: Hidden | None, turns: list[Game]) -> dict[str, set[str]]:
        """What all ("") and each seat have seen since the last look."""
        seats = [seat for seat, _ in self._people()]
        found: dict[str, set[str]] = {seat: set() for seat in ("", *seats)}
        for state in self._states(rules, turns) if hidden else ():
            assert hidden is not None
            found[""] |= hidden.opened(state)
            for seat in seats:
                found[seat] |= hidden.own(state, seat)
        return found

    def _states(self, rules: Rules, turns: list[Game]) -> Iterator[Any]:
        """Each state since the last look, from the beginning of its turn on."""
        for turn in turns:
            if turn.turn >= self._turn - 1:
                live = Live(rules, rules.load(turn.start))
                yield live.state
                for entry in turn.log:
                    live.enter(*entry)
                    yield live.state

    def _people(self) -> list[tuple[str, Player]]:
        """Each seat with who holds it."""
        here = f"(select id from games where channel_id = {self.house.channel})"
        rows = self.house.rows(f"select seat, user_id from seats where game_id in {here}")
        by_id = {self.house.id_of(person): person for person in self.house.people.values()}
        return [(str(seat), by_id[str(user)]) for seat, user in rows]

    def _game(self) -> tuple[Any, list[Game]]:
        """The game of the channel as it is stored, and its turns."""
        channel = int(self.house.channel)

        def found(connection: Connection) -> tuple[Any, list[Game]]:
            stored = reading.find_in_channel(connection, channel, False)
            stored = stored or reading.find_in_channel(connection, channel, True)
            assert stored is not None
            return stored, list(reading.load_history(connection, stored.id, 1))

        return self.house.bot.base.read(found)


async def watched(house: House, board: Message, *, kill_at: int, kill_every: int) -> Spy:
    """The spy, when the game has been played to its end from this board on; the bot is killed after so many
    acts, and so many acts later again."""
    spy = Spy(house)
    house.kill_at, house.kill_every = kill_at, kill_every
    while not says(board.text, "final.seed"):
        await spy.look()
        who = house.asked(board)
        try:
            board = await house.decide(board)
        except TimeoutError:
            last = "\n--\n".join(message.text for message in await who.messages(newest=4))
            raise AssertionError(f"{who.who} does not get on:\n{last}") from None
    await house.check()
    return spy
