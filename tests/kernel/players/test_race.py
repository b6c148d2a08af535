"""Which choices are still simulated, and which one is ahead."""

from __future__ import annotations

from rules.players.race import find_ahead, keep_contenders

TRIFLE = 0.3
SPREAD = 2.0


def test_a_choice_is_out_of_the_race_when_it_is_clearly_behind() -> None:
    found = {"one": [4.0, 9.0, 2.0, 7.0], "worse": [3.0, 7.5, 1.0, 6.0], "wild": [9.0, 0.0, 8.0, 4.0]}
    left = keep_contenders(found, TRIFLE, 0.0)
    assert set(left) == {"one", "wild"}, "behind each time; and behind on average alone"


def test_a_few_lucky_playouts_drop_no_choice() -> None:
    """A play that lost the visit in a third of the deals won the first five, each by half a point."""
    lucky, sure = [9.4, 9.5, 9.6, 9.5, 9.5], [9.0] * 5
    found = {"lucky": lucky, "sure": sure}
    assert set(keep_contenders(found, TRIFLE, 0.0)) == {"lucky"}, "without the usual spread"
    assert set(keep_contenders(found, TRIFLE, SPREAD)) == {"lucky", "sure"}
    often = {choice: values * 3 for choice, values in found.items()}
    assert set(keep_contenders(often, TRIFLE, SPREAD)) == {"lucky"}, "what holds in 15 playouts counts"


def test_of_choices_that_come_to_the_same_one_stays() -> None:
    one, hardly = [4.0, 9.0, 2.0], [4.0 - TRIFLE / 2, 9.0 - TRIFLE / 2, 2.0 - TRIFLE / 2]
    assert keep_contenders({"hardly": hardly, "one": one, "same": [*one]}, TRIFLE, 0.0) == {"one": one}


def test_what_is_known_without_playouts_counts_with_them() -> None:
    found, trust = {"one": [1.0, 2.0], "trusted": [0.9, 1.9]}, {"one": 1.0, "trusted": 2.0}
    assert (find_ahead(found), find_ahead(found, trust)) == ("one", "trusted")
    assert "trusted" in keep_contenders(found, 0.0, 0.0, trust), "who is ahead stays"
