"""Seasons of a league: divisions, who goes up and down, rookies, people who leave."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.competitions.seasons import Divisions, list_moves, make_divisions, make_next_divisions
from bot.competitions.standings import Standing
from bot.competitions.terms import LEAST_DIVISION, MOST_DIVISION


def stand(*people: int) -> list[Standing]:
    """Return the standings of a division, the first first."""
    return [Standing(each, 1 + place, Fraction(0), (), 0, 0, False) for place, each in enumerate(people)]


def list_sizes(divisions: Divisions) -> list[int]:
    return [len(division) for division in divisions]


@pytest.mark.parametrize(
    ("number", "size", "sizes"),
    [
        (4, 4, [4]),
        (7, 10, [7]),
        (10, 10, [10]),
        (13, 10, [13]),
        (14, 10, [14]),
        (15, 10, [10, 5]),
        (26, 10, [10, 10, 6]),
        (7, 4, [7]),
        (11, 4, [4, 7]),
        (23, 20, [12, 11]),
        (49, 20, [20, 15, 14]),
    ],
)
def test_divisions_have_their_size_but_for_the_last(number: int, size: int, sizes: list[int]) -> None:
    divisions = make_divisions(range(number), size)
    assert list_sizes(divisions) == sizes
    assert [person for division in divisions for person in division] == [*range(number)]


@given(st.integers(4, 150), st.integers(4, 5), st.integers(4, 20))
def test_any_number_of_people_fits(number: int, least: int, size: int) -> None:
    if least > min(size, number):
        return
    divisions = make_divisions(range(number), size, least)
    assert all(least <= len(division) <= MOST_DIVISION for division in divisions)
    assert sum(map(len, divisions)) == number


@pytest.mark.parametrize(
    ("number", "size", "least"), [(3, 10, 4), (30, 3, 4), (30, 21, 4), (30, 10, 3), (4, 5, 5)]
)
def test_other_numbers_are_refused(number: int, size: int, least: int) -> None:
    with pytest.raises(ValueError, match=r"a division has|a league needs"):
        make_divisions(range(number), size, least)


def test_the_best_go_up_and_the_last_go_down() -> None:
    before = [stand(1, 2, 3, 4, 5), stand(6, 7, 8, 9, 10), stand(11, 12, 13, 14, 15)]
    after = make_next_divisions(before, 5)
    assert after == ((1, 2, 3, 4, 6), (5, 7, 8, 9, 11), (10, 12, 13, 14, 15))
    moves = list_moves(tuple(tuple(each.person for each in division) for division in before), after)
    assert moves == ((6, 11), (5, 10))
    assert make_next_divisions(before, 5, moving=0) == (
        (1, 2, 3, 4, 5),
        (6, 7, 8, 9, 10),
        (11, 12, 13, 14, 15),
    )
    assert make_next_divisions(before, 5, moving=2)[0] == (1, 2, 3, 6, 7)


def test_the_places_of_those_who_left_are_filled_from_the_top_of_the_division_below() -> None:
    before = [stand(1, 2, 3, 4, 5), stand(6, 7, 8, 9, 10)]
    assert make_next_divisions(before, 5, left={2}) == ((1, 3, 4, 6, 5), (7, 8, 9, 10)), "5 need not go down"
    more = [*before, stand(11, 12, 13, 14, 15)]
    after = make_next_divisions(more, 5, left={2})
    assert after == ((1, 3, 4, 6, 5), (7, 8, 9, 11, 10), (12, 13, 14, 15)), "nor 10"
    assert make_next_divisions(more, 5, left={1, 2})[0] == (3, 4, 6, 5, 7)


def test_rookies_begin_at_the_bottom_and_many_apart() -> None:
    before = [stand(*range(1, 7)), stand(*range(7, 13))]
    few = make_next_divisions(before, 6, rookies=[21, 22, 23, 24, 25, 26])
    assert few[-1] == (21, 22, 23, 24, 25, 26)
    assert make_next_divisions(before, 6, rookies=[21])[-1][-1] == 21
    left = make_next_divisions(before, 6, left={12, 11}, rookies=[21, 22])
    assert [*left[1]] == [6, 8, 9, 10, 21, 22]
    ten = make_next_divisions(before, 6, left={12}, rookies=range(21, 31))
    assert ten == ((1, 2, 3, 4, 5, 7), (6, 8, 9, 10, 11), (21, 22, 23, 24, 25, 26), (27, 28, 29, 30))
    alone = make_next_divisions([stand(1, 2, 3, 4)], 6, left={1, 2}, rookies=range(21, 31))
    assert alone == ((3, 4, 21, 22, 23, 24), (25, 26, 27, 28, 29, 30)), "too few are left for a division"


@given(
    st.lists(st.integers(LEAST_DIVISION, MOST_DIVISION), min_size=1, max_size=4),
    st.integers(4, 20),
    st.integers(0, 6),
    st.integers(0, 15),
    st.integers(0, 1000),
)
def test_nobody_is_lost_and_the_order_of_a_division_is_kept(
    sizes: Sequence[int], size: int, moving: int, new: int, seed: int
) -> None:
    luck, number = Random(seed), sum(sizes)
    before = list[list[Standing]]()
    for each in sizes:
        first = sum(map(len, before))
        before.append(stand(*range(first, first + each)))
    left = {person for person in range(number) if luck.random() < 0.15}
    rookies = range(1000, 1000 + new)
    if number - len(left) + new < LEAST_DIVISION:
        return
    after = make_next_divisions(before, size, moving=moving, left=left, rookies=rookies)
    people = [person for division in after for person in division]
    assert sorted(people) == sorted([*({*range(number)} - left), *rookies])
    assert all(LEAST_DIVISION <= each <= MOST_DIVISION for each in list_sizes(after))
    now = {person: index for index, division in enumerate(after) for person in division}
    for division in before:
        there = [now[each.person] for each in division if each.person not in left]
        assert there == sorted(there), "whoever was ahead of somebody is not below them"


def test_nobody_goes_up_by_a_negative_number() -> None:
    with pytest.raises(ValueError, match="negative"):
        make_next_divisions([stand(1, 2, 3, 4)], 4, moving=-1)
