"""Make the whole schedule of a cup or division: who plays whom, in which round and in which seat.

Everybody plays equally often. If that leaves too few people for the last game, some play one game less. With
two seats everybody meets everybody else before anybody meets twice. With more seats the meetings are about as
equal as they can be: `mixing` chooses them. `seat_order` gives the seats.

For games of two, the circle method makes the schedule. Libraries have this method as well, but none that we
know schedules games of more seats.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.competitions.mixing import mix
from bot.competitions.rounds import Game, Round
from bot.competitions.seat_order import order_seats

LEAST_PEOPLE, MOST_PEOPLE = 3, 24  # the limits for a cup or division in which everybody meets
LEAST_SEATS, MOST_SEATS = 2, 5
_Tables = list[list[tuple[int, ...]]]  # rounds of games, with indexes of people


def make_schedule(people: Sequence[int], seats: int, games_each: int) -> tuple[Round, ...]:
    """Return the rounds of a cup or division. The same arguments give the same schedule.

    Each person plays `games_each` games. If that leaves too few people for the last game, at most `seats - 1`
    people play one game less. At the end of each round the numbers of games that people have played differ by
    at most one, and so do the numbers of their byes. The numbers of games that a person plays in two seats
    differ by at most one. In a double round robin of two seats each two people meet in both orders.

    Args:
        people: different ids, 3 to 24 and not fewer than `seats`; their order is the order of the draw
        seats: the number of seats of a game, 2 to 5
        games_each: how many games each person plays, from 1

    Raises:
        ValueError: the arguments are outside these limits
    """
    number = len(people)
    if not LEAST_PEOPLE <= number <= MOST_PEOPLE or len({*people}) < number:
        raise ValueError(f"a schedule is for {LEAST_PEOPLE} to {MOST_PEOPLE} different people")
    if not LEAST_SEATS <= seats <= min(MOST_SEATS, number):
        raise ValueError(f"a schedule is for {LEAST_SEATS} to {MOST_SEATS} seats, and a person for each")
    if games_each < 1:
        raise ValueError("a schedule has at least one game for each person")
    rounds = (
        _seat_pairs(number, games_each)
        if seats == 2
        else _seat(mix(number, seats, number * games_each // seats))
    )
    everybody = range(number)
    return tuple(
        Round(
            tuple(Game(tuple(people[index] for index in game)) for game in games),
            tuple(people[index] for index in everybody if not any(index in game for game in games)),
        )
        for games in rounds
    )


def _seat(rounds: _Tables) -> _Tables:
    """Return rounds whose people are in the order of their seats."""
    seated = iter(order_seats(game for games in rounds for game in games))
    return [[next(seated) for _ in games] for games in rounds]


def _seat_pairs(number: int, games_each: int) -> _Tables:
    """Return the rounds of games of two. The second half of a double round robin has the seats exchanged."""
    once = _pair_all(number)
    doubles, rest = divmod(games_each, 2 * (number - 1))
    first = _seat(once)
    second: _Tables = [[(two, one) for one, two in games] for games in first]
    return [*(first + second) * doubles, *_seat(_pair_some(number, rest))]


def _pair_all(number: int) -> _Tables:
    """Return the rounds of a round robin, by the circle method.

    In round r, those meet whose indexes add up to r, modulo the size of the circle. One person would meet
    themselves. With an even number of people, that person meets the last person, who is outside of the
    circle. With an odd number, that person has a bye.
    """
    circle = number - 1 + number % 2
    rounds: _Tables = []
    for round_ in range(circle):
        games = list[tuple[int, ...]]()
        for one in range(circle):
            two = (round_ - one) % circle
            if one < two:
                games.append((one, two))
            elif one == two and circle < number:
                games.append((one, circle))
        rounds.append(games)
    return rounds


def _pair_some(number: int, games_each: int) -> _Tables:
    """Return the first rounds of round robins, until everybody has played enough games.

    With an odd number, each round of a part of a round robin leaves somebody one game short. These people
    play a last round against each other, and meet nobody whom they have met in this part. The reason: the
    person with the bye of round r has index r / 2 (modulo the number), so those with the byes of rounds r and
    s meet in round (r + s) / 2, modulo the number. The sums r + s below are odd and less than the number, so
    they meet in round (r + s + number) / 2, which comes later.
    """
    once = _pair_all(number)
    whole, part = divmod(games_each, number - 1)
    rounds = once * whole + once[:part]
    if number % 2 and part > 1:
        byes = [round_ * (number + 1) // 2 % number for round_ in range(part // 2 * 2)]
        rounds.append([(byes[index], byes[-1 - index]) for index in range(part // 2)])
    return rounds
