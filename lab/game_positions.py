"""Find positions for the set (`position_set`) in games between bot players.

A sample of the bot players' decisions is examined. Each level proposes an order; to decline is an order too.
All these orders are played out a few times. If one order seems better than another, these two are compared
again with new luck.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from bot.analysis.advice import list_proposals
from bot.engine.thinking import Counted, Task
from lab.find_puzzles import list_decisions, make_document, show_position
from lab.position_set import EARLY, Compared, Keys, Position, compare_orders, weigh_position
from rules.kernel import Game, Rules
from rules.players import find_asked
from rules.players.outlook import is_certain

LOOKS = 24  # thinking steps of a bot player per order; steps don't depend on the machine
EVERY = 6  # one in this many decisions is examined, on average
ORDERS = 5  # at most this many orders of a position are played out
BEHIND = 2.5  # an order seems worse than the best order if it is this many standard errors behind
FROM_A_GAME = 3  # at most this many positions from one game


def find_in_games(
    rules: Rules, seed: str, games: range, known: Collection[str]
) -> Iterator[tuple[str, Position | None]]:
    """Yield (key, position) for each examined decision. The position is None if no order clearly leads.

    Decisions with a key in `known` are left out.
    """
    for number in games:
        luck, kept = Random(f"{seed}/{number}"), 0
        for game in list_decisions(rules, f"{seed}/{number}"):
            if kept == FROM_A_GAME:
                break
            if luck.randrange(EVERY):
                continue
            shown = show_position(rules, game, seed)
            if shown is None or shown.seed in known:
                continue
            position = examine_decision(rules, shown, seed)
            kept += position is not None
            yield shown.seed, position


def examine_decision(rules: Rules, shown: Game, seed: str) -> Position | None:
    """Return the position if one of its proposed orders clearly leads another one."""
    point = find_asked(rules, shown)
    assert point is not None, "somebody is asked"
    luck = f"{seed}/{shown.seed}"
    task = Task(
        rules.KEY, shown, point.seat, list(rules.BOT_PLAYERS)[-1], 1.0, Random(luck).randrange(1 << 30)
    )
    proposed = [keys for keys, *_ in list_proposals(rules, task, point, Counted(LOOKS))][:ORDERS]
    if len(proposed) < 2:
        return None
    early = compare_orders(rules, point, f"{luck}/early", proposed, EARLY)
    tempting = find_tempting(early, is_certain(rules))
    if tempting is None:
        return None
    best = early.ranked[0]
    return weigh_position(rules, shown.seed, point.seat, make_document(shown), [best], [tempting], seed=seed)


def find_tempting(early: Compared, certain: bool) -> Keys | None:
    """Return the best of the orders that seem worse than the best order; None if no order seems worse."""
    for keys in early.ranked[1:]:
        behind = early.subtract(early.ranked[0], keys)
        if behind.mean > (0 if certain else BEHIND * behind.error):
            return keys
    return None
