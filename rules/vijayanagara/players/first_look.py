"""Play whole turns quickly: each line of a sheet is tried once.

Simulations use these quick turns. So do the games from which the judgement is learned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.ask import Ask
from rules.chance import draw_by_numbers
from rules.kernel import CHANCE
from rules.players.simulate import Number
from rules.state import Entry
from rules.vijayanagara.options import Options
from rules.vijayanagara.players.answers import answer, answer_at_a_glance
from rules.vijayanagara.players.fair import OPTION, ROUGH, Desk, Judge
from rules.vijayanagara.players.judgement import estimate_log_odds
from rules.vijayanagara.players.proposal import Wanted
from rules.vijayanagara.players.trial import make_trial
from rules.vijayanagara.players.worth import measure_advantage
from rules.vijayanagara.position import setup
from rules.vijayanagara.state import State

# Each game to learn from draws one of these numbers: how many of 100 orders in the game are random.
ODD = (0, 6, 15)
# Besides orders, these questions are too important for an answer at a glance: what the Mongol
# Invaders do, which shifts of Influence are bought, and whether and where to Campaign.
WEIGHED = frozenset(("mongol-command", "buy-shift", "campaign"))
Judges = Mapping[str, Judge]  # the judges of some factions; the others judge like `fair`


def play_next_turn(s: State, luck: Number, judges: Judges = MappingProxyType({}), odd: int = 0) -> State:
    """Change the state `s` by the next turn, and return it.

    The acting faction gives the order that looks best at first or, `odd` times in 100, any order that was
    tried. Other questions are answered quickly, except the kinds in `WEIGHED`.
    """
    start, log = s.copy(), list[Entry]()
    keys: list[str] = []
    wanted: Wanted = {}
    walk = make_trial(s)

    def desk(seat: str) -> Desk:
        return Desk(start, tuple(log), seat, luck(1 << 30), judge=judges.get(seat, measure_advantage))

    def answer_ask(ask: Ask) -> str:
        nonlocal keys, wanted
        own = walk.state.acting == ask.seat
        if ask.kind == OPTION:
            found = desk(ask.seat).first_look()
            order = found[luck(len(found)) if odd and luck(100) < odd else 0]
            keys, wanted = list(order.keys), order.wanted
        if own and keys and ask.menu.take(keys[0]) is not None:
            return keys.pop(0)
        if ask.kind in WEIGHED:
            return desk(ask.seat).answers(ROUGH)[0].keys[0]
        return (answer(wanted) if own else answer_at_a_glance)(walk.state, ask)

    while (pending := walk.pending) is not None:
        if isinstance(pending, Ask):
            entry = Entry(pending.seat, answer_ask(pending))
        else:
            entry = Entry(CHANCE, draw_by_numbers(luck, pending))
        log.append(entry)
        walk.enter(entry.key, entry.seat)
    return walk.state


def play_game(number: Number, keep: Callable[[State], None]) -> State:
    """Play a whole game to learn from. Return the state at its end.

    Chance decides whether each seat judges as `fair` or as `full`, and what share of the orders is random.
    `keep` is called with each position between two turns.
    """
    s = setup(Options())
    judges = {seat: estimate_log_odds for seat in s.sequence if number(2)}
    odd = ODD[number(len(ODD))]
    while not s.over:
        s = play_next_turn(s, number, judges, odd)
        if not s.over:
            keep(s)
    return s
