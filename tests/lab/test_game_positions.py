"""Positions for the set are found in games between bot players."""

from __future__ import annotations

from itertools import islice

from lab.game_positions import find_in_games, find_tempting
from lab.position_set import MARGIN, Compared, Keys
from rules.loading.games import GAMES

RULES = GAMES["aadu_huli"]


def test_a_kept_position_has_a_clear_lead_and_known_ones_are_left_out() -> None:
    examined = list(islice(find_in_games(RULES, "games", range(4), ()), 6))
    keys = [key for key, _ in examined]
    assert len({*keys}) == len(keys)
    kept = [position for _, position in examined if position is not None]
    assert kept
    assert all(position.lead >= MARGIN for position in kept)
    first, *rest = keys
    assert [key for key, _ in islice(find_in_games(RULES, "games", range(4), {first}), 5)] == rest


def test_the_tempting_order_is_the_best_of_those_that_seem_worse() -> None:
    best, near, tempting, worst = ("a",), ("b",), ("c",), ("d",)
    found: dict[Keys, list[float]] = {
        best: [0.6, 0.5, 0.6, 0.5],
        near: [0.5, 0.6, 0.5, 0.5],
        tempting: [0.3, 0.25, 0.3, 0.2],
        worst: [0.0, 0.0, 0.1, 0.0],
    }
    early = Compared([best, near, tempting, worst], found)
    assert find_tempting(early, certain=False) == tempting
    assert find_tempting(early, certain=True) == near
    assert find_tempting(Compared([best, near], found), certain=False) is None
