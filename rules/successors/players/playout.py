"""Simulate games in which every seat plays and negotiates by the rules of thumb of `fair`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.ask import Ask
from rules.chance import draw_by_numbers
from rules.kernel import SIDE
from rules.players.simulate import Number, Walk, make_lot
from rules.secrecy import HIDDEN
from rules.state import Entry
from rules.successors.alliances import apply_side_act
from rules.successors.players.diplomacy import talk_ahead
from rules.successors.players.fair import decide
from rules.successors.players.marches import Marcher
from rules.successors.players.prospect import estimate_chance
from rules.successors.players.survey import Bent
from rules.successors.sequence.turn import turn
from rules.successors.state import DAWN, MOVEMENT, State

Keys = tuple[str, ...]  # an order
MARCHES = ("movement", "march-to", "march-with")


@dataclass(slots=True)
class Thumbs:
    """The rules of thumb for the questions of one turn. `marcher` keeps its results between questions."""

    s: State
    entered: dict[str, list[str]] = field(default_factory=dict)  # all keys of each seat in this turn
    marcher: Marcher | None = None

    def answer(self, walk: Walk[State]) -> None:
        """Answer the current question."""
        ask = walk.pending
        assert isinstance(ask, Ask), "a question waits"
        menu, seat = ask.menu(), ask.seat
        keys = tuple(menu)
        key = keys[0] if len(keys) == 1 and ask.skip != "never" else self.choose(seat, ask.kind, keys)
        self.enter(seat, key)
        walk.answer(menu[key])

    def choose(self, seat: str, kind: str, keys: Sequence[str]) -> str:
        """Return one of the keys."""
        entered = self.entered.get(seat, ())
        if kind in MARCHES:
            if self.marcher is None:
                self.marcher = Marcher(self.s, seat)
            return self.marcher.choose(kind, keys, entered)
        return decide(self.s, seat, kind, keys, entered)

    def enter(self, seat: str, key: str) -> None:
        """Record what a seat has entered."""
        self.entered.setdefault(seat, []).append(key)


def end_turn(walk: Walk[State], thumbs: Thumbs, number: Number) -> None:
    """Play on to the end of the current turn."""
    while (pending := walk.pending) is not None:
        if isinstance(pending, Ask):
            thumbs.answer(walk)
        else:
            walk.answer(pending.read(draw_by_numbers(number, pending)))


def play_on(s: State, luck: int, until: int) -> None:
    """Play on from this state to the dawn of game turn `until`, or to the end of the game.

    The simulation changes the state `s`. At first, `s` must be between two turns. Each turn has its own seed,
    so the dice of one turn don't change the dice of later turns.
    """
    turns = make_lot(luck)
    while not s.ended and not (s.number >= until and s.phase == DAWN):
        s.story.clear()
        s.walks.clear()
        s.fights.clear()
        walk = Walk(turn, s, apply_side_act)
        if s.phase == MOVEMENT and walk.pending is not None:
            talk_ahead(s)
        end_turn(walk, Thumbs(s), make_lot(turns(1 << 30)))


@dataclass(slots=True)
class Turn:
    """The open turn up to a seat's question: the state when the turn began, and the entries since then.

    If an entry is a sealed answer that the seat can't see, the rules of thumb choose an answer in its place.
    """

    start: State
    log: Sequence[Entry]
    seat: str
    ended: dict[Keys, State] = field(default_factory=dict)  # {order that needed no dice: end of the turn}

    def walk(self, keys: Keys = ()) -> tuple[Walk[State], Thumbs]:
        """Return a walk of the turn: all entries up to the question, and then these keys of the seat."""
        walk = Walk(turn, self.start.copy(), apply_side_act)
        thumbs = Thumbs(walk.state)
        for seat, key in self.log:
            if key == HIDDEN:
                thumbs.answer(walk)
                continue
            walk.enter(key, seat)
            if not key.startswith(SIDE):
                thumbs.enter(seat, key)
        for key in keys:
            walk.enter(key)
            thumbs.enter(self.seat, key)
        return walk, thumbs

    def order(self, first: Keys = (), bent: Bent | None = None) -> Keys:
        """Return the order that begins with the keys `first` and goes on by the rules of thumb.

        `bent`: changes to what the rules of thumb prefer.
        """
        walk, thumbs = self.walk(first)
        if bent is not None:
            thumbs.marcher = Marcher(walk.state, self.seat, bent)
        keys = list(first)
        while isinstance(ask := walk.pending, Ask) and ask.seat == self.seat:
            thumbs.answer(walk)
            keys.append(thumbs.entered[self.seat][-1])
        return tuple(keys)

    def after(self, keys: Keys, luck: int, until: int) -> float:
        """Play this order, then play on to the dawn of game turn `until`. Return the seat's chance to win."""
        ended = self.ended.get(keys)
        if ended is None:
            walk, thumbs = self.walk(keys)
            s = walk.state
            if walk.pending is None:
                self.ended[keys] = s.copy()
            end_turn(walk, thumbs, make_lot(luck))
        else:
            s = ended.copy()
        play_on(s, luck + 1, until)
        return estimate_chance(s, self.seat)
