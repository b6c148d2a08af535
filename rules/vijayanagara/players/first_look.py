"""Whole turns as players of a first look play them: each line of a sheet is tried once. Orders are played on
with them, and games from which the judgement is learned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.ask import Ask
from rules.chance import by_numbers
from rules.face import Entry
from rules.kernel import CHANCE
from rules.vijayanagara.options import Options
from rules.vijayanagara.players.answers import answer, at_a_glance
from rules.vijayanagara.players.fair import OPTION, Desk, Judge
from rules.vijayanagara.players.judgement import log_odds
from rules.vijayanagara.players.proposal import Wanted
from rules.vijayanagara.players.trial import trial
from rules.vijayanagara.players.worth import ahead_by
from rules.vijayanagara.position import setup
from rules.vijayanagara.state import State
from rules.walk import Number

ODD = (0, 6, 15)  # orders in a hundred of a game to learn from that are taken at random
Judges = Mapping[str, Judge]  # by faction; who is not in it goes by what `fair` does


def turn_after(s: State, luck: Number, judges: Judges = MappingProxyType({}), odd: int = 0) -> State:
    """The next turn played to its end: whoever acts gives the order that looks best at first, or one time in
    a hundred `odd` any that was tried; all else is answered at a glance."""
    start, log = s.copy(), list[Entry]()
    wanted: Wanted = {}
    walk = trial(s)
    while (pending := walk.pending) is not None:
        if not isinstance(pending, Ask):
            entry = Entry(CHANCE, by_numbers(luck, pending))
        elif pending.kind == OPTION:
            judge = judges.get(pending.seat, ahead_by)
            found = Desk(start, tuple(log), pending.seat, luck(1 << 30), judge=judge).first_look()
            wanted = found[luck(len(found)) if odd and luck(100) < odd else 0].wanted
            entry = Entry(pending.seat, answer(wanted)(walk.state, pending))
        else:
            own = walk.state.acting == pending.seat
            entry = Entry(pending.seat, (answer(wanted) if own else at_a_glance)(walk.state, pending))
        log.append(entry)
        walk.enter(entry.key, entry.seat)
    return walk.state


def game(number: Number, keep: Callable[[State], None]) -> State:
    """A whole game to learn from, its seats by chance by what `fair` goes by or by the judgement, and more or
    less of its orders taken at random; `keep` is given each position between two turns."""
    s = setup(Options())
    judges = {seat: log_odds for seat in s.sequence if number(2)}
    odd = ODD[number(len(ODD))]
    while not s.over:
        s = turn_after(s, number, judges, odd)
        if not s.over:
            keep(s)
    return s
