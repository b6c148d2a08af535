"""Make the whole schedule of a cup or division: who plays whom, in which round and in which seat.

Everybody plays equally often. If the last game would then have too few people, it is left out, and some
people play one game less. In games of two, everybody meets everybody else once before any two meet again. In
games of more seats, `mixing` chooses the people of each game, so that all meet about equally often.
`seat_order` gives people their seats.

For games of two, the circle method makes the schedule. Some libraries have this method too. No library that
we know schedules games of more than two seats.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.competitions.mixing import mix
from bot.competitions.rounds import Game, Round
from bot.competitions.seat_order import order_seats

LEAST_PEOPLE, MOST_PEOPLE = 3, 24  # the fewest and the most people of a schedule
LEAST_SEATS, MOST_SEATS = 2, 5
_Tables = list[list[tuple[int, ...]]]  # rounds of games, with indexes of people


def make_schedule(people: Sequence[int], seats: int, games_each: int) -> tuple[Round, ...]:
    """Return the rounds of a cup or division. The same arguments give the same schedule.

    Each person plays `games_each` games. If the last game would then have too few people, it is left out, and
    at most `seats - 1` people play one game less. At the end of each round, the numbers of games that people
    have played differ by at most one. The numbers of their byes differ by at most one too. A person plays
    about equally often in each seat: the numbers of games in any two seats differ by at most one. In a double
    round robin for two seats, two people meet once in each order of the seats.

    Args:
        people: different ids in a random order, 3 to 24 of them and at least `seats`
        seats: the number of seats of a game, 2 to 5
        games_each: how many games each person plays, at least 1

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
    """Return the same rounds, with the people of each game in the order of their seats."""
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

    Two people meet in round r if their indexes add up to r, modulo the size of the circle. In each round, one
    person in the circle would have to meet themselves. If the number of people is odd, this person has a bye.
    If the number is even, the last person stands outside of the circle and meets this person.
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

    The last round robin can be incomplete. If the number of people is odd, each round of this round robin
    gives one person a bye. The people with byes have one game too few, so they play one more round against
    each other.

    In this round, nobody meets a person whom they have met in the incomplete round robin. Here is the proof,
    modulo the number of people. The person with the bye of round r has the index r / 2. So the people with
    the byes of the rounds r and s meet in round (r + s) / 2. The sums r + s that the code uses are odd and
    less than the number of people, so these people meet in round (r + s + number) / 2. That round comes
    after the rounds that are played.
    """
    once = _pair_all(number)
    whole, part = divmod(games_each, number - 1)
    rounds = once * whole + once[:part]
    if number % 2 and part > 1:
        byes = [round_ * (number + 1) // 2 % number for round_ in range(part // 2 * 2)]
        rounds.append([(byes[index], byes[-1 - index]) for index in range(part // 2)])
    return rounds
