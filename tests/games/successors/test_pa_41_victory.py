"""PA-41 to PA-44: points and places."""

from __future__ import annotations

import pytest

from rules import successors
from rules.successors.victory import count_halves, describe_result, format_points, rank_seats, say_points
from rules.successors.view import write_headline
from rules.words import Words
from tests.games.successors.table import Table, place


def test_pa_41_who_is_alone_scores_its_value() -> None:
    s = place(
        {"BAB": {"red": "1l"}, "MAC": {"red": "2i", "blue": "1i"}, "EGY": {"green": "1i", "white": "1l"}}
    )
    assert count_halves(s, "red") == 12
    assert count_halves(s, "green") == 0


@pytest.mark.parametrize(("halves", "read"), [(29, "14½"), (1, "½"), (0, "0"), (4, "2")])
def test_pa_43_a_talent_is_half_a_point(halves: int, read: str) -> None:
    assert format_points(halves) == read


def test_pa_44_a_tie_goes_to_the_earlier() -> None:
    """Vector 19."""
    units = {"BAB": {"red": "1l"}, "MAC": {"red": "1l"}, "GRE": {"blue": "1l"}, "EGY": {"blue": "1l"}}
    units |= {"THE": {"red": "1l"}, "SYR": {"blue": "1l"}, "CAP": {"blue": "1l"}}
    s = place(units, talents={"red": 5, "blue": 3}, ranked=["blue", "red", "green", "yellow"])
    assert count_halves(s, "red") == count_halves(s, "blue") == 29
    assert rank_seats(s)[:2] == [("blue",), ("red",)]
    assert successors.EXTRAS.scores is not None
    assert successors.EXTRAS.scores.ranking is rank_seats
    assert successors.EXTRAS.scores.tie(s) == (), "the game goes on"
    s.ended = True
    [tie] = successors.EXTRAS.scores.tie(s)
    assert isinstance(tie, Words)
    assert tie.read(successors.name) == (
        "Blue and Red have 14½ points each. Of these, Blue moved first in the last game turn and wins."
    )
    s.talents["red"] -= 1
    assert successors.EXTRAS.scores.tie(s) == ()


def test_after_ten_game_turns_the_game_is_over() -> None:
    s = place({"BAB": {"blue": "1l"}}, game_turn=10, phase="combat", seat="yellow")
    table = Table(s)
    assert table.s.ended
    assert successors.view(table.s, None).winners == ("blue",)
    assert write_headline(table.s).args == {"seat": "blue", "points": say_points(12)}


def test_pa_41_allies_together_score_for_nobody() -> None:
    s = place({"BAB": {"red": "2l", "blue": "1l"}}, allies=[["red", "blue"]])
    assert count_halves(s, "red") == count_halves(s, "blue") == 0


def test_pa_42_a_province_with_rebels_scores_nothing() -> None:
    s = place({"BAB": {"red": "5i", "white": "1l"}})
    assert count_halves(s, "red") == 0


@pytest.mark.parametrize(
    ("talents", "told"),
    [
        (3, "Red wins with 7½ points: 6 for provinces and 1½ for 3 Talents. Blue has 4."),
        (0, "Red wins with 6 points: 6 for provinces. Blue has 4."),
    ],
)
def test_pa_44_the_result_says_what_the_points_are_for(talents: int, told: str) -> None:
    s = place({"BAB": {"red": "1l"}, "MAC": {"blue": "1l"}}, talents={"red": talents})
    s.ended = True
    result = describe_result(s)
    assert isinstance(result, Words)
    assert result.read(successors.name) == told
