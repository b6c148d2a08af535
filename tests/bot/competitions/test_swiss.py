"""Swiss rounds: nobody meets again, byes go around, seats are even, people with equal points meet."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from bot.competitions.results import Result, forfeit, make_result
from bot.competitions.rounds import Game, Round
from bot.competitions.standings import rank
from bot.competitions.swiss import BYE_POINTS, count_rounds, next_round

EVEN = (Fraction(1, 2), Fraction(1, 2))


class Cup:
    """A cup whose games are decided by chance; the better seed wins more often."""

    def __init__(self, number: int, seed: int = 0) -> None:
        self.people, self.luck = [*range(1, number + 1)], Random(seed)
        self.results, self.byes, self.rounds = list[Result](), list[int](), list[Round]()
        self.left = set[int]()

    def play(self) -> Round:
        """Play a round, and return it."""
        round_ = next_round(self.people, self.results, byes=self.byes, withdrawn=self.left)
        self.rounds.append(round_)
        self.byes += round_.byes
        for game in round_.games:
            one, two = game.people
            places = self.luck.choice(
                [[0, 0], [0, 1], [0, 1], [1, 0]] if one < two else [[1, 0], [0, 1], [1, 0]]
            )
            self.results.append(make_result(game, places))
        return round_

    @property
    def meetings(self) -> Counter[frozenset[int]]:
        return Counter(frozenset(result.game.people) for result in self.results)

    def count_seats(self, person: int) -> tuple[int, int]:
        """Return how often a person had the first and the second seat."""
        seats = [result.game.people.index(person) for result in self.results if person in result.game.people]
        return seats.count(0), seats.count(1)


def test_the_first_round_pairs_the_halves_and_the_last_seed_has_the_bye() -> None:
    assert {frozenset(game.people) for game in next_round(range(1, 9), []).games} == {
        frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))
    }
    firsts = [game.people[0] for game in next_round(range(1, 9), []).games]
    assert firsts == [1, 6, 3, 8], "better and worse seeds begin in turn"
    odd = next_round(range(1, 8), [])
    assert odd.byes == (7,)
    assert {frozenset(game.people) for game in odd.games} == {
        frozenset(pair) for pair in ((1, 4), (2, 5), (3, 6))
    }


def test_people_with_equal_points_meet() -> None:
    first = next_round(range(1, 9), [])
    results = [make_result(game, [int(person > 4) for person in game.people]) for game in first.games]
    for game in next_round(range(1, 9), results).games:
        assert (game.people[0] <= 4) == (game.people[1] <= 4)


@pytest.mark.parametrize("number", range(4, 25))
def test_nobody_meets_again_and_seats_and_byes_go_around(number: int) -> None:
    cup = Cup(number)
    for _ in range(count_rounds(number)):
        round_ = cup.play()
        playing = [person for game in round_.games for person in game.people]
        assert sorted([*playing, *round_.byes]) == cup.people
        assert len(round_.byes) == number % 2
        for person in cup.people:
            one, two = cup.count_seats(person)
            assert abs(one - two) <= 1
    # after three rounds of six people, two circles of three may be left
    assert max(cup.meetings.values()) == (2 if number == 6 else 1)
    assert max(Counter(cup.byes).values(), default=0) <= 1


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7, 8, 11])
def test_nobody_meets_again_before_it_cannot_be_helped(number: int) -> None:
    # as many rounds as a round robin has; a Swiss cup may use up its pairs before
    cup = Cup(number, seed=number)
    for played in range(1, number + 1):
        cup.play()
        if played <= (number - 1) // 2:  # everybody has at least half of the others left: Dirac's theorem
            assert max(cup.meetings.values()) == 1
    assert max(cup.meetings.values()) <= 3
    counted = Counter(cup.byes)
    assert max(counted.values(), default=0) - min(counted[one] for one in cup.people) <= 1 or number == 3


def test_an_avoidable_second_meeting_is_avoided_although_the_points_are_far_apart() -> None:
    # 1, 2 and 3 have met each other, and so have 4, 5 and 6
    circles = [(1, 2), (2, 3), (3, 1), (4, 5), (5, 6), (6, 4)]
    results = [make_result(Game(pair), [0, 1]) for pair in circles]
    for game in next_round(range(1, 7), results).games:
        assert (game.people[0] <= 3) != (game.people[1] <= 3)


def test_people_leave_in_the_middle() -> None:
    cup = Cup(9)
    cup.play()
    cup.play()
    cup.left = {2, 5}
    third = cup.play()
    playing = [person for game in third.games for person in game.people]
    assert sorted([*playing, *third.byes]) == [1, 3, 4, 6, 7, 8, 9]
    assert max(cup.meetings.values()) == 1
    cup.left = {*range(2, 9)}
    assert [sorted(game.people) for game in cup.play().games] == [[1, 9]], "again, if they have to"
    cup.left = {*range(1, 9)}
    with pytest.raises(ValueError, match="two people"):
        cup.play()


def test_a_forfeit_counts_as_a_meeting_and_a_bye_as_a_point() -> None:
    results = [forfeit(Game((1, 2)), {2})]
    third = next_round([1, 2, 3], results, byes=[3])
    assert third.byes in ((1,), (2,)), "3 had a bye"
    assert third.byes == (2,), "the one with fewer points"
    found = rank([1, 2, 3], results, EVEN, byes=[3], bye_points=BYE_POINTS)
    assert [(each.person, each.place) for each in found] == [(1, 1), (3, 1), (2, 3)]


def test_the_same_results_give_the_same_round() -> None:
    cup = Cup(13)
    for _ in range(3):
        cup.play()
    again = next_round(cup.people, reversed(cup.results), byes=reversed(cup.byes))
    assert again == next_round(cup.people, cup.results, byes=cup.byes)


def test_rounds_are_enough_for_one_winner_and_even() -> None:
    assert [count_rounds(number) for number in (3, 4, 5, 8, 9, 16, 17, 24)] == [2, 2, 4, 4, 4, 4, 6, 6]


def test_games_of_more_than_two_are_refused() -> None:
    with pytest.raises(ValueError, match="games of two"):
        next_round([1, 2, 3], [make_result(Game((1, 2, 3)), [0, 1, 2])])
