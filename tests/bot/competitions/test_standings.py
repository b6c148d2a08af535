"""Who stands where: points, tie-breaks for two seats and for more, direct encounters, shared places."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.competitions.results import How, Result, forfeit, make_result
from bot.competitions.rounds import Game
from bot.competitions.standings import Standing, expect_points, rank
from bot.competitions.standings_text import format_points, format_surplus
from bot.language.words import speak_within

EVEN = (Fraction(1, 2), Fraction(1, 2))


def beat(*people: int) -> Result:
    """Return the result of a game in which the people came in this order."""
    return make_result(Game(people), range(len(people)))


def draw(*people: int) -> Result:
    return make_result(Game(people), [0] * len(people))


def list_places(standings: Sequence[Standing]) -> list[tuple[int, int]]:
    return [(each.person, each.place) for each in standings]


def test_points_decide_and_those_without_games_are_last() -> None:
    found = rank([1, 2, 3], [beat(2, 1)], EVEN)
    assert list_places(found) == [(2, 1), (1, 2), (3, 2)]
    assert found[0] == Standing(2, 1, Fraction(1), (Fraction(0), Fraction(0)), 1, 0, False)


def test_sonneborn_berger_breaks_ties_of_games_of_two() -> None:
    # 1 and 2 have one point each: 1 beat 3, who has one; 2 beat 4, who has none
    results = [beat(1, 3), beat(2, 4), beat(3, 4)]
    found = rank([1, 2, 3, 4], results, EVEN)
    assert [(each.person, each.tie_breaks[0]) for each in found] == [
        (1, Fraction(1)),
        (2, Fraction(0)),
        (3, Fraction(0)),
        (4, Fraction(0)),
    ]
    assert list_places(found) == [(1, 1), (2, 2), (3, 2), (4, 4)], "2 and 3 never met"


def test_a_draw_gives_half_of_the_opponents_points() -> None:
    found = rank([1, 2, 3], [draw(1, 2), beat(2, 3), draw(1, 3)], EVEN)
    sums = {each.person: each.tie_breaks[0] for each in found}
    assert sums == {1: Fraction(1), 2: Fraction(1), 3: Fraction(1, 2)}


def test_the_expectation_of_the_seats_breaks_ties_of_more_than_two() -> None:
    strong_first = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    results = [beat(1, 2, 3), make_result(Game((4, 5, 6)), [1, 0, 2])]
    found = rank(range(1, 7), results, strong_first)
    assert [each.person for each in found[:2]] == [5, 1], "5 won from the weaker seat"
    assert found[0].tie_breaks[0] == Fraction(2, 3) - Fraction(1, 4)


def test_direct_encounters_come_next_if_all_met_equally_often() -> None:
    # a circle of wins, once around: all have one point and the same Sonneborn-Berger
    assert list_places(rank([1, 2, 3], [beat(1, 2), beat(2, 3), beat(3, 1)], EVEN)) == [
        (1, 1),
        (2, 1),
        (3, 1),
    ]
    thirds = (Fraction(1, 3),) * 3
    games = [make_result(Game((1, 2, 3)), [0, 1, 2]), make_result(Game((2, 1, 4)), [1, 2, 0])]
    found = rank([1, 2, 3, 4], games, thirds)
    assert list_places(found) == [(4, 1), (1, 2), (2, 2), (3, 4)], "4 has their points from one game only"


def test_who_beat_the_other_is_ahead() -> None:
    # 1 and 2 have two points each, and their victims have two points together; 2 beat 1
    results = [beat(2, 1), beat(2, 3), beat(1, 4), beat(1, 5), beat(4, 3), beat(5, 3)]
    found = rank(range(1, 6), results, EVEN)
    assert [(each.person, each.place, each.tie_breaks) for each in found[:2]] == [
        (2, 1, (Fraction(2), Fraction(1))),
        (1, 2, (Fraction(2), Fraction(0))),
    ]


def test_byes_count_as_the_caller_says() -> None:
    found = rank([1, 2, 3], [beat(1, 2)], EVEN, byes=[3], bye_points=Fraction(1))
    assert [(each.person, int(each.points), each.byes) for each in found] == [(1, 1, 0), (3, 1, 1), (2, 0, 0)]


def test_people_who_withdrew_come_last() -> None:
    found = rank([1, 2, 3], [beat(1, 2), forfeit(Game((1, 3)), {1})], EVEN, withdrawn={1})
    assert list_places(found) == [(3, 1), (2, 2), (1, 3)]
    assert found[-1].withdrawn
    assert found[-1].points == 1


def test_results_of_others_are_refused() -> None:
    for wrong in (beat(1, 9), beat(1, 2, 3)):
        with pytest.raises(ValueError, match="another competition"):
            rank([1, 2, 3], [wrong], EVEN)


def test_the_expectation_is_the_mean_with_ten_even_games() -> None:
    assert expect_points([], 4) == (Fraction(1, 4),) * 4
    first = [make_result(Game((1, 2)), [0, 1])] * 10
    assert expect_points(first, 2) == (Fraction(3, 4), Fraction(1, 4))
    nobody = Result(Game((1, 2)), (Fraction(0), Fraction(0)), How.RESIGNED)
    assert expect_points([nobody], 2) == EVEN


@given(st.integers(2, 5), st.data())
def test_places_follow_points_and_nothing_is_lost(seats: int, data: st.DataObject) -> None:
    people = range(1, 8)
    seated = st.permutations(people).map(lambda order: tuple(order[:seats]))
    places = st.lists(st.integers(0, 2), min_size=seats, max_size=seats)
    games = data.draw(st.lists(st.tuples(seated, places), max_size=12))
    results = [make_result(Game(each), given) for each, given in games]
    expectation = expect_points(results, seats)
    assert sum(expectation) == 1
    found = rank(people, results, expectation)
    assert sorted(each.person for each in found) == [*people]
    assert sum(each.points for each in found) == len(results)
    assert sum(each.played for each in found) == seats * len(results)
    assert found == rank(reversed(people), reversed(results), expectation), "order of results doesn't matter"
    keys = [(each.points, each.tie_breaks) for each in found]
    assert keys == sorted(keys, reverse=True)
    for index, each in enumerate(found):
        better = sum(key > keys[index] for key in keys)
        assert each.place == better + 1


@pytest.mark.parametrize(
    ("points", "read"), [("7/2", "3½"), ("2/3", "⅔"), ("0", "0"), ("13/5", "2.60"), ("3/10", "0.30")]
)
def test_points_of_estimates_are_decimals(points: str, read: str) -> None:
    assert format_points(Fraction(points)) == read


def test_decimals_in_french_have_a_comma() -> None:
    with speak_within("fr"):
        assert format_points(Fraction(13, 5)) == "2,60"
        assert format_surplus(Fraction(1, 4)) == "+0,25"
        assert format_surplus(Fraction(-1, 4)) == "−0,25"
