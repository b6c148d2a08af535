"""Knock-out cups: seeds, byes, level matches, matches of two games, people who leave."""

from __future__ import annotations

import pytest

from bot.competitions.knock_out import next_round, order_seeds
from bot.competitions.results import Result, forfeit, make_result
from bot.competitions.rounds import Game, Round


def list_pairs(found: Round | int | None) -> list[set[int]]:
    assert isinstance(found, Round)
    return [{*game.people} for game in found.games]


def play(number: int, games: int = 1) -> tuple[int, list[Round], list[Result]]:
    """Play a cup that the better seed always wins; return the winner, the rounds and the results."""
    results, rounds, people = list[Result](), list[Round](), range(1, number + 1)
    while isinstance(found := next_round(people, results, games=games), Round):
        rounds.append(found)
        results += [make_result(game, game.people) for game in found.games]
    assert found is not None
    return found, rounds, results


def test_the_best_seeds_meet_last() -> None:
    assert order_seeds(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    winner, rounds, _ = play(8)
    assert winner == 1
    assert [list_pairs(each) for each in rounds] == [
        [{1, 8}, {4, 5}, {2, 7}, {3, 6}],
        [{1, 4}, {2, 3}],
        [{1, 2}],
    ]


@pytest.mark.parametrize("number", range(1, 34))
def test_each_game_sends_one_person_home(number: int) -> None:
    winner, rounds, results = play(number)
    assert winner == 1
    assert len(results) == number - 1
    assert len(rounds) == (number - 1).bit_length()
    if rounds:
        byes = rounds[0].byes
        assert sorted(byes) == [*range(1, len(byes) + 1)], "the best seeds have the byes"
        assert len(byes) == 2 ** len(rounds) - number
    assert not any(each.byes for each in rounds[1:])


@pytest.mark.parametrize("number", [8, 11, 16, 32])
def test_seats_change_from_round_to_round(number: int) -> None:
    _, _, results = play(number)
    for person in range(1, number + 1):
        seats = [result.game.people.index(person) for result in results if person in result.game.people]
        assert abs(seats.count(0) - seats.count(1)) <= 2, (
            "both may have had the same seat in all rounds before"
        )


def test_a_level_game_goes_to_the_better_seed() -> None:
    draw = [make_result(Game((1, 2)), [0, 0])]
    assert next_round([1, 2], draw) == 1
    assert next_round([2, 1], draw) == 2


def test_a_match_of_two_games_has_both_seats() -> None:
    found = next_round([1, 2], [], games=2)
    assert found == Round((Game((1, 2)), Game((2, 1))))
    half = [make_result(Game((1, 2)), [1, 0])]
    assert next_round([1, 2], half, games=2) == Round((Game((2, 1)),)), "one is still open"
    level = [*half, make_result(Game((2, 1)), [1, 0])]
    assert next_round([1, 2], level, games=2) == 1, "the better seed"
    won = [*half, make_result(Game((2, 1)), [0, 0])]
    assert next_round([1, 2], won, games=2) == 2
    assert play(6, games=2)[0] == 1


def test_the_next_round_waits_for_all_games() -> None:
    one = [make_result(Game((1, 4)), [0, 1])]
    assert list_pairs(next_round([1, 2, 3, 4], one)) == [{2, 3}]


def test_whoever_meets_somebody_who_left_goes_on() -> None:
    played = [make_result(Game((1, 4)), [0, 1])]
    assert list_pairs(next_round([1, 2, 3, 4], played, withdrawn={3})) == [{1, 2}]
    assert next_round([1, 2, 3, 4], played, withdrawn={2, 3}) == 1
    assert next_round([1, 2, 3, 4], played, withdrawn={1, 2, 3, 4}) is None


def test_who_leaves_after_a_win_loses_the_next_match() -> None:
    first = [make_result(Game((1, 4)), [0, 1]), make_result(Game((2, 3)), [0, 1])]
    assert next_round([1, 2, 3, 4], first, withdrawn={1}) == 2
    final = [*first, make_result(Game((1, 2)), [0, 1])]
    assert next_round([1, 2, 3, 4], final, withdrawn={1}) == 1, "the cup was over"


def test_a_game_that_both_leave_has_no_winner() -> None:
    both = [forfeit(Game((2, 3)), {2, 3})]
    assert next_round([1, 2, 3], both) == 1


def test_other_cups_are_refused() -> None:
    with pytest.raises(ValueError, match="knock-out has people"):
        next_round([], [])
    with pytest.raises(ValueError, match="one game or two"):
        next_round([1, 2], [], games=3)
    with pytest.raises(ValueError, match="games of two"):
        next_round([1, 2, 3], [make_result(Game((1, 2, 3)), [0, 1, 2])])
