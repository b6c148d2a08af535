"""Bot players take over where somebody has left off: at any open question, one in the midst of an order
that another has begun too, they say the whole rest of it, and it may be entered."""

from __future__ import annotations

from random import Random

from bot.engine.thinking import Counted, seat_player
from rules.kernel import Ask, Game, Live, Rules, resume
from rules.players import choose_order, find_asked
from tests.every_game.tables import tables
from tests.every_game.tiers import every_game


def places(rules: Rules) -> dict[str, Game]:
    """For each kind of question where a random game comes to it first: in the midst of an order, if it is
    asked there."""
    alone, begun = dict[str, Game](), dict[str, Game]()
    for turn in tables(rules)[0].some_turns():
        live, before = Live(rules, rules.load(turn.start)), ""
        for at, entry in enumerate(turn.log):
            if isinstance(ask := live.pending, Ask) and not ask.forced:
                here = Game(turn.seed, turn.turn, turn.start, turn.log[:at])
                (begun if ask.seat == before else alone).setdefault(ask.kind, here)
            live.enter(*entry)
            before = entry.seat
    return {**alone, **begun}


@every_game
def test_a_player_of_any_level_ends_the_order_that_another_began(rules: Rules) -> None:
    for kind, game in places(rules).items():
        for level in rules.AUTOMATIC:
            point, live = find_asked(rules, game), resume(rules, game)
            assert point is not None
            player = seat_player(rules, level, Random(kind).randrange, Counted(0))
            for key in choose_order(rules, game, player).keys:
                live.enter(point.seat, key)
            left = live.pending
            assert not (isinstance(left, Ask) and left.seat == point.seat), f"{level} leaves {kind} half done"
