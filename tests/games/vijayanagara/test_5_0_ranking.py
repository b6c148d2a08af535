"""5.0: the ranks of the seats, for the results of a server."""

from __future__ import annotations

from rules import vijayanagara
from rules.vijayanagara.victory import rank_seats


def test_the_ranking_has_the_best_first_and_resources_break_ties() -> None:
    state = vijayanagara.setup(vijayanagara.Options())
    state.resources.update(bahmani=3, vijayanagara=4)
    assert rank_seats(state) == [("sultanate",), ("vijayanagara",), ("bahmani",)]
    assert vijayanagara.EXTRAS.scores is not None
    assert vijayanagara.EXTRAS.scores.ranking is rank_seats


def test_what_is_tied_stands_together() -> None:
    state = vijayanagara.setup(vijayanagara.Options())
    state.resources.update(bahmani=5, vijayanagara=5)
    assert rank_seats(state) == [("sultanate",), ("bahmani", "vijayanagara")]
