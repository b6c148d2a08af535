"""Provide positions of Successors, and play turns with scripted dice."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules import successors
from rules.kernel import CHANCE, Ask, Entry, Game, Live, Rules, resume
from rules.orders.notation import parse
from rules.successors.invariants import check
from rules.successors.state import State
from rules.words import Words
from tests import documents

GAME: Rules[Any, Any] = successors
HOMES = {"red": "SYR", "blue": "BAB", "green": "MAC", "yellow": "EGY"}
SEATS = ("red", "blue", "green", "yellow")


def place(units: dict[str, dict[str, str]], **more: Any) -> State:
    """Return a position in game turn 2. The leaders are in their Homes unless `leaders` says otherwise."""
    document = {"game_turn": 2, "homes": HOMES, "units": units, **more}
    return successors.load(documents.write(document))


def game(s: State) -> Game:
    """Return the position as an open turn."""
    return Game("seed", 1, successors.dump(s))


class Table:
    """A step that is played. `play` answers for the asked seat, and `dice` scripts chance.

    Forced answers are given automatically.
    """

    def __init__(self, s: State) -> None:
        self.game = game(s)
        self.live: Live[State] = resume(GAME, self.game)
        self._forced()

    @property
    def s(self) -> State:
        """The current state."""
        return self.live.state

    @property
    def ask(self) -> Ask:
        """The current question."""
        assert isinstance(self.live.pending, Ask), self.live.pending
        return self.live.pending

    @property
    def keys(self) -> list[str]:
        """The legal answers."""
        return list(self.ask.menu())

    @property
    def due(self) -> int:
        """The number of dice that are due."""
        pending = self.live.pending
        return getattr(pending, "dice", 0)

    def play(self, *keys: str) -> Table:
        """Answer with these keys for the asked seats."""
        for key in keys:
            self._enter(self.ask.seat, key)
        return self

    def side(self, seat: str, act: str) -> Table:
        """Enter an act out of turn."""
        self._enter(seat, f"~{act}")
        return self

    def order(self, text: str) -> Table:
        """Type an order for the asked seat."""
        for key in parse(GAME, self.game, self.ask.seat, text):
            self._enter(self.ask.seat, key, forced=False)
        self._forced()
        return self

    def dice(self, *faces: str) -> Table:
        """Script the faces of the next throws."""
        for throw in faces:
            self._enter(CHANCE, throw)
        return self

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Return the parts of the story lines of a kind."""
        return [dict(line.parts) for line in self.s.story if line.kind == kind]

    def _enter(self, seat: str, key: str, forced: bool = True) -> None:
        self.live.enter(seat, key)
        self.game = Game(self.game.seed, 1, self.game.start, (*self.game.log, Entry(seat, key)))
        check(self.s)
        if forced:
            self._forced()

    def _forced(self) -> None:
        while isinstance(ask := self.live.pending, Ask) and ask.forced:
            self._enter(ask.seat, next(iter(ask.menu())), forced=False)


def step(phase: str, units: dict[str, dict[str, str]], seat: str = "red", **more: Any) -> Table:
    """Return a table at a step of a seat."""
    return Table(place(units, phase=phase, seat=seat, **more))


class Refusal(NamedTuple):
    """A refusal as data."""

    rule: str
    slots: dict[str, object]


def why(table: Table, key: str) -> Refusal:
    """Return the rule against an answer, and the slots of the refusal."""
    words = table.ask.menu.list_refused()[key]
    return Refusal(words.read(successors.name).partition(":")[0], dict(words.args))


def read_arg(words: Words, name: str) -> Words:
    """Return a value of `words` that is computed only when somebody reads it."""
    value = words.args[name]
    assert callable(value)
    found = value()
    assert isinstance(found, Words)
    return found
