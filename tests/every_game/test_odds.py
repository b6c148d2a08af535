"""The odds of the dice that follow an order are told, as the seat's own forecast."""

from __future__ import annotations

from dataclasses import replace

from rules.chance import Roll
from rules.kernel import CHANCE, Rules, load_start, resume
from rules.loading.games import OWN
from tests.every_game.tables import tables
from tests.every_game.tiers import complete_game

# Rolls after an order about which nothing can be said in advance: each die may show each face.
OPEN = {
    "vijayanagara": {"event"},  # the card says what each face does
    "taj_mahal": set[str](),
    "rajas_of_the_ganges": {"reroll"},
    "successors": {"event", "first"},
    "aadu_huli": {"side"},
}
SILENT = {"taj_mahal", "aadu_huli"}  # no order in them is followed by dice that have a forecast


@complete_game
def test_dice_after_an_order_have_a_forecast(rules: Rules) -> None:
    silent, rolled = set[str](), set[str]()
    for table in tables(rules):
        for turn in table.turns():
            live, last = resume(table.rules, replace(load_start(table.rules, turn), log=())), ""
            for entry in turn.log:
                pending = live.pending
                if isinstance(pending, Roll) and last:
                    rolled.add(pending.kind)
                    if not rules.EXTRAS.prose.forecast(live.state, last, pending):
                        silent.add(pending.kind)
                live.enter(entry.seat, entry.key)
                last = last if entry.seat == CHANCE else entry.seat
    assert silent <= OPEN.get(rules.KEY, set())
    assert rolled - OPEN.get(rules.KEY, set()) or rules.KEY not in OWN or rules.KEY in SILENT
