"""Every game ranks its seats, so that each finished game between people counts for ratings."""

from __future__ import annotations

from rules.kernel import Rules, resume
from rules.loading.checking import find_faults
from tests.every_game.tables import Table, every_table
from tests.every_game.tiers import every_game


@every_game
def test_a_game_has_a_ranking(rules: Rules) -> None:
    assert rules.EXTRAS.scores is not None
    assert list(find_faults(rules)) == []


@every_table
def test_each_seat_has_one_place(table: Table) -> None:
    """It has one at the end, and before that for a game whose end is adjudicated."""
    rules, turns = table.rules, table.turns()
    assert rules.EXTRAS.scores is not None
    for turn in (turns[0], turns[len(turns) // 2], turns[-1]):
        live = resume(rules, turn)
        ranking = rules.EXTRAS.scores.ranking(live.state)
        assert all(ranking), "no place is empty"
        assert sorted(seat for group in ranking for seat in group) == sorted(table.seats)
    assert rules.over(live.state)
