"""What a result is worth: shared points, forfeits, adjudicated games, points that a host sets."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.competitions.results import How, Result, adjudicate, forfeit, make_result, share_points
from bot.competitions.rounds import Game

places_of_games = st.lists(st.integers(0, 4), min_size=2, max_size=5)


def read(*points: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(each) for each in points)


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([0, 1], read("1", "0")),
        ([3, 3], read("1/2", "1/2")),
        ([1, 0, 2], read("1/3", "2/3", "0")),
        ([0, 1, 1], read("2/3", "1/6", "1/6")),
        ([0, 1, 2, 3], read("1/2", "1/3", "1/6", "0")),
        ([4, 3, 2, 1, 0], read("0", "1/10", "1/5", "3/10", "2/5")),
    ],
)
def test_each_two_seats_share_a_part_of_the_point(places: list[int], points: tuple[Fraction, ...]) -> None:
    assert share_points(places) == points


@given(places_of_games)
def test_points_add_up_to_one_and_follow_the_places(places: list[int]) -> None:
    points = share_points(places)
    assert sum(points) == 1
    for place, own in zip(places, points, strict=True):
        for other, others in zip(places, points, strict=True):
            assert (place < other) == (own > others)


def test_whoever_leaves_shares_the_last_place() -> None:
    assert forfeit(Game((7, 8)), {7}) == Result(Game((7, 8)), read("0", "1"), How.RESIGNED)
    assert forfeit(Game((7, 8, 9)), {8, 5}, How.TIMED_OUT).points == read("1/2", "0", "1/2")
    assert forfeit(Game((7, 8, 9)), {7, 8}).points == read("1/6", "1/6", "2/3")
    assert forfeit(Game((7, 8)), {7, 8}).points == read("0", "0"), "nobody is there to get the point"
    with pytest.raises(ValueError, match="nobody"):
        forfeit(Game((7, 8)), {9})


def test_an_unfinished_game_is_shared_by_the_chances() -> None:
    two = adjudicate(Game((1, 2)), [0.734, 0.266])
    assert two == Result(Game((1, 2)), read("73/100", "27/100"), How.ADJUDICATED)
    assert adjudicate(Game((1, 2, 3)), [1.0, 0.0, 0.0]).points == read("2/3", "1/6", "1/6")
    assert adjudicate(Game((1, 2, 3)), [0.5, 0.25, 0.25]).points == read("4/9", "5/18", "5/18")
    assert adjudicate(Game((1, 2, 3, 4)), None).points == read("1/4", "1/4", "1/4", "1/4")


@given(st.lists(st.floats(0, 1), min_size=2, max_size=5))
def test_a_lead_is_never_worth_more_than_the_win(chances: list[float]) -> None:
    number = len(chances)
    points = adjudicate(Game(tuple(range(1, number + 1))), chances).points
    assert sum(points) == 1
    assert max(points) <= share_points(range(number))[0]
    for one in range(number):
        for two in range(number):
            assert chances[one] <= chances[two] or points[one] >= points[two]


def test_a_result_fits_the_seats_of_its_game() -> None:
    assert make_result(Game((5, 6)), [1, 0]).points == read("0", "1")
    with pytest.raises(ValueError, match="3 values for 2 seats"):
        make_result(Game((5, 6)), [0, 1, 2])
    with pytest.raises(ValueError, match="1 values"):
        adjudicate(Game((5, 6)), [1.0])
    with pytest.raises(ValueError, match="0 to 1"):
        adjudicate(Game((5, 6)), [1.5, 0.5])
    with pytest.raises(ValueError, match="two seats"):
        share_points([0])
