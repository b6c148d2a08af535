"""5.0: the ranks of the seats, for the results of a server."""

from __future__ import annotations

from rules import vijayanagara
from rules.vijayanagara.victory import count_points, rank_seats
from rules.words import Words


def test_the_ranking_has_the_best_first_and_resources_break_ties() -> None:
    state = vijayanagara.setup(vijayanagara.Options())
    state.resources.update(bahmani=3, vijayanagara=4)
    assert rank_seats(state) == [("sultanate",), ("vijayanagara",), ("bahmani",)]
    assert vijayanagara.EXTRAS.scores is not None
    assert vijayanagara.EXTRAS.scores.ranking is rank_seats


def test_a_sentence_says_how_a_tie_was_broken() -> None:
    assert vijayanagara.EXTRAS.scores is not None
    tie, state = vijayanagara.EXTRAS.scores.tie, vijayanagara.setup(vijayanagara.Options())
    state.resources.update(bahmani=3, vijayanagara=4)
    state.influence.update(bahmani=40, vijayanagara=40)
    assert tie(state) == (), "the game goes on"
    state.over = True
    level, said = tie(state)
    assert isinstance(level, Words)
    assert isinstance(said, Words)
    assert said.args["n"] == 4
    assert str(count_points(state, "bahmani")) in level.read(vijayanagara.name)
    state.influence["vijayanagara"] += 1
    assert tie(state) == ()


def test_a_sentence_says_how_the_second_place_was_decided() -> None:
    """Two rivals with the same points had places 2 and 3, and the post did not say why."""
    assert vijayanagara.EXTRAS.scores is not None
    tie, state = vijayanagara.EXTRAS.scores.tie, vijayanagara.setup(vijayanagara.Options())
    state.resources.update(bahmani=3, vijayanagara=14)
    state.over = True
    (said,) = tie(state)
    assert isinstance(said, Words)
    assert (said.args["n"], said.args["less"]) == (14, 3)
    state.resources["vijayanagara"] = 3
    assert tie(state) == (), "they share the place"


def test_what_is_tied_stands_together() -> None:
    state = vijayanagara.setup(vijayanagara.Options())
    state.resources.update(bahmani=5, vijayanagara=5)
    assert rank_seats(state) == [("sultanate",), ("bahmani", "vijayanagara")]
