"""Provide a table for rule tests: a written position, answers key by key, scripted dice and cards.

    table = Table("spaces: {punjab: {troops: 4, mongols: 2}}", first="sultanate")
    table.dice("6134 66").answer("sultanate", "limited attack done")
    assert table.pieces("punjab") == {"troops": 4}

As in a real game, forced answers are given automatically, so a test never names them. Turns follow each other
(through `dump` and `load`) until a question, unscripted chance or the end of the game. Every invariant is
checked after every entry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from rules import vijayanagara
from rules.chance import Draw, Roll
from rules.kernel import CHANCE, SIDE, Ask, InputError, Live, Rules, list_options
from rules.vijayanagara import State
from rules.vijayanagara.board import FACTIONS, KINDS
from rules.vijayanagara.events.deckfile import load_deck
from rules.words import Line
from tests import documents
from tests.facts import facts, in_facts, line_facts

GAME: Rules[Any, Any] = vijayanagara
PLAYED = in_facts(GAME)
EVENTS = load_deck("durbar").events

# An Event without Stay Eligible for each order of play, by its first faction.
OPENERS = {
    faction: next(key for key, card in EVENTS.items() if card.order[0] == faction and not card.stay_eligible)
    for faction in FACTIONS
}


class Asked(NamedTuple):
    """The current question.

    Attributes:
        asks: its kind and its facts.
        legal: the legal answers as they are shown.
        barred: the facts of the reason for each refused answer.
    """

    seat: str
    kind: str
    asks: str
    legal: list[str]
    barred: Mapping[str, str]
    idle: Sequence[str]  # legal answers without effect
    hollow: bool = False  # whether closing it now would have no effect


class Table:
    """A game under test. Every method that plays returns the table, so that calls can be chained."""

    def __init__(self, position: str = "", *, first: str | None = None) -> None:
        """Open a table.

        `position`: a YAML position document. What it leaves out is as in the set-up. `first`: the faction
        that is first in the open card's order.
        """
        document = documents.read(position) or {}
        if first is not None:
            document = {"card": OPENERS[first], **document}
        self._told: list[Line] = []
        self._dice = ""
        self._cards: list[str] = []
        self._live = Live(PLAYED, GAME.load(documents.write(document)))
        self._go_on()

    # ------------------------------------------------------------------ chance

    def dice(self, faces: str) -> Table:
        """Script the next dice: "6134 21" is six dice, the attacker's first."""
        self._dice += faces.replace(" ", "")
        return self._go_on()

    def draw(self, *cards: str) -> Table:
        """Script the next draws.

        If the open block still holds several sorts of card, the sort is drawn first: draw("event",
        "event-17").
        """
        self._cards += cards
        return self._go_on()

    # ------------------------------------------------------------------ answers

    def answer(self, seat: str, keys: str | list[str]) -> Table:
        """Answer key by key; "limited march malwa delhi 3-troops done" is six answers."""
        for key in keys.split() if isinstance(keys, str) else keys:
            self._enter(seat, key)
        return self

    def side(self, seat: str, act: str) -> Table:
        """1.5.2: enter an act out of turn as it is typed: "offer bahmani give 2r get 1c"."""
        self._enter(seat, SIDE + act.replace(" ", "_"))
        return self

    def refused(self, seat: str, key: str) -> str:
        """Return the facts of the refusal of one answer ("~accept 1": an act out of turn).

        Fails if the game has changed.
        """
        before, question = GAME.dump(self.state), self.asked
        with pytest.raises(InputError) as refusal:
            self._live.enter(seat, key.replace(" ", "_"))
        assert (GAME.dump(self.state), self.asked) == (before, question), "a refusal changed the game"
        if question is not None and question.seat == seat and key in question.barred:
            return question.barred[key]
        said = str(refusal.value)
        return said[:1].lower() + said[1:]

    # ------------------------------------------------------------------ what there is to see

    @property
    def state(self) -> State:
        """The current state."""
        state: State = self._live.state
        return state

    @property
    def asked(self) -> Asked | None:
        """The current question; None if chance is due or the game is over."""
        ask = self._live.pending
        if not isinstance(ask, Ask):
            return None
        found = list_options(GAME, ask)
        return Asked(
            ask.seat,
            ask.kind,
            f"{ask.kind}: {facts(ask.prompt)}".removesuffix(": "),
            [
                option.key
                for option in found
                if not option.why_not and option.key not in ask.presentation.typed
            ],
            {key: facts(why) for key, why in ask.menu.list_refused().items()},
            [option.key for option in found if option.idle],
            ask.presentation.hollow,
        )

    @property
    def question(self) -> Asked:
        """The current question. Fails if there is none."""
        assert self.asked is not None, f"no question: {self.due or 'the game is over'}"
        return self.asked

    @property
    def due(self) -> Roll | Draw | None:
        """The roll or draw that is to be scripted."""
        return self._live.pending if isinstance(self._live.pending, Roll | Draw) else None

    @property
    def ask(self) -> Ask[Any]:
        """The current question of the kernel."""
        assert isinstance(self._live.pending, Ask)
        return self._live.pending

    @property
    def prompt(self) -> str:
        """The question as people read it."""
        return self.ask.prompt.read(GAME.name)

    def labels(self) -> list[str]:
        """The labels of the question's answers as people read them, with the refused ones."""
        return [option.label for option in list_options(GAME, self.ask)]

    def pieces(self, space: str) -> dict[str, int]:
        """Return the number of pieces of each kind in a space, without kinds that are not there."""
        return {kind: n for kind in KINDS if (n := self.state.board[space][kind])}

    def lines(self) -> list[Line]:
        """Return all lines of the story so far."""
        return [*self._told, *self.state.story]

    def story(self) -> list[str]:
        """Return the kind and facts of each story line since the table was opened."""
        return [line_facts(line) for line in self.lines()]

    def sentences(self) -> list[str]:
        """Return the story since the table was opened, line by line, as people read it."""
        return [line.words.read(GAME.name) for line in self.lines()]

    # ------------------------------------------------------------------ the works

    def _enter(self, seat: str, key: str) -> None:
        self._live.enter(seat, key)
        self._go_on()

    def _go_on(self) -> Table:
        """Give forced answers, take scripted chance and start turns, until something unscripted is due."""
        while True:
            GAME.check(self.state)
            match self._live.pending:
                case Ask() as ask if ask.forced:
                    self._live.enter(ask.seat, next(iter(ask.menu())))
                case Roll() as roll if len(self._dice) >= roll.dice:
                    faces, self._dice = self._dice[: roll.dice], self._dice[roll.dice :]
                    self._live.enter(CHANCE, faces)
                case Draw() if self._cards:
                    self._live.enter(CHANCE, self._cards.pop(0))
                case None if not GAME.over(self.state):
                    self._told += self.state.story
                    self._live = Live(PLAYED, GAME.load(GAME.dump(self.state)))
                case _:
                    return self
