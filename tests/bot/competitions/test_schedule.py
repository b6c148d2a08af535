"""Schedules over their whole grid, 3 to 24 people and 2 to 5 seats: the tests prove what their names say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.competitions.mixing import count_least_repeats, count_repeats
from bot.competitions.rounds import Round
from bot.competitions.schedule import make_schedule
from bot.competitions.seat_order import order_seats

# Schedules with a game for each seat: how many repeats more than the bound they have at most, and how many of
# them have as few as the bound, so that none can have fewer. With three seats all of them do.
MOST_REPEATS_MORE = {3: 0, 4: 6, 5: 22}
BEST = {3: 22, 4: 12, 5: 11}
GRID = [
    (number, seats, games)
    for seats in (3, 4, 5)
    for number in range(seats, 25)
    for games in (seats, *([1, seats - 1, seats + 1, 2 * seats] if number % 5 == 0 else ()))
]
GRID += [
    (number, 2, games)
    for number in range(3, 25)
    for games in sorted({1, 2, 3, number - 2, number - 1, number, 2 * number - 2, 2 * number - 1})
]


@cache
def schedule(number: int, seats: int, games_each: int) -> tuple[Round, ...]:
    """Return the schedule of the people 0, 1, 2 and so on."""
    return make_schedule(range(number), seats, games_each)


def count_meetings(people: Sequence[int], rounds: Sequence[Round]) -> list[int]:
    """Return how often each two people meet."""
    met = Counter(
        frozenset(pair) for round_ in rounds for game in round_.games for pair in combinations(game.people, 2)
    )
    return [met[frozenset(pair)] for pair in combinations(people, 2)]


def check_rounds(people: Sequence[int], seats: int, games_each: int, rounds: Sequence[Round]) -> None:
    """Check that games, byes and seats are equally shared, at the end and at the end of each round."""
    played, byes, seated = Counter[int](), Counter[int](), Counter[tuple[int, int]]()
    for round_ in rounds:
        assert round_.games
        playing = [person for game in round_.games for person in game.people]
        assert sorted([*playing, *round_.byes]) == sorted(people), "nobody plays twice in a round"
        assert all(len(game.people) == seats for game in round_.games)
        played.update(playing)
        byes.update(round_.byes)
        seated.update((person, seat) for game in round_.games for seat, person in enumerate(game.people))
        for counted in (played, byes):
            numbers = [counted[person] for person in people]
            assert max(numbers) - min(numbers) <= 1
        for person in people:
            own = [seated[person, seat] for seat in range(seats)]
            assert max(own) - min(own) <= (1 if seats > 2 else 2)
    for person in people:
        own = [seated[person, seat] for seat in range(seats)]
        assert max(own) - min(own) <= 1
        assert sum(own) in (games_each, games_each - 1)
    assert sum(played[person] < games_each for person in people) == len(people) * games_each % seats


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_games_byes_and_seats_are_equally_shared(seats: int) -> None:
    for number, _, games_each in (each for each in GRID if each[1] == seats):
        check_rounds(range(number), seats, games_each, schedule(number, seats, games_each))


def test_a_game_for_each_seat_gives_everybody_each_seat_once() -> None:
    for number in range(3, 25):
        for seats in range(2, min(5, number) + 1):
            rounds = schedule(number, seats, seats)
            seated = Counter(
                (person, seat)
                for each in rounds
                for game in each.games
                for seat, person in enumerate(game.people)
            )
            assert seated == Counter((person, seat) for person in range(number) for seat in range(seats))


def test_rounds_are_as_few_as_numbers_allow() -> None:
    for number, seats, games_each in GRID:
        if seats == 2 and games_each >= number:
            continue  # whole round robins come first
        games, at_once = number * games_each // seats, number // seats
        assert len(schedule(number, seats, games_each)) == -(-games // at_once)


def test_two_meet_again_only_after_everybody_has_met() -> None:
    for number, _, games_each in (each for each in GRID if each[1] == 2):
        met = count_meetings(range(number), schedule(number, 2, games_each))
        assert max(met) - min(met) <= 1


def test_in_a_double_round_robin_two_people_meet_in_both_orders() -> None:
    for number in range(3, 25):
        rounds = schedule(number, 2, 2 * (number - 1))
        orders = Counter(game.people for each in rounds for game in each.games)
        assert orders == Counter((one, two) for one in range(number) for two in range(number) if one != two)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_meetings_are_as_equal_as_possible_or_nearly(seats: int) -> None:
    best = 0
    for number in range(seats, 25):
        rounds = schedule(number, seats, seats)
        games = [game.people for each in rounds for game in each.games]
        more = count_repeats(games) - count_least_repeats(number, seats, len(games))
        assert 0 <= more <= MOST_REPEATS_MORE[seats]
        best += more == 0
    assert best >= BEST[seats]


def test_everybody_meets_everybody_where_a_design_exists() -> None:
    for number, seats, games_each, meetings in ((9, 3, 4, 1), (7, 3, 6, 2), (16, 4, 5, 1), (6, 5, 5, 4)):
        assert {*count_meetings(range(number), schedule(number, seats, games_each))} == {meetings}


def test_the_same_draw_gives_the_same_schedule_and_another_draw_another() -> None:
    people = [31, -4, 12, 0, 77]
    rounds = make_schedule(people, 3, 3)
    assert rounds == make_schedule(people, 3, 3)
    names = dict(zip(range(5), people, strict=True))
    plain = make_schedule(range(5), 3, 3)
    assert [[[names[one] for one in game.people] for game in each.games] for each in plain] == [
        [[*game.people] for game in each.games] for each in rounds
    ]


@pytest.mark.parametrize(
    ("people", "seats", "games_each"),
    [
        ([1, 2], 2, 1),
        (range(25), 2, 1),
        ([1, 1, 2], 2, 1),
        ([1, 2, 3], 4, 1),
        (range(6), 6, 1),
        ([1, 2, 3], 2, 0),
    ],
)
def test_other_numbers_are_refused(people: Sequence[int], seats: int, games_each: int) -> None:
    with pytest.raises(ValueError, match="a schedule"):
        make_schedule(people, seats, games_each)


@given(st.integers(2, 5), st.data())
def test_any_games_can_be_seated_evenly(seats: int, data: st.DataObject) -> None:
    tables = st.permutations(range(7)).map(lambda order: tuple(order[:seats]))
    games = data.draw(st.lists(tables, max_size=20))
    seated = Counter[tuple[int, int]]()
    ordered = order_seats(games)
    assert [sorted(each) for each in ordered] == [sorted(each) for each in games]
    for game in ordered:
        seated.update((person, seat) for seat, person in enumerate(game))
        for person in range(7):
            own = [seated[person, seat] for seat in range(seats)]
            assert max(own) - min(own) <= 1, "after any number of games"
